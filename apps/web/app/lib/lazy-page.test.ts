import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  lazyPage,
  loadAnew,
  mayReload,
  onChunkFailure,
  PageNotLoaded,
  preloadPage,
  setNavigationTarget,
  setPageImporters,
} from './lazy-page.ts'

const assign = vi.fn<(address: string) => void>()

let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { href: 'https://switchyard.example/', pathname: '/', search: '', assign })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  assign.mockReset()
  setNavigationTarget(undefined)
})

const Component = () => null
const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a page that is there is given', async () => {
  expect(await lazyPage(() => Promise.resolve({ default: Component }))()).toEqual({ Component })
})

test('a chunk that is gone loads the whole page anew, at the address that was asked for', async () => {
  const heard: string[] = []
  const stop = onChunkFailure((path) => void heard.push(path))
  setNavigationTarget('/convert?target=clash')
  void lazyPage(broken)()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/convert?target=clash'))
  expect(heard).toEqual(['/convert?target=clash'])
  stop()
})

test('a screen and its loader that wait for one chunk load the page anew once, and neither fails meanwhile', async () => {
  const failed = vi.fn<() => void>()
  const load = lazyPage(broken)
  void load().catch(failed)
  void load().catch(failed)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(failed).not.toHaveBeenCalled()
})

test('not twice for one path within ten seconds', async () => {
  setNavigationTarget('/convert')
  void lazyPage(broken)()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  await expect(lazyPage(broken)()).rejects.toThrow(PageNotLoaded)
  expect(assign).toHaveBeenCalledTimes(1)
})

test('who is asked whether to leave, and stays, is not left waiting', async () => {
  const ended = expect(lazyPage(broken)()).rejects.toThrow('Failed to fetch')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(10_000)
  await ended
})

test('a page that was left, and is come back to, has nothing to tell', async () => {
  const reported = vi.fn<() => void>()
  void lazyPage(broken)().catch(reported)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  page.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reported).not.toHaveBeenCalled()
})

test('who loads the page anew loses nothing: work is kept first', async () => {
  const order: string[] = []
  vi.stubGlobal('location', { pathname: '/convert', search: '?tpl=full', reload: () => order.push('reload') })
  const stop = onChunkFailure(async (path) => {
    await Promise.resolve()
    order.push(`keep ${path}`)
  })
  await loadAnew()
  expect(order).toEqual(['keep /convert?tpl=full', 'reload'])
  stop()
})

test('the guard opens for another path, and after ten seconds', () => {
  expect(mayReload('/a', 0)).toBe(true)
  expect(mayReload('/a', 9999)).toBe(false)
  expect(mayReload('/b', 9999)).toBe(true)
  expect(mayReload('/b', 19_999)).toBe(true)
})

test('without storage nothing is loaded anew: it might never end', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
  })
  expect(mayReload('/a')).toBe(false)
})

test('at most four pages are fetched ahead at once, each one once', async () => {
  const asked: string[] = []
  const endings: (() => void)[] = []
  setPageImporters((path) => () => {
    asked.push(path)
    return new Promise((resolve) => endings.push(() => resolve({ default: Component })))
  })
  const all = ['/1', '/2', '/3', '/4', '/5', '/1'].map((path) => preloadPage(path))
  expect(asked).toEqual(['/1', '/2', '/3', '/4'])
  for (const end of endings) end()
  await Promise.all(all)
  void preloadPage('/5')
  expect(asked).toEqual(['/1', '/2', '/3', '/4', '/5'])
})
