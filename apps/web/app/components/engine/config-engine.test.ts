import { afterEach, expect, test, vi } from 'vitest'
import { ConfigEngine, unlessDropped } from './config-engine.ts'
import { FakeWorker } from './fake-worker.ts'

let threads: FakeWorker[] = []
let asked: string[] = []
let awake: Promise<true> | true = true

/** A worker whose checks end when the test says so. */
function engineOf(check: (text: string) => unknown = (text) => text): ConfigEngine {
  threads = []
  asked = []
  return new ConfigEngine(() => {
    const thread = new FakeWorker({
      check: (text: string) => {
        asked.push(text)
        return check(text)
      },
      addList: (address: string) => void asked.push(address),
      isAwake: () => awake,
    })
    threads.push(thread)
    return thread as unknown as Worker
  })
}

const check = (engine: ConfigEngine, text: string, signal?: AbortSignal) =>
  engine.ask((api) => api.check(text, {}, 'en-US') as Promise<unknown>, signal)

afterEach(() => {
  awake = true
  vi.useRealTimers()
  for (const thread of threads) thread.terminate()
})

test('questions are asked one after the other, and one that was superseded before its turn is never sent', async () => {
  const first = Promise.withResolvers<string>()
  const engine = engineOf((text) => (text === 'a' ? first.promise : text))
  const stop = new AbortController()
  const answers = [check(engine, 'a'), check(engine, 'b', stop.signal).catch(unlessDropped), check(engine, 'c')]
  stop.abort()
  expect(await answers[1]).toBeUndefined()
  first.resolve('done')
  expect(await Promise.all(answers)).toEqual(['done', undefined, 'c'])
  expect([asked, threads.length]).toEqual([['a', 'c'], 1])
})

test('a worker that goes on with what nobody wants is stopped after a while, and the next question is answered anew', async () => {
  const engine = engineOf((text) => (text === 'a' ? new Promise(() => {}) : text))
  const stop = new AbortController()
  const gone = check(engine, 'a', stop.signal).catch(unlessDropped)
  await vi.waitFor(() => expect(asked).toEqual(['a']))
  const next = check(engine, 'b')
  stop.abort()
  expect(await gone).toBeUndefined()
  expect(await next).toBe('b')
  expect([threads.length, threads[0]!.isTerminated]).toEqual([2, true])
})

test('the worker learns a rule list before the next question, once, and so does the worker after it', async () => {
  const engine = engineOf()
  engine.addList('https://l.example.com', 'text')
  await check(engine, 'a')
  await check(engine, 'b')
  engine.stop()
  await check(engine, 'c')
  expect(asked).toEqual(['https://l.example.com', 'a', 'b', 'https://l.example.com', 'c'])
})

test('a worker that is still loading is not stopped for a question that nobody wants, and is never asked it', async () => {
  const loaded = Promise.withResolvers<true>()
  awake = loaded.promise
  const engine = engineOf()
  const stop = new AbortController()
  const gone = check(engine, 'a', stop.signal).catch(unlessDropped)
  const next = check(engine, 'b')
  stop.abort()
  expect(await gone).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 1200))
  loaded.resolve(true)
  expect(await next).toBe('b')
  expect([asked, threads.length]).toEqual([['b'], 1])
})
