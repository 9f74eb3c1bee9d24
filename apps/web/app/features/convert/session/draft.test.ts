import { afterEach, beforeEach, expect, test, vi } from 'vitest'

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
