import { proxy } from 'comlink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeWorker } from '../../components/engine/fake-worker.ts'
import { list } from '../../workers/tasks/list.ts'
import { result } from '../../workers/tasks/result.ts'
import { YardSession } from './yard-session.ts'
import type { YardEvent } from './yard-state.ts'

const nodes = (count: number) =>
  Array.from({ length: count }, (_, index) => `trojan://s3cret@s${index}.example.com:443#N${index}`).join('\n')
const given = (text: string) => ({ text, files: [] })

let workers: FakeWorker[] = []
/** What has to happen before a text is read. */
let reading: Promise<unknown> = Promise.resolve()
let reads = 0

beforeEach(() => {
  workers = []
  reading = Promise.resolve()
  reads = 0
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('none')) })
  const read: typeof list.read = (...args) => {
    reads++
    return list.read(...args)
  }
  const held = async (...args: Parameters<typeof list.read>) => (await reading, read(...args))
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super({ list: proxy({ ...list, read: held }), result: proxy(result) })
        workers.push(this)
      }
    },
  )
})
afterEach(() => {
  for (const worker of workers) worker.terminate()
  vi.unstubAllGlobals()
})

function openYard() {
  const events: YardEvent[] = []
  const yard = new YardSession((event) => events.push(event))
  const written = () => events.flatMap((event) => (event.type === 'written' ? [event] : []))
  return { yard, events, written, until: (count: number) => expect.poll(() => written().length).toBe(count) }
}

describe('the yard', () => {
  test('reads what was given, and writes it for every client', async () => {
    const { yard, events, until, written } = openYard()
    yard.read(given(nodes(2)), 'zh-CN')
    await until(4)
    expect(events.map(({ type }) => type)).toEqual(['given', 'read', ...Array(4).fill('written')])
    expect(written().map(({ client, written: { kept } }) => [client, kept])).toEqual([
      ['mihomo', 2],
      ['clash', 2],
      ['singbox', 2],
      ['xray', 2],
    ])
    expect(await yard.config('singbox')).toContain('s1.example.com')
    yard.stop()
  })

  test('does not wait for a text when another one is given', async () => {
    reading = new Promise(() => {})
    const { yard, events, until } = openYard()
    yard.read(given(nodes(1)), 'zh-CN')
    await expect.poll(() => workers.length).toBe(1)
    reading = Promise.resolve()
    yard.read(given(nodes(3)), 'zh-CN')
    await until(4)
    expect(events.filter(({ type }) => type === 'read')).toMatchObject([{ glance: { counts: { nodes: 3 } } }])
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
    yard.stop()
  })

  test('reads only what is new of what is given', async () => {
    const { yard, until } = openYard()
    const files = [{ id: 'f1', name: 'a.txt', text: nodes(1) }]
    yard.read({ text: '', files }, 'zh-CN')
    await until(4)
    yard.read({ text: nodes(2), files }, 'zh-CN')
    await until(8)
    expect(reads).toBe(2)
    yard.stop()
  })

  test('says that its worker broke, and has the next one read again for a config', async () => {
    const { yard, events, until } = openYard()
    yard.read(given(nodes(2)), 'zh-CN')
    await until(4)
    workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    expect(events.at(-1)).toEqual({ type: 'failed', status: 'broken' })
    expect(await yard.config('clash')).toContain('s1.example.com')
    expect(workers).toHaveLength(2)
    yard.stop()
  })

  test('writes more than 5,000 nodes when a config is asked for', async () => {
    const { yard, events, written } = openYard()
    yard.read(given(nodes(5001)), 'zh-CN')
    await expect.poll(() => events.at(-1)?.type, { timeout: 10_000 }).toBe('read')
    await new Promise((done) => setTimeout(done, 50))
    expect(written()).toEqual([])
    expect(await yard.config('mihomo')).toContain('s5000.example.com')
    expect(written()).toMatchObject([{ client: 'mihomo', written: { kept: 5001 } }])
    yard.stop()
  })

  test('that is left says nothing any more', async () => {
    reading = new Promise(() => {})
    const { yard, events } = openYard()
    yard.read(given(nodes(1)), 'zh-CN')
    await expect.poll(() => workers.length).toBe(1)
    yard.stop()
    expect([events.map(({ type }) => type), workers[0]!.isTerminated]).toEqual([['given'], true])
  })
})
