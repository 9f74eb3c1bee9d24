import { describe, expect, test } from 'vitest'
import { addUser, emptyStore } from '../../test/accounts.ts'
import { runJob } from '../engine/engine-job.ts'
import { SafeFetchError } from '../fetch/safe-fetch-error.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import { OWNER_ASKS_AGAIN_MS } from '@switchyard/sources'
import { memoryShared } from '../shared/memory/memory.ts'
import { type Refreshed, Refresher } from './refresher.ts'
import { ItemStore } from './item-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FORTY = links(40)

/** As many share links. */
function links(count: number, from = 0): string {
  return Array.from(
    { length: count },
    (_, at) => `trojan://password@n${from + at}.example.com:443#Node ${from + at}`,
  ).join('\n')
}

type Says = string | SafeFetchError | ((agent: string | undefined) => string | SafeFetchError)

/** A server that says what a test wants, a clock that it moves, and an item there. */
async function start(first: Says) {
  const store = await emptyStore()
  const items = new ItemStore(store)
  const user = (await addUser(store, 'ann')).id
  const ended = Promise.withResolvers<void>()
  const upstream = {
    says: first,
    asked: [] as string[],
    /** What is not answered before `end`, and how much of it was asked. */
    waitsFor: (_url: string) => false,
    slow: 0,
    end: ended.resolve,
  }
  const clock = { now: HOUR }
  const safeFetch: SafeFetch = async (url, { userAgent }) => {
    upstream.asked.push(`${userAgent}`)
    if (upstream.waitsFor(url)) {
      upstream.slow++
      await ended.promise
    }
    const said = typeof upstream.says === 'function' ? upstream.says(userAgent) : upstream.says
    if (said instanceof SafeFetchError) throw said
    const userInfo = { upload: 1, download: 2, total: 10 }
    return { body: Buffer.from(said), contentType: '', userInfo, stale: false }
  }
  const refresher = new Refresher({
    store,
    safeFetch,
    engine: (job) => Promise.resolve(runJob(job)),
    now: () => clock.now,
    shared: memoryShared(),
  })
  const add = (name: string, more: object = {}) =>
    items.create(
      user,
      { name, body: 'https://example.com/sub', intervalS: 43_200, fromServer: true, ...more },
      clock.now,
    )
  const { id } = await add('one')
  const refresh = async (againMs?: number) => {
    await refresher.refresh(user, id, againMs)
    return items.require(user, id)
  }
  return { store, items, user, id, upstream, clock, refresher, refresh, add }
}

test('what an address answers is served, with traffic', async () => {
  const { refresh, items, user, id } = await start(FORTY)
  expect(await refresh()).toMatchObject({
    lastTry: { at: HOUR, result: 'ok', nodes: 40 },
    good: { at: HOUR, nodes: 40 },
    subscription: { upload: 1, download: 2, total: 10 },
    nextAt: 13 * HOUR,
  })
  expect((await items.find(user, id))?.goodText).toBe(FORTY)
})

describe('the last good text stays, and the owner is told why, when the address answers', () => {
  test.each<[string, Says, object]>([
    ['nothing', '', { lastTry: { result: 'held' }, held: { reason: 'no-nodes' } }],
    ['a web page', '<!DOCTYPE html><title>Sign in', { lastTry: { result: 'failed', failure: 'not-a-subscription' } }],
    [
      'a tenth of its nodes',
      links(4),
      { lastTry: { result: 'held', nodes: 4 }, held: { reason: 'far-fewer', nodes: 4 } },
    ],
    ['garbage', '\u0000\u0001%%%{{{', { lastTry: { result: 'held' }, held: { reason: 'no-nodes' } }],
    ['information alone', 'trojan://p@n.example.com:443#剩余流量：0 GB', { held: { reason: 'only-information' } }],
    ['401', new SafeFetchError('bad-status', { status: 401 }), { lastTry: { failure: 'bad-status', status: 401 } }],
    ['nothing in time', new SafeFetchError('timeout'), { lastTry: { failure: 'timeout' }, failing: { times: 1 } }],
  ])('%s', async (_, says, shown) => {
    const { refresh, upstream, clock, items, user, id } = await start(FORTY)
    await refresh()
    upstream.says = says
    clock.now += 12 * HOUR
    expect(await refresh()).toMatchObject({ good: { at: HOUR, nodes: 40 }, ...shown })
    expect((await items.find(user, id))?.goodText).toBe(FORTY)
  })
})

test('an answer that waits is served at once when its owner takes it', async () => {
  const { refresh, refresher, upstream, clock, items, user, id } = await start(FORTY)
  await refresh()
  upstream.says = links(4)
  clock.now += HOUR
  await refresh()
  const { held } = await items.require(user, id)
  expect(await refresher.adopt((await items.find(user, id))!, 'another one')).toBe(false)
  expect(await refresher.adopt((await items.find(user, id))!, held!.tag)).toBe(true)
  const item = await items.require(user, id)
  expect(item).toMatchObject({ good: { nodes: 4 } })
  expect(item).not.toHaveProperty('held')
  clock.now += HOUR
  expect(await refresh()).toMatchObject({ lastTry: { result: 'ok' }, good: { at: clock.now, nodes: 4 } })
  expect(await refresher.adopt((await items.find(user, id))!, held!.tag)).toBe(false)
})

test('is asked once in ten minutes, and by its owner once in one', async () => {
  const { refresh, upstream, clock } = await start(FORTY)
  await Promise.all([refresh(), refresh(), refresh()])
  expect(upstream.asked).toHaveLength(1)
  clock.now += 59_999
  await refresh(OWNER_ASKS_AGAIN_MS)
  expect(upstream.asked).toHaveLength(1)
  clock.now += 1
  await refresh(OWNER_ASKS_AGAIN_MS)
  expect(upstream.asked).toHaveLength(2)
  clock.now += 9 * MINUTE
  await refresh()
  expect(upstream.asked).toHaveLength(2)
})

test('what somebody was killed in the middle of is asked again after half a minute', async () => {
  const { refresh, upstream, clock, items, user, id } = await start(FORTY)
  expect(await items.claim(user, id, clock.now, HOUR)).toBe(true)
  clock.now += 29_999
  expect(await refresh()).not.toHaveProperty('good')
  clock.now += 1
  expect(await refresh()).toMatchObject({ good: { nodes: 40 } })
  clock.now += 30_000
  await refresh()
  expect(upstream.asked).toHaveLength(1)
})

test('people who subscribe to the same dead address cause one fetch in ten minutes', async () => {
  const { store, items, refresher, upstream, clock } = await start(new SafeFetchError('timeout'))
  for (let person = 0; person < 20; person++) {
    const { id: user } = await addUser(store, `person-${person}`)
    for (let at = 0; at < 50; at++)
      await items.create(
        user,
        { name: `${at}`, body: 'https://dead.example.com/sub', intervalS: 600, fromServer: true },
        HOUR,
      )
  }
  const run = () => refresher.refreshDue(new AbortController().signal)
  for (let minute = 0; minute < 10; minute++) {
    await run()
    clock.now += MINUTE
  }
  // One for the item of the test itself, one for the thousand.
  expect(upstream.asked).toHaveLength(2)
})

test('a server that refuses one name is asked under another', async () => {
  const refused = new SafeFetchError('bad-status', { status: 403 })
  const { refresh, upstream } = await start((agent) => (agent === 'sing-box' ? FORTY : refused))
  expect(await refresh()).toMatchObject({ good: { nodes: 40 } })
  expect(upstream.asked).toEqual(['mihomo', 'sing-box'])
})

test('a name that a person chose is the only one', async () => {
  const { items, user, refresher, upstream, add } = await start(new SafeFetchError('bad-status', { status: 403 }))
  const { id } = await add('two', { userAgent: 'Shadowrocket' })
  await refresher.refresh(user, id)
  expect(upstream.asked).toEqual(['Shadowrocket'])
  expect((await items.require(user, id)).lastTry).toMatchObject({ failure: 'bad-status', status: 403 })
})

test('a server that has no room leaves the item as it was, for a minute', async () => {
  const { refresh, upstream, clock } = await start(new SafeFetchError('busy'))
  const busy = await refresh()
  expect(busy).toMatchObject({ nextAt: HOUR + MINUTE })
  expect(busy).not.toHaveProperty('lastTry')
  upstream.says = FORTY
  clock.now += MINUTE
  expect(await refresh()).toMatchObject({ good: { nodes: 40 } })
})

test('another address is not compared with what the one before it had; its text is served until the new one answers', async () => {
  const { refresh, items, upstream, clock, user, id } = await start(FORTY)
  await refresh()
  await items.change(user, id, { revision: 0, body: 'https://other.example.com/sub' }, clock.now)
  upstream.says = new SafeFetchError('timeout')
  clock.now += HOUR
  await refresh()
  expect((await items.find(user, id))?.goodText).toBe(FORTY)
  upstream.says = links(2)
  clock.now += HOUR
  expect(await refresh()).toMatchObject({ lastTry: { result: 'ok' }, good: { nodes: 2 } })
})

test('an item that cannot be opened holds up no other, and is told of', async () => {
  const { store, items, user, id, refresher, add } = await start(FORTY)
  const other = await add('two')
  await store.database.query.updateTable('subscription_item').set({ body: 'broken' }).where('id', '=', id).execute()
  await expect(refresher.refreshDue(new AbortController().signal)).rejects.toThrow('Items were not refreshed')
  expect((await items.find(user, other.id))?.goodText).toBe(FORTY)
})

test('sources of one person that never answer hold up nobody else', async () => {
  const { store, items, refresher, upstream, add } = await start(FORTY)
  for (let at = 0; at < 40; at++) await add(`slow ${at}`, { body: `https://slow.example.com/${at}` })
  const other = (await addUser(store, 'bob')).id
  const quick = { name: 'quick', body: 'https://quick.example.com/', intervalS: 43_200, fromServer: true }
  const { id } = await items.create(other, quick, 2 * HOUR)
  upstream.waitsFor = (url) => url.includes('slow')
  const stop = new AbortController()
  const run = refresher.refreshDue(stop.signal)
  await expect.poll(async () => (await items.require(other, id)).good?.nodes).toBe(40)
  // Of the item of the test itself, and no more than four of those that are slow.
  expect(upstream.slow).toBeLessThanOrEqual(4)
  stop.abort()
  upstream.end()
  await run
})

test('a server that goes down begins no more of them', async () => {
  const { refresher, upstream } = await start(FORTY)
  await refresher.refreshDue(AbortSignal.abort())
  expect(upstream.asked).toEqual([])
})

test('whoever wants to know hears of a text that is served now, and of one that stays', async () => {
  const { refresh, refresher, upstream, clock, user, id } = await start(FORTY)
  const heard: Refreshed[] = []
  refresher.onRefreshed((refreshed) => (heard.push(refreshed), Promise.resolve()))
  await refresh()
  upstream.says = ''
  clock.now += HOUR
  await refresh()
  expect(heard).toEqual([
    { userId: user, itemId: id, became: 'taken' },
    { userId: user, itemId: id, became: 'unchanged' },
  ])
})

test('whoever wants to know hears of a try that leaves nothing to serve, and of none after there was something', async () => {
  const { refresh, refresher, upstream, clock } = await start(new SafeFetchError('timeout'))
  const heard: string[] = []
  refresher.onRefreshed(({ became }) => (heard.push(became), Promise.resolve()))
  for (const says of ['<html>', FORTY, new SafeFetchError('timeout')]) {
    await refresh()
    upstream.says = says
    clock.now += HOUR
  }
  await refresh()
  expect(heard).toEqual(['missing', 'missing', 'taken', 'unchanged'])
})

test('everybody who wants to know hears of a refresh, after a failure of another one too', async () => {
  const { refresh, refresher } = await start(FORTY)
  const heard: string[] = []
  refresher.onRefreshed(() => (heard.push('first'), Promise.reject(new Error('first fails'))))
  refresher.onRefreshed(() => (heard.push('second'), Promise.resolve()))
  await expect(refresh()).rejects.toThrow('first fails')
  expect(heard).toEqual(['first', 'second'])
})

test('a source that failed is asked again after 10, 30 and 60 minutes, and then after its interval', async () => {
  const { refresher, upstream, clock, items, user, id } = await start(new SafeFetchError('timeout'))
  const asked = () => upstream.asked.length
  const waits: number[] = []
  let failedAt = clock.now
  await refresher.refreshDue(new AbortController().signal)
  for (let before = asked(), minutes = 0; waits.length < 4; minutes++) {
    clock.now += MINUTE
    await refresher.refreshDue(new AbortController().signal)
    expect(minutes).toBeLessThan(24 * 60)
    if (asked() === before) continue
    waits.push((clock.now - failedAt) / MINUTE)
    failedAt = clock.now
    before = asked()
  }
  expect(waits).toEqual([10, 30, 60, 12 * 60])
  upstream.says = FORTY
  clock.now += 12 * HOUR
  await refresher.refreshDue(new AbortController().signal)
  expect(await items.require(user, id)).toMatchObject({ good: { nodes: 40 }, nextAt: clock.now + 12 * HOUR })
})

describe('after the clock was set back a day', () => {
  const later = 100 * HOUR
  const set = async (says: Says = FORTY) => {
    const started = await start(says)
    started.clock.now = later
    await started.refresh()
    started.clock.now = later - 24 * HOUR
    return started
  }

  test('a source is asked by its owner', async () => {
    const { refresh, upstream } = await set()
    await refresh(OWNER_ASKS_AGAIN_MS)
    expect(upstream.asked).toHaveLength(2)
  })

  test('a source is asked by the clock, of which a first look knows nothing else, and then after its interval', async () => {
    const { refresher, upstream, clock, add } = await set()
    await add('two', { body: 'https://example.com/two' })
    clock.now -= 24 * HOUR
    const look = () => refresher.refreshDue(new AbortController().signal)
    await look()
    expect(upstream.asked).toHaveLength(3)
    clock.now += 11 * HOUR
    await look()
    expect(upstream.asked).toHaveLength(3)
    clock.now += HOUR
    await look()
    expect(upstream.asked).toHaveLength(5)
    clock.now -= 24 * HOUR
    await look()
    expect(upstream.asked).toHaveLength(7)
  })
})
