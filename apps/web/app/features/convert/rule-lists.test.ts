import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import type { BuildRequest } from '../../workers/conversion-types.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { FakeWorker } from './fake-worker.ts'
import { RuleLists } from './rule-lists.ts'
import { FIRST_STATE } from './session-state.ts'
import { WorkerClient } from './worker-client.ts'

const WITH_PASSWORD = 'https://user:pw@l.example/a.list'
const BROKEN = 'http://[l/b.list'
const GOOD = 'https://l.example/c.list'

let client: WorkerClient<ConvertWorkerApi>

beforeEach(() => {
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
        super({ text: async () => ({ error: 'refused' }) })
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
    missingLists: () => wanted.filter((one) => !added.includes(one)).map((address) => ({ address, from: address })),
    addList: (address: string) => void added.push(address),
  }
  client = new WorkerClient(() => new FakeWorker(api) as unknown as Worker)
  const state = createStore(FIRST_STATE)
  const lists = new RuleLists(state, client, () => undefined)
  await lists.bring({} as BuildRequest)
  await expect.poll(() => state.get().lists).toMatchObject({ waiting: 0, failed: [WITH_PASSWORD, BROKEN] })
  expect(added).toEqual([GOOD])

  wanted = ['https://l.example/d.list']
  await lists.bring({} as BuildRequest)
  await expect.poll(() => added).toEqual([GOOD, 'https://l.example/d.list'])
  expect(state.get().lists.waiting).toBe(0)
})
