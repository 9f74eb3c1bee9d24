import { expect, test } from 'vitest'
import { SafeFetchError } from '../fetch/safe-fetch-error.ts'
import { readSettings } from '../settings.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { RuleLists } from './rule-lists.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const LIST = 'https://lists.example.com/a.yaml'

/** Lists of a host that says what a test wants, and a clock that it moves. */
function start() {
  const host = { says: 'payload:\n  - DOMAIN,a.example.com\n' as string | SafeFetchError, asked: 0 }
  const clock = { now: 100 * DAY }
  const lists = new RuleLists({
    safeFetch: () => {
      host.asked++
      const { says } = host
      if (says instanceof SafeFetchError) return Promise.reject(says)
      return Promise.resolve({ body: Buffer.from(says), contentType: '', stale: false })
    },
    now: () => clock.now,
    settings: readSettings({}),
    shared: memoryShared(),
  })
  /** How often the host is asked in the meantime. */
  const asks = async () => {
    const before = host.asked
    await Promise.all([lists.fetch([LIST]), lists.fetch([LIST])])
    return host.asked - before
  }
  return { host, clock, lists, asks }
}

test('a list is fetched once a day, whoever wants it', async () => {
  const { clock, lists, asks } = start()
  expect([await asks(), await asks()]).toEqual([1, 0])
  clock.now += DAY - 1
  expect(await asks()).toBe(0)
  clock.now += 1
  expect([await asks(), await asks()]).toEqual([1, 0])
  expect(lists.known([LIST])[LIST]).toContain('a.example.com')
})

test('a list that failed is asked for again after ten minutes', async () => {
  const { host, clock, asks } = start()
  host.says = new SafeFetchError('timeout')
  expect([await asks(), await asks()]).toEqual([1, 0])
  clock.now += 10 * MINUTE
  expect(await asks()).toBe(1)
})

test('a list is asked for after the clock was set back, one that failed too', async () => {
  const { host, clock, asks } = start()
  await asks()
  clock.now -= 2 * DAY
  expect([await asks(), await asks()]).toEqual([1, 0])
  clock.now += 2 * DAY
  host.says = new SafeFetchError('timeout')
  await asks()
  clock.now -= 5 * DAY
  expect([await asks(), await asks()]).toEqual([1, 0])
})
