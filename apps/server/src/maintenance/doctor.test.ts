import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type AddressInfo } from 'node:net'
import { parseRanges } from '@switchyard/outbound'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { noRedis, startRedis } from '../../test/redis-server.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { checkKeys } from '../db/check-keys.ts'
import { openDatabase } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { migrate } from '../db/migrate.ts'
import { openStore } from '../db/open-store.ts'
import { reseal } from '../db/reseal.ts'
import { createAskProvider } from '../fetch/ask-provider.ts'
import { SafeFetchError } from '../fetch/safe-fetch-error.ts'
import { MIGRATED, sqliteModel } from '../filled-database.ts'
import { readSettings } from '../settings.ts'
import { mailCheck } from '../fetch/mail.ts'
import { findVersitygw, HOW_TO_GET_VERSITYGW, startS3 } from '../../test/versitygw.ts'
import { examine, type Patient } from './doctor.ts'
import { maintain } from './maintain.ts'

const OLD = 'the-key-of-the-year-before-this-one'
const NEW = 'the-key-that-is-drawn-for-this-year'
const GIB = 2 ** 30
const main = fileURLToPath(new URL('main.ts', import.meta.url))

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'switchyard-doctor-'))
  folder = join(parent, 'switchyard')
})
afterEach(() => rmSync(parent, { recursive: true }))

const nothingThere = { body: Buffer.alloc(0), contentType: '', stale: false }
const ways = (change: Partial<ReturnType<Patient['waysOf']>> = {}) => ({
  safeFetch: () => Promise.resolve({ ...nothingThere, date: 1_000_000 }),
  askHere: () => Promise.reject(new Error('nobody is here')),
  checkMail: undefined,
  ...change,
})

/** What the doctor says of these settings, by state. Without others it is the folder of the test and a free port. */
async function seen(environment: Record<string, string> = {}, change: Parameters<typeof ways>[0] = {}, free = GIB) {
  const said: Record<'well' | 'warning' | 'fault', string[]> = { well: [], warning: [], fault: [] }
  const patient = { environment: { DATA_DIR: folder, PORT: '0', ...environment }, waysOf: () => ways(change) }
  const rest = { freeBytes: () => Promise.resolve(free), now: () => 1_000_000 }
  for await (const { state, sentence } of examine({ ...patient, ...rest })) said[state].push(sentence)
  return said
}

/** A folder that a server was started on. */
async function started(SECRET = ''): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder, SECRET })
  const data = prepareDataFolder(settings)
  copyFileSync(await sqliteModel(MIGRATED), join(folder, 'switchyard.sqlite'))
  const store = await openStore({ settings, data, now: () => 0, warn: () => undefined })
  await store.database.close()
}

test('nothing is wrong where all is well, and before the first start there is nothing to mend', async () => {
  mkdirSync(folder)
  expect(await seen()).toMatchObject({ warning: [expect.stringContaining('holds no database yet')], fault: [] })
  expect(readdirSync(folder)).toEqual([])
  await started()
  const { well, warning, fault } = await seen()
  expect([warning, fault]).toEqual([[], []])
  expect(well).toContain('The file of the database is whole.')
})

describe('of where it listens it says', () => {
  test.each([
    [{}, 'well', 'Only this machine is answered'],
    [{ HOST: '0.0.0.0' }, 'warning', 'they are refused (421): without SITE_URL only the names localhost'],
    [{ HOST: '0.0.0.0', SITE_URL: 'http://192.168.1.5:3000' }, 'well', 'other machines reach port 0 directly too'],
    [{ SITE_URL: 'https://a.example', TRUSTED_PROXIES: '1' }, 'well', 'a proxy on this machine'],
    [{ SITE_URL: 'https://a.example' }, 'warning', 'TRUSTED_PROXIES is 0'],
  ] as const)('%j: %s, %s', async (environment, state, sentence) => {
    await started()
    const said = await seen(environment)
    expect(said[state]).toContainEqual(expect.stringContaining(sentence))
    expect(said.fault).toEqual([])
    if (state === 'well') expect(said.warning).toEqual([])
  })
})

test.skipIf(noRedis !== undefined)('a Redis that is away, or lets nobody in, is a fault', async () => {
  await started()
  const redis = await startRedis({ password: 'the password' })
  onTestFinished(redis.stop)
  const saidOf = async (url: string) => {
    const { well, fault } = await seen({ REDIS_URL: url })
    return [...well, ...fault].find((sentence) => sentence.startsWith('The Redis'))
  }
  expect(await saidOf(redis.url)).toBe('The Redis of REDIS_URL answers.')
  expect(await saidOf(redis.url.replace('the%20', ''))).toMatch(/lets nobody in: WRONGPASS(?!.*:password)/)
  const { warning } = await seen({ REDIS_URL: redis.url })
  expect(warning).toEqual([expect.stringContaining('DATABASE_URL and STORAGE_URL are not set')])
  await redis.stop()
  expect(await saidOf(redis.url)).toMatch(/cannot be reached: .*ECONNREFUSED/)
})

describe('a setting that nobody reads is named:', () => {
  test.each([
    ['SITEURL', 'SITE_URL'],
    ['site_url', 'SITE_URL'],
    ['SWITCHYARD_DATABASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['STIE_URL', 'SITE_URL'],
    ['PRIVATE_UPSTREAM', 'PRIVATE_UPSTREAMS'],
    ['REGISTATION', 'REGISTRATION'],
    ['SECRETS', 'SECRET'],
    ['HOSTS', 'HOST'],
  ])('%s for %s', async (name, meant) => {
    await started()
    expect((await seen({ [name]: 'x' })).warning).toEqual([
      `${name} is set, and is no setting of ours: did you mean ${meant}?`,
    ])
  })

  test('and what other programs read is none', async () => {
    await started()
    const others = {
      PATH: 'x',
      HOSTNAME: 'x',
      LOGNAME: 'x',
      SHELL: 'x',
      HOME: 'x',
      LANG: 'x',
      NODE_ENV: 'x',
      USER: 'x',
    }
    expect(
      (await seen({ ...others, MAIL: 'x', BASE_URL: '/', SSH_TTY: 'x', PWD: 'x', TERM: 'x', OLDPWD: 'x', TZ: 'x' }))
        .warning,
    ).toEqual([])
  })

  test('one that cannot be read is a fault for each', async () => {
    expect((await seen({ PORT: 'http', REGISTRATION: 'opne', REGISTATION: 'open' })).fault).toEqual([
      'PORT must be a whole number.',
      'REGISTRATION must be one of open, invite, closed.',
    ])
  })
})

test('a folder that is not there is a fault, and one beside it with nearly its name is named', async () => {
  expect((await seen()).fault).toEqual([expect.stringContaining('A start makes an empty one')])
  await started()
  const mistyped = join(parent, 'swichyard')
  expect((await seen({ DATA_DIR: mistyped })).fault).toEqual([
    `There is no folder ${mistyped} (DATA_DIR). Did you mean ${folder}?`,
  ])
  expect(readdirSync(parent)).toEqual(['switchyard'])
})

test('a key that is short or missing is put back, and never removed', async () => {
  await started()
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'short\n')
  const short = (await seen()).fault
  expect(short).toEqual([expect.stringContaining('holds 5 bytes, and a key has 32 or more. Put a copy of it back')])
  rmSync(secret)
  const missing = (await seen()).fault
  expect(missing).toEqual([`${secret} is missing: put a copy of it back. Nothing that is kept opens without it.`])
  expect([...short, ...missing].join()).not.toMatch(/remove|delete/)
  expect(readdirSync(folder)).not.toContain('secret')
})

test('every right that is missing is named', async () => {
  await started()
  mkdirSync(join(folder, 'backups'))
  const places = [join(folder, 'secret'), join(folder, 'switchyard.sqlite'), join(folder, 'backups')]
  // Nothing is forbidden to root: there the doctor runs as the user that owns nothing.
  const asNobody = process.getuid?.() === 0
  chmodSync(parent, 0o755)
  chmodSync(folder, asNobody ? 0o755 : 0o700)
  for (const place of places) chmodSync(place, 0)
  if (!asNobody) {
    const { fault } = await seen()
    chmodSync(places[2]!, 0o700)
    for (const place of places) expect(fault).toContainEqual(expect.stringMatching(`^${place} cannot be read`))
    return
  }
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', SECRET: '', DATABASE_URL: '', TMPDIR: parent }
  const ran = spawnSync(process.execPath, [main, 'doctor'], {
    env,
    uid: 65_534,
    gid: 65_534,
    encoding: 'utf8',
    cwd: parent,
  })
  expect([ran.status, ran.stderr]).toEqual([1, ''])
  for (const place of [folder, ...places]) expect(ran.stdout).toMatch(new RegExp(`^✗ ${place} cannot be read`, 'm'))
})

describe('of the port', () => {
  const askHere = createAskProvider({
    network: { privateRanges: parseRanges(['127.0.0.0/8']), ownAddresses: [] },
  })

  // `app.test.ts` shows what it says of the server itself.
  test('it says whether it is free or taken', async () => {
    await started()
    const other = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const PORT = String((other.address() as AddressInfo).port)
    expect((await seen({ PORT }, { askHere })).fault).toEqual([
      `Port ${PORT} on 127.0.0.1 is taken by another program: stop that one, or set another PORT.`,
    ])
    await new Promise((resolve) => other.close(resolve))
    expect((await seen({ PORT }, { askHere })).well).toContain(
      `Port ${PORT} on 127.0.0.1 is free: the server does not run.`,
    )
    expect((await seen({ PORT, HOST: '192.0.2.1', SITE_URL: 'http://a.example' }, { askHere })).fault).toEqual([
      expect.stringContaining('192.0.2.1 is no address of this machine'),
    ])
  })
})

describe('of a server that runs behind its public address', () => {
  /** The server answers on its port, and its site as a test says. */
  const running = (site: (url: string) => unknown) => ({
    askHere: ({ url }: { url: string }) =>
      url.startsWith('http://127.0.0.1:') ? Promise.resolve({ ok: true }) : Promise.resolve().then(() => site(url)),
  })
  const refuse = (words: string) => () => {
    throw new Error(words)
  }
  /** A port that something listens on. */
  async function taken(): Promise<string> {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise((resolve) => void other.close(() => resolve())))
    return String((other.address() as AddressInfo).port)
  }
  const SITE = { SITE_URL: 'https://a.example', TRUSTED_PROXIES: '1' }

  test('it says that the site answers, and asks what is answered under its name alone', async () => {
    await started()
    const asked: string[] = []
    const { well, warning, fault } = await seen(
      { ...SITE, PORT: await taken() },
      running((url) => (asked.push(url), { id: 'x' })),
    )
    expect([warning, fault]).toEqual([[], []])
    expect(well).toContain('The site answers at https://a.example.')
    expect(asked).toEqual(['https://a.example/_build'])
  })

  test.each(['The provider answered 421', 'self-signed certificate', 'getaddrinfo ENOTFOUND a.example'])(
    'it says why the site does not answer: %s',
    async (words) => {
      await started()
      const { warning, fault } = await seen({ ...SITE, PORT: await taken() }, running(refuse(words)))
      expect(warning).toEqual([
        expect.stringContaining(`does not answer at https://a.example when this machine asks (${words})`),
      ])
      expect(fault).toEqual([])
    },
  )

  test('SITE_URL without TLS in front of which there is TLS is a fault', async () => {
    await started()
    const site = { SITE_URL: 'http://a.example', TRUSTED_PROXIES: '1', PORT: await taken() }
    expect(
      (
        await seen(
          site,
          running((url) => ({ ok: url === 'https://a.example/healthz' })),
        )
      ).fault,
    ).toEqual([expect.stringContaining('it answers at https://a.example. Set SITE_URL to that')])
    expect(await seen(site, running(refuse('ECONNREFUSED')))).toMatchObject({ warning: [], fault: [] })
  })
})

test('a disk that is nearly full is a fault, and the file is still looked at', async () => {
  await started()
  const { well, fault } = await seen({}, {}, 100 * 2 ** 20)
  expect(fault).toEqual([`100 MB are free on the disk of ${folder}: backups and new rows need 500.`])
  expect(well).toContain('The file of the database is whole.')
})

test.skipIf(!existsSync('/proc/self/fd'))('two servers on one folder are a fault, one is none', async () => {
  await started()
  const file = join(folder, 'switchyard.sqlite')
  const hold = async () => {
    const code = `require('node:fs').openSync(${JSON.stringify(file)}, 'r'); console.log('open'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill())
    await once(child.stdout, 'data')
    return child.pid
  }
  const first = await hold()
  expect((await seen()).fault).toEqual([])
  const second = await hold()
  const both = [first, second].map(Number).toSorted((a, b) => a - b)
  expect((await seen()).fault).toEqual([
    expect.stringContaining(`2 programs have ${file} open (processes ${both.join(', ')})`),
  ])
})

test('a PostgreSQL that is not there is a fault without its password', async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'secret'), 'x1y2z3'.repeat(8))
  const { fault } = await seen({ DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/rows' })
  expect(fault).toEqual([
    'The database cannot be used: The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1).',
  ])
  expect(fault.join()).not.toContain('canary')
})

test('tables of a later release are a fault that says what to do', async () => {
  await started()
  const database = openDatabase({ file: join(folder, 'switchyard.sqlite') })
  await sql`insert into schema_change (name, timestamp) values ('999-from-tomorrow', '2027')`.execute(database.query)
  await database.close()
  expect((await seen()).fault).toEqual([
    'The database cannot be used: The database was changed by a later release of Switchyard (999-from-tomorrow). ' +
      'Start that release, or restore a backup of this one.',
  ])
})

describe('of a bucket', () => {
  const S3 = findVersitygw()

  test('that nobody answers for it says why, without its secret', async () => {
    await started()
    const { fault } = await seen({ STORAGE_URL: 's3://key:canary@127.0.0.1:1/files?tls=0&path-style=1' })
    expect(fault).toEqual([expect.stringMatching(/^The bucket files of STORAGE_URL cannot be used: .+\.$/)])
    expect(fault.join()).not.toContain('canary')
  })

  test.skipIf(S3 === undefined)(`it says whether it can be used (${HOW_TO_GET_VERSITYGW})`, async () => {
    await started()
    const { url, stop, folder: bucket } = await startS3(S3!)
    onTestFinished(stop)
    const right = await seen({ STORAGE_URL: url })
    expect(right.fault).toEqual([])
    expect(right.well).toContain('The bucket files of STORAGE_URL keeps bytes and gives them back.')
    expect(readdirSync(bucket, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([])
    expect((await seen({ STORAGE_URL: url.replace('/files?', '/others?') })).fault).toEqual([
      expect.stringContaining(
        'The bucket others of STORAGE_URL cannot be used: S3 answered 404, so there is no such bucket',
      ),
    ])
    expect((await seen({ STORAGE_URL: url.replace('%2F', '') })).fault).toEqual([
      expect.stringContaining('S3 answered 403, so the key and the secret of STORAGE_URL are not those of the bucket'),
    ])
  })
})

test('the mail server is asked, and what it says is said', async () => {
  await started()
  const mail = { SMTP_URL: 'smtp://user:canary@127.0.0.1:1', MAIL_FROM: 'a@example.com' }
  const refused = mailCheck(readSettings(mail))
  const { fault } = await seen(mail, { checkMail: refused })
  expect(fault).toEqual([expect.stringMatching(/^The mail server of SMTP_URL cannot be used: .*ECONNREFUSED/)])
  expect(fault.join()).not.toContain('canary')
  expect((await seen(mail, { checkMail: () => Promise.resolve(true) })).fault).toEqual([])
})

test('tables of an earlier release are a warning, after the next migration was tried on a copy', async () => {
  const settings = readSettings({ DATA_DIR: folder })
  const { secrets } = prepareDataFolder(settings)
  const database = openDatabase({ file: join(folder, 'switchyard.sqlite') })
  await migrate(database, { until: '002-accounts' })
  await checkKeys(database, new KeyRing(secrets))
  const tried = await seen()
  expect(tried.fault).toEqual([])
  expect(tried.warning).toEqual([
    expect.stringMatching(
      /^The tables are those of an earlier release \(002-accounts\)\. .* both were tried on a copy\.$/,
    ),
  ])
  await sql`drop table invite`.execute(database.query)
  await database.close()
  expect((await seen()).fault).toEqual([
    expect.stringMatching(/^The tables are those of an earlier release .* and fails: no such table: invite\.$/),
  ])
})

test('a wrong clock and keys that do not fit are faults, a list host out of reach is a warning', async () => {
  await started()
  const off = { safeFetch: () => Promise.resolve({ ...nothingThere, date: 700_000 }) }
  expect((await seen({}, off)).fault).toEqual([
    'The clock of this machine is off by 300 seconds: sessions and expiry go by it.',
  ])
  const away = await seen({}, { safeFetch: () => Promise.reject(new SafeFetchError('dns')) })
  expect(away).toMatchObject({ warning: [expect.stringContaining('does not answer (dns)')], fault: [] })
  expect((await seen({ SECRET: NEW })).fault).toEqual([expect.stringContaining('SECRET does not open')])
})

test('of keys it says whether an older one is needed, and when it can be left out', async () => {
  const store = (SECRET: string) => {
    const settings = readSettings({ DATA_DIR: folder, SECRET })
    return openStore({ settings, data: prepareDataFolder(settings), now: () => 0, warn: () => undefined })
  }
  const ofKeys = async (SECRET: string) => {
    const { well, warning } = await seen({ SECRET })
    return [...well, ...warning].filter((sentence) => /\bkeys?\b/.test(sentence))
  }
  await started(OLD)
  expect(await ofKeys(OLD)).toEqual(['The keys open what is sealed.'])
  const both = await store(`${NEW},${OLD}`)
  expect(await ofKeys(`${NEW},${OLD}`)).toEqual([
    'The keys open what is sealed.',
    'Something may need an older key: run `switchyard reseal`, and SECRET can be the newest alone.',
  ])
  await reseal(both)
  await both.database.close()
  expect(await ofKeys(`${NEW},${OLD}`)).toEqual([
    'The keys open what is sealed.',
    'SECRET holds older keys that open nothing (1): they can be left out.',
  ])
  expect(await ofKeys(NEW)).toEqual(['The keys open what is sealed.'])
})

test('it ends with 1 for a fault alone', async () => {
  await started()
  const run = async (settings: Record<string, string>) => {
    const said = { stdout: '', stderr: '' }
    const spies = [
      vi.spyOn(console, 'log').mockImplementation((line: string) => void (said.stdout += `${line}\n`)),
      vi.spyOn(console, 'error').mockImplementation((line: string) => void (said.stderr += `${line}\n`)),
    ]
    const status = await maintain(['doctor'], { PORT: '0', SECRET: '', DATABASE_URL: '', ...settings })
    for (const spy of spies) spy.mockRestore()
    return { status, ...said }
  }
  // The list host is not reached from here, or it is: neither is a fault.
  expect(await run({ DATA_DIR: folder, HOST: '0.0.0.0' })).toMatchObject({ status: 0, stderr: '' })
  expect(await run({ DATA_DIR: join(parent, 'none') })).toMatchObject({ status: 1, stderr: '' })
  expect(await run({ DATA_DIR: folder, PORT: 'http' })).toMatchObject({
    status: 1,
    stdout: '✗ PORT must be a whole number.\n',
  })
})
