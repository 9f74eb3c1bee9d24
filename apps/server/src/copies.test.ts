import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { HostedOutput, ShortLink, SubscriptionItem } from '@switchyard/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Caller } from '../test/calls.ts'
import { type Copies, startCopies } from '../test/copies.ts'
import { ownPostgres } from '../test/databases.ts'
import { noRedis, startRedis } from '../test/redis-server.ts'
import { findVersitygw, HOW_TO_GET_VERSITYGW, startS3 } from '../test/versitygw.ts'

const TIMEOUT_MS = 120_000
const program = findVersitygw()
const missing = noRedis ?? (program === undefined ? HOW_TO_GET_VERSITYGW : undefined)
const MIHOMO = { 'user-agent': 'mihomo/1.19.24' }
const PASSWORD = 'correct horse battery'
/** Another address of this machine, which the server is allowed to ask. */
const UPSTREAM = '127.0.0.2'
const OUTSIDE = { PRIVATE_UPSTREAMS: '127.0.0.0/8', CONVERT_API: 'token', RELAY: 'users', REGISTRATION: 'invite' }

const recipe = (rules: string) =>
  JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [
      { id: 'a', url: 'https://example.com/a' },
      { id: 'b', url: 'https://example.com/b' },
    ],
    common: { template: 'minimal', rules },
  })

/** A provider, and how often it was asked. */
async function startProvider() {
  let asked = 0
  const server = createServer((_, answer) => {
    asked++
    answer.setHeader('subscription-userinfo', 'upload=1; download=2; total=30; expire=4000000000')
    setTimeout(() => answer.end('trojan://password@b.example.com:443#Osaka\n'), 100)
  })
  await new Promise<void>((resolve) => server.listen(0, UPSTREAM, resolve))
  onTestFinished(() => void server.close())
  return { url: `http://${UPSTREAM}:${(server.address() as AddressInfo).port}/sub`, asked: () => asked }
}

/** Three copies beside one PostgreSQL, one Redis and one S3. */
async function threeCopies() {
  const [postgres, redis, s3] = await Promise.all([ownPostgres(), startRedis(), startS3(program!)])
  onTestFinished(async () => {
    s3.stop()
    await redis.stop()
  })
  const SECRET = 'kX9-three-copies-of-one-server-share-this'
  const places = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, STORAGE_URL: s3.url }
  return { postgres, copies: await startCopies(3, { ...places, SECRET, ...OUTSIDE }) }
}

/** Somebody who has just made the first account, and what they made. */
async function begin({ origin, setupCode }: Copies) {
  const owner = new Caller(origin, [])
  const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data } = await owner.call(method, path, { body })
    expect([method, path, status]).toEqual([method, path, 200])
    return data as T
  }
  await ok('POST', '/api/auth/register', { email: 'anna@example.com', name: 'Anna', password: PASSWORD, setupCode })
  const provider = await startProvider()
  const item = await ok<SubscriptionItem>('POST', '/api/subscriptions', { name: 'airport', body: provider.url })
  const made = { recipe: recipe(''), items: { a: item.id, b: item.id }, client: 'mihomo' }
  const makeOutput = async (name: string) => {
    const { id, addresses } = await ok<HostedOutput>('POST', '/api/outputs', { ...made, name })
    const address = `/api/outputs/${id}/addresses/${addresses[0]!.id}`
    return { address, path: new URL((await ok<{ url: string }>('GET', address)).url).pathname }
  }
  return { owner, ok, provider, item, makeOutput }
}

/** What somebody does with a server: about forty calls, and what each was answered. */
async function script({ origin, setupCode }: Copies): Promise<string[]> {
  const said: string[] = []
  const provider = await startProvider()
  const owner = new Caller(origin, said)
  const stranger = new Caller(origin, said)
  const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data } = await owner.call(method, path, { body })
    expect([method, path, status]).toEqual([method, path, 200])
    return data as T
  }
  const statusOf = async (caller: Caller, ...call: Parameters<Caller['call']>) => (await caller.call(...call)).status

  // Accounts
  const anna = { email: 'anna@example.com', name: 'Anna', password: PASSWORD }
  expect(await statusOf(owner, 'POST', '/api/auth/register', { body: { ...anna, setupCode: 'x'.repeat(13) } })).toBe(
    403,
  )
  await ok('POST', '/api/auth/register', { ...anna, setupCode })
  await ok('GET', '/api/_auth/session')
  const wrong = { email: anna.email, password: 'not this one' }
  for (let tries = 0; tries < 5; tries++)
    expect(await statusOf(stranger, 'POST', '/api/auth/login', { body: wrong })).toBe(401)
  expect(await statusOf(stranger, 'POST', '/api/auth/login', { body: wrong })).toBe(429)

  // Sources
  const own = await ok<SubscriptionItem>('POST', '/api/subscriptions', {
    name: 'own',
    body: 'trojan://password@a.example.com:443#Tokyo',
  })
  const airport = await ok<SubscriptionItem>('POST', '/api/subscriptions', { name: 'airport', body: provider.url })
  await ok('POST', `/api/subscriptions/${airport.id}/refresh`)
  const change = { revision: own.revision, prefix: 'P ' }
  await ok('PATCH', `/api/subscriptions/${own.id}`, change)
  expect(await statusOf(owner, 'PATCH', `/api/subscriptions/${own.id}`, { body: change })).toBe(409)
  await ok('GET', '/api/subscriptions')

  // Outputs
  const made = { name: 'home', recipe: recipe(''), items: { a: own.id, b: airport.id }, client: 'mihomo' }
  const output = await ok<HostedOutput>('POST', '/api/outputs', made)
  const address = `/api/outputs/${output.id}/addresses/${output.addresses[0]!.id}`
  const { pathname } = new URL((await ok<{ url: string }>('GET', address)).url)
  const first = await stranger.call('GET', pathname, { headers: MIHOMO })
  expect(first).toMatchObject({ status: 200, data: expect.stringContaining('Osaka') })
  const known = { ...MIHOMO, 'if-none-match': first.headers.get('etag')! }
  expect(await statusOf(stranger, 'GET', pathname, { headers: known })).toBe(304)
  expect(await statusOf(stranger, 'GET', `${pathname}?target=sing-box`)).toBe(200)
  const rules = { revision: output.revision, recipe: recipe('DOMAIN,a.example.org,DIRECT') }
  await ok('PATCH', `/api/outputs/${output.id}`, rules)
  for (let copy = 0; copy < 3; copy++) {
    const { data } = await stranger.call('GET', pathname, { headers: MIHOMO })
    expect(data).toContain('DOMAIN,a.example.org,DIRECT')
  }
  await ok('GET', `/api/outputs/${output.id}/versions`)
  await ok('PATCH', address, { paused: true })
  for (let copy = 0; copy < 3; copy++) expect(await statusOf(stranger, 'GET', pathname, { headers: MIHOMO })).toBe(404)
  await ok('PATCH', address, { paused: false })
  await ok('POST', `/api/outputs/${output.id}/addresses`, { name: 'router', client: 'sing-box' })
  await ok('GET', `/api/outputs/${output.id}`)
  await ok('GET', '/api/publications')

  // Short links
  const target = `${origin}${pathname}`
  const link = await ok<ShortLink>('POST', '/api/short-links', { target, code: 'router', password: 'sesame 7' })
  expect(await statusOf(stranger, 'GET', '/s/router')).toBe(401)
  for (let tries = 0; tries < 3; tries++)
    expect(await statusOf(stranger, 'POST', '/s/router', { form: { password: `wrong ${tries}` } })).toBe(401)
  expect(await statusOf(stranger, 'POST', '/s/router', { form: { password: 'sesame 7' } })).toBe(303)
  await ok('PATCH', `/api/short-links/${link.id}`, { revision: link.revision, password: null })
  expect(await statusOf(stranger, 'GET', '/s/router')).toBe(302)
  await ok('GET', '/api/short-links')
  await ok('DELETE', `/api/short-links/${link.id}`)
  for (let copy = 0; copy < 3; copy++) expect(await statusOf(stranger, 'GET', '/s/router')).toBe(404)

  // Programs, and the Git relay
  const { token, id } = await ok<{ token: string; id: string }>('POST', '/api/profile/tokens', {
    name: 'ci',
    scopes: ['read', 'convert'],
  })
  const program = new Caller(origin, said)
  const bearer = { authorization: `Bearer ${token}` }
  expect(await statusOf(program, 'GET', '/api/outputs', { headers: bearer })).toBe(200)
  const url = encodeURIComponent('trojan://password@c.example.com:443#Kyoto')
  expect(await statusOf(program, 'GET', `/sub?target=clash&url=${url}`, { headers: bearer })).toBe(200)
  await ok('DELETE', `/api/profile/tokens/${id}`)
  for (let copy = 0; copy < 3; copy++)
    expect(await statusOf(program, 'GET', '/api/outputs', { headers: bearer })).toBe(401)
  const relayed = { base: `https://${UPSTREAM}/api/v1`, method: 'GET', path: '/version', headers: {} }
  expect(await statusOf(owner, 'POST', '/api/relay/git', { body: relayed })).toBe(400)
  const toHost = { ...relayed, base: 'https://git.example/api/v1', path: '/repos/ana/files' }
  expect(await statusOf(owner, 'POST', '/api/relay/git', { body: toHost })).toBe(502)

  // Files
  const path = '配置/家.yaml'
  const at = `/api/minio/file?path=${encodeURIComponent(path)}`
  const uploaded = await ok<{ sha: string }>('POST', '/api/minio/upload/text', { path, text: 'mode: rule\n' })
  for (let copy = 0; copy < 3; copy++) expect((await owner.call('GET', at)).data).toBe('mode: rule\n')
  const replaced = { path, text: 'mode: global\n', sha: uploaded.sha }
  await ok('POST', '/api/minio/upload/text', replaced)
  expect(await statusOf(owner, 'POST', '/api/minio/upload/text', { body: replaced })).toBe(409)
  await ok('GET', `/api/minio/list?path=${encodeURIComponent('配置')}`)
  const share = await ok<{ id: string; url: string }>('POST', '/api/shares', { path })
  const sharedAt = new URL(share.url).pathname
  for (let copy = 0; copy < 3; copy++) expect((await stranger.call('GET', sharedAt)).data).toBe('mode: global\n')
  await ok('POST', '/api/storage/move', { from: path, to: '家.yaml' })
  await ok('DELETE', `/api/shares/${share.id}`)
  for (let copy = 0; copy < 3; copy++) expect(await statusOf(stranger, 'GET', sharedAt)).toBe(404)
  await ok('GET', '/api/storage')
  await ok('DELETE', `/api/minio/remove?path=${encodeURIComponent('家.yaml')}`)
  for (let copy = 0; copy < 3; copy++) expect(await statusOf(owner, 'GET', at)).toBe(404)

  // Others
  const { url: invite } = await ok<{ url: string }>('POST', '/api/people/invites', { label: 'Bert' })
  const bert = new Caller(origin, said)
  const invited = { email: 'bert@example.com', name: 'Bert', password: PASSWORD, invite: invite.split('=').at(-1) }
  const { status, data } = await bert.call('POST', '/api/auth/register', { body: invited })
  expect(status).toBe(200)
  expect(await statusOf(new Caller(origin, said), 'POST', '/api/auth/register', { body: invited })).toBe(403)
  const { id: bertId } = (data as { user: { id: string } }).user
  expect(await statusOf(bert, 'GET', '/api/people')).toBe(403)
  await ok('PATCH', `/api/people/${bertId}`, { disabled: true })
  for (let copy = 0; copy < 3; copy++) expect(await statusOf(bert, 'GET', '/api/profile')).toBe(401)
  await ok('GET', '/api/profile/export')
  expect(await statusOf(owner, 'DELETE', '/api/_auth/session')).toBe(204)
  for (let copy = 0; copy < 3; copy++) expect(await statusOf(owner, 'GET', '/api/profile')).toBe(401)
  said.push(`The provider was asked ${provider.asked()} times`)
  return said
}

describe.skipIf(missing !== undefined)(`Three copies of a server${missing ? ` (${missing})` : ''}`, () => {
  test('answer as one does', { timeout: TIMEOUT_MS }, async () => {
    const alone = await script(await startCopies(1, OUTSIDE))
    const three = await script((await threeCopies()).copies)
    expect(alone.length).toBeGreaterThan(60)
    expect(three).toEqual(alone)
  })

  test('ask a source once, whoever wants it where', { timeout: TIMEOUT_MS }, async () => {
    const { copies } = await threeCopies()
    const { owner, ok, provider, item, makeOutput } = await begin(copies)
    const asking = Array.from({ length: 9 }, () => owner.call('POST', `/api/subscriptions/${item.id}/refresh`))
    for (const { status } of await Promise.all(asking)) expect(status).toBe(200)
    const { path } = await makeOutput('home')
    const fetching = Array.from({ length: 9 }, () => owner.call('GET', path, { headers: MIHOMO }))
    for (const { status, data } of await Promise.all(fetching))
      expect([status, String(data)]).toEqual([200, expect.stringContaining('Osaka')])
    const { body } = await ok<{ body: string }>('GET', `/api/subscriptions/${item.id}/body`)
    for (const name of ['again', 'and again']) {
      const { id } = await ok<SubscriptionItem>('POST', '/api/subscriptions', { name, body })
      expect(await ok('POST', `/api/subscriptions/${id}/refresh`)).toMatchObject({ good: { nodes: 1 } })
    }
    expect(provider.asked()).toBe(1)
  })

  test(
    'outlive their database, and open nothing meanwhile that one of them closed',
    { timeout: TIMEOUT_MS },
    async () => {
      const { copies, postgres } = await threeCopies()
      const { owner, ok, makeOutput } = await begin(copies)
      const [kept, closed] = [await makeOutput('kept'), await makeOutput('closed')]
      const onEach = async (path: string) => {
        const answers: number[] = []
        for (let copy = 0; copy < 3; copy++) answers.push((await owner.call('GET', path, { headers: MIHOMO })).status)
        return answers
      }
      expect([await onEach(kept.path), await onEach(closed.path)]).toEqual([
        [200, 200, 200],
        [200, 200, 200],
      ])
      await ok('PATCH', closed.address, { paused: true })
      // Until all have heard of it.
      await wait(1000)
      expect(await onEach(kept.path)).toEqual([200, 200, 200])
      await postgres.stop()
      expect(await onEach(closed.path)).toEqual([503, 503, 503])
      expect(await onEach(kept.path)).toEqual([200, 200, 200])

      const over = new AbortController()
      const load = Array.from({ length: 6 }, async () => {
        while (!over.signal.aborted) {
          await owner.call('GET', '/api/outputs')
          await wait(20)
        }
      })
      expect((await owner.call('GET', '/api/outputs')).status).toBe(503)
      await postgres.start()
      await vi.waitFor(async () => expect(await onEach('/readyz')).toEqual([200, 200, 200]), {
        timeout: 30_000,
        interval: 500,
      })
      over.abort()
      await Promise.all(load)
      await ok('PATCH', closed.address, { paused: false })
      expect([await onEach(closed.path), await onEach('/api/outputs')]).toEqual([
        [200, 200, 200],
        [200, 200, 200],
      ])
    },
  )
})
