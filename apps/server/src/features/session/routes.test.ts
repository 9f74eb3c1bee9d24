import { beforeEach, describe, expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import type { ServerStore } from '../../db/open-store.ts'
import type { User } from '../../http/visitor.ts'
import { app } from '../../test-app.ts'

const LOCAL = 'http://localhost:3000'
const TLS = { SITE_URL: 'https://switchyard.example' }

let store: ServerStore
let anna: User
beforeEach(async () => {
  store = await emptyStore()
  anna = await addUser(store, 'anna')
})

const who = async (headers: Record<string, string>, environment = {}) =>
  (await app(environment, { store })('/api/_auth/session', headers)).json()

describe('who is signed in', () => {
  test('is nobody without a cookie, or with a wrong one', async () => {
    expect(await who({})).toEqual({})
    expect(await who({ cookie: 'sid=wrong' })).toEqual({})
  })

  test('is the user of the cookie', async () => {
    expect(await who({ cookie: `sid=${await signIn(store, anna)}` })).toEqual({ user: anna })
  })

  test('is read from __Host-sid behind TLS, and from no other cookie', async () => {
    const token = await signIn(store, anna)
    const host = 'switchyard.example'
    expect(await who({ host, cookie: `__Host-sid=${token}` }, TLS)).toEqual({ user: anna })
    expect(await who({ host, cookie: `sid=${token}` }, TLS)).toEqual({})
  })

  test('is nobody for a program with an API token: it is not a person', async () => {
    const token = await addApiToken(store, anna, ['read', 'write', 'convert'])
    expect(await who({ authorization: `Bearer ${token}` })).toEqual({})
  })
})

describe('signing out', () => {
  test('ends the session, and takes the cookie back', async () => {
    const cookie = `sid=${await signIn(store, anna)}`
    const answer = await app({}, { store })('/api/_auth/session', { cookie, origin: LOCAL }, { method: 'DELETE' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(answer.headers.get('set-cookie')).toBe('sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect(await who({ cookie })).toEqual({})
  })

  test('is not done for another site', async () => {
    const cookie = `sid=${await signIn(store, anna)}`
    const headers = { cookie, origin: 'https://evil.example' }
    expect((await app({}, { store })('/api/_auth/session', headers, { method: 'DELETE' })).status).toBe(403)
    expect(await who({ cookie })).toEqual({ user: anna })
  })
})

describe('converting on the server, where API tokens are asked for', () => {
  const body = JSON.stringify({ sources: [{ text: 'trojan://p@a.example.com:443#One' }], client: 'mihomo' })
  const converted = async (headers: Record<string, string>) => {
    const init = { method: 'POST', body }
    const all = { 'content-type': 'application/json', ...headers }
    return (await app({ CONVERT_API: 'token' }, { store })('/api/convert', all, init)).status
  }

  test('takes a token of that scope and no other', async () => {
    const bearer = async (scope: 'convert' | 'read') => ({
      authorization: `Bearer ${await addApiToken(store, anna, [scope])}`,
    })
    expect(await converted(await bearer('convert'))).toBe(200)
    expect(await converted(await bearer('read'))).toBe(403)
    expect(await converted({ authorization: 'Bearer switchyard_none' })).toBe(401)
  })
})
