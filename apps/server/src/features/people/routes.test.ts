import { beforeEach, expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Browser } from '../../../test/browser.ts'
import type { ServerStore } from '../../db/open-store.ts'
import type { User } from '../../http/visitor.ts'

let store: ServerStore
let owner: User
let anna: User
let one: Browser
beforeEach(async () => {
  store = await emptyStore()
  owner = await addUser(store, 'owner', 'owner')
  anna = await addUser(store, 'anna')
  one = await browserOf(owner)
})

async function browserOf(user: User): Promise<Browser> {
  const browser = new Browser({}, { store, now: () => 1 })
  browser.cookies.set('sid', await signIn(store, user))
  return browser
}
const people = async () => (await one.call('GET /api/people')).data as unknown as Record<string, unknown>[]

test('the owner sees everybody', async () => {
  expect((await people()).toSorted((a, b) => String(b['email']).localeCompare(String(a['email'])))).toEqual([
    { ...owner, emailConfirmed: false, createdAt: 0, disabledAt: null, quotaBytes: null, seenAt: 0 },
    { ...anna, emailConfirmed: false, createdAt: 0, disabledAt: null, quotaBytes: null, seenAt: null },
  ])
})

test('an invitation is listed until it is used or withdrawn, and its link makes a member', async () => {
  const made = await one.call('POST /api/people/invites', { label: 'for Bert' })
  expect(made.data).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/login#invite=[0-9A-Za-z]{27}$/),
    expiresAt: 1 + 7 * 86_400_000,
  })
  const invites = async () => (await one.call('GET /api/people/invites')).data as unknown as Record<string, unknown>[]
  expect(await invites()).toMatchObject([{ label: 'for Bert' }])
  await one.call('POST /api/people/invites', {})
  const second = (await invites()).find(({ label }) => label === '')
  expect(await one.outcome(`DELETE /api/people/invites/${String(second?.['id'])}`)).toBe(200)
  expect(await one.outcome(`DELETE /api/people/invites/${String(second?.['id'])}`)).toBe('not-found')
  expect(await invites()).toHaveLength(1)
})

test('a session of long ago opens no door of others: the owner shows first who they are', async () => {
  const late = new Browser({}, { store, now: () => 10 * 60_000 })
  late.cookies.set('sid', await signIn(store, owner))
  const asked = await Promise.all([
    late.outcome(`PATCH /api/people/${anna.id}`, { role: 'owner' }),
    late.outcome(`PATCH /api/people/${anna.id}`, { disabled: true }),
    late.outcome(`POST /api/people/${owner.id}/reset-link`, {}),
    late.outcome('POST /api/people/invites', {}),
    late.outcome(`DELETE /api/people/${anna.id}`, {}),
  ])
  expect(new Set(asked)).toEqual(new Set(['proof-needed']))
  expect(await late.outcome('GET /api/people')).toBe(200)
})

test('who is disabled is out at once, with all tokens, and comes back when enabled', async () => {
  const hers = await browserOf(anna)
  const token = await addApiToken(store, anna, ['convert'])
  const program = new Browser({ CONVERT_API: 'token' }, { store, now: () => 1 }, { authorization: `Bearer ${token}` })
  const body = { sources: [{ text: 'trojan://p@a.example.com:443#One' }], client: 'mihomo' }
  const link = await one.call(`POST /api/people/${anna.id}/reset-link`, {})
  expect(await one.outcome(`PATCH /api/people/${anna.id}`, { disabled: true })).toBe(200)
  expect([await hers.who(), await program.outcome('POST /api/convert', body)]).toEqual([undefined, 'not-signed-in'])
  const reset = { token: /#reset=(\w+)/.exec(String(link.data['url']))?.[1], password: 'a new password' }
  expect(await one.outcome('POST /api/auth/reset', reset)).toBe('link-invalid')
  expect(await one.outcome(`PATCH /api/people/${anna.id}`, { disabled: false, quotaBytes: 5 })).toBe(200)
  expect(await program.outcome('POST /api/convert', body)).toBe(200)
  expect((await people()).find(({ id }) => id === anna.id)).toMatchObject({ disabledAt: null, quotaBytes: 5 })
})

test('the last owner stays the owner', async () => {
  for (const change of [{ disabled: true }, { role: 'member' }])
    expect(await one.outcome(`PATCH /api/people/${owner.id}`, change)).toBe('last-owner')
  expect(await one.outcome(`DELETE /api/people/${owner.id}`)).toBe('last-owner')
  expect(await one.outcome(`PATCH /api/people/${anna.id}`, { role: 'owner' })).toBe(200)
  expect(await one.outcome(`PATCH /api/people/${owner.id}`, { role: 'member' })).toBe(200)
  // The session was that of an owner.
  expect(await one.outcome('GET /api/people')).toBe('not-signed-in')
})

test('two owners who put each other out at once leave one', async () => {
  const second = await addUser(store, 'second', 'owner')
  const other = await browserOf(second)
  const outcomes = await Promise.all([
    one.outcome(`PATCH /api/people/${second.id}`, { disabled: true }),
    other.outcome(`PATCH /api/people/${owner.id}`, { disabled: true }),
  ])
  const owners = await store.database.query.selectFrom('user_account').where('role', '=', 'owner').selectAll().execute()
  expect(owners.filter(({ disabled_at }) => disabled_at === null)).toHaveLength(1)
  expect(outcomes).toContain(200)
})

test('a reset link of the owner lets a person in again', async () => {
  const { data } = await one.call(`POST /api/people/${anna.id}/reset-link`, {})
  const token = /#reset=(\w+)/.exec(String(data['url']))?.[1]
  expect(await one.outcome('POST /api/auth/reset', { token, password: 'a new password' })).toBe(200)
  const login = { email: anna.email, password: 'a new password' }
  expect(await new Browser({}, { store, now: () => 1 }).outcome('POST /api/auth/login', login)).toBe(200)
})

test('a person who is deleted is gone, and a person who never was is not found', async () => {
  expect(await one.outcome(`DELETE /api/people/${anna.id}`)).toBe(200)
  for (const name of [
    `DELETE /api/people/${anna.id}`,
    `PATCH /api/people/${anna.id}`,
    `POST /api/people/${anna.id}/reset-link`,
  ])
    expect(await one.outcome(name, {})).toBe('not-found')
  expect(await people()).toHaveLength(1)
})
