import { expect, test } from 'vitest'
import { emptyStore } from '../../../test/accounts.ts'
import { postFromOwnPage } from '../../../test/own-page.ts'
import { createApp } from '../../app.ts'
import type { AskGitHost, GitHostRequest } from '../../fetch/ask-git-host.ts'
import type { SafeFetchCode } from '../../fetch/safe-fetch-error.ts'
import { createLog } from '../../log.ts'
import { depsOf } from '../../test-app.ts'

const PUBLIC = { SITE_URL: 'https://switchyard.example' }
const TOKEN = 'canary-token'
const REQUEST = {
  base: 'https://git.example/api/v1',
  method: 'GET',
  path: '/repos/ana/files/contents/a%2Fb%23?ref=x%2Fy',
  headers: { authorization: `token ${TOKEN}` },
}

/** A server whose Git host says what a test says, asked by a page of its own. */
async function start(environment: Record<string, string>, failure?: SafeFetchCode) {
  const asked: GitHostRequest[] = []
  const lines: string[] = []
  const askGitHost: AskGitHost = ({ signal, ...request }) => {
    expect(signal).toBeDefined()
    asked.push(request)
    return Promise.resolve(failure ? { failure } : { status: 404, headers: { link: 'x' }, body: Buffer.from('中') })
  }
  const store = await emptyStore()
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const app = createApp({ ...depsOf(environment), store, askGitHost, log })
  const post = await postFromOwnPage(app, store, '/api/relay/git', environment['SITE_URL'])
  const ask = async (body: object, isSignedIn = false) => {
    const answer = await post(body, isSignedIn)
    return { status: answer.status, text: await answer.text() }
  }
  return { ask, asked, logged: () => lines.join('') }
}

test('a request is forwarded as it stands, and the answer given whatever its status', async () => {
  const { ask, asked, logged } = await start({})
  const { status, text } = await ask({ ...REQUEST, method: 'POST', body: '{"a":1}' })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ data: { status: 404, headers: { link: 'x' }, body: '5Lit' } })
  const { base, path, ...same } = REQUEST
  expect(asked).toEqual([{ ...same, method: 'POST', url: base + path, body: '{"a":1}', user: asked[0]!.user }])
  expect(logged()).not.toContain(TOKEN)
})

test.each<[string, object]>([
  ['an address that is no Git host', { base: 'https://example.com' }],
  ['a host without encryption', { base: 'http://git.example/api/v1' }],
  ['a password in the base', { base: 'https://me:secret@git.example/api/v1' }],
  ['another part of the host', { path: '/admin/users' }],
  ['a way out of the API', { path: '/repos/../../../admin' }],
  ['the same, encoded', { path: '/repos/%2e%2e/%2e%2e/admin' }],
  ['a header of its own', { headers: { cookie: 'a=b' } }],
  ['another method', { method: 'TRACE' }],
])('%s is not asked', async (_, change) => {
  const { ask, asked, logged } = await start({})
  expect((await ask({ ...REQUEST, ...change })).status).toBe(400)
  expect(asked).toEqual([])
  expect(logged()).not.toContain(TOKEN)
})

test.each([
  ['timeout', 502, 'fetch-failed'],
  ['busy', 429, 'too-many-requests'],
] as const)('%s is said without the token', async (code, status, error) => {
  const { ask, logged } = await start({}, code)
  const answer = await ask(REQUEST)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toMatchObject({ data: { error } })
  expect(answer.text + logged()).not.toContain(TOKEN)
})

test.each<[Record<string, string>, number, number]>([
  [{}, 200, 200],
  [PUBLIC, 401, 200],
  [{ ...PUBLIC, RELAY: 'public' }, 200, 200],
  [{ RELAY: 'users' }, 401, 200],
  [{ RELAY: 'off' }, 404, 404],
])('with %j a visitor is answered %i, and who is signed in %i', async (environment, visitor, member) => {
  const { ask } = await start(environment)
  expect([(await ask(REQUEST)).status, (await ask(REQUEST, true)).status]).toEqual([visitor, member])
})
