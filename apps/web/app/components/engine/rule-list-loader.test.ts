import { proxy } from 'comlink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore, type Store } from '../../lib/store.ts'
import type { BuildRequest } from '@switchyard/recipe/model'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { uiSettings } from '../kept-settings/ui-settings.ts'
import { FakeWorker } from './fake-worker.ts'
import { answerListHost } from './list-hosts.ts'
import { RuleListLoader } from './rule-list-loader.ts'
import { FIRST_STATE, type DeskState } from './desk-state.ts'
import { afterEvent, type TurnEvent } from './turn.ts'
import { WorkerClient } from './worker-client.ts'

const WITH_PASSWORD = 'https://user:pw@l.example/a.list'
const BROKEN = 'http://[l/b.list'
const GOOD = 'https://l.example/c.list'

const turnsOf = (state: Store<DeskState>) => ({
  state,
  notify: (event: TurnEvent) => state.set((now) => afterEvent(now, event)),
})

let client: WorkerClient<ConvertWorkerApi>
/** What the network says, and what it was asked. */
let answers: Readonly<Record<string, string>> = {}
const asked: string[] = []

function answerOf(address: string) {
  asked.push(address)
  const text = answers[address]
  return text === undefined ? { error: 'refused' } : { text, status: 200 }
}

beforeEach(() => {
  uiSettings.set({ listHosts: { 'l.example': 'allow', '': 'allow' } })
  // As a browser does it: what cannot be a request cannot be asked for.
  const match = async (address: string) => {
    const { url } = new Request(address)
    return new Response(`# ${url}`, { headers: { 'x-saved-at': String(Date.now()) } })
  }
  vi.stubGlobal('caches', { open: async () => ({ match, put: match }) })
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super({ text: answerOf })
      }
    },
  )
})

afterEach(() => {
  client.stop()
  vi.unstubAllGlobals()
})

test('a list that no browser can ask for fails alone, and lists of another template still come', async () => {
  let wanted = [WITH_PASSWORD, BROKEN, GOOD]
  const added: string[] = []
  const api = {
    missingLists: () => wanted.filter((one) => !added.includes(one)).map((address) => ({ address, from: [address] })),
    addList: (address: string) => void added.push(address),
  }
  client = new WorkerClient(() => new FakeWorker({ result: proxy(api) }) as unknown as Worker)
  const state = createStore<DeskState>(FIRST_STATE)
  const lists = new RuleListLoader(turnsOf(state), client, () => undefined)
  await lists.load({} as BuildRequest)
  await expect.poll(() => state.get().lists).toMatchObject({ waiting: 0, failed: [WITH_PASSWORD, BROKEN] })
  expect(added).toEqual([GOOD])

  wanted = ['https://l.example/d.list']
  await lists.load({} as BuildRequest)
  await expect.poll(() => added).toEqual([GOOD, 'https://l.example/d.list'])
  expect(state.get().lists.waiting).toBe(0)
})

describe('a host that nobody was asked about', () => {
  const PLACE = 'https://raw.example/a.list'
  const MIRROR = 'https://mirror.example/a.list'
  function listsOf(from: readonly string[], said: Readonly<Record<string, string>> = {}) {
    asked.length = 0
    answers = said
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('none')) })
    vi.stubGlobal('localStorage', { setItem: () => undefined })
    vi.stubGlobal('document', { documentElement: { dataset: {}, style: { removeProperty: () => undefined } } })
    const added: string[] = []
    const api = {
      missingLists: () => (added.length > 0 ? [] : [{ address: PLACE, from }]),
      addList: (address: string) => void added.push(address),
    }
    client = new WorkerClient(() => new FakeWorker({ result: proxy(api) }) as unknown as Worker)
    const state = createStore<DeskState>(FIRST_STATE)
    const lists = new RuleListLoader(turnsOf(state), client, () => undefined)
    return { added, lists, reported: () => state.get().lists, load: () => lists.load({} as BuildRequest) }
  }

  beforeEach(() => uiSettings.set({}))

  test('is asked for nothing before that, and then for its lists', async () => {
    const { added, reported, load } = listsOf([PLACE], { [PLACE]: 'DOMAIN,a.example' })
    await load()
    expect(reported()).toMatchObject({ asking: { 'raw.example': 1 }, waiting: 0 })
    expect(asked).toEqual([])
    answerListHost('raw.example', 'allow')
    await load()
    await expect.poll(() => added).toEqual([PLACE])
    expect(reported().asking).toEqual({})
  })

  test('is left alone when the answer is no, and the lists are known to be missing for that', async () => {
    const { reported, load } = listsOf([PLACE], { [PLACE]: 'DOMAIN,a.example' })
    answerListHost('raw.example', 'deny')
    await load()
    expect(reported()).toMatchObject({ asking: {}, denied: { 'raw.example': 1 }, missing: 1, waiting: 0 })
    expect(asked).toEqual([])
  })

  test('is asked about as a mirror only once the list is not where it belongs', async () => {
    const { reported, load } = listsOf([PLACE, MIRROR])
    answerListHost('raw.example', 'allow')
    await load()
    await expect.poll(() => reported().failed).toEqual([PLACE])
    expect(reported().asking).toEqual({})
    await load()
    expect(reported().asking).toEqual({ 'mirror.example': 1 })
  })
})
