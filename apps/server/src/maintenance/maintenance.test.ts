import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addUser, signIn } from '../../test/accounts.ts'
import { useSetupCode } from '../accounts/setup-code.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { checkKeys } from '../db/check-keys.ts'
import { openDatabase } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { migrate, schemaState } from '../db/migrate.ts'
import { MIGRATIONS } from '../db/migrations/index.ts'
import { openStore } from '../db/open-store.ts'
import { FileStore } from '../features/storage/file-store.ts'
import { upload } from '../features/storage/uploads.ts'
import { ItemStore } from '../items/item-store.ts'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { openStorage } from '../storage/open-storage.ts'
import { maintain } from './maintain.ts'

/** All that this release does to an empty database. */
const CHANGES = Object.keys(MIGRATIONS).join(', ')
const main = fileURLToPath(new URL('main.ts', import.meta.url))

const OLD = 'the-key-of-the-year-before-this-one'
const NEW = 'the-key-that-is-drawn-for-this-year'

const started = process.cwd()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-maintenance-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(started)
  rmSync(folder, { recursive: true })
})

const environment = (data: string) => ({ DATA_DIR: join(folder, data), SECRET: '', DATABASE_URL: '' })

/** The real program on a data folder of its own. */
function start(data: string, ...args: string[]) {
  const env = { ...process.env, ...environment(data) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** What the program does, in this process. */
function run(data: string, ...args: string[]) {
  return runWith({}, data, ...args)
}

/** The same with settings besides. */
async function runWith(settings: Record<string, string>, data: string, ...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void (said.stdout += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void (said.stderr += `${line}\n`)),
  ]
  const status = await maintain(args, { ...process.env, ...environment(data), ...settings })
  for (const spy of spies) spy.mockRestore()
  return { status, ...said }
}

describe('an operator', () => {
  test('moves everything to another folder by a backup and its key', async () => {
    expect((await run('old', 'migrate')).stdout).toBe(`Changed: ${CHANGES}\n`)
    expect(await run('old', 'migrate', '--check')).toMatchObject({
      status: 0,
      stdout: 'The tables are those of this release.\n',
    })
    const backup = start('old', 'backup', 'all.gz')
    expect(backup.stdout).toContain('all.gz holds 1 rows')
    expect(backup.stdout).toContain(`keep a copy of ${join(folder, 'old/secret')}`)
    const key = join(folder, 'old/secret')
    expect(start('new', 'restore', 'all.gz', '--key', key)).toMatchObject({ status: 0, stdout: '1 rows are back.\n' })
    expect(start('new', 'restore', 'all.gz', '--key', key)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The database holds something already'),
    })
  })

  test('who restores with a wrong key or without one can do it again with the right one', async () => {
    await run('old', 'migrate')
    await run('old', 'backup', 'all.gz')
    const key = join(folder, 'old/secret')
    const wrong = join(folder, 'wrong-key')
    writeFileSync(wrong, `${OLD}\n`)
    expect(await run('new', 'restore', 'all.gz', '--key', wrong)).toMatchObject({
      status: 1,
      stderr: `${wrong} is not the key of this backup. Nothing was changed.\n`,
    })
    expect(await run('new', 'restore', 'all.gz')).toMatchObject({ status: 2, stderr: expect.stringContaining('--key') })
    expect(await run('new', 'restore', 'none.gz', '--key', key)).toMatchObject({ status: 1 })
    expect(existsSync(join(folder, 'new'))).toBe(false)
    expect(await run('new', 'restore', 'all.gz', '--key', key)).toMatchObject({
      status: 0,
      stdout: '1 rows are back.\n',
    })
    // The key of the folder is the right one: it need not be named.
    rmSync(join(folder, 'new/switchyard.sqlite'))
    expect(await run('new', 'restore', 'all.gz')).toMatchObject({ status: 0 })
    // Rows of a server whose key stood in SECRET: the key of a restore that is refused does not stay.
    rmSync(join(folder, 'new/secret'))
    expect(await run('new', 'restore', 'all.gz', '--key', key)).toMatchObject({ status: 1 })
    expect(existsSync(join(folder, 'new/secret'))).toBe(false)
  })

  test.each([
    ['backup', 'all.gz'],
    ['migrate', '--check'],
    ['reseal'],
    ['setup-code'],
    ['reset-password', 'anna@example.com'],
  ])('`%s` of a folder that is not there makes none', async (...args) => {
    const nothing = { status: 1, stdout: '', stderr: expect.stringContaining('Nothing was made there') }
    expect(await run('mistyped', ...args)).toMatchObject(nothing)
    expect(readdirSync(folder)).toEqual([])
    mkdirSync(join(folder, 'other'))
    expect(await run('other', ...args)).toMatchObject(nothing)
    expect(await runWith({ SECRET: OLD }, 'other', ...args)).toMatchObject(nothing)
    expect(readdirSync(join(folder, 'other'))).toEqual([])
  })

  test('a backup changes no table', async () => {
    const settings = readSettings({ DATA_DIR: join(folder, 'data') })
    const { secrets } = prepareDataFolder(settings)
    const database = openDatabase({ file: join(folder, 'data/switchyard.sqlite') })
    onTestFinished(() => database.close())
    await migrate(database, { until: '002-accounts' })
    await checkKeys(database, new KeyRing(secrets))
    expect(await run('data', 'backup', 'all.gz')).toMatchObject({ status: 0, stderr: '' })
    expect(await schemaState(database)).toMatchObject({ last: '002-accounts' })
  })

  test('gives the server a new key, and leaves the old one out', async () => {
    const opened = (SECRET: string) => {
      const settings = readSettings({ DATA_DIR: join(folder, 'data'), SECRET })
      return openStore({ settings, data: prepareDataFolder(settings), now: () => 0, warn: () => undefined })
    }
    const item = { name: 'one', body: 'https://example.com/sub?token=t', intervalS: 3600, fromServer: true }
    const before = await opened(OLD)
    const ann = (await addUser(before, 'ann')).id
    const { id } = await new ItemStore(before).create(ann, item, 0)
    await before.database.close()

    expect(await runWith({ SECRET: `${NEW},${OLD}` }, 'data', 'reseal')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^1 texts have the newest key now/),
    })
    expect(await runWith({ SECRET: OLD }, 'data', 'reseal')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('SECRET does not open what is kept'),
    })
    const after = await opened(NEW)
    expect(await new ItemStore(after).find(ann, id)).toMatchObject({ body: item.body })
    await after.database.close()
  })

  test.each([[], ['backup'], ['backup', 'a', 'b'], ['polish']])('who calls it with %j is told how', async (...args) => {
    expect(await run('data', ...args)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^(Name|Say)/),
    })
  })
})

describe('who has no way in', () => {
  test('gets the setup code of a new server, and a link for an account', async () => {
    await run('data', 'migrate')
    const code = await run('data', 'setup-code')
    expect(code).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[0-9A-Za-z]{14}\n$/) })
    expect(readFileSync(join(folder, 'data/setup-code'), 'utf8')).toBe(code.stdout)
    expect(await run('data', 'reset-password', 'anna@example.com')).toMatchObject({ status: 1, stdout: '' })

    const settings = readSettings({ DATA_DIR: join(folder, 'data') })
    const open = () => openStore({ settings, data: prepareDataFolder(settings), now: () => 0, warn: () => undefined })
    const store = await open()
    const anna = await addUser(store, 'anna', 'owner')
    await signIn(store, anna, Date.now())
    await useSetupCode(store.database.query, code.stdout.trim(), 0)
    await store.database.close()

    expect(await run('data', 'setup-code')).toMatchObject({ status: 1, stdout: '' })
    const link = await run('data', 'reset-password', 'Anna@Example.com')
    expect(link).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^http:\/\/localhost:3000\/login#reset=\w{27}\n$/),
    })
    expect(await run('data', 'reset-password')).toMatchObject({ status: 2 })

    // A restored backup opens no session and no link again.
    expect((await run('data', 'backup', 'all.gz')).status).toBe(0)
    const restored = await run('new', 'restore', 'all.gz', '--key', join(folder, 'data/secret'))
    expect(restored.stdout).toContain('2 sessions, invitations and links of the backup were ended')
    const moved = await openStore({
      settings,
      data: prepareDataFolder(readSettings({ DATA_DIR: join(folder, 'new') })),
      now: () => 0,
      warn: () => undefined,
    })
    expect(await moved.database.query.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await moved.database.query.selectFrom('user_account').select('email').execute()).toEqual([
      { email: 'anna@example.com' },
    ])
    await moved.database.close()
  })

  test('a backup and a restore say where the bytes of files are, which no backup holds', async () => {
    const settings = readSettings({ DATA_DIR: join(folder, 'data') })
    const data = prepareDataFolder(settings)
    const store = await openStore({ settings, data, now: () => 0, warn: () => undefined })
    const { id: userId } = await addUser(store, 'ann')
    const deps = { store, storage: openStorage(settings, data.folder), now: () => 0, log: createLog('silent') }
    const incoming = { bytes: Readable.from([Buffer.from('x\n')]), size: 2 }
    await upload(deps, { userId, bucket: 'default', path: 'a/b.txt' }, incoming, undefined)
    await store.database.close()
    const names = 'The backup names 2 files and folders of people, without their bytes:'
    expect((await run('data', 'backup', 'all.gz')).stdout).toContain(`${names} copy ${join(folder, 'data/files')} now.`)
    const key = ['--key', join(folder, 'data/secret')]
    const { stdout } = await run('new', 'restore', 'all.gz', ...key)
    expect(stdout).toContain(`${names} put a copy of them into ${join(folder, 'new/files')}.`)
    // As it is told: the file is whole again.
    cpSync(join(folder, 'data/files'), join(folder, 'new/files'), { recursive: true })
    const restored = await openStore({ settings, data: prepareDataFolder(readSettings({ DATA_DIR: join(folder, 'new') })), now: () => 0, warn: () => undefined }) // oxfmt-ignore
    const file = await new FileStore(restored).file({ userId, bucket: 'default', path: 'a/b.txt' })
    const bytes = await openStorage(settings, join(folder, 'new')).read(file.key)
    expect(await text(bytes!)).toBe('x\n')
    await restored.database.close()
    const s3 = { STORAGE_URL: 's3://key:secret@s3.example.com/photos' }
    expect((await runWith(s3, 'data', 'backup', 'all.gz')).stdout).toContain(`${names} copy the bucket photos of STORAGE_URL now.`) // oxfmt-ignore
  })
})
