import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredDraft } from './draft-store.ts'
import type { KeptHome } from './kept-home.ts'

const NOW = Date.UTC(2026, 10, 28)
const DAY_MS = 24 * 60 * 60 * 1000
const HOME: KeptHome = { text: 'trojan://a', files: [] }

/** What stands in the browser: it outlives the page. */
let stored: Map<string, StoredDraft>
let session: Map<string, string>
let isCleared: boolean
let opened: number

/** A page that was loaded anew. */
async function page() {
  vi.resetModules()
  vi.doMock('../../lib/local-data.ts', () => ({ isLocalDataCleared: () => isCleared }))
  vi.doMock('./draft-store.ts', async (original) => ({
    ...(await original<object>()),
    inDrafts: async (_: string, ask: (store: object) => unknown) => {
      opened += 1
      return ask({
        get: (id: string) => stored.get(id),
        put: (draft: StoredDraft) => stored.set(draft.id, draft),
        delete: (id: string) => stored.delete(id),
      })
    },
  }))
  return import('./kept-home.ts')
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  stored = new Map()
  session = new Map([['app.tab', 'tab-1']])
  isCleared = false
  opened = 0
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, value: string) => session.set(key, value),
    removeItem: (key: string) => session.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.doUnmock('../../lib/local-data.ts')
  vi.doUnmock('./draft-store.ts')
})

test('what stands on the first page is there again after the page was loaded anew', async () => {
  const { keepHome } = await page()
  await keepHome(HOME)
  const { keptHome } = await page()
  expect(await keptHome()).toEqual(HOME)
})

test('an emptied first page is empty again', async () => {
  const { keepHome } = await page()
  await keepHome(HOME)
  await keepHome(undefined)
  expect([...stored, ...session.keys()]).toEqual(['app.tab'])
  const { keptHome } = await page()
  expect(await keptHome()).toBeUndefined()
})

test('a visitor who gave nothing opens no storage', async () => {
  const { keepHome, keptHome } = await page()
  await keptHome()
  await keepHome(undefined)
  expect(opened).toBe(0)
})

test('another tab has a first page of its own', async () => {
  const { keepHome } = await page()
  await keepHome(HOME)
  // A tab that was duplicated has all but the id.
  session.set('app.tab', 'tab-2')
  const { keptHome } = await page()
  expect(await keptHome()).toBeUndefined()
})

test.each([
  [DAY_MS - 1, HOME],
  [DAY_MS, undefined],
])('after %d ms it is %j', async (ms, kept) => {
  const { keepHome } = await page()
  await keepHome(HOME)
  vi.setSystemTime(NOW + ms)
  const { keptHome } = await page()
  expect(await keptHome()).toEqual(kept)
})

test('after everything was removed nothing is kept any more, but for as long as the page lives', async () => {
  const { keepHome, keptHome } = await page()
  isCleared = true
  await keepHome(HOME)
  expect([stored.size, await keptHome()]).toEqual([0, HOME])
})

test('without storage it lives as long as the page', async () => {
  const blocked = () => {
    throw new DOMException('Blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  const { keepHome, keptHome } = await page()
  expect(await keptHome()).toBeUndefined()
  await keepHome(HOME)
  expect(await keptHome()).toEqual(HOME)
})
