import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addUser, emptyStore } from '../../../test/accounts.ts'
import { Browser } from '../../../test/browser.ts'
import { makeLink } from '../../accounts/account-links.ts'
import { makeInvite } from '../../accounts/invites.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { prepareSetupCode } from '../../accounts/setup-code.ts'
import { findPasswordHash, savePassword } from '../../accounts/sign-in-methods.ts'
import type { ServerStore } from '../../db/open-store.ts'
import type { Letter } from '../../fetch/mail.ts'

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

const browser = (environment: Record<string, string> = {}, more = {}) =>
  new Browser(environment, { store, now: () => now, ...more })

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

  test('behind TLS the cookie is bound to the host', async () => {
    await settled()
    const TLS = { SITE_URL: 'https://switchyard.example' }
    const answer = await browser(TLS).fetch('POST /api/auth/login', login('owner@example.com', PASSWORD))
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-sid=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
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
    const token = tokenIn(letters[0])
    expect(await one.outcome('POST /api/auth/confirm-email', { token })).toBe(200)
    expect(await one.outcome('POST /api/auth/confirm-email', { token })).toBe('link-invalid')
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
    expect(await one.outcome('POST /api/auth/confirm-email', { token: tokenIn(letters[0]) })).toBe('link-invalid')
    expect(await one.outcome('POST /api/auth/confirm-email', { token: tokenIn(letters[1]) })).toBe(200)
    const login = (password: string) => one.outcome('POST /api/auth/login', { email: 'anna@example.com', password })
    expect([await login('the squatter’s own'), await login(PASSWORD)]).toEqual(['wrong-credentials', 200])
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
