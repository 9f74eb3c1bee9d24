import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StoredDraft } from '../../../components/handover/draft-store.ts'

const refused = () => {
  throw new DOMException('Blocked', 'SecurityError')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('indexedDB', { open: refused })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.doUnmock('../../../components/handover/draft-store.ts')
})

test.each([
  ['locks', () => vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('No')) } })],
  ['storage of the tab', () => vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refused })],
])('a browser that refuses its %s keeps no draft, and the screen starts all the same', async (_, refuse) => {
  refuse()
  const { keepDrafts, loadDraft } = await import('./draft.ts')
  keepDrafts()
  // What failed and was not caught is told of by now.
  await vi.advanceTimersByTimeAsync(0)
  expect(await loadDraft()).toBeUndefined()
})

describe('of the tabs of a browser', () => {
  const MINUTE_MS = 60_000
  const DAY_MS = 24 * 60 * MINUTE_MS
  /** What stands in the browser: all tabs have it. */
  let stored: Map<string, StoredDraft>
  /** The locks that are held, each with the tab that holds it. */
  let locks: Map<string, object>

  beforeEach(() => {
    stored = new Map()
    locks = new Map()
  })

  /** A new tab, or one with the storage of another: loaded anew, or a duplicate. It looks for its draft. */
  async function openTab(session = new Map<string, string>()) {
    const tab = {}
    vi.resetModules()
    vi.doMock('../../../components/handover/draft-store.ts', async (original) => ({
      ...(await original<object>()),
      inDrafts: async (_: string, ask: (store: object) => { result: unknown }) =>
        ask({
          getAll: () => [...stored.values()],
          put: (draft: StoredDraft) => stored.set(draft.id, draft),
          delete: (id: string) => stored.delete(id),
        }),
    }))
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, value: string) => session.set(key, value),
    })
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string, _: object, then: (lock: object | null) => unknown) => {
          if (locks.has(name)) return then(null)
          locks.set(name, tab)
          return then({ name })
        },
        query: async () => ({ held: [...locks.keys()].map((name) => ({ name })) }),
      },
    })
    const { forgetRemembered, keepDrafts, loadDraft, saveDraft } = await import('./draft.ts')
    keepDrafts()
    const found = await loadDraft()
    return {
      found: found?.value,
      id: session.get('app.tab')!,
      session,
      save: saveDraft,
      forgetRemembered,
      /** Closes it, or leaves its page. */
      close: () => {
        for (const [name, holder] of locks) if (holder === tab) locks.delete(name)
      },
    }
  }
  const values = () => [...stored.values()].map(({ value }) => value)

  test('one that was closed has no draft a minute after the next one starts, one that lives has', async () => {
    const closed = await openTab()
    await closed.save('closed', false)
    const alive = await openTab()
    await alive.save('alive', false)
    closed.close()
    expect((await openTab()).found).toBeUndefined()
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1000)
    expect(values()).toEqual(['closed', 'alive'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(values()).toEqual(['alive'])
  })

  test('none has a draft for longer than a day, living or not, unless that is remembered', async () => {
    await (await openTab()).save('yesterday', false)
    const remembered = await openTab()
    await remembered.save('remembered', true)
    remembered.close()
    vi.setSystemTime(Date.now() + DAY_MS + 1000)
    await openTab()
    await vi.advanceTimersByTimeAsync(MINUTE_MS + 1000)
    expect(values()).toEqual(['remembered'])
  })

  test('one that is loaded anew finds its draft, a duplicate has a copy under an id of its own', async () => {
    const first = await openTab()
    await first.save('first', false)
    const copy = await openTab(new Map(first.session))
    expect([copy.found, copy.id === first.id]).toEqual(['first', false])
    await copy.save('second', false)
    first.close()
    const again = await openTab(first.session)
    expect([again.found, again.id]).toEqual(['first', first.id])
    copy.close()
    expect((await openTab(copy.session)).found).toBe('second')
    expect(values()).toEqual(['first', 'second'])
  })

  test('the next one takes what is remembered over, and none after that was taken back', async () => {
    const first = await openTab()
    await first.save('kept', true)
    first.close()
    const second = await openTab()
    expect(second.found).toBe('kept')
    expect([...stored.values()].map(({ id, remembered }) => [id, remembered])).toEqual([[second.id, true]])
    await second.save('kept', false)
    await second.forgetRemembered()
    second.close()
    expect((await openTab()).found).toBeUndefined()
  })
})
