import { describe, expect, test } from 'vitest'
import type { Shared } from '../src/shared/shared.ts'

/** Two copies of a server that share what is in `shared/`, with nothing in it. */
type Copies = () => Promise<readonly [Shared, Shared]>

/** Until what one copy did is known to the other. */
let turn = () => new Promise((resolve) => setTimeout(resolve, 5))
const { signal } = new AbortController()

const wanted = (...keys: string[]) => keys.map((key) => ({ key, most: 1 }))
/** So many of ten. */
const someOf = (count: number) => [{ key: 'all', most: 10, count }]
const at = (now: number) => ({ now, leaseMs: 1000 })

/** Work that ends when a test says so. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const stopped: string[] = []
  let begun = 0
  const work = (stop: AbortSignal) => {
    begun++
    stop.addEventListener('abort', () => stopped.push('stopped'))
    return promise
  }
  return { work, resolve, reject, stopped, begun: () => begun }
}

/** What every version of `shared/` keeps to. */
export function describeShared(title: string, copies: Copies, { turnMs = 5 } = {}): void {
  turn = () => new Promise((resolve) => setTimeout(resolve, turnMs))
  describe(title, () => {
    describe('a limit', () => limits(copies))
    describe('places', () => places(copies))
    describe('a lock', () => locks(copies))
    describe('work that is done once', () => once(copies))
    describe('a cache', () => caches(copies))
  })
}

function limits(copies: Copies): void {
  const RULE = { points: 2, spanMs: 1000 }

  test('counts each key for itself, for all copies, and anew after its span', async () => {
    const [one, other] = await copies()
    const here = one.limit('tries', RULE)
    const there = other.limit('tries', RULE)
    expect([await here.take('a', 100), await there.take('a', 600), await here.take('a', 700)]).toEqual([0, 0, 400])
    expect(await there.take('b', 700)).toBe(0)
    expect(await there.take('a', 1099)).toBe(1)
    expect([await here.take('a', 1100), await here.take('a', 1200), await there.take('a', 1300)]).toEqual([0, 0, 800])
  })

  test('knows nothing of another limit', async () => {
    const [one] = await copies()
    const once = { points: 1, spanMs: 1000 }
    expect(await one.limit('x', once).take('a', 0)).toBe(0)
    expect(await one.limit('y', once).take('a', 0)).toBe(0)
    expect(await one.limit('x', once).take('a', 0)).toBe(1000)
  })

  test('is not held up by what was one too many', async () => {
    const limit = (await copies())[0].limit('tries', RULE)
    for (const at of [0, 1, 2, 3, 999]) await limit.take('a', at)
    expect([await limit.take('a', 1000), await limit.take('a', 1000), await limit.take('a', 1000)]).toEqual([
      0, 0, 1000,
    ])
  })

  test('forgets a key', async () => {
    const [one, other] = await copies()
    const limit = one.limit('tries', RULE)
    for (const at of [0, 1, 2]) await limit.take('a', at)
    await other.limit('tries', RULE).forget('a')
    expect(await limit.take('a', 3)).toBe(0)
  })

  test('locks nobody out after the clock was set back', async () => {
    const limit = (await copies())[0].limit('tries', RULE)
    for (const at of [86_400_000, 86_400_001]) await limit.take('a', at)
    expect([await limit.take('a', 5), await limit.take('a', 6), await limit.take('a', 7)]).toEqual([0, 0, 998])
  })

  test('tells keys apart that look alike', async () => {
    const limit = (await copies())[0].limit('tries', { points: 1, spanMs: 1000 })
    for (const key of ['', 'a', 'a:b', '__proto__', 'a\u0000b', '*']) expect(await limit.take(key, 0)).toBe(0)
  })
}

function places(copies: Copies): void {
  const patience = { person: 'a', waitMs: 5000, signal }

  test('are taken by so many at once, of all copies', async () => {
    const [one, other] = await copies()
    const both = [{ key: 'host', most: 2 }]
    const first = await one.places('hosts').enter(both, patience)
    const second = await other.places('hosts').enter(both, patience)
    const third = one.places('hosts').enter(both, { ...patience, waitMs: 20 })
    expect([typeof first, typeof second, await third]).toEqual(['function', 'function', undefined])
    first!()
    expect(typeof (await other.places('hosts').enter(both, patience))).toBe('function')
  })

  test('are taken together or not at all', async () => {
    const [{ places: open }] = await copies()
    const all = open('hosts')
    const leave = await all.enter(wanted('a'), patience)
    expect(await all.enter(wanted('b', 'a'), { ...patience, waitMs: 20 })).toBeUndefined()
    expect(typeof (await all.enter(wanted('b'), patience))).toBe('function')
    leave!()
    expect(typeof (await all.enter(wanted('a'), patience))).toBe('function')
  })

  test('go to who waits longest, and to who comes after where that one waits for another place', async () => {
    const [one, other] = await copies()
    const all = one.places('hosts')
    const leaveA = await all.enter(wanted('a'), patience)
    await all.enter(wanted('b'), patience)
    const got: string[] = []
    const ask = async (from: Shared, name: string, ...keys: string[]) => {
      const leave = await from.places('hosts').enter(wanted(...keys), { ...patience, waitMs: 200 })
      if (leave) got.push(name)
      return leave
    }
    const waiting: Promise<(() => void) | undefined>[] = []
    for (const [from, name, ...keys] of [
      [one, 'waits for both', 'a', 'b'],
      [one, 'first', 'a'],
      [other, 'second', 'a'],
    ] as const) {
      waiting.push(ask(from, name, ...keys))
      await turn()
    }
    leaveA!()
    await turn()
    expect(got).toEqual(['first'])
    ;(await waiting[1])!()
    await Promise.all(waiting)
    expect(got).toEqual(['first', 'second'])
  })

  test('go to people by turns, however many of one person wait', async () => {
    const [one, other] = await copies()
    const all = one.places('hosts')
    const leave = await all.enter(wanted('a'), patience)
    const got: string[] = []
    const ask = async (from: Shared, person: string) => {
      const left = await from.places('hosts').enter(wanted('a'), { ...patience, person })
      got.push(person)
      left!()
    }
    const waiting: Promise<void>[] = []
    for (const person of ['many', 'many', 'many', 'many', 'one']) {
      waiting.push(ask(person === 'one' ? other : one, person))
      await turn()
    }
    leave!()
    await Promise.all(waiting)
    expect(got).toEqual(['many', 'one', 'many', 'many', 'many'])
  })

  test('may be taken several at once', async () => {
    const all = (await copies())[0].places('bytes')
    const leave = await all.enter(someOf(7), patience)
    expect(await all.enter(someOf(4), { ...patience, waitMs: 20 })).toBeUndefined()
    expect(typeof (await all.enter(someOf(3), patience))).toBe('function')
    const waits = all.enter(someOf(6), patience)
    leave!()
    expect(typeof (await waits)).toBe('function')
  })

  test('are left once, however often that is said', async () => {
    const all = (await copies())[0].places('hosts')
    const leave = await all.enter(wanted('a'), patience)
    leave!()
    await turn()
    await all.enter(wanted('a'), patience)
    leave!()
    await turn()
    expect(await all.enter(wanted('a'), { ...patience, waitMs: 20 })).toBeUndefined()
  })

  test('are not waited for by who has gone', async () => {
    const all = (await copies())[0].places('hosts')
    const leave = await all.enter(wanted('a'), patience)
    const stop = new AbortController()
    const gone = all.enter(wanted('a'), { ...patience, signal: stop.signal })
    stop.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    leave!()
    await turn()
    expect(typeof (await all.enter(wanted('a'), patience))).toBe('function')
  })
}

function locks(copies: Copies): void {
  test('is held by one of all copies until it is released', async () => {
    const [one, other] = await copies()
    const held = await one.locks.take('job', at(0))
    expect(await other.locks.take('job', at(1))).toBeUndefined()
    expect(await other.locks.take('other job', at(1))).toBeDefined()
    await held!.release()
    expect(await other.locks.take('job', at(2))).toBeDefined()
  })

  test('ends with its lease, and is then nothing to who had it', async () => {
    const [one, other] = await copies()
    const lost = await one.locks.take('job', at(0))
    expect(await other.locks.take('job', at(999))).toBeUndefined()
    const held = await other.locks.take('job', at(1000))
    expect(held).toBeDefined()
    expect(await lost!.renew(at(1001))).toBe(false)
    await lost!.release()
    expect(await one.locks.take('job', at(1002))).toBeUndefined()
    expect(await held!.renew(at(1003))).toBe(true)
  })

  test('is held on by who renews it, and not by who comes too late for that', async () => {
    const [one, other] = await copies()
    const held = await one.locks.take('job', at(0))
    expect(await held!.renew(at(900))).toBe(true)
    expect(await other.locks.take('job', at(1899))).toBeUndefined()
    expect(await held!.renew(at(1900))).toBe(false)
  })

  test('is not held for long after the clock was set back', async () => {
    const [one, other] = await copies()
    await one.locks.take('job', at(86_400_000))
    expect(await other.locks.take('job', at(5))).toBeDefined()
  })
}

function once(copies: Copies): void {
  test('is shared by all who ask while it is under way, and begins anew for who asks later', async () => {
    const [{ once: open }] = await copies()
    const { work, resolve, begun } = held()
    const all = ['a', 'a', 'a', 'b'].map((key) => open<string>('work').run(key, work))
    await turn()
    expect(begun()).toBe(2)
    resolve('done')
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
    expect(await open<string>('work').run('a', () => Promise.resolve('anew'))).toBe('anew')
  })

  test('fails for all who asked, and for nobody who asks later', async () => {
    const [{ once: open }] = await copies()
    const { work, reject } = held()
    const both = [open<string>('work').run('a', work), open<string>('work').run('a', work)]
    await turn()
    reject(new Error('failed'))
    for (const each of await Promise.allSettled(both)) expect(each).toMatchObject({ reason: { message: 'failed' } })
    const thrown = open<string>('work').run('a', () => {
      throw new Error('thrown')
    })
    await expect(thrown).rejects.toThrow('thrown')
    expect(await open<string>('work').run('a', () => Promise.resolve('anew'))).toBe('anew')
  })

  test('goes on while somebody waits, and is told to stop when all have left', async () => {
    const [{ once: open }] = await copies()
    const { work, stopped, begun } = held()
    const stops = [new AbortController(), new AbortController()]
    const both = stops.map((stop) => open<string>('work').run('a', work, stop.signal))
    await turn()
    stops[0]!.abort(new Error('first has gone'))
    await expect(both[0]).rejects.toThrow('first has gone')
    expect(stopped).toEqual([])
    stops[1]!.abort(new Error('second has gone'))
    await expect(both[1]).rejects.toThrow('second has gone')
    expect([begun(), stopped]).toEqual([1, ['stopped']])
    expect(await open<string>('work').run('a', () => Promise.resolve('anew'))).toBe('anew')
  })

  test('is under way in one copy at a time', async () => {
    const [one, other] = await copies()
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await turn()
      running--
    }
    await Promise.all([one, other, one, other].map(({ once: open }) => open<void>('work').run('a', work)))
    expect(most).toBe(1)
  })
}

function caches(copies: Copies): void {
  const RULE = { ttlMs: 1000, maxBytes: 100, sizeOf: (value: string) => value.length }

  test('gives back what any copy kept, until it is too old', async () => {
    const [one, other] = await copies()
    await one.cache('texts', RULE).keep('a', 'value', 0)
    const there = other.cache('texts', RULE)
    expect([await there.find('a', 999), await there.find('a', 1000), await there.find('b', 0)]).toEqual([
      'value',
      undefined,
      undefined,
    ])
    expect(await other.cache('other texts', RULE).find('a', 0)).toBeUndefined()
  })

  test('gives back what is young enough for who asks', async () => {
    const cache = (await copies())[0].cache('texts', RULE)
    await cache.keep('a', 'value', 0)
    expect([await cache.find('a', 99, 100), await cache.find('a', 100, 100)]).toEqual(['value', undefined])
    expect([await cache.find('a', 999, 5000), await cache.find('a', 1000, 5000)]).toEqual(['value', undefined])
  })

  test('keeps the newest value of a key, until it is forgotten', async () => {
    const [one, other] = await copies()
    const cache = one.cache('texts', RULE)
    await cache.keep('a', 'old', 0)
    await other.cache('texts', RULE).keep('a', 'new', 500)
    expect(await cache.find('a', 1400)).toBe('new')
    await cache.forget('a')
    expect(await other.cache('texts', RULE).find('a', 1400)).toBeUndefined()
  })

  test('gives back nothing that was kept before the clock was set back, and what a copy kept whose clock is ahead', async () => {
    const [one, other] = await copies()
    await one.cache('texts', RULE).keep('old', 'value', 86_400_000)
    await one.cache('texts', RULE).keep('ahead', 'value', 20_000)
    const there = other.cache('texts', RULE)
    expect([await there.find('old', 5), await there.find('ahead', 5)]).toEqual([undefined, 'value'])
  })

  test('keeps bytes as they are', async () => {
    const cache = (await copies())[0].cache('bodies', {
      ttlMs: 1000,
      maxBytes: 100,
      sizeOf: ({ body }: { body: Buffer; size?: number }) => body.length,
    })
    await cache.keep('a', { body: Buffer.from([0, 255, 128]), size: 3 }, 0)
    expect(await cache.find('a', 1)).toEqual({ body: Buffer.from([0, 255, 128]), size: 3 })
  })

  test('forgets what is too old, and nothing else', async () => {
    const [shared] = await copies()
    const cache = shared.cache('texts', RULE)
    await cache.keep('old', 'value', 0)
    await cache.keep('young', 'value', 500)
    await shared.forgetOld(1000)
    expect([await cache.find('old', 1000), await cache.find('young', 1000)]).toEqual([undefined, 'value'])
  })
}
