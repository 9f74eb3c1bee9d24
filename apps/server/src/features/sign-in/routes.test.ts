import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Browser } from '../../../test/browser.ts'
import { makeLink } from '../../accounts/account-links.ts'
import { makeInvite } from '../../accounts/invites.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { prepareSetupCode } from '../../accounts/setup-code.ts'
import { addProvider, findPasswordHash, savePassword } from '../../accounts/sign-in-methods.ts'
import type { ServerStore } from '../../db/open-store.ts'
import type { Letter } from '../../fetch/mail.ts'
import { savePasskey } from '../passkeys/store.ts'
import { memoryShared } from '../../shared/memory/memory.ts'

const PASSWORD = 'correct horse battery'
const DAY_MS = 86_400_000

let store: ServerStore
let folder: string
let now: number
beforeEach(async () => {
  store = await emptyStore()
  folder = mkdtempSync(join(tmpdir(), 'switchyard-setup-'))
  now = 1_000_000
})
afterEach(() => rmSync(folder, { recursive: true }))

const browser = (environment: Record<string, string> = {}, more = {}, headers: Record<string, string> = {}) =>
  new Browser(environment, { store, now: () => now, ...more }, headers)

/** A browser at each of these addresses, all on one server. */
const browsersAt = (...addresses: string[]): Browser[] => {
  const deps = { store, now: () => now, shared: memoryShared() }
  return addresses.map((address) => new Browser({ TRUSTED_PROXIES: '1' }, deps, { 'x-forwarded-for': address }))
}

const wanted = (name: string, more: object = {}) => ({
  email: `${name}@example.com`,
  password: PASSWORD,
  name,
  ...more,
})

/** The server after its first account, as most of the time. */
async function settled(): Promise<void> {
  const setupCode = await prepareSetupCode(store.database.query, folder)
  expect(await browser().outcome('POST /api/auth/register', wanted('owner', { setupCode }))).toBe(200)
}

/** Has the password of the owner checked in no time from now on, for tests that try many. */
async function checkOwnerQuickly(): Promise<void> {
  const { query } = store.database
  const { id } = await query.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
  await savePassword(query, id, await hashPassword(PASSWORD, { memoryCost: 64, timeCost: 1 }), now)
}

describe('the first account', () => {
  test('needs the setup code, and is the owner’s', async () => {
    const code = (await prepareSetupCode(store.database.query, folder))!
    expect(code).toMatch(/^[0-9A-Za-z]{14}$/)
    const file = join(folder, 'setup-code')
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${code}\n`, 0o600])
    expect(await prepareSetupCode(store.database.query, folder)).toBe(code)

    const open = { REGISTRATION: 'open' }
    expect((await browser().call('GET /api/auth/options')).data).toMatchObject({ needsSetup: true })
    expect(await browser(open).outcome('POST /api/auth/register', wanted('anna'))).toBe('wrong-setup-code')
    const wrong = wanted('anna', { setupCode: `${code}x` })
    expect(await browser(open).outcome('POST /api/auth/register', wrong)).toBe('wrong-setup-code')

    const anna = browser()
    const { data } = await anna.call('POST /api/auth/register', wanted('anna', { setupCode: code }))
    expect(data).toMatchObject({ user: { role: 'owner', language: 'en-US', email: 'anna@example.com' } })
    expect(await anna.who()).toBe('anna@example.com')
    expect((await browser().call('GET /api/auth/options')).data).toMatchObject({ needsSetup: false })
  })

  test('is made once, also by two who ask at the same time', async () => {
    const setupCode = await prepareSetupCode(store.database.query, folder)
    const both = await Promise.all(
      ['anna', 'bert'].map((name) => browser().outcome('POST /api/auth/register', wanted(name, { setupCode }))),
    )
    expect(new Set(both)).toEqual(new Set([200, 'registration-closed']))
  })

  test('is not made again after the table was emptied', async () => {
    await settled()
    await store.database.query.deleteFrom('user_account').execute()
    expect(await prepareSetupCode(store.database.query, folder)).toBeUndefined()
    expect((await browser().call('GET /api/auth/options')).data).toMatchObject({ needsSetup: false })
  })

  test('a code may be tried five times a minute', async () => {
    const setupCode = await prepareSetupCode(store.database.query, folder)
    const one = browser()
    for (let tries = 0; tries < 5; tries++)
      expect(await one.outcome('POST /api/auth/register', wanted('anna', { setupCode: 'x' }))).toBe('wrong-setup-code')
    const { status, headers, data } = await one.call('POST /api/auth/register', wanted('anna', { setupCode }))
    expect([status, data['error']]).toEqual([429, 'too-many-requests'])
    expect(Number(headers.get('retry-after'))).toBe(data['retryAfterS'])
  })
})

describe('further accounts', () => {
  test.each([
    ['open', undefined, 200],
    ['invite', undefined, 'registration-closed'],
    ['closed', undefined, 'registration-closed'],
  ])('with REGISTRATION=%s', async (REGISTRATION, _, outcome) => {
    await settled()
    expect(await browser({ REGISTRATION }).outcome('POST /api/auth/register', wanted('anna'))).toBe(outcome)
  })

  test('an invitation is for one member, for seven days', async () => {
    await settled()
    const { query } = store.database
    const owner = await query.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const invited = async () => (await makeInvite(query, { ownerId: owner.id, label: '' }, now)).token
    const invite = await invited()
    // One that fails does not use it up.
    expect(await browser().outcome('POST /api/auth/register', wanted('owner', { invite }))).toBe('email-taken')
    const { data } = await browser().call('POST /api/auth/register', wanted('anna', { invite }))
    expect(data).toMatchObject({ user: { role: 'member' } })
    expect(await browser().outcome('POST /api/auth/register', wanted('bert', { invite }))).toBe('invite-invalid')
    const late = await invited()
    now += 7 * DAY_MS
    expect(await browser().outcome('POST /api/auth/register', wanted('bert', { invite: late }))).toBe('invite-invalid')
    expect(
      await browser({ REGISTRATION: 'closed' }).outcome('POST /api/auth/register', wanted('bert', { invite: late })),
    ).toBe('registration-closed')
  })

  test('a setup code lifts no limit once there is an account', async () => {
    await settled()
    const one = browser({ REGISTRATION: 'open' })
    const outcomes = []
    for (let number = 0; number < 6; number++) {
      outcomes.push(await one.outcome('POST /api/auth/register', wanted(`member-${number}`, { setupCode: 'x' })))
      now += 60_000
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 'too-many-requests'])
  })

  test('an invitation ends with the owner who gave it', async () => {
    await settled()
    const { query } = store.database
    const second = await addUser(store, 'second', 'owner')
    const invited = async () => (await makeInvite(query, { ownerId: second.id, label: '' }, now)).token
    const one = browser()
    one.cookies.set('sid', await signIn(store, await addUser(store, 'third', 'owner'), now))
    const ended = []
    for (const change of [{ disabled: true }, { role: 'member' }]) {
      await query
        .updateTable('user_account')
        .set({ disabled_at: null, role: 'owner' })
        .where('id', '=', second.id)
        .execute()
      const invite = await invited()
      expect(await one.outcome(`PATCH /api/people/${second.id}`, change)).toBe(200)
      // One that was made while the owner lost the right.
      const late = await invited()
      ended.push(await browser().outcome('POST /api/auth/register', wanted('anna', { invite })))
      ended.push(await browser().outcome('POST /api/auth/register', wanted('anna', { invite: late })))
      await query
        .updateTable('user_account')
        .set({ disabled_at: null, role: 'owner' })
        .where('id', '=', second.id)
        .execute()
      ended.push(await browser().outcome('POST /api/auth/register', wanted('anna', { invite })))
    }
    expect(new Set(ended)).toEqual(new Set(['invite-invalid']))
  })

  test.each([
    ['nine letters', { password: '123456789' }, 'bad-request', 'password'],
    ['129 letters', { password: 'ü'.repeat(129) }, 'bad-request', 'password'],
    ['one that is tried first', { password: 'QwertyUiop' }, 'password-too-common', 'password'],
    ['no address', { email: 'anna' }, 'bad-request', 'email'],
    ['an empty name', { name: '  ' }, 'bad-request', 'name'],
    ['a long name', { name: '名'.repeat(41) }, 'bad-request', 'name'],
  ])('refused: %s', async (_, change, error, field) => {
    await settled()
    const { data } = await browser({ REGISTRATION: 'open' }).call('POST /api/auth/register', wanted('anna', change))
    expect(data).toEqual({ error, field })
  })
})

describe('signing in', () => {
  const login = (email: string, password: string) => ({ email, password })

  test('takes the address however it is typed', async () => {
    await settled()
    const one = browser()
    expect(await one.outcome('POST /api/auth/login', login(' OWNER@example.com', PASSWORD))).toBe(200)
    expect(await one.who()).toBe('owner@example.com')
  })

  test('an unknown address, a wrong password and a disabled account get the same answer', async () => {
    await settled()
    const bert = await addUser(store, 'bert')
    await savePassword(store.database.query, bert.id, await hashPassword(PASSWORD), now)
    await store.database.query.updateTable('user_account').set({ disabled_at: 1 }).where('id', '=', bert.id).execute()
    const answers = []
    for (const [email, password] of [
      ['owner@example.com', `${PASSWORD}x`],
      ['nobody@example.com', PASSWORD],
      ['bert@example.com', PASSWORD],
    ] as const) {
      const answer = await browser().fetch('POST /api/auth/login', login(email, password))
      answers.push([answer.status, await answer.text(), answer.headers.get('set-cookie')])
    }
    expect(answers[0]![1]).toContain('The address or the password is wrong')
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('a wrong password is an event of the account', async () => {
    await settled()
    await browser().call('POST /api/auth/login', login('owner@example.com', 'wrong'))
    const one = browser()
    await one.call('POST /api/auth/login', login('owner@example.com', PASSWORD))
    await vi.waitFor(async () => {
      const { data } = await one.call('GET /api/profile/events')
      expect((data as unknown as { what: string }[]).map(({ what }) => what)).toContain('sign-in-failed')
    })
  })

  test('a session from before is never taken over', async () => {
    await settled()
    const one = browser()
    await one.call('POST /api/auth/login', login('owner@example.com', PASSWORD))
    const before = one.cookies.get('sid')!
    await one.call('POST /api/auth/login', login('owner@example.com', PASSWORD))
    expect(one.cookies.get('sid')).not.toBe(before)
    const old = browser()
    old.cookies.set('sid', before)
    expect(await old.who()).toBeUndefined()
  })

  test('five wrong tries make one wait, the right password too, whether there is such an account or not', async () => {
    await settled()
    for (const email of ['owner@example.com', 'nobody@example.com']) {
      const one = browser()
      for (let tries = 0; tries < 5; tries++)
        expect(await one.outcome('POST /api/auth/login', login(email, 'wrong'))).toBe('wrong-credentials')
      expect(await one.outcome('POST /api/auth/login', login(email, PASSWORD))).toBe('too-many-requests')
    }
  })

  test('tries from one address keep nobody else out, however many they are', async () => {
    await settled()
    const [attacker, owner] = browsersAt('192.0.2.1', '198.51.100.1')
    for (let tries = 0; tries < 30; tries++)
      await attacker!.call('POST /api/auth/login', login('owner@example.com', 'wrong'))
    expect(await attacker!.outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe(
      'too-many-requests',
    )
    expect(await owner!.outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe(200)
  })

  test('an account that many addresses try is open to the browsers it was opened in before, and to no other', async () => {
    await settled()
    const addresses = [1, 2, 3, 4].map((last) => `192.0.2.${last}`)
    const [known, other, stranger, ...attackers] = browsersAt(
      '198.51.100.1',
      '198.51.100.1',
      '203.0.113.1',
      ...addresses,
    )
    expect(await known!.outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe(200)
    const device = known!.cookies.get('device')!
    await known!.fetch('DELETE /api/_auth/session')
    await checkOwnerQuickly()
    for (const attacker of attackers)
      for (let tries = 0; tries < 5; tries++)
        expect(await attacker.outcome('POST /api/auth/login', login('owner@example.com', 'wrong'))).toBe(
          'wrong-credentials',
        )
    other!.cookies.set('device', `${device.slice(0, -8)}AAAAAAAA`)
    for (const one of [stranger!, other!])
      expect(await one.outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe('too-many-requests')
    expect(await known!.outcome('POST /api/auth/login', login('Owner@example.com', PASSWORD))).toBe(200)
    // It is known to this account alone, and has five tries of its own.
    for (let tries = 0; tries < 5; tries++)
      expect(await known!.outcome('POST /api/auth/login', login('owner@example.com', 'wrong'))).toBe(
        'wrong-credentials',
      )
    expect(await known!.outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe('too-many-requests')
  })

  test('who is signed in proves who they are while others try the account', async () => {
    await settled()
    const [owner, ...attackers] = browsersAt('198.51.100.1', ...[1, 2, 3, 4].map((last) => `192.0.2.${last}`))
    await owner!.call('POST /api/auth/login', login('owner@example.com', PASSWORD))
    await checkOwnerQuickly()
    for (const attacker of attackers)
      for (let tries = 0; tries < 5; tries++)
        await attacker.call('POST /api/auth/login', login('owner@example.com', 'wrong'))
    expect(await owner!.outcome('POST /api/auth/proof', { password: PASSWORD })).toBe(200)
    const change = { current: PASSWORD, password: 'another password' }
    expect(await owner!.outcome('POST /api/profile/password', change)).toBe(200)
    for (let tries = 0; tries < 5; tries++)
      expect(await owner!.outcome('POST /api/auth/proof', { password: 'wrong' })).toBe('wrong-credentials')
    expect(await owner!.outcome('POST /api/auth/proof', { password: 'another password' })).toBe('too-many-requests')
  })

  test('behind TLS the cookies are bound to the host', async () => {
    await settled()
    const TLS = { SITE_URL: 'https://switchyard.example' }
    const answer = await browser(TLS).fetch('POST /api/auth/login', login('owner@example.com', PASSWORD))
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-sid=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-device=v1\.[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  test('makes an old hash a new one', async () => {
    await settled()
    const { query } = store.database
    const owner = await query.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    await savePassword(query, owner.id, await hashPassword(PASSWORD, { memoryCost: 1024, timeCost: 1 }), now)
    expect(await browser().outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe(200)
    expect(await findPasswordHash(query, owner.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('another site cannot do it', async () => {
    await settled()
    const evil = new Browser({}, { store }, { origin: 'https://evil.example' })
    expect(await evil.outcome('POST /api/auth/login', login('owner@example.com', PASSWORD))).toBe('forbidden-origin')
  })
})

describe('a reset link', () => {
  test('sets a password once, within an hour, and ends all sessions', async () => {
    await settled()
    const { query } = store.database
    const owner = await query.selectFrom('user_account').selectAll().executeTakeFirstOrThrow()
    const link = async () =>
      (await makeLink(query, { userId: owner.id, purpose: 'reset', email: owner.email }, now)).token
    const one = browser()
    await one.call('POST /api/auth/login', { email: 'owner@example.com', password: PASSWORD })
    const [old, token] = [await link(), await link()]
    const reset = (token: string, password: string) => browser().outcome('POST /api/auth/reset', { token, password })
    expect(await reset(old, 'another password')).toBe('link-invalid')
    expect(await reset(token, '1234567890')).toBe('password-too-common')
    expect(await reset(token, 'another password')).toBe(200)
    expect(await reset(token, 'a third password')).toBe('link-invalid')
    expect(await one.who()).toBeUndefined()
    const login = (password: string) =>
      browser().outcome('POST /api/auth/login', { email: 'owner@example.com', password })
    expect([await login(PASSWORD), await login('another password')]).toEqual(['wrong-credentials', 200])
    const late = await link()
    now += 3_600_000
    expect(await reset(late, 'a fourth password')).toBe('link-invalid')
  })

  test('ends the tokens of programs, and names what still opens the account', async () => {
    await settled()
    const { query } = store.database
    const { id, email } = await query.selectFrom('user_account').selectAll().executeTakeFirstOrThrow()
    const owner = { id, email, name: 'owner', role: 'owner', language: 'en-US' } as const
    const anna = await addUser(store, 'anna')
    const [ended, kept] = [await addApiToken(store, owner, ['read']), await addApiToken(store, anna, ['read'])]
    const passkey = { credential: 'c', publicKey: new Uint8Array(), counter: 0, transports: [], label: 'Old phone' }
    await savePasskey(store.database, id, passkey, now)
    await addProvider(query, id, { kind: 'gitee', subject: '1', label: 'owner-gitee' }, now + 1)
    const { token } = await makeLink(query, { userId: id, purpose: 'reset', email }, now)
    const answer = await browser().call('POST /api/auth/reset', { token, password: 'another password' })
    expect(answer.data).toEqual({
      endedTokens: 1,
      methods: [
        { kind: 'passkey', label: 'Old phone' },
        { kind: 'gitee', label: 'owner-gitee' },
      ],
    })
    const outcome = (token: string) =>
      browser({}, {}, { authorization: `Bearer ${token}` }).outcome('GET /api/subscriptions')
    expect([await outcome(ended), await outcome(kept)]).toEqual(['not-signed-in', 200])
  })
})

describe('with mail', () => {
  let letters: Letter[]
  const withMail = (environment: Record<string, string> = {}) => {
    letters = []
    return browser(environment, {
      mail: (letter: Letter) => {
        letters.push(letter)
        return Promise.resolve()
      },
    })
  }
  const tokenIn = (letter: Letter | undefined) => /#\w+=(\w+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const open = { REGISTRATION: 'open' }

  test('an account waits for its address to be confirmed, and nobody learns whether there was one', async () => {
    await settled()
    const one = withMail(open)
    const first = await one.fetch('POST /api/auth/register', wanted('anna'))
    expect(letters).toMatchObject([{ to: 'anna@example.com', subject: 'Confirm your address for localhost:3000' }])
    const login = { email: 'anna@example.com', password: PASSWORD }
    expect(await one.outcome('POST /api/auth/login', login)).toBe('wrong-credentials')
    const confirm = { token: tokenIn(letters[0]), password: PASSWORD }
    expect(await one.outcome('POST /api/auth/confirm-email', confirm)).toBe(200)
    expect(await one.outcome('POST /api/auth/confirm-email', confirm)).toBe('link-invalid')
    expect(await one.outcome('POST /api/auth/login', login)).toBe(200)

    const second = await one.fetch('POST /api/auth/register', wanted('anna', { password: 'another password' }))
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()])
    expect(letters[1]).toMatchObject({
      to: 'anna@example.com',
      subject: 'You have an account at localhost:3000 already',
    })
    expect(await one.outcome('POST /api/auth/login', { ...login, password: 'another password' })).toBe(
      'wrong-credentials',
    )
  })

  test('who registers with an address of somebody else has no way in, and takes it from nobody', async () => {
    await settled()
    const one = withMail(open)
    await one.call('POST /api/auth/register', wanted('anna', { password: 'the squatter’s own' }))
    await one.call('POST /api/auth/register', wanted('anna'))
    const confirm = (letter: Letter | undefined) =>
      one.outcome('POST /api/auth/confirm-email', { token: tokenIn(letter), password: PASSWORD })
    expect([await confirm(letters[0]), await confirm(letters[1])]).toEqual(['link-invalid', 200])
    const login = (password: string) => one.outcome('POST /api/auth/login', { email: 'anna@example.com', password })
    expect([await login('the squatter’s own'), await login(PASSWORD)]).toEqual(['wrong-credentials', 200])
  })

  test('who reads the mail of an address that a stranger registered opens no account of the stranger', async () => {
    await settled()
    const stranger = withMail(open)
    await stranger.call('POST /api/auth/register', wanted('anna', { password: 'the stranger’s own' }))
    const anna = browser(open)
    const token = tokenIn(letters[0])
    const confirm = (more: object) => anna.outcome('POST /api/auth/confirm-email', { token, ...more })
    expect([await confirm({}), await confirm({ password: PASSWORD })]).toEqual([
      'wrong-credentials',
      'wrong-credentials',
    ])
    const login = (password: string) =>
      stranger.outcome('POST /api/auth/login', { email: 'anna@example.com', password })
    expect(await login('the stranger’s own')).toBe('wrong-credentials')
    await stranger.call('POST /api/auth/reset-mail', { email: 'anna@example.com' })
    await vi.waitFor(() => expect(letters).toHaveLength(2))
    expect(await anna.outcome('POST /api/auth/reset', { token: tokenIn(letters[1]), password: PASSWORD })).toBe(200)
    expect([await login('the stranger’s own'), await login(PASSWORD)]).toEqual(['wrong-credentials', 200])
  })

  test('a link that confirms an address signs nobody in, and leaves whoever is signed in', async () => {
    await settled()
    const one = withMail(open)
    await one.call('POST /api/auth/register', wanted('anna'))
    const [stranger, member] = [browser(open), browser(open)]
    member.cookies.set('sid', await signIn(store, await addUser(store, 'bert'), now))
    const confirm = (letter: Letter | undefined) => ({ token: tokenIn(letter), password: PASSWORD })
    const answer = await member.fetch('POST /api/auth/confirm-email', confirm(letters[0]))
    expect([answer.status, answer.headers.getSetCookie(), await member.who()]).toEqual([200, [], 'bert@example.com'])
    await one.call('POST /api/auth/register', wanted('dora'))
    expect(await stranger.outcome('POST /api/auth/confirm-email', confirm(letters[1]))).toBe(200)
    expect(await stranger.who()).toBeUndefined()
  })

  test('one mailbox gets three letters an hour, whoever asks, for whatever and by whichever of its names', async () => {
    await settled()
    letters = []
    const mail = (letter: Letter) => Promise.resolve(void letters.push(letter))
    const deps = { store, now: () => now, mail, shared: memoryShared() }
    let last = 0
    const elsewhere = () =>
      new Browser({ REGISTRATION: 'open', TRUSTED_PROXIES: '1' }, deps, { 'x-forwarded-for': `192.0.2.${++last}` })
    const bert = elsewhere()
    bert.cookies.set('sid', await signIn(store, await addUser(store, 'bert'), now))
    const outcomes = [
      await elsewhere().outcome('POST /api/auth/register', wanted('anna')),
      await elsewhere().outcome('POST /api/auth/register', wanted('Anna+one')),
      await bert.outcome('POST /api/profile/email', { email: 'anna+two@example.com' }),
      await bert.outcome('POST /api/profile/email', { email: 'anna@example.com' }),
      await elsewhere().outcome('POST /api/auth/register', wanted('anna+three')),
      await elsewhere().outcome('POST /api/auth/reset-mail', { email: 'anna@example.com' }),
      await elsewhere().outcome('POST /api/auth/register', wanted('dora')),
    ]
    const refused = 'too-many-requests'
    expect(outcomes).toEqual([200, 200, 200, refused, refused, refused, 200])
    expect(letters.map(({ to }) => to)).toEqual([
      'anna@example.com',
      'Anna+one@example.com',
      'anna+two@example.com',
      'dora@example.com',
    ])
    now += 3_600_000
    expect(await elsewhere().outcome('POST /api/auth/register', wanted('anna+three'))).toBe(200)
  })

  test('who may not have an account uses up no letter of anybody', async () => {
    await settled()
    const deps = { shared: memoryShared(), mail: () => Promise.resolve() }
    for (let tries = 0; tries < 4; tries++)
      expect(await browser({}, deps).outcome('POST /api/auth/register', wanted('anna'))).toBe('registration-closed')
    expect(await browser(open, deps).outcome('POST /api/auth/register', wanted('anna'))).toBe(200)
  })

  test('a forgotten password is reset, and nobody learns who has an account', async () => {
    await settled()
    await store.database.query.updateTable('user_account').set({ email_confirmed_at: 1 }).execute()
    const one = withMail()
    const known = await one.fetch('POST /api/auth/reset-mail', { email: 'owner@example.com' })
    const unknown = await one.fetch('POST /api/auth/reset-mail', { email: 'nobody@example.com' })
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
    await vi.waitFor(() => expect(letters).toHaveLength(1))
    expect(letters.map(({ to }) => to)).toEqual(['owner@example.com'])
    const token = tokenIn(letters[0])
    expect(await one.outcome('POST /api/auth/reset', { token, password: 'another password' })).toBe(200)
  })

  test('the owner, and who was here before there was mail, sign in as before', async () => {
    await settled()
    await browser(open).call('POST /api/auth/register', wanted('anna'))
    for (const name of ['owner', 'anna']) {
      const login = { email: `${name}@example.com`, password: PASSWORD }
      expect(await withMail().outcome('POST /api/auth/login', login)).toBe(200)
    }
  })

  test('without it there is no such mail', async () => {
    await settled()
    expect(await browser().outcome('POST /api/auth/reset-mail', { email: 'owner@example.com' })).toBe('no-mail')
  })
})
