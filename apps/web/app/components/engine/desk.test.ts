import { proxy } from 'comlink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReadStore } from '../../lib/store.ts'
import { uiSettings } from '../kept-settings/ui-settings.ts'
import { Converter } from '@switchyard/recipe'
import {
  type BuildRequest,
  type NodeRow,
  type Recipe,
  cloneNode,
  deleteNodes,
  EMPTY_RECIPE,
  withCommon,
  withText,
} from '@switchyard/recipe/model'
import { Desk, type EngineApi } from './desk.ts'
import { ListWork } from './list-work.ts'
import { ResultWork } from './result-work.ts'
import { FakeWorker } from './fake-worker.ts'

const nodes = (count: number) =>
  Array.from({ length: count }, (_, index) => `trojan://s3cret@s${index}.example.com:443#N${index}`).join('\n')

let workers: FakeWorker[] = []
/** So many of the next workers do not load. */
let unloaded = 0
let builds = 0
/** What has to happen before a worker has read. */
let reading: Promise<unknown> = Promise.resolve()

/** What the convert worker answers, as far as is asked here. */
function deskApi() {
  const desk = new Converter()
  let reported = 0
  const list = {
    read: async (id: string, name: string, text: string) => {
      await reading
      return desk.read(id, name, text)
    },
    forget: (id: string) => desk.forget(id),
    absent: (id: string, keys: string[]) => desk.absent(id, keys),
    marks: () => ({ from: 0, gone: 0, fresh: 0 }),
    others: () => ({ from: 0, gone: 0, fresh: 0 }),
    rows: async (request: BuildRequest, take: (rows: NodeRow[]) => Promise<void>) => {
      const rows = desk.rows(request)
      await take(rows)
      const gone = reported
      reported = rows.length
      return { from: 0, gone, fresh: reported }
    },
    links: (request: BuildRequest, keys: string[]) => desk.links(request, keys),
    never: () => new Promise(() => {}),
  }
  const result = {
    missingLists: (request: BuildRequest) => desk.missingLists(request),
    addList: (address: string, text: string) => desk.addList(address, text),
    build: (request: BuildRequest) => {
      builds++
      return desk.build(request)
    },
  }
  return { list: proxy(list), result: proxy(result) }
}

beforeEach(() => {
  uiSettings.set({ listHosts: { 'raw.githubusercontent.com': 'allow' } })
  workers = []
  unloaded = 0
  builds = 0
  reading = Promise.resolve()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super(deskApi())
        workers.push(this)
        if (unloaded-- > 0) queueMicrotask(() => this.dispatchEvent(new Event('error')))
      }
    },
  )
  const listed = () => new Response('DOMAIN-SUFFIX,listed.example', { headers: { 'x-saved-at': String(Date.now()) } })
  vi.stubGlobal('caches', { open: async () => ({ match: async () => listed(), put: async () => undefined }) })
})

afterEach(() => {
  for (const worker of workers) worker.terminate()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Given = ConstructorParameters<typeof ResultWork<Recipe>>[1]

/** A desk whose turns make a result of what `recipe` says. */
function deskOf(recipe: () => Recipe, given: Partial<Given> = {}): Desk {
  const desk = new Desk(EMPTY_RECIPE)
  const nothing = () => undefined
  desk.open(
    recipe,
    new ResultWork(desk, { follow: nothing, onReplaced: nothing, onResult: async () => undefined, ...given }),
  )
  return desk
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

const linksOf = (desk: Desk) => {
  const keys = desk.rows.get().map(({ key }) => key)
  return desk.askOfNodes((api, request) => api.list.links(request, keys))
}
const never = (api: EngineApi) => (api.list as unknown as { never: () => Promise<string> }).never()

describe('a question about the nodes that are shown', () => {
  const model = withText(EMPTY_RECIPE, nodes(2))

  test.each<[end: string, stop: (desk: Desk) => void]>([
    ['was stopped', (desk) => desk.cancel()],
    ['broke', () => workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))],
  ])('is answered by the next worker when the first one %s', async (_, stop) => {
    const desk = deskOf(() => model)
    await until(desk.state, ({ status }) => status === 'clean' && builds > 0)
    stop(desk)
    expect(desk.rows.get()).toHaveLength(2)
    expect(await linksOf(desk)).toHaveLength(2)
    expect(workers).toHaveLength(2)
    await until(desk.state, ({ status }) => status === 'clean')
  })

  test('fails when what it waits for is cancelled, and nothing starts anew', async () => {
    reading = new Promise(() => {})
    const desk = deskOf(() => model)
    const answer = linksOf(desk)
    await until(desk.state, ({ status }) => status === 'running')
    desk.cancel()
    await expect(answer).rejects.toMatchObject({ name: 'WorkerGone' })
    expect([workers.length, desk.state.get().status]).toEqual([1, 'cancelled'])
  })

  test('fails when the worker ends before it answers', async () => {
    const desk = deskOf(() => model)
    await until(desk.state, ({ status }) => status === 'clean' && builds > 0)
    const answer = desk.ask(never)
    workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    await expect(answer).rejects.toMatchObject({ name: 'WorkerGone' })
  })
})

test('a worker that did not load is tried again when the network is back, and a little later where that carries nothing yet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  unloaded = 2
  const desk = deskOf(() => withText(EMPTY_RECIPE, nodes(2)))
  const afterMs = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return [workers.length, desk.state.get().status]
  }
  expect(await afterMs(0)).toEqual([1, 'unloaded'])
  expect(await afterMs(60_000)).toEqual([1, 'unloaded'])
  page.dispatchEvent(new Event('online'))
  expect(await afterMs(0)).toEqual([2, 'unloaded'])
  expect(await afterMs(1999)).toEqual([2, 'unloaded'])
  expect((await afterMs(1))[0]).toBe(3)
  vi.useRealTimers()
  await until(desk.state, ({ status }) => status === 'clean' && builds > 0)
  expect(desk.rows.get()).toHaveLength(2)
})

test('the rows are listed anew when duplicates are kept', async () => {
  let model = withText(EMPTY_RECIPE, `${nodes(1)}\n${nodes(1)}`)
  const desk = deskOf(() => model)
  await until(desk.rows, (rows) => rows.length === 2)
  const reported = () => desk.rows.get().map(({ name, duplicateOf }) => [name, duplicateOf !== undefined])
  expect(reported()).toEqual([
    ['N0', false],
    ['N0', true],
  ])
  model = withCommon(model, { keepDuplicates: true })
  desk.outdate(0)
  await until(desk.state, ({ isOld }) => !isOld)
  expect(reported()).toEqual([
    ['N0', false],
    ['N0_1', false],
  ])
})

describe('a result of more than 5,000 nodes', () => {
  const hasLists = ({ result }: ReturnType<Desk['state']['get']>) =>
    result !== undefined && !result.issues.some(({ code }) => code === 'routes-less')

  test('that was asked for gets its rule lists once they have come', async () => {
    const model: Recipe = { ...withText(EMPTY_RECIPE, nodes(5001)), output: 'clash' }
    const desk = deskOf(() => model)
    await until(desk.state, ({ status }) => status === 'manual')
    desk.generate()
    await until(desk.state, (state) => state.status === 'clean' && hasLists(state))
    expect(builds).toBe(2)
  })

  test('is not made again by itself once the input is another one', async () => {
    let model = withText(EMPTY_RECIPE, nodes(5001))
    const desk = deskOf(() => model)
    desk.generate()
    await until(desk.state, ({ status }) => status === 'clean' && builds > 0)
    model = withText(model, nodes(5002))
    desk.outdate(0)
    await until(desk.state, ({ status }) => status === 'manual')
    expect(builds).toBe(1)
  })

  test('that waits says nothing of what went wrong with another input', async () => {
    let model = withText(EMPTY_RECIPE, 'garbage')
    const desk = deskOf(() => model)
    await until(desk.state, ({ result }) => result?.error?.code === 'no-nodes')
    model = withText(model, nodes(5001))
    desk.outdate(0)
    await until(desk.state, ({ status }) => status === 'manual')
    expect(desk.state.get().result).toMatchObject({ issues: [], moreIssues: 0 })
    expect(desk.state.get().result).not.toHaveProperty('error')
  })

  test('that waits is made when it is to be copied', async () => {
    let model: Recipe = { ...withText(EMPTY_RECIPE, nodes(5002)), output: 'links' }
    const desk = deskOf(() => model)
    desk.generate()
    await until(desk.state, ({ status }) => status === 'clean' && builds > 0)
    model = deleteNodes(model, [desk.rows.get()[0]!.key])
    desk.outdate(0)
    await desk.settled()
    expect(desk.state.get()).toMatchObject({
      status: 'clean',
      isOld: false,
      result: { counts: { output: 5001 } },
    })
    expect(desk.state.get().result!.text).not.toContain('#N0\n')
  })
})

test('without input there is no result and no failure, and the text before is among the versions', async () => {
  let model: Recipe = { ...withText(EMPTY_RECIPE, nodes(1)), output: 'links' }
  const replaced: string[] = []
  const desk = deskOf(() => model, {
    onReplaced: (text) => replaced.push(text),
  })
  await until(desk.state, ({ result, status }) => status === 'clean' && result?.text !== undefined)
  const { text } = desk.state.get().result!
  model = withText(model, '')
  desk.outdate(0)
  await until(desk.state, ({ isOld }) => !isOld)
  const { result } = desk.state.get()
  expect([result!.text, result!.error, result!.bytes]).toEqual([undefined, undefined, 0])
  expect(replaced).toEqual([text])
})

test('a client that fails shows no text of another client; its own text and the model of that text stay below the failure', async () => {
  let model: Recipe = { ...withText(EMPTY_RECIPE, nodes(1)), output: 'links' }
  const replaced: [string, string, Recipe | undefined][] = []
  const desk = deskOf(() => model, {
    onReplaced: (text, target, madeOf) => replaced.push([text, target, madeOf]),
  })
  const settle = (next: Recipe) => {
    model = next
    desk.outdate(0)
    return until(desk.state, ({ isOld }) => !isOld)
  }
  await until(desk.state, ({ result, status }) => status === 'clean' && result?.text !== undefined)
  const { text } = desk.state.get().result!
  const first = model

  await settle(withCommon(model, { nameExclude: '.' }))
  expect(desk.state.get()).toMatchObject({ madeFor: 'links', result: { text } })
  expect(desk.state.get().result!.error).toMatchObject({
    code: 'no-nodes-by-name',
    message: '名称筛选排除了全部 1 个节点：排除名称含“.”',
  })
  expect(desk.state.get().madeOf).toBe(first)
  expect(replaced).toEqual([])

  await settle({ ...model, output: 'base64' })
  expect(desk.state.get()).toMatchObject({ madeFor: 'base64', result: { bytes: 0 } })
  expect(desk.state.get().result).not.toHaveProperty('text')
  expect(replaced).toEqual([[text, 'links', first]])
  expect(replaced[0]![2]).toBe(first)
})

describe('a node that was deleted', () => {
  /** A box whose history is that of a session. */
  async function boxWith(text: string) {
    let now = withText(EMPTY_RECIPE, text)
    const past: Recipe[] = []
    const desk = deskOf(() => now, { follow: (next) => void (now = next(now)) })
    const listed = async () => {
      desk.outdate(0)
      await until(desk.state, ({ isOld }) => !isOld)
      return desk.rows.get().map(({ name }) => name)
    }
    await listed()
    return {
      listed,
      key: (index: number) => desk.rows.get()[index]!.key,
      steps: () => past.length,
      change: (next: (now: Recipe) => Recipe) => {
        past.push(now)
        now = next(now)
        return listed()
      },
      undo: () => {
        now = past.pop()!
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
  const model = withText(EMPTY_RECIPE, nodes(1))
  const { promise, resolve } = Promise.withResolvers<void>()
  const desk = deskOf(() => model, {
    onResult: () => promise,
  })
  await until(desk.state, ({ result }) => result !== undefined)
  desk.cancel()
  resolve()
  await new Promise((done) => setTimeout(done))
  expect(desk.state.get().status).toBe('cancelled')
})

test('a change after a cancel has its turn at once, with a new worker', async () => {
  let model = withText(EMPTY_RECIPE, nodes(1))
  const held = [new Promise<void>(() => {})]
  const desk = deskOf(() => model, {
    onResult: () => held.shift() ?? Promise.resolve(),
  })
  await until(desk.state, ({ result }) => result !== undefined)
  desk.cancel()
  model = withText(model, nodes(2))
  desk.outdate(0)
  await until(desk.state, ({ status }) => status === 'clean')
  expect([desk.rows.get().length, workers.length]).toEqual([2, 2])
})

describe('a desk', () => {
  const follow = () => undefined

  test('whose work lists nodes makes nothing of them, and calls none too many', async () => {
    const desk = new Desk(EMPTY_RECIPE)
    desk.open(() => withText(EMPTY_RECIPE, nodes(5001)), new ListWork(desk, follow))
    await until(desk.state, ({ status, isReady }) => isReady && status === 'clean' && desk.rows.get().length > 0)
    expect([desk.rows.get().length, builds]).toEqual([5001, 0])
    expect(await linksOf(desk)).toHaveLength(5001)
  })

  test('on which other texts are put does not wait for those that are being read', async () => {
    reading = new Promise(() => {})
    const desk = deskOf(() => withText(EMPTY_RECIPE, nodes(1)))
    await until(desk.state, ({ status }) => status === 'running')
    reading = Promise.resolve()
    desk.open(() => withText(EMPTY_RECIPE, nodes(3)), new ListWork(desk, follow))
    await until(desk.rows, (rows) => rows.length === 3)
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  })

  test('that was closed says nothing any more, and works when it is opened again', async () => {
    const desk = deskOf(() => withText(EMPTY_RECIPE, nodes(1)))
    await until(desk.state, ({ status }) => status === 'running')
    desk.close()
    expect([workers[0]!.isTerminated, desk.state.get().status]).toEqual([true, 'cancelled'])
    desk.open(() => withText(EMPTY_RECIPE, nodes(2)), new ListWork(desk, follow))
    await until(desk.rows, (rows) => rows.length === 2)
  })

  test('answers questions beside its turns, and needs no text for that', async () => {
    const desk = new Desk(EMPTY_RECIPE)
    desk.lang = 'en-US'
    expect(await desk.ask((api) => api.list.absent('text', ['a']))).toEqual(['a'])
    expect(await desk.ask((_, { lang }) => lang)).toBe('en-US')
  })

  test('lists anew in another language', async () => {
    const langs: string[] = []
    const desk = new Desk(EMPTY_RECIPE)
    const work = {
      list: async () => {
        langs.push(desk.lang)
        return 0
      },
    }
    desk.open(() => EMPTY_RECIPE, work)
    await desk.askOfNodes(() => undefined)
    desk.lang = 'en-US'
    await desk.askOfNodes(() => undefined)
    await desk.askOfNodes(() => undefined)
    expect(langs).toEqual(['zh-CN', 'en-US'])
  })
})
