import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { HostedOutput, SubscriptionItem } from '@switchyard/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addUser, emptyStore, signIn } from '../../test/accounts.ts'
import { describeOnEachDatabase, type TestDatabase } from '../../test/databases.ts'
import { twoNotices } from '../../test/notices.ts'
import { createApp } from '../app.ts'
import { KeyRing } from '../db/key-ring.ts'
import type { ServerStore } from '../db/open-store.ts'
import { SafeFetchError } from '../fetch/safe-fetch-error.ts'
import { createSafeFetch, type SafeFetch } from '../fetch/safe-fetch.ts'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { depsOf } from '../test-app.ts'
import { RuleLists } from './rule-lists.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LIST = 'https://lists.example.com/a.yaml'
const USER = 'ann'

/** Lists of a host that says what a test wants, and a clock that it moves. */
async function start({ migrated }: TestDatabase, own = memoryShared()) {
  const store: ServerStore = { database: await migrated(), keys: new KeyRing(['x'.repeat(32)]) }
  const host = { says: 'payload:\n  - DOMAIN,a.example.com\n' as string | SafeFetchError, asked: 0 }
  const clock = { now: 100 * DAY }
  const begin = (shared = own) =>
    new RuleLists({
      store,
      safeFetch: () => {
        host.asked++
        const { says } = host
        if (says instanceof SafeFetchError) return Promise.reject(says)
        return Promise.resolve({ body: Buffer.from(says), contentType: '', stale: false })
      },
      now: () => clock.now,
      settings: readSettings({}),
      shared,
    })
  const lists = begin()
  /** How often the host is asked in the meantime. */
  const asks = async () => {
    const before = host.asked
    await Promise.all([lists.fetch([LIST], USER), lists.fetch([LIST], USER)])
    // An old list is fetched and not waited for.
    await delay(50)
    return host.asked - before
  }
  const rows = () => store.database.query.selectFrom('rule_list').selectAll().execute()
  return { host, clock, lists, asks, begin, rows }
}

describeOnEachDatabase('a rule list', (database) => {
  test('is fetched once a day, whoever wants it', async () => {
    const { clock, lists, asks } = await start(database)
    expect([await asks(), await asks()]).toEqual([1, 0])
    clock.now += DAY - 1
    expect(await asks()).toBe(0)
    clock.now += 1
    expect([await asks(), await asks()]).toEqual([1, 0])
    expect((await lists.texts([LIST]))[LIST]).toContain('a.example.com')
  })

  test('is another one for all copies of the server as soon as one of them fetched it anew', async () => {
    const { copies } = twoNotices()
    const { host, clock, lists, begin } = await start(database, { ...memoryShared(), notices: copies[0] })
    const other = begin({ ...memoryShared(), notices: copies[1] })
    await lists.fetch([LIST], USER)
    await other.fetch([LIST], USER)
    expect(host.asked).toBe(1)
    clock.now += DAY
    host.says = 'payload:\n  - DOMAIN,b.example.com\n'
    await lists.fetch([LIST], USER)
    await vi.waitFor(async () => expect((await other.texts([LIST]))[LIST]).toContain('b.example.com'))
    await other.fetch([LIST], USER)
    expect([host.asked, other.stamp([LIST])]).toEqual([2, lists.stamp([LIST])])
  })

  test('that failed is asked for again after ten minutes, and at once where there was no room to ask', async () => {
    const { host, clock, asks } = await start(database)
    host.says = new SafeFetchError('timeout')
    expect([await asks(), await asks()]).toEqual([1, 0])
    clock.now += 10 * MINUTE
    expect(await asks()).toBe(1)
    clock.now += 10 * MINUTE
    host.says = new SafeFetchError('busy')
    expect(Math.min(await asks(), await asks())).toBeGreaterThan(0)
  })

  test('is asked for after the clock was set back, one that failed too', async () => {
    const { host, clock, asks } = await start(database)
    await asks()
    clock.now -= 2 * DAY
    expect([await asks(), await asks()]).toEqual([1, 0])
    clock.now += 2 * DAY
    host.says = new SafeFetchError('timeout')
    await asks()
    clock.now -= 5 * DAY
    expect([await asks(), await asks()]).toEqual([1, 0])
  })

  test.each<[string, string | SafeFetchError]>([
    ['is gone', new SafeFetchError('timeout')],
    ['shows a login form', '<!DOCTYPE html><title>Sign in</title>'],
    ['says nothing', ' \n'],
  ])('is there after a start though its host %s, sealed until then', async (_, says) => {
    const { host, clock, asks, begin, rows } = await start(database)
    await asks()
    expect(JSON.stringify(await rows())).not.toContain('example.com')
    host.says = says
    clock.now += 30 * DAY
    const later = begin()
    await later.fetch([LIST], USER)
    expect((await later.texts([LIST]))[LIST]).toContain('a.example.com')
    expect(later.stamp([LIST])).toMatch(/^[0-9a-f]{12}=[\w-]{43}$/)
  })

  test('stays as long as an output wants it, whatever its host does, and goes after 60 days', async () => {
    const { host, clock, lists, asks, rows } = await start(database)
    await asks()
    host.says = new SafeFetchError('timeout')
    clock.now += 59 * DAY
    await asks()
    clock.now += 59 * DAY
    await lists.forgetUnused()
    expect(await rows()).toHaveLength(1)
    clock.now += 2 * DAY
    await lists.forgetUnused()
    expect(await rows()).toHaveLength(0)
  })
})

const DOMAINS = Array.from({ length: 360 }, (_, at) => `blocked-${at}.example.com`)
const TEMPLATE = `proxies: []
proxy-groups: [{name: PROXY, type: select, include-all: true}]
rule-providers: {ads: {type: http, behavior: domain, url: 'https://lists.example.com/ads.yaml'}}
rules: ['RULE-SET,ads,REJECT', 'MATCH,PROXY']
`
const ORIGIN = 'http://localhost:3000'

/** A server of a file that can be started again, with a provider and a host of lists. */
async function serve(file: string) {
  const provider = { nodes: 3 }
  const listHost = { isAway: false }
  const clock = { now: 1000 * HOUR }
  const safeFetch: SafeFetch = (url) => {
    const isList = new URL(url).hostname === 'lists.example.com'
    if (isList && listHost.isAway) return Promise.reject(new SafeFetchError('timeout'))
    const nodes = Array.from({ length: provider.nodes }, (_, at) => `trojan://p@n${at}.example.com:443#Node ${at}`)
    const body = isList ? ['payload:', ...DOMAINS.map((domain) => `  - ${domain}`)] : nodes
    return Promise.resolve({ body: Buffer.from(body.join('\n')), contentType: '', stale: false })
  }
  const store = await emptyStore(file)
  onTestFinished(() => store.database.close())
  const cookie = `sid=${await signIn(store, await addUser(store, 'ann'), clock.now)}`
  let app = createApp({ ...depsOf({}), store, safeFetch, now: () => clock.now })
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await app.request(ORIGIN + path, {
      method,
      headers: { cookie, origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data: T }
    expect([path, answer.status, data]).toMatchObject([path, 200, {}])
    return data
  }
  const item = await api<SubscriptionItem>('POST', '/api/subscriptions', {
    name: 'one',
    body: 'https://p.example.com/',
  })
  const { id, addresses } = await api<HostedOutput>('POST', '/api/outputs', {
    name: 'mine',
    client: 'sing-box',
    items: { a: item.id },
    recipe: JSON.stringify({
      switchyard: 'recipe',
      version: 1,
      sources: [{ id: 'a', kind: 'url', url: 'https://p.example.com/' }],
      common: { template: { name: 'own.yaml', text: TEMPLATE } },
    }),
  })
  const { url } = await api<{ url: string }>('GET', `/api/outputs/${id}/addresses/${addresses[0]!.id}`)
  /** How many nodes and how many of the listed domains are served. */
  const served = async () => {
    const answer = await app.request(url, { headers: { host: 'localhost:3000' } })
    const text = await answer.text()
    return [text.match(/"n\d+\.example\.com"/g)?.length, text.match(/"blocked-\d+\.example\.com"/g)?.length ?? 0]
  }
  const change = async (nodes: number) => {
    provider.nodes = nodes
    clock.now += 12 * HOUR
    await api('POST', `/api/subscriptions/${item.id}/refresh`)
  }
  const restart = () => {
    app = createApp({ ...depsOf({}), store, safeFetch, now: () => clock.now })
  }
  const output = () => api<HostedOutput>('GET', `/api/outputs/${id}`)
  return { served, change, restart, output, listHost, clock, store }
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-lists-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'switchyard.sqlite')
}

test('after a start with the list host away, the next change of a provider has all of the rules', async () => {
  const { served, change, restart, listHost } = await serve(newFile())
  expect(await served()).toEqual([3, 360])
  listHost.isAway = true
  restart()
  await change(4)
  expect(await served()).toEqual([4, 360])
})

test('a result that would lose rules which it had is not served, and the owner is told', async () => {
  const { served, change, restart, output, listHost, clock, store } = await serve(newFile())
  expect(await served()).toEqual([3, 360])
  // As after an update from a release that kept no lists.
  await store.database.query.deleteFrom('rule_list').execute()
  listHost.isAway = true
  restart()
  await change(4)
  expect(await served()).toEqual([3, 360])
  expect((await output()).failing).toMatchObject({ error: 'lists-missing' })
  listHost.isAway = false
  clock.now += 10 * MINUTE
  expect(await served()).toEqual([4, 360])
  expect((await output()).failing).toBeUndefined()
})

test('what never had its rules is served without them until the list can be had', async () => {
  const { served, output, listHost, clock } = await serve(newFile())
  listHost.isAway = true
  expect(await served()).toEqual([3, 0])
  expect((await output()).failing).toBeUndefined()
  listHost.isAway = false
  clock.now += 10 * MINUTE
  // A copy that is at hand is sent while the list comes.
  await expect.poll(served).toEqual([3, 360])
})

test('one person’s slow list host holds up nobody else’s lists', async () => {
  const store = await emptyStore()
  const fetch = createSafeFetch({
    log: createLog('silent'),
    resolve: () => Promise.resolve(['93.184.216.34']),
    ownAddresses: [],
    limits: { queueMs: 200 },
    budgets: { totalMs: 2000, connectMs: 2000 },
    // A host that never answers.
    dial: () => ({ address: '192.0.2.1', port: 9 }),
  })
  const asked: string[] = []
  const safeFetch: SafeFetch = (url, options) => {
    asked.push(options.user)
    if (url.includes('slow')) return fetch(url, options)
    return Promise.resolve({ body: Buffer.from('DOMAIN,a.example.com'), contentType: '', stale: false })
  }
  const lists = new RuleLists({ store, safeFetch, now: Date.now, settings: readSettings({}), shared: memoryShared() })
  const slow = Array.from({ length: 8 }, (_, at) => `https://slow.example.com/${at}`)
  void lists.fetch(slow, 'ann')
  await expect.poll(() => asked).toContain('rule lists of ann')
  await lists.fetch([LIST], 'bob')
  expect(Object.keys(await lists.texts([LIST]))).toEqual([LIST])
})
