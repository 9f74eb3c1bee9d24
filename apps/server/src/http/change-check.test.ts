import { FailureEnvelope } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { app, depsOf, routesOf } from '../test-app.ts'

const OURS = { origin: 'http://localhost:3000' }
/** What is let through reaches the pages, and no page takes a change. */
const PASSED = 405
const JSON_TYPE = { 'content-type': 'application/json' }
const change = (headers: Record<string, string>, init: RequestInit = {}) =>
  app()('/act', headers, { method: 'POST', ...init })

describe('a change of state', () => {
  test.each<[title: string, status: number, headers: Record<string, string>, body?: string]>([
    ['of our own page passes', PASSED, { ...OURS, ...JSON_TYPE }, '{}'],
    ['that a browser marks as of the same origin passes', PASSED, { 'sec-fetch-site': 'same-origin', ...JSON_TYPE }, '{}'],
    ['without a body needs the origin only', PASSED, OURS],
    ['with a bearer token and no cookie needs neither', PASSED, { authorization: 'Bearer abc' }, 'x'],
    ['of an upload with its header passes', PASSED, { ...OURS, 'content-type': 'application/octet-stream', 'x-requested-with': 'x' }, 'x'],
    ['of another site is refused', 403, { origin: 'https://evil.example', ...JSON_TYPE }, '{}'],
    ['of another port of this machine is refused', 403, { origin: 'http://localhost:3001', ...JSON_TYPE }, '{}'],
    ['of a frame without an origin is refused', 403, { origin: 'null', ...JSON_TYPE }, '{}'],
    ['that says not where it is from is refused', 403, JSON_TYPE, '{}'],
    ['of a sibling site is refused', 403, { 'sec-fetch-site': 'same-site', ...JSON_TYPE }, '{}'],
    ['whose origin and mark differ is refused', 403, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['with a bearer token and a cookie is looked at', 403, { authorization: 'Bearer abc', cookie: 'sid=1' }],
    ['with a form is refused', 415, { ...OURS, 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'],
    ['with plain text is refused', 415, { ...OURS, 'content-type': 'text/plain' }, '{}'],
    ['with a type that only begins like JSON is refused', 415, { ...OURS, 'content-type': 'application/jsonx' }, '{}'],
    ['of an upload without its header is refused', 415, { ...OURS, 'content-type': 'multipart/form-data; boundary=x' }, 'x'],
  ])('%s', async (_, status, headers, body) => {
    const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(body.length) }
    const answer = await change({ ...headers, ...length }, body === undefined ? {} : { body })
    expect(answer.status).toBe(status)
    if (status !== PASSED) expect(FailureEnvelope.parse(await answer.json()).code).toBe(status)
  }) // oxfmt-ignore

  test('with a body and no content type is refused', async () => {
    const answer = await change({ ...OURS, 'content-length': '2' }, { body: new Uint8Array([123, 125]) })
    expect(answer.status).toBe(415)
  })

  test('behind a proxy comes from the site that the settings name', async () => {
    const site = { SITE_URL: 'https://switchyard.example' }
    const ask = async (origin: string) =>
      (await app(site)('/act', { host: 'switchyard.example', origin }, { method: 'POST' })).status
    expect(await ask('https://switchyard.example')).toBe(PASSED)
    expect(await ask('http://switchyard.example')).toBe(403)
  })
})

/** The form on the page of a short link or a shared file: a browser that sends no referrer names no origin, and it changes nothing of anybody's. */
const LINK_FORMS: readonly string[] = ['POST /s/:code', 'POST /s/:code/report', 'POST /f/:token']

describe('no route takes a change from another site', () => {
  const paths = [...new Set(routesOf(createApp(depsOf({}))).map((name) => name.split(' ')[1]!))]
  const asked = app()
  const changes = paths
    .flatMap((path) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path] as const))
    .filter(([method, path]) => !LINK_FORMS.includes(`${method} ${path}`))
  test.each(changes)('%s %s', async (method, path) => {
    const address = path.replaceAll('*', 'act').replaceAll(/:\w+/g, 'x')
    const ask = (origin: string) =>
      asked(address, { origin, ...JSON_TYPE, 'content-length': '2' }, { method, body: '{}' })
    const [theirs, ours] = [await ask('https://evil.example'), await ask('http://localhost:3000')]
    expect(ours.status === 405 ? [403, 405] : [403]).toContain(theirs.status)
  })
})

test('a page takes no change, and says what it takes', async () => {
  const answer = await app()('/convert', OURS, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([PASSED, 'GET, HEAD'])
})

test('a body over the limit is refused, whatever its length is said to be', async () => {
  const large = JSON.stringify('x'.repeat(256 * 1024))
  const answer = await app()('/act', { ...OURS, ...JSON_TYPE, 'content-length': '2' }, { method: 'POST', body: large })
  expect([answer.status, FailureEnvelope.parse(await answer.json()).data.error]).toEqual([413, 'body-too-large'])
})
