import { afterEach, describe, expect, test } from 'vitest'
import type { EngineError } from '../shared/engine-error.ts'
import { startEngine } from './engine.ts'
import type { Reported } from './test-worker.ts'
import { type PoolLimits, WorkerPool } from './worker-pool.ts'

const script = new URL('test-worker.ts', import.meta.url)
const pools: WorkerPool<Reported, number>[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())))

function pool(limits: Partial<PoolLimits> = {}) {
  const made = new WorkerPool<Reported, number>(script, { workers: 2, jobMs: 400, heapMb: 64, ...limits })
  pools.push(made)
  return made
}

const ME = { person: 'me' }
const OTHER = { person: 'other' }

const outcome = (work: Promise<number>): Promise<string> =>
  work.then(
    () => 'done',
    (error: EngineError) => error.reason,
  )

describe('a job that goes wrong fails alone', () => {
  test.each<[reported: Reported, reason: string]>([
    ['loop', 'timeout'],
    ['eat', 'memory'],
    ['throw', 'crashed'],
    ['exit', 'crashed'],
    ['recurse', 'crashed'],
  ])('%s ends as %s, while the job beside it and the one after it are done', async (reported, reason) => {
    const threads = pool({ jobMs: reported === 'eat' ? 20_000 : 400 })
    const all = [threads.run(reported, ME), threads.run({ waitMs: 200 }, OTHER), threads.run('answer', OTHER)]
    expect(await Promise.all(all.map(outcome))).toEqual([reason, 'done', 'done'])
    expect(await outcome(threads.run('answer', ME))).toBe('done')
  })
})

test('a job that waits for a processor has its time still, and one that takes none ends by the clock', async () => {
  expect(await outcome(pool({ jobMs: 100 }).run({ waitMs: 500 }, ME))).toBe('done')
  expect(await outcome(pool({ jobMs: 100, clockMs: 300 }).run({ waitMs: 60_000 }, ME))).toBe('timeout')
})

test('threads are used again, and there are no more of them than the limit', async () => {
  const threads = pool()
  const used = await Promise.all(Array.from({ length: 8 }, (_, at) => threads.run({ waitMs: 20 }, at % 2 ? ME : OTHER)))
  expect(new Set(used).size).toBe(2)
})

test('when too many wait the next one is told so at once', async () => {
  const threads = pool({ workers: 1, waiting: 1 })
  const all = [threads.run({ waitMs: 200 }, ME), threads.run('answer', ME), threads.run('answer', ME)]
  expect(await Promise.all(all.map(outcome))).toEqual(['done', 'done', 'busy'])
})

test('somebody who asks for everything holds half of the threads, and the others wait for nobody', async () => {
  const threads = pool({ jobMs: 20_000 })
  const stop = new AbortController()
  const many = Array.from({ length: 20 }, () => outcome(threads.run('loop', { ...ME, signal: stop.signal })))
  expect(await outcome(threads.run('answer', OTHER))).toBe('done')
  stop.abort()
  expect(new Set(await Promise.all(many))).toEqual(new Set(['cancelled']))
})

test('whoever had a thread ended waits for the next one, and the others wait for nobody', async () => {
  const threads = pool()
  const ended = await Promise.all([outcome(threads.run('loop', ME)), outcome(threads.run('answer', OTHER))])
  expect(ended).toEqual(['timeout', 'done'])
  const done: string[] = []
  const ask = ({ person }: typeof ME) => threads.run('answer', { person }).then(() => done.push(person))
  await Promise.all([ME, OTHER].map(ask))
  expect(done).toEqual(['other', 'me'])
})

test('people take turns at a thread', async () => {
  const threads = pool({ workers: 1 })
  const done: string[] = []
  const ask = (person: string) => threads.run({ waitMs: 5 }, { person }).then(() => done.push(person))
  await Promise.all(['many', 'many', 'many', 'many', 'one'].map(ask))
  // The first one waited for nobody.
  expect(done).toEqual(['many', 'many', 'one', 'many', 'many'])
})

test('when too many wait it is one of those with whom most wait that is told so', async () => {
  const threads = pool({ workers: 1, waiting: 2 })
  const all = [ME, ME, ME, OTHER].map((person) => outcome(threads.run({ waitMs: 50 }, person)))
  expect(await Promise.all(all)).toEqual(['done', 'done', 'busy', 'done'])
})

test('a job that nobody wants any more is ended, whether it waits or runs', async () => {
  const threads = pool({ workers: 1, jobMs: 20_000, leftMs: 200 })
  const stop = new AbortController()
  const asker = { ...ME, signal: stop.signal }
  const all = [threads.run('loop', asker), threads.run('answer', asker), threads.run('answer', ME)]
  stop.abort()
  expect(await Promise.all(all.map(outcome))).toEqual(['cancelled', 'cancelled', 'done'])
  expect(await outcome(threads.run('answer', asker))).toBe('cancelled')
})

test('a thread is kept where the job that nobody wants any more comes to its end soon', async () => {
  const threads = pool({ workers: 1 })
  const thread = await threads.run('answer', ME)
  const stop = new AbortController()
  const left = outcome(threads.run({ waitMs: 50 }, { ...ME, signal: stop.signal }))
  stop.abort()
  expect(await left).toBe('cancelled')
  expect(await threads.run('answer', ME)).toBe(thread)
})

test('stopping lets what runs come to its end, and refuses the rest', async () => {
  const threads = pool({ workers: 1 })
  const all = [threads.run({ waitMs: 300 }, ME), threads.run('answer', ME)].map(outcome)
  await threads.stop()
  expect(await Promise.all([...all, outcome(threads.run('answer', ME))])).toEqual(['done', 'stopped', 'stopped'])
})

test('the engine converts in a thread, an error for the reader comes through as one, and each kind of job gives what it is asked for', async () => {
  const { engine, stop } = startEngine()
  const text = 'trojan://password@a.example.com:443#One'
  const done = await engine({ kind: 'convert', sources: [{ name: 'text', text }], options: { to: 'links' } }, ME)
  expect(done).toMatchObject({ text: expect.stringContaining('a.example.com'), report: { entries: 1, output: 1 } })
  const none = await engine(
    { kind: 'convert', sources: [{ name: 'text', text: 'nothing' }], options: { to: 'mihomo' } },
    ME,
  )
  expect(none).toMatchObject({ error: 'no-nodes', report: { entries: 1, skipped: 1 } })
  expect(await engine({ kind: 'count', text }, ME)).toMatchObject({ nodes: 1, information: 0 })
  const plan = await engine({ kind: 'plan', recipe: 'no recipe', to: 'mihomo', lang: 'en-US' }, ME)
  expect(plan).toEqual({ wrong: 'recipe' })
  await stop()
})
