import { beforeEach, describe, expect, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Authenticator } from '../../../test/authenticator.ts'
import { Browser } from '../../../test/browser.ts'
import { describeOnEachDatabase } from '../../../test/databases.ts'
import type { ServerStore } from '../../db/open-store.ts'
import type { User } from '../../http/visitor.ts'
import { findPasskey, listPasskeys, notePasskeyUsed, savePasskey } from './store.ts'

const SITE = { rpId: 'localhost', origin: 'http://localhost:3000' }
const MINUTE_MS = 60_000

let store: ServerStore
let now: number
let anna: User
beforeEach(async () => {
  store = await emptyStore()
  now = 1_000_000
  anna = await addUser(store, 'anna')
})

const browser = (environment: Record<string, string> = {}) => new Browser(environment, { store, now: () => now })
const signedIn = async (user: User) => {
  const one = browser()
  one.cookies.set('sid', await signIn(store, user, now))
  return one
}
const challengeFor = async (one: Browser, place: string): Promise<string> => {
  const { data } = await one.call(`POST ${place}/options`, {})
  return (data['options'] as { challenge: string }).challenge
}

async function registered(user = anna, authenticator = new Authenticator()): Promise<Authenticator> {
  const one = await signedIn(user)
  const challenge = await challengeFor(one, '/api/profile/passkeys')
  const body = { label: 'My phone', response: authenticator.register({ ...SITE, challenge }) }
  expect(await one.outcome('POST /api/profile/passkeys', body)).toBe(200)
  return authenticator
}
const tried = async (authenticator: Authenticator, change: object = {}, one = browser()) => {
  const challenge = await challengeFor(one, '/api/auth/passkeys')
  const response = authenticator.signIn({ ...SITE, challenge, ...change })
  return one.outcome('POST /api/auth/passkeys/login', { response })
}

describe('a passkey', () => {
  test('is a second way to sign in, and a fresh proof', async () => {
    const authenticator = await registered()
    const one = browser()
    expect(await tried(authenticator, {}, one)).toBe(200)
    expect(await one.who()).toBe(anna.email)
    expect((await one.call('GET /api/profile/methods')).data).toMatchObject([
      { kind: 'passkey', label: 'My phone', usedAt: now },
    ])
    expect((await one.call('GET /api/profile')).data).toMatchObject({ provenUntil: now + 10 * MINUTE_MS })
  })

  test('is called otherwise by the person whose it is, and by nobody else', async () => {
    await registered()
    const one = await signedIn(anna)
    const listed = async () => (await one.call('GET /api/profile/methods')).data as unknown as { id: string }[]
    const [{ id } = { id: '' }] = await listed()
    const other = await signedIn(await addUser(store, 'bert'))
    expect(await other.outcome(`PATCH /api/profile/methods/${id}`, { label: 'Mine' })).toBe('not-found')
    expect(await one.outcome(`PATCH /api/profile/methods/${id}`, { label: ' ' })).toBe('bad-request')
    expect(await one.outcome(`PATCH /api/profile/methods/${id}`, { label: ' Old phone ' })).toBe(200)
    expect(await listed()).toMatchObject([{ label: 'Old phone' }])
  })

  test('is the last way in where there is no other', async () => {
    await registered()
    const one = await signedIn(anna)
    const [method] = (await one.call('GET /api/profile/methods')).data as unknown as { id: string }[]
    expect(await one.outcome(`DELETE /api/profile/methods/${method!.id}`)).toBe('last-method')
  })

  test('of another site, of another challenge, or without a person is refused', async () => {
    const authenticator = await registered()
    expect(await tried(authenticator, { origin: 'https://evil.example' })).toBe('wrong-credentials')
    expect(await tried(authenticator, { rpId: 'evil.example' })).toBe('wrong-credentials')
    expect(await tried(authenticator, { challenge: 'b3RoZXI' })).toBe('wrong-credentials')
    expect(await tried(new Authenticator())).toBe('wrong-credentials')
    const one = await signedIn(anna)
    const challenge = await challengeFor(one, '/api/profile/passkeys')
    const response = new Authenticator({ verifiesUser: false }).register({ ...SITE, challenge })
    expect(await one.outcome('POST /api/profile/passkeys', { label: 'x', response })).toBe('sign-in-failed')
  })

  test('a challenge works once, for ten minutes', async () => {
    const authenticator = await registered()
    const one = browser()
    const response = authenticator.signIn({ ...SITE, challenge: await challengeFor(one, '/api/auth/passkeys') })
    expect(await one.outcome('POST /api/auth/passkeys/login', { response })).toBe(200)
    expect(await browser().outcome('POST /api/auth/passkeys/login', { response })).toBe('wrong-credentials')
    const late = authenticator.signIn({ ...SITE, challenge: await challengeFor(one, '/api/auth/passkeys') })
    now += 10 * MINUTE_MS
    expect(await one.outcome('POST /api/auth/passkeys/login', { response: late })).toBe('wrong-credentials')
  })

  test('a copy, whose counter goes back, is refused', async () => {
    const authenticator = await registered()
    expect(await tried(authenticator)).toBe(200)
    authenticator.counter = 0
    expect(await tried(authenticator)).toBe('wrong-credentials')
  })

  test('is added by who asked for it, after a proof, to one account', async () => {
    const bert = await addUser(store, 'bert')
    const [hers, his] = [await signedIn(anna), await signedIn(bert)]
    const challenge = await challengeFor(hers, '/api/profile/passkeys')
    const response = new Authenticator().register({ ...SITE, challenge })
    expect(await his.outcome('POST /api/profile/passkeys', { label: 'x', response })).toBe('sign-in-failed')
    now += 10 * MINUTE_MS
    expect(await hers.outcome('POST /api/profile/passkeys/options', {})).toBe('proof-needed')
  })

  test('of a disabled person opens nothing', async () => {
    const authenticator = await registered()
    await store.database.query.updateTable('user_account').set({ disabled_at: 1 }).execute()
    expect(await tried(authenticator)).toBe('wrong-credentials')
  })

  test('needs https or localhost', async () => {
    const SITE_URL = 'http://192.168.7.5:3000'
    expect(await browser({ SITE_URL }).outcome('POST /api/auth/passkeys/options', {})).toBe('no-passkeys')
    expect((await browser({ SITE_URL }).call('GET /api/auth/options')).data).toMatchObject({ passkeys: false })
    expect((await browser().call('GET /api/auth/options')).data).toMatchObject({ passkeys: true })
  })
})

describeOnEachDatabase('passkeys', ({ migrated }) => {
  test('are kept with their counter, each once', async () => {
    const database = await migrated()
    const { query } = database
    const [one, other] = [await addUser({ database }, 'one'), await addUser({ database }, 'other')]
    const key = { credential: 'abc', publicKey: new Uint8Array([1, 2, 255]), counter: 1, transports: ['usb', 'nfc'] }
    expect(await savePasskey(database, one.id, { ...key, label: 'key' }, 5)).toBe(true)
    expect(await savePasskey(database, other.id, { ...key, label: 'key' }, 5)).toBe(false)
    expect(await listPasskeys(query, one.id)).toEqual([key])
    await notePasskeyUsed(query, 'abc', 7, 9)
    expect(await findPasskey(query, 'abc')).toEqual({ ...key, counter: 7, userId: one.id })
    expect(await findPasskey(query, 'none')).toBeUndefined()
  })
})
