import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAlone } from './locks.ts'
import { MemoryLocks } from './memory/locks.ts'

const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { signal } = new AbortController()
const alone = { name: 'job', now: Date.now, signal }

/** Work that ends when a test says so, and what its signal says. */
function longWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const said: string[] = []
  const work = (stop: AbortSignal) => {
    said.push('begins')
    stop.addEventListener('abort', () => said.push('stopped'))
    return promise
  }
  return { work, end: resolve, said }
}

test('work runs in one copy at a time, however long it takes', async () => {
  const locks = new MemoryLocks()
  const { work, end, said } = longWork()
  const first = runAlone(locks, alone, work)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  await runAlone(locks, alone, work)
  expect(said).toEqual(['begins'])
  end()
  await first
  await runAlone(locks, alone, work)
  expect(said).toEqual(['begins', 'begins'])
})

test('work that fails leaves no lock', async () => {
  const locks = new MemoryLocks()
  await expect(runAlone(locks, alone, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  const { work, end, said } = longWork()
  end()
  await runAlone(locks, alone, work)
  expect(said).toEqual(['begins'])
})

test.each([
  ['was lost', () => Promise.resolve(false)],
  ['cannot be renewed', () => Promise.reject(new Error('gone'))],
])('work is told to stop when its lock %s, and when the server does', async (_name, renew) => {
  const release = () => Promise.resolve()
  const { work, end, said } = longWork()
  const running = runAlone({ take: () => Promise.resolve({ renew, release }) }, alone, work)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said).toEqual(['begins', 'stopped'])
  const stop = new AbortController()
  const other = longWork()
  const stopping = runAlone(new MemoryLocks(), { ...alone, signal: stop.signal }, other.work)
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  expect(other.said).toEqual(['begins', 'stopped'])
  for (const each of [end, other.end]) each()
  await Promise.all([running, stopping])
})
