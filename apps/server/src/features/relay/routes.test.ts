import { describe, expect, test } from 'vitest'
import { emptyStore } from '../../../test/accounts.ts'
import { postFromOwnPage } from '../../../test/own-page.ts'
import { createApp } from '../../app.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import type { SafeFetch } from '../../fetch/safe-fetch.ts'
import { createLog } from '../../log.ts'
import { depsOf } from '../../test-app.ts'

const LINK = 'trojan://password@a.example.com:443#One'
const PUBLIC = { SITE_URL: 'https://switchyard.example' }

/** A server that fetches what a test says, asked by a page of its own. */
async function start(environment: Record<string, string>, says: string | SafeFetchError = LINK) {
  const asked: string[] = []
  const lines: string[] = []
  const safeFetch: SafeFetch = (url, { userAgent }) => {
    asked.push(`${userAgent} ${url}`)
    const userInfo = { upload: 1, total: 3 }
    return says instanceof SafeFetchError
      ? Promise.reject(says)
      : Promise.resolve({ body: Buffer.from(says), contentType: '', userInfo, stale: false })
  }
  const store = await emptyStore()
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const app = createApp({ ...depsOf(environment), store, safeFetch, log })
  const post = await postFromOwnPage(app, store, '/api/relay', environment['SITE_URL'])
  const ask = async (body: object, isSignedIn = false) => {
    const answer = await post(body, isSignedIn)
    return { status: answer.status, answer: (await answer.json()) as { data: object } }
  }
  return { ask, asked, lines }
}

const url = 'https://example.com/sub?token=canary'

test('an address is fetched once, and its text and traffic are given', async () => {
  const { ask, asked, lines } = await start({})
  expect(await ask({ url })).toMatchObject({
    status: 200,
    answer: { data: { text: LINK, subscription: { upload: 1, total: 3 } } },
  })
  expect(asked).toEqual([`mihomo ${url}`])
  expect(lines.join('')).not.toContain('canary')
})

test('nothing is kept: who asks again is answered anew', async () => {
  const { ask, asked } = await start({})
  await ask({ url, userAgent: 'v2rayN' })
  await ask({ url, userAgent: 'v2rayN' })
  expect(asked).toEqual([`v2rayN ${url}`, `v2rayN ${url}`])
})

test.each<[string, string | SafeFetchError, number, object]>([
  ['a timeout', new SafeFetchError('timeout'), 502, { error: 'fetch-failed', reason: 'timeout' }],
  [
    '403',
    new SafeFetchError('bad-status', { status: 403 }),
    502,
    { error: 'fetch-failed', reason: 'bad-status', status: 403 },
  ],
  ['a web page', '<!doctype html>', 502, { error: 'fetch-failed', reason: 'not-a-subscription' }],
  ['something else', '{"secret": "canary"}', 502, { error: 'fetch-failed', reason: 'not-a-subscription' }],
  ['too many at once', new SafeFetchError('busy'), 429, { error: 'too-many-requests', retryAfterS: 60 }],
])('%s is told as what it is', async (_, says, status, data) => {
  const { ask } = await start({}, says)
  expect(await ask({ url })).toMatchObject({ status, answer: { data } })
})

test.each([
  ['a rule list', 'DOMAIN-SUFFIX,example.com\n'],
  ['a template', 'proxy-groups:\n  - {name: A, type: select, proxies: [DIRECT]}\n'],
])('%s is given too', async (_, says) => {
  const { ask } = await start({ PRIVATE_UPSTREAMS: '10.0.0.0/8' }, says)
  expect(await ask({ url })).toMatchObject({ status: 200, answer: { data: { text: says } } })
})

test('what went wrong is said in words', async () => {
  const { ask } = await start({}, new SafeFetchError('bad-status', { status: 403 }))
  expect(await ask({ url })).toMatchObject({ answer: { msg: '无法获取该地址：服务器返回 403' } })
})

describe('who may', () => {
  test.each<[Record<string, string>, number, number]>([
    [{}, 200, 200],
    [PUBLIC, 401, 200],
    [{ ...PUBLIC, RELAY: 'public' }, 200, 200],
    [{ RELAY: 'users' }, 401, 200],
    [{ RELAY: 'off' }, 404, 404],
  ])('with %j a visitor is answered %i, and who is signed in %i', async (environment, visitor, member) => {
    const { ask } = await start(environment)
    expect([(await ask({ url })).status, (await ask({ url }, true)).status]).toEqual([visitor, member])
  })
})
