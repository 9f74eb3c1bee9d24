import { expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../../test/accounts.ts'
import { createApp } from '../app.ts'
import { depsOf } from '../test-app.ts'

const OTHER = { origin: 'https://other.example', host: 'localhost:3000' }
const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')

async function start() {
  const store = await emptyStore()
  const user = await addUser(store, 'ann')
  const app = createApp({ ...depsOf({}), store })
  const ask = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    app.request(`http://localhost:3000${path}`, { ...init, headers: { ...OTHER, ...headers } })
  return { ask, bearer: { authorization: `Bearer ${await addApiToken(store, user, ['read', 'write'])}` }, cookie: { cookie: `sid=${await signIn(store, user)}` } } // oxfmt-ignore
}

test.each(['/api/storage', '/api/storage/tree', '/api/minio/file', '/api/shares/x', '/api/user/token'])(
  'another site may ask %s with a token, and is told so first',
  async (path) => {
    const { ask } = await start()
    const answer = await ask(path, { 'access-control-request-method': 'PUT' }, { method: 'OPTIONS' })
    expect([answer.status, allowed(answer)]).toEqual([204, '*'])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('access-control-allow-headers')).toContain('if-none-match')
  },
)

test('a token gets answers that its page may read, refusals too', async () => {
  const { ask, bearer } = await start()
  const headers = { ...bearer, 'content-type': 'application/octet-stream', 'content-length': '1' }
  const made = await ask('/api/minio/file?path=a', headers, { method: 'PUT', body: 'x' })
  expect([made.status, allowed(made)]).toEqual([200, '*'])
  const read = await ask('/api/minio/file?path=a', bearer)
  expect([await read.text(), allowed(read)]).toEqual(['x', '*'])
  expect(read.headers.get('access-control-expose-headers')).toBe('ETag')
  const wrong = await ask('/api/storage', { authorization: 'Bearer wrong' })
  expect([wrong.status, allowed(wrong)]).toEqual([401, '*'])
})

test('a cookie opens nothing to another site, with a token beside it or without', async () => {
  const { ask, bearer, cookie } = await start()
  for (const headers of [cookie, { ...cookie, ...bearer }, {}])
    expect(allowed(await ask('/api/storage', headers))).toBeNull()
  const change = await ask('/api/minio/bucket?bucketName=mine', cookie, { method: 'POST' })
  expect([change.status, allowed(change)]).toEqual([403, null])
})

test.each(['/api/outputs', '/api/profile', '/api/auth/login', '/api/relay', '/f/x', '/convert'])(
  '%s answers no other site',
  async (path) => {
    const { ask, bearer } = await start()
    const asked = await ask(path, { 'access-control-request-method': 'GET' }, { method: 'OPTIONS' })
    expect([asked.status === 204, allowed(asked)]).toEqual([false, null])
    expect(allowed(await ask(path, bearer))).toBeNull()
  },
)
