import { beforeEach, describe, expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Browser } from '../../../test/browser.ts'
import { makeLink } from '../../accounts/account-links.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { savePassword } from '../../accounts/sign-in-methods.ts'
import type { ServerStore } from '../../db/open-store.ts'
import type { Letter } from '../../fetch/mail.ts'
import type { User } from '../../http/visitor.ts'

const PASSWORD = 'correct horse battery'
const MINUTE_MS = 60_000

let store: ServerStore
let now: number
let anna: User
beforeEach(async () => {
  store = await emptyStore()
  now = 1_000_000
  anna = await addUser(store, 'anna')
  await savePassword(store.database.query, anna.id, await hashPassword(PASSWORD), now)
})

async function browserOf(user: User, more: object = {}): Promise<Browser> {
  const one = new Browser({}, { store, now: () => now, ...more })
  one.cookies.set('sid', await signIn(store, user, now))
  return one
}
const list = async (one: Browser, what: string) =>
  (await one.call(`GET /api/profile/${what}`)).data as unknown as Record<string, unknown>[]

describe('a person', () => {
  test('sees and changes their name and language', async () => {
    const one = await browserOf(anna)
    expect((await one.call('GET /api/profile')).data).toEqual({
      user: anna,
      emailConfirmed: false,
      hasPassword: true,
      createdAt: 0,
      keptBytes: 0,
      quotaBytes: 200 * 1024 * 1024,
      provenUntil: now + 10 * MINUTE_MS,
    })
    await one.call('PATCH /api/profile', { name: '安娜', language: 'zh-CN' })
    expect((await one.call('GET /api/profile')).data).toMatchObject({ user: { name: '安娜', language: 'zh-CN' } })
    expect(await one.outcome('PATCH /api/profile', { name: 'n'.repeat(41) })).toBe('bad-request')
    expect(await one.outcome('PATCH /api/profile', { role: 'owner' })).toBe('bad-request')
  })

  test('has shown nothing by a clock that was set back since', async () => {
    const one = await browserOf(anna)
    now -= 2 * MINUTE_MS
    expect((await one.call('GET /api/profile')).data).toMatchObject({ provenUntil: 0 })
    expect(await one.outcome('POST /api/profile/tokens', { name: 'one', scopes: ['read'] })).toBe('proof-needed')
  })

  test('takes no change that was begun on what is no longer there, and says how it is now', async () => {
    const one = await browserOf(anna)
    const before = { name: anna.name, language: anna.language }
    expect(await one.outcome('PATCH /api/profile', { name: 'Other tab', before })).toBe(200)
    const { data } = await one.call('PATCH /api/profile', { name: 'This tab', before })
    expect(data).toMatchObject({ error: 'conflict', current: { name: 'Other tab' } })
    expect((await one.call('GET /api/profile')).data).toMatchObject({ user: { name: 'Other tab' } })
    expect(
      await one.outcome('PATCH /api/profile', { name: 'This tab', before: { ...before, name: 'Other tab' } }),
    ).toBe(200)
  })

  test('changes the password, which ends the other sessions and makes this one a new one', async () => {
    const [one, other] = [await browserOf(anna), await browserOf(anna)]
    const before = one.cookies.get('sid')!
    const change = (current: string | undefined, password: string) =>
      one.outcome('POST /api/profile/password', { current, password })
    expect(await change(undefined, 'another password')).toBe('wrong-credentials')
    expect(await change('wrong', 'another password')).toBe('wrong-credentials')
    expect(await change(PASSWORD, 'qwertyuiop')).toBe('password-too-common')
    expect(await change(PASSWORD, 'another password')).toBe(200)
    expect([await one.who(), await other.who()]).toEqual(['anna@example.com', undefined])
    expect(one.cookies.get('sid')).not.toBe(before)
    const old = new Browser({}, { store, now: () => now })
    old.cookies.set('sid', before)
    expect(await old.who()).toBeUndefined()
  })

  test.each([
    ['the password', 'POST /api/profile/password', { current: PASSWORD, password: 'another password' }],
    ['the address', 'POST /api/profile/email', { email: 'anna2@example.com' }],
  ])('ends reset links that are on their way by changing %s', async (_, name, body) => {
    const link = { userId: anna.id, purpose: 'reset', email: anna.email } as const
    const { token } = await makeLink(store.database.query, link, now)
    const one = await browserOf(anna)
    expect(await one.outcome(name, body)).toBe(200)
    expect(await one.outcome('POST /api/auth/reset', { token, password: 'a third password' })).toBe('link-invalid')
  })

  test('sees the own sessions, and ends one or all others', async () => {
    const bert = await addUser(store, 'bert')
    const [one, two, three, ofBert] = [
      await browserOf(anna),
      await browserOf(anna),
      await browserOf(anna),
      await browserOf(bert),
    ]
    const sessions = await list(one, 'sessions')
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const [foreign] = await list(ofBert, 'sessions')
    expect(await one.outcome(`DELETE /api/profile/sessions/${String(foreign?.['id'])}`)).toBe('not-found')
    const second = (await list(two, 'sessions')).find(({ current }) => current)
    expect(await one.outcome(`DELETE /api/profile/sessions/${String(second?.['id'])}`)).toBe(200)
    expect([await two.who(), await three.who()]).toEqual([undefined, 'anna@example.com'])
    expect(await one.outcome('DELETE /api/profile/sessions')).toBe(200)
    expect([await one.who(), await three.who(), await ofBert.who()]).toEqual([
      'anna@example.com',
      undefined,
      'bert@example.com',
    ])
    expect((await list(one, 'events')).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['session-ended', 'sessions-ended']),
    )
  })

  test('keeps the last way to sign in', async () => {
    const one = await browserOf(anna)
    const [password] = await list(one, 'methods')
    expect(password).toMatchObject({ kind: 'password' })
    expect(await one.outcome(`DELETE /api/profile/methods/${String(password?.['id'])}`)).toBe('last-method')
  })

  test('shows who they are once more before a change that opens doors', async () => {
    const one = await browserOf(anna)
    now += 10 * MINUTE_MS
    for (const name of [
      'POST /api/profile/email',
      'POST /api/profile/tokens',
      'DELETE /api/profile',
      'DELETE /api/profile/methods/x',
    ])
      expect(await one.outcome(name, {})).toBe('proof-needed')
    expect(await one.outcome('POST /api/auth/proof', { password: 'wrong' })).toBe('wrong-credentials')
    const before = one.cookies.get('sid')
    expect((await one.call('POST /api/auth/proof', { password: PASSWORD })).data).toEqual({
      until: now + 10 * MINUTE_MS,
    })
    expect(one.cookies.get('sid')).not.toBe(before)
    expect(await one.outcome('POST /api/profile/tokens', { name: 'ci', scopes: ['read'] })).toBe(200)
  })
})

describe('an API token', () => {
  test('is shown once, works as a bearer, and not for the account itself', async () => {
    const one = await browserOf(anna)
    const { data } = await one.call('POST /api/profile/tokens', { name: 'ci', scopes: ['convert'], expiresAt: now + 1 })
    expect(data).toEqual({ id: expect.any(String), token: expect.stringMatching(/^switchyard_[0-9A-Za-z]{27}$/) })
    const token = String(data['token'])
    const listed = await list(one, 'tokens')
    expect(listed).toEqual([
      {
        id: data['id'],
        name: 'ci',
        tail: token.slice(-4),
        scopes: ['convert'],
        createdAt: now,
        expiresAt: now + 1,
        usedAt: null,
      },
    ])
    const program = new Browser(
      { CONVERT_API: 'token' },
      { store, now: () => now },
      { authorization: `Bearer ${token}` },
    )
    const body = { sources: [{ text: 'trojan://p@a.example.com:443#One' }], client: 'mihomo' }
    expect(await program.outcome('POST /api/convert', body)).toBe(200)
    expect(await program.outcome('GET /api/profile')).toBe('forbidden')
    expect(await program.outcome('POST /api/profile/tokens', { name: 'x', scopes: ['read'] })).toBe('forbidden')
    now += 1
    expect(await program.outcome('POST /api/convert', body)).toBe('not-signed-in')
    expect(await one.outcome('POST /api/profile/tokens', { name: 'x', scopes: ['read'], expiresAt: now })).toBe(
      'bad-request',
    )
    expect(await one.outcome(`DELETE /api/profile/tokens/${String(data['id'])}`)).toBe(200)
    expect(await list(one, 'tokens')).toEqual([])
  })
})

describe('another address', () => {
  test('is taken at once where there is no mail, unless somebody has it', async () => {
    await addUser(store, 'bert')
    const one = await browserOf(anna)
    expect(await one.outcome('POST /api/profile/email', { email: 'BERT@example.com' })).toBe('email-taken')
    expect((await one.call('POST /api/profile/email', { email: 'Anna2@example.com' })).data).toEqual({ changed: true })
    expect(await one.who()).toBe('anna2@example.com')
  })

  test('is confirmed by mail first', async () => {
    const letters: Letter[] = []
    const mail = (letter: Letter) => {
      letters.push(letter)
      return Promise.resolve()
    }
    const one = await browserOf(anna, { mail })
    expect((await one.call('POST /api/profile/email', { email: 'anna2@example.com' })).data).toEqual({ changed: false })
    expect([await one.who(), letters[0]?.to]).toEqual(['anna@example.com', 'anna2@example.com'])
    const token = /#confirm=(\w+)/.exec(letters[0]?.text ?? '')?.[1]
    expect(await one.outcome('POST /api/auth/confirm-email', { token })).toBe(200)
    expect((await one.call('GET /api/profile')).data).toMatchObject({
      user: { email: 'anna2@example.com' },
      emailConfirmed: true,
    })
  })
})

describe('deleting the account', () => {
  test('lists what goes, wants the address typed, and takes all of it', async () => {
    const bert = await addUser(store, 'bert')
    await addApiToken(store, anna, ['read'])
    await addApiToken(store, bert, ['read'])
    const one = await browserOf(anna)
    expect((await one.call('GET /api/profile/deletion')).data).toEqual({
      counts: { sign_in_method: 1, session: 1, api_token: 1 },
    })
    expect(await one.outcome('DELETE /api/profile', { email: 'bert@example.com' })).toBe('bad-request')
    expect(await one.outcome('DELETE /api/profile', { email: 'anna@example.com' })).toBe(200)
    expect(await one.who()).toBeUndefined()
    const left = async (table: 'user_account' | 'api_token' | 'session') =>
      (await store.database.query.selectFrom(table).selectAll().execute()).length
    expect([await left('user_account'), await left('api_token'), await left('session')]).toEqual([1, 1, 0])
  })

  test('is not for the last owner', async () => {
    const owner = await addUser(store, 'owner', 'owner')
    const one = await browserOf(owner)
    expect(await one.outcome('DELETE /api/profile', { email: owner.email })).toBe('last-owner')
    await addUser(store, 'second', 'owner')
    expect(await one.outcome('DELETE /api/profile', { email: owner.email })).toBe(200)
  })
})
