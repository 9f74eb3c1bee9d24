import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { noRedis, startRedis } from '../../test/redis-server.ts'
import { KeyRing } from '../db/key-ring.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { openRedis } from '../shared/redis/redis.ts'
import type { Shared } from '../shared/shared.ts'
import { type Job, Scheduler } from './scheduler.ts'

const EVERY_MS = 300

/** A clock that a test moves. */
class Clock {
  #time = 0
  readonly #timers = new Set<{ at: number; callback: () => void }>()
  readonly now = () => this.#time

  readonly setTimer = (callback: () => void, ms: number) => {
    const timer = { at: this.#time + ms, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  async move(ms: number): Promise<void> {
    for (const end = this.#time + ms; this.#time < end; this.#time++) await this.#ring()
    await this.#ring()
  }

  async #ring(): Promise<void> {
    for (const timer of this.#timers) {
      if (timer.at > this.#time) continue
      this.#timers.delete(timer)
      timer.callback()
    }
    // What a job awaits comes to its end before the clock moves on.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const start = (...jobs: Job[]) => startCopy(memoryShared(), ...jobs)

function startCopy(shared: Shared, ...jobs: Job[]) {
  const lines: string[] = []
  const clock = new Clock()
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const scheduler = new Scheduler({ log, shared, now: clock.now, setTimer: clock.setTimer })
  for (const job of jobs) scheduler.add(job)
  return { clock, scheduler, lines }
}

test('a job runs once an interval, for the first time after one', async () => {
  const times: number[] = []
  const { clock } = start({ name: 'a', everyMs: 10, isOf: 'all copies', run: () => void times.push(clock.now()) })
  await clock.move(35)
  expect(times).toEqual([10, 20, 30])
})

test('a job that takes longer than its interval never runs twice at once', async () => {
  const times: string[] = []
  const { clock } = start({
    name: 'slow',
    everyMs: 10,
    isOf: 'all copies',
    run: () => {
      times.push(`begins ${clock.now()}`)
      return new Promise<void>((resolve) => clock.setTimer(resolve, 25)).then(
        () => void times.push(`ends ${clock.now()}`),
      )
    },
  })
  await clock.move(50)
  expect(times.slice(0, 3)).toEqual(['begins 10', 'ends 35', 'begins 40'])
})

test('a failure is logged with the name of its job, and both that job and others run again', async () => {
  let others = 0
  const { clock, lines } = start(
    { name: 'broken', everyMs: 10, isOf: 'all copies', run: () => Promise.reject(new Error('no disk')) },
    { name: 'other', everyMs: 10, isOf: 'all copies', run: () => void others++ },
  )
  await clock.move(25)
  expect(others).toBe(2)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { job: 'broken', err: { message: 'no disk' } },
    { job: 'broken', err: { message: 'no disk' } },
  ])
})

test('stopping tells a job that runs, waits for its end, and starts no other', async () => {
  const said: string[] = []
  const { clock, scheduler } = start(
    {
      name: 'long',
      everyMs: 10,
      isOf: 'all copies',
      run: (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            said.push('told')
            setTimeout(() => {
              said.push('ended')
              resolve()
            }, 20)
          }),
        ),
    },
    { name: 'later', everyMs: 20, isOf: 'all copies', run: () => void said.push('started') },
  )
  await clock.move(10)
  await scheduler.stop()
  said.push('stopped')
  await clock.move(100)
  expect(said).toEqual(['told', 'ended', 'stopped'])
})

test('what is done for all copies runs in one of them at a time, and what each does for itself in each', async () => {
  const runs: string[] = []
  const jobsOf = (copy: string): Job[] => [
    {
      name: 'for all',
      everyMs: 10,
      isOf: 'all copies',
      run: async () => {
        runs.push(`${copy} begins`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        runs.push(`${copy} ends`)
      },
    },
    { name: 'for itself', everyMs: 10, isOf: 'each copy', run: () => void runs.push(copy) },
  ]
  const shared = memoryShared()
  const copies = [startCopy(shared, ...jobsOf('one')), startCopy(shared, ...jobsOf('other'))]
  await Promise.all(copies.map(({ clock }) => clock.move(10)))
  await Promise.all(copies.map(({ scheduler }) => scheduler.stop()))
  expect(runs.toSorted()).toEqual(['one', 'one begins', 'one ends', 'other'])
})

test('what one copy did in an interval is done, however long before the others it began', async () => {
  const runs: string[] = []
  const shared = memoryShared()
  const copy = (name: string) =>
    startCopy(shared, { name: 'job', everyMs: 100, isOf: 'all copies', run: () => void runs.push(name) })
  const [one, other] = [copy('one'), copy('other')]
  await one.clock.move(100)
  await other.clock.move(100)
  await one.clock.move(100)
  expect(runs).toEqual(['one', 'one'])
})

test.skipIf(noRedis !== undefined)(
  'three copies with a Redis do a job once an interval, and none while it is away',
  async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const keys = new KeyRing(['a secret of the copies of this test, long enough'])
    const log = pino({ level: 'silent' })
    const runs: number[] = []
    for (let copy = 0; copy < 3; copy++) {
      const shared = await openRedis({ url: redis.url, keys, log })
      const scheduler = new Scheduler({ log, shared, now: Date.now })
      onTestFinished(async () => {
        await scheduler.stop()
        shared.close()
      })
      scheduler.add({ name: 'job', everyMs: EVERY_MS, isOf: 'all copies', run: () => void runs.push(Date.now()) })
      await wait(EVERY_MS / 5)
    }
    await wait(EVERY_MS * 5)
    expect(runs.length).toBeGreaterThan(2)
    const gaps = runs.slice(1).map((at, index) => at - runs[index]!)
    // A timer may ring a little early.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(EVERY_MS * 0.85)
    await redis.stop()
    const before = runs.length
    await wait(EVERY_MS * 3)
    expect(runs.length).toBe(before)
  },
)
