import type { Remote } from 'comlink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReadStore } from '../../../lib/store.ts'
import { uiSettings } from '../../../lib/ui-settings.ts'
import { Converter } from '@switchyard/recipe'
import { type BuildRequest, type NodeRow, cloneNode, deleteNodes, withCommon, withText } from '@switchyard/recipe/model'
import { change, EMPTY_MODEL, startHistory, undo, type Model } from './model.ts'
import type { ConvertWorkerApi } from '../../../workers/convert-worker.ts'
import { Conversion } from './conversion.ts'
import { FakeWorker } from '../../../components/engine/fake-worker.ts'

const nodes = (count: number) =>
  Array.from({ length: count }, (_, index) => `trojan://s3cret@s${index}.example.com:443#N${index}`).join('\n')

let workers: FakeWorker[] = []
let builds = 0
/** What has to happen before a worker has read. */
let reading: Promise<unknown> = Promise.resolve()

/** What the convert worker answers, as far as is asked here. */
function deskApi() {
  const desk = new Converter()
  let reported = 0
  return {
    read: async (id: string, name: string, text: string) => {
      await reading
      return desk.read(id, name, text)
    },
    forget: (id: string) => desk.forget(id),
    absent: (id: string, keys: string[]) => desk.absent(id, keys),
    missingLists: (request: BuildRequest) => desk.missingLists(request),
    addList: (address: string, text: string) => desk.addList(address, text),
    marks: () => ({ from: 0, gone: 0, fresh: 0 }),
    others: () => ({ from: 0, gone: 0, fresh: 0 }),
    rows: async (request: BuildRequest, take: (rows: NodeRow[]) => Promise<void>) => {
      const rows = desk.rows(request)
      await take(rows)
      const gone = reported
      reported = rows.length
      return { from: 0, gone, fresh: reported }
    },
    build: (request: BuildRequest) => {
      builds++
      return desk.build(request)
    },
    links: (request: BuildRequest, keys: string[]) => desk.links(request, keys),
    never: () => new Promise(() => {}),
  }
}

beforeEach(() => {
  uiSettings.set({ listHosts: { 'raw.githubusercontent.com': 'allow' } })
  workers = []
  builds = 0
  reading = Promise.resolve()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super(deskApi())
        workers.push(this)
      }
    },
  )
  const listed = () => new Response('DOMAIN-SUFFIX,listed.example', { headers: { 'x-saved-at': String(Date.now()) } })
  vi.stubGlobal('caches', { open: async () => ({ match: async () => listed(), put: async () => undefined }) })
})

afterEach(() => {
  for (const worker of workers) worker.terminate()
  vi.unstubAllGlobals()
})

function conversionOf(
  model: () => Model,
  follow: (next: (model: Model) => Model) => void = () => undefined,
): Conversion {
  return new Conversion({ model, follow, onReplaced: () => undefined, onResult: async () => undefined })
}

/** Until a store says so. */
function until<T>(store: ReadStore<T>, isSo: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isSo(store.get())) return
      stop()
      resolve()
    }
    const stop = store.subscribe(check)
    check()
  })
}

const linksOf = (conversion: Conversion) => {
  const keys = conversion.rows.get().map(({ key }) => key)
  return conversion.askOfNodes((api, request) => api.links(request, keys))
}
const never = (api: Remote<ConvertWorkerApi>) => (api as unknown as { never: () => Promise<string> }).never()

describe('a question about the nodes that are shown', () => {
  const model = withText(EMPTY_MODEL, nodes(2))

  test.each<[end: string, stop: (conversion: Conversion) => void]>([
    ['was stopped', (conversion) => conversion.cancel()],
    ['broke', () => workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))],
  ])('is answered by the next worker when the first one %s', async (_, stop) => {
    const conversion = conversionOf(() => model)
    conversion.start()
    await until(conversion.state, ({ status }) => status === 'clean' && builds > 0)
    stop(conversion)
    expect(conversion.rows.get()).toHaveLength(2)
    expect(await linksOf(conversion)).toHaveLength(2)
    expect(workers).toHaveLength(2)
    await until(conversion.state, ({ status }) => status === 'clean')
  })

  test('fails when what it waits for is cancelled, and nothing starts anew', async () => {
    reading = new Promise(() => {})
    const conversion = conversionOf(() => model)
    conversion.start()
    const answer = linksOf(conversion)
    await until(conversion.state, ({ status }) => status === 'running')
    conversion.cancel()
    await expect(answer).rejects.toMatchObject({ name: 'WorkerGone' })
    expect([workers.length, conversion.state.get().status]).toEqual([1, 'cancelled'])
  })

  test('fails when the worker ends before it answers', async () => {
    const conversion = conversionOf(() => model)
    conversion.start()
    await until(conversion.state, ({ status }) => status === 'clean' && builds > 0)
    const answer = conversion.ask(never)
    workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    await expect(answer).rejects.toMatchObject({ name: 'WorkerGone' })
  })
})

test('the rows are listed anew when duplicates are kept', async () => {
  let model = withText(EMPTY_MODEL, `${nodes(1)}\n${nodes(1)}`)
  const conversion = conversionOf(() => model)
  conversion.start()
  await until(conversion.rows, (rows) => rows.length === 2)
  const reported = () => conversion.rows.get().map(({ name, duplicateOf }) => [name, duplicateOf !== undefined])
  expect(reported()).toEqual([
    ['N0', false],
    ['N0', true],
  ])
  model = withCommon(model, { keepDuplicates: true })
  conversion.outdate(0)
  await until(conversion.state, ({ isOld }) => !isOld)
  expect(reported()).toEqual([
    ['N0', false],
    ['N0_1', false],
  ])
})

describe('a result of more than 5,000 nodes', () => {
  const hasLists = ({ result }: ReturnType<Conversion['state']['get']>) =>
    result !== undefined && !result.issues.some(({ code }) => code === 'routes-less')

  test('that was asked for gets its rule lists once they have come', async () => {
    const model: Model = { ...withText(EMPTY_MODEL, nodes(5001)), output: 'clash' }
    const conversion = conversionOf(() => model)
    conversion.start()
    await until(conversion.state, ({ status }) => status === 'manual')
    conversion.generate()
    await until(conversion.state, (state) => state.status === 'clean' && hasLists(state))
    expect(builds).toBe(2)
  })

  test('is not made again by itself once the input is another one', async () => {
    let model = withText(EMPTY_MODEL, nodes(5001))
    const conversion = conversionOf(() => model)
    conversion.start()
    conversion.generate()
    await until(conversion.state, ({ status }) => status === 'clean' && builds > 0)
    model = withText(model, nodes(5002))
    conversion.outdate(0)
    await until(conversion.state, ({ status }) => status === 'manual')
    expect(builds).toBe(1)
  })

  test('that waits says nothing of what went wrong with another input', async () => {
    let model = withText(EMPTY_MODEL, 'garbage')
    const conversion = conversionOf(() => model)
    conversion.start()
    await until(conversion.state, ({ result }) => result?.error?.code === 'no-nodes')
    model = withText(model, nodes(5001))
    conversion.outdate(0)
    await until(conversion.state, ({ status }) => status === 'manual')
    expect(conversion.state.get().result).toMatchObject({ issues: [], moreIssues: 0 })
    expect(conversion.state.get().result).not.toHaveProperty('error')
  })

  test('that waits is made when it is to be copied', async () => {
    let model: Model = { ...withText(EMPTY_MODEL, nodes(5002)), output: 'links' }
    const conversion = conversionOf(() => model)
    conversion.start()
    conversion.generate()
    await until(conversion.state, ({ status }) => status === 'clean' && builds > 0)
    model = deleteNodes(model, [conversion.rows.get()[0]!.key])
    conversion.outdate(0)
    await conversion.settled()
    expect(conversion.state.get()).toMatchObject({
      status: 'clean',
      isOld: false,
      result: { counts: { output: 5001 } },
    })
    expect(conversion.state.get().result!.text).not.toContain('#N0\n')
  })
})

test('without input there is no result and no failure, and the text before is among the versions', async () => {
  let model: Model = { ...withText(EMPTY_MODEL, nodes(1)), output: 'links' }
  const replaced: string[] = []
  const conversion = new Conversion({
    model: () => model,
    follow: () => undefined,
    onReplaced: (text) => replaced.push(text),
    onResult: async () => undefined,
  })
  conversion.start()
  await until(conversion.state, ({ result, status }) => status === 'clean' && result?.text !== undefined)
  const { text } = conversion.state.get().result!
  model = withText(model, '')
  conversion.outdate(0)
  await until(conversion.state, ({ isOld }) => !isOld)
  const { result } = conversion.state.get()
  expect([result!.text, result!.error, result!.bytes]).toEqual([undefined, undefined, 0])
  expect(replaced).toEqual([text])
})

test('a client that fails shows no text of another client; its own text and the model of that text stay below the failure', async () => {
  let model: Model = { ...withText(EMPTY_MODEL, nodes(1)), output: 'links' }
  const replaced: [string, string, Model | undefined][] = []
  const conversion = new Conversion({
    model: () => model,
    follow: () => undefined,
    onReplaced: (text, target, madeOf) => replaced.push([text, target, madeOf]),
    onResult: async () => undefined,
  })
  const settle = (next: Model) => {
    model = next
    conversion.outdate(0)
    return until(conversion.state, ({ isOld }) => !isOld)
  }
  conversion.start()
  await until(conversion.state, ({ result, status }) => status === 'clean' && result?.text !== undefined)
  const { text } = conversion.state.get().result!
  const first = model

  await settle(withCommon(model, { nameExclude: '.' }))
  expect(conversion.state.get()).toMatchObject({ madeFor: 'links', result: { text } })
  expect(conversion.state.get().result!.error).toMatchObject({
    code: 'no-nodes-by-name',
    message: '名称筛选排除了全部 1 个节点：排除名称含“.”',
  })
  expect(conversion.state.get().textModel).toBe(first)
  expect(replaced).toEqual([])

  await settle({ ...model, output: 'base64' })
  expect(conversion.state.get()).toMatchObject({ madeFor: 'base64', result: { bytes: 0 } })
  expect(conversion.state.get().result).not.toHaveProperty('text')
  expect(replaced).toEqual([[text, 'links', first]])
  expect(replaced[0]![2]).toBe(first)
})

describe('a node that was deleted', () => {
  /** A box whose history is that of a session. */
  async function boxWith(text: string) {
    let history = startHistory(withText(EMPTY_MODEL, text))
    const conversion = conversionOf(
      () => history.now,
      (next) => void (history = { ...history, now: next(history.now) }),
    )
    conversion.start()
    const listed = async () => {
      conversion.outdate(0)
      await until(conversion.state, ({ isOld }) => !isOld)
      return conversion.rows.get().map(({ name }) => name)
    }
    await listed()
    return {
      listed,
      key: (index: number) => conversion.rows.get()[index]!.key,
      steps: () => history.past.length,
      change: (next: (now: Model) => Model) => {
        history = change(history, next(history.now), 'edit', 0)
        return listed()
      },
      undo: () => {
        history = undo(history)
        return listed()
      },
    }
  }
  const [first, second, third] = nodes(3).split('\n')

  test('is there when its link is pasted again after it had left the box', async () => {
    const box = await boxWith(nodes(3))
    const key = box.key(1)
    expect(await box.change((model) => deleteNodes(model, [key]))).toEqual(['N0', 'N2'])
    expect(await box.change((model) => withText(model, ''))).toEqual([])
    expect(await box.change((model) => withText(model, second!))).toEqual(['N1'])
    expect(box.steps()).toBe(3)
  })

  test('stays deleted while its link is in the box', async () => {
    const box = await boxWith(nodes(3))
    const key = box.key(1)
    await box.change((model) => deleteNodes(model, [key]))
    expect(await box.change((model) => withText(model, `${third}\n${second}`))).toEqual(['N2'])
  })

  test('is undone step by step, also after its link had left the box', async () => {
    const box = await boxWith(nodes(3))
    const key = box.key(1)
    await box.change((model) => deleteNodes(model, [key]))
    await box.change((model) => withText(model, first!))
    expect(await box.undo()).toEqual(['N0', 'N2'])
    expect(await box.undo()).toEqual(['N0', 'N1', 'N2'])
  })

  test('and was a copy does not come back with its original', async () => {
    const box = await boxWith(first!)
    const key = box.key(0)
    expect(await box.change((model) => cloneNode(model, key))).toEqual(['N0', 'N0_1'])
    const copy = box.key(1)
    await box.change((model) => deleteNodes(model, [copy]))
    await box.change((model) => withText(model, ''))
    expect(await box.change((model) => withText(model, first!))).toEqual(['N0'])
  })
})

test('a turn that was cancelled says nothing any more, however late it ends', async () => {
  const model = withText(EMPTY_MODEL, nodes(1))
  const { promise, resolve } = Promise.withResolvers<void>()
  const conversion = new Conversion({
    model: () => model,
    follow: () => undefined,
    onReplaced: () => undefined,
    onResult: () => promise,
  })
  conversion.start()
  await until(conversion.state, ({ result }) => result !== undefined)
  conversion.cancel()
  resolve()
  await new Promise((done) => setTimeout(done))
  expect(conversion.state.get().status).toBe('cancelled')
})

test('a change after a cancel has its turn at once, with a new worker', async () => {
  let model = withText(EMPTY_MODEL, nodes(1))
  const held = [new Promise<void>(() => {})]
  const conversion = new Conversion({
    model: () => model,
    follow: () => undefined,
    onReplaced: () => undefined,
    onResult: () => held.shift() ?? Promise.resolve(),
  })
  conversion.start()
  await until(conversion.state, ({ result }) => result !== undefined)
  conversion.cancel()
  model = withText(model, nodes(2))
  conversion.outdate(0)
  await until(conversion.state, ({ status }) => status === 'clean')
  expect([conversion.rows.get().length, workers.length]).toEqual([2, 2])
})
