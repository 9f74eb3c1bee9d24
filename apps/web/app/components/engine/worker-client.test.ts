import { describe, expect, test } from 'vitest'
import { FakeWorker } from './fake-worker.ts'
import { WorkerClient, type WorkerEnd } from './worker-client.ts'

interface Api {
  double: (value: number) => number
  never: () => Promise<number>
}

function clientOfThreads() {
  const threads: FakeWorker[] = []
  const ends: WorkerEnd[] = []
  const start = () => {
    const thread = new FakeWorker({ double: (value: number) => value * 2, never: () => new Promise(() => {}) })
    threads.push(thread)
    return thread as unknown as Worker
  }
  return { client: new WorkerClient<Api>(start, (end) => ends.push(end)), threads, ends }
}

describe('a worker', () => {
  test('starts when it is first asked, once', async () => {
    const { client, threads } = clientOfThreads()
    expect(threads).toHaveLength(0)
    expect(await Promise.all([client.ask((api) => api.double(2)), client.ask((api) => api.double(3))])).toEqual([4, 6])
    expect(threads).toHaveLength(1)
    client.stop()
  })

  test.each<[what: string, event: Event, end: WorkerEnd]>([
    ['whose script did not load', new Event('error'), 'unloaded'],
    ['that broke', new ErrorEvent('error', { message: 'out of memory' }), 'crashed'],
  ])('%s fails everybody who waits, and starts anew when it is asked again', async (_, event, end) => {
    const { client, threads, ends } = clientOfThreads()
    const answers = [client.ask((api) => api.never()), client.ask((api) => api.never())]
    threads[0]!.dispatchEvent(event)
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ name: 'WorkerGone' })
    expect(ends).toEqual([end])
    expect(threads[0]!.isTerminated).toBe(true)
    expect(await client.ask((api) => api.double(4))).toBe(8)
    expect(threads).toHaveLength(2)
    client.stop()
  })

  test('that is stopped says so once, and what it did before is of no matter', async () => {
    const { client, threads, ends } = clientOfThreads()
    const answer = client.ask((api) => api.never())
    client.stop()
    client.stop()
    await expect(answer).rejects.toMatchObject({ name: 'WorkerGone' })
    expect(await client.ask((api) => api.double(5))).toBe(10)
    threads[0]!.dispatchEvent(new Event('error'))
    expect(ends).toEqual(['stopped'])
    expect(await client.ask((api) => api.double(6))).toBe(12)
    client.stop()
  })
})
