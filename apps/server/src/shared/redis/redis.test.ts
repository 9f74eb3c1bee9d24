import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificate } from '../../../test/certificates.ts'
import { noRedis, startRedis, type TestRedis } from '../../../test/redis-server.ts'
import { describeShared } from '../../../test/shared-contract.ts'
import { KeyRing } from '../../db/key-ring.ts'
import type { Shared } from '../shared.ts'
import { openRedis } from './redis.ts'

let redis: Promise<TestRedis> | undefined
let servers = 0

/** Two copies of one server, which shares its Redis with other servers. */
async function copies() {
  const { url } = await (redis ??= startRedis())
  const log = { info: () => undefined, warn: (...told: unknown[]) => expect.unreachable(JSON.stringify(told)) }
  return twoCopies(url, log)
}

async function twoCopies(url: string, log: Parameters<typeof openRedis>[0]['log']) {
  const keys = new KeyRing([`a secret of a server of this test, ${++servers}`])
  const [one, other] = await Promise.all([openRedis({ url, keys, log }), openRedis({ url, keys, log })])
  onTestFinished(() => {
    one.close()
    other.close()
  })
  return [one, other] as const
}

/** Two copies beside a Redis of their own, and what they log. */
async function ownRedis() {
  const own = await startRedis({ password: 'a password/of@Redis' })
  onTestFinished(own.stop)
  const logged: string[] = []
  const log = (...told: unknown[]) => void logged.push(JSON.stringify(told))
  return { own, logged, both: await twoCopies(own.url, { info: log, warn: log }) }
}

const { signal } = new AbortController()
const RULE = { points: 2, spanMs: 60_000 }
const TEXTS = { ttlMs: 60_000, maxBytes: 100, sizeOf: (value: string) => value.length }
const at = (now: number) => ({ now, leaseMs: 60_000 })

const isShared = async ([one, other]: readonly [Shared, Shared], key: string) => {
  await one.cache('texts', TEXTS).keep(key, 'shared', 0)
  return (await other.cache('texts', TEXTS).find(key, 1)) === 'shared'
}

describe.skipIf(noRedis !== undefined)(`With a Redis${noRedis === undefined ? '' : ` (${noRedis})`}`, () => {
  describeShared('in a Redis', copies, { turnMs: 60 })

  test('it holds no key and no value as it is, and gives none that stands at another place', async () => {
    const {
      own: { url },
      both: [one, other],
    } = await ownRedis()
    const [key, value] = ['https://example.com/secret-key', 'a secret value']
    const cache = one.cache('texts', TEXTS)
    await cache.keep(key, value, 0)
    await cache.keep('another key', 'another value', 0)
    await one.limit('tries', RULE).take(key, 0)
    await one.places('hosts').enter([{ key, most: 1 }], { person: key, waitMs: 0, signal })
    void one.once('work').run(key, () => new Promise(() => undefined))
    await wait(60)
    const client = new Redis(url)
    onTestFinished(() => client.disconnect())
    let text = ''
    for (const name of await client.keys('*')) text += `${name} ${(await client.dumpBuffer(name)).toString('latin1')}\n`
    expect(text).toContain('cache')
    for (const secret of ['example.com', 'secret-key', 'secret value']) expect(text).not.toContain(secret)

    expect(await other.cache('texts', TEXTS).find(key, 1)).toBe(value)
    const [first, second, ...more] = await client.keys('*cache:texts:value*')
    expect(more).toEqual([])
    await client.rename(first!, 'for now')
    await client.rename(second!, first!)
    await client.rename('for now', second!)
    expect(await cache.find(key, 1)).toBeUndefined()
  })

  test('each copy goes on by itself while it is away, and with the others when it is back', async () => {
    const { own, logged, both } = await ownRedis()
    const [one, other] = both
    const limit = one.limit('tries', RULE)
    for (const now of [0, 1]) await limit.take('a', now)
    const lock = await one.locks.take('job', at(0))
    const held = await one.places('hosts').enter([{ key: 'host', most: 1 }], { person: 'a', waitMs: 0, signal })
    expect(await isShared(both, 'before')).toBe(true)

    await own.stop()
    // Nobody has more tries by it.
    expect(await limit.take('a', 2)).toBe(59_998)
    expect(await lock!.renew(at(1))).toBe(false)
    expect(await one.locks.take('other job', at(1))).toBeUndefined()
    expect(await one.once('work').run('a', () => Promise.resolve('done'))).toBe('done')
    const alone = await one.places('hosts').enter([{ key: 'host', most: 1 }], { person: 'a', waitMs: 0, signal })
    expect(typeof alone).toBe('function')
    await one.cache('texts', TEXTS).keep('a', 'here', 0)
    expect(await one.cache('texts', TEXTS).find('a', 1)).toBe('here')
    expect(await isShared(both, 'meanwhile')).toBe(false)
    held!()
    alone!()

    await own.start()
    await vi.waitFor(async () => expect(await isShared(both, 'after')).toBe(true), { timeout: 5000, interval: 100 })
    expect(await one.locks.take('job', at(2))).toBeDefined()
    expect(await other.limit('tries', RULE).take('a', 3)).toBe(0)
    const again = await other.places('hosts').enter([{ key: 'host', most: 1 }], { person: 'b', waitMs: 0, signal })
    expect(typeof again).toBe('function')
    // Two copies, each once.
    expect(logged.filter((line) => line.includes('Redis is away'))).toHaveLength(2)
    await vi.waitFor(() => expect(logged.filter((line) => line.includes('Redis is back:'))).toHaveLength(2))
    expect(logged.join()).not.toMatch(/a password|a%20password/)
  })

  test('nobody waits long for one that says nothing', async () => {
    const { own, both } = await ownRedis()
    const limit = both[0].limit('tries', RULE)
    await limit.take('a', 0)
    own.pause()
    const start = performance.now()
    expect([await limit.take('a', 1), await limit.take('a', 2), await limit.take('a', 3)]).toEqual([0, 59_998, 59_997])
    expect(performance.now() - start).toBeLessThan(2500)
    own.goOn()
    await vi.waitFor(async () => expect(await isShared(both, 'after')).toBe(true), { timeout: 8000, interval: 100 })
  })

  test('a copy that was killed leaves its places and its work within seconds', { timeout: 20_000 }, async () => {
    const [one, other] = await copies()
    const wanted = [{ key: 'host', most: 1 }]
    await one.places('hosts').enter(wanted, { person: 'a', waitMs: 0, signal })
    void one.once('work').run('a', () => new Promise(() => undefined))
    await wait(60)
    one.close()
    const [leave, done] = await Promise.all([
      other.places('hosts').enter(wanted, { person: 'b', waitMs: 10_000, signal }),
      other.once('work').run('a', () => Promise.resolve('done')),
    ])
    expect([typeof leave, done]).toEqual(['function', 'done'])
  })

  test('others hear what a copy tells, within a second', async () => {
    const [one, other] = await copies()
    const heard: unknown[] = []
    const [here, there] = [vi.fn(), (what: string | undefined) => void heard.push(what)]
    await vi.waitFor(() => expect([one.notices.areHeard(), other.notices.areHeard()]).toEqual([true, true]), {
      timeout: 3000,
    })
    one.notices.listen('lists', here)
    other.notices.listen('lists', there)
    one.notices.tell('lists', 'a')
    one.notices.tell('something else', 'b')
    await vi.waitFor(() => expect(heard).toEqual(['a']), { timeout: 1000 })
    expect(here).not.toHaveBeenCalled()
  })

  test('what is said in it that is no message of a copy does nothing', async () => {
    const { own, both } = await ownRedis()
    const heard = vi.fn()
    both[1].notices.listen('lists', heard)
    await vi.waitFor(() => expect(both[1].notices.areHeard()).toBe(true), { timeout: 3000 })
    heard.mockClear()
    const client = new Redis(own.url)
    onTestFinished(() => client.disconnect())
    const [channel = ''] = (await client.pubsub('CHANNELS')) as string[]
    for (const said of [
      '',
      '{',
      'null',
      '[]',
      '[1]',
      '["error"]',
      '["error","a","b"]',
      '["back"]',
      `[${'['.repeat(9999)}`,
    ])
      expect(await client.publish(channel, said)).toBe(2)
    both[0].notices.tell('lists', 'a')
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('a'), { timeout: 1000 })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('one whose certificate nobody vouches for is not used', async () => {
    const own = await startRedis({ tls: await makeCertificate({ host: 'localhost' }) })
    onTestFinished(own.stop)
    const warn = vi.fn()
    const keys = new KeyRing(['a secret of a server of this test, over TLS'])
    const shared = await openRedis({ url: own.url, keys, log: { info: () => undefined, warn } })
    onTestFinished(shared.close)
    expect(warn).toHaveBeenCalledExactlyOnceWith({ reason: expect.stringMatching(/self[- ]signed/) }, expect.anything())
  })

  test('a copy that did not hear for a while is told so, and hears what was told meanwhile', async () => {
    const { own, both } = await ownRedis()
    const [one, other] = both
    await vi.waitFor(() => expect(other.notices.areHeard()).toBe(true), { timeout: 3000 })
    const heard: unknown[] = []
    other.notices.listen('lists', (what) => void heard.push(what))
    await own.stop()
    await vi.waitFor(() => expect(other.notices.areHeard()).toBe(false), { timeout: 4000 })
    one.notices.tell('lists', 'a')
    expect(heard).toEqual([])
    await own.start()
    await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(['a', undefined])), { timeout: 6000 })
    expect(other.notices.areHeard()).toBe(true)
  })

  test('one that does not let the server in is an error, which says nothing of the password', async () => {
    const { url } = (await ownRedis()).own
    const keys = new KeyRing(['a secret of a server of this test, with another password'])
    const log = { info: () => undefined, warn: () => undefined }
    const wrong = url.replace('%2Fof', '%2Fanother')
    await expect(openRedis({ url: wrong, keys, log })).rejects.toThrow(/^WRONGPASS(?!.*another)/)
    await expect(openRedis({ url: url.replace(/:[^:]*@/, ''), keys, log })).rejects.toThrow(/^NOAUTH/)
  })

  test('a server begins without one, and shares as soon as it is there', async () => {
    const own = await startRedis()
    onTestFinished(own.stop)
    await own.stop()
    const log = { info: vi.fn(), warn: vi.fn() }
    const both = await twoCopies(own.url, log)
    expect(log.warn).toHaveBeenCalledTimes(2)
    expect(await both[0].limit('tries', RULE).take('a', 0)).toBe(0)
    await own.start()
    await vi.waitFor(async () => expect(await isShared(both, 'after')).toBe(true), { timeout: 5000, interval: 100 })
  })
})
