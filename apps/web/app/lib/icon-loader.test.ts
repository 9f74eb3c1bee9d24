import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadIcon } from './icon-loader.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('https://switchyard.example/'))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
})

const set = (prefix: string, icons: Record<string, unknown>) =>
  new Response(JSON.stringify({ prefix, icons, width: 24, height: 24 }), {
    headers: { 'content-type': 'application/json' },
  })

test('icons wanted at once are asked for together, each one once', async () => {
  fetched.mockImplementation(() => Promise.resolve(set('lucide', { a: { body: 'A' }, b: { body: 'B', width: 16 } })))
  const icons = await Promise.all([loadIcon('lucide:a'), loadIcon('lucide:b'), loadIcon('lucide:a')])
  expect(icons).toEqual([
    { body: 'A', width: 24, height: 24 },
    { body: 'B', width: 16, height: 24 },
    { body: 'A', width: 24, height: 24 },
  ])
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/_nuxt_icon/lucide.json?icons=a,b'])
})

test('a 404 is an answer: nothing is asked again', async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response('no', { status: 404 })))
  expect(await loadIcon('lucide:none')).toBeNull()
  expect(await loadIcon('lucide:none')).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('an icon that nobody answered for is asked for again when it is wanted again', async () => {
  const answers = [{ a: { body: 'A' } }, { b: { body: 'B' } }]
  fetched.mockImplementation(() => Promise.resolve(set('circle-flags', answers.shift()!)))
  expect(await Promise.all([loadIcon('circle-flags:a'), loadIcon('circle-flags:b')])).toMatchObject([
    { body: 'A' },
    null,
  ])
  expect(await loadIcon('circle-flags:b')).toMatchObject({ body: 'B' })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/_nuxt_icon/circle-flags.json?icons=a,b',
    '/api/_nuxt_icon/circle-flags.json?icons=b',
  ])
})

test('a failure is tried again; the last one is told of and gives nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  fetched.mockImplementation(() => Promise.resolve(new Response('no', { status: 502 })))
  const icon = loadIcon('lucide:later')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await icon).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(warn.mock.calls[0]![0]).toBe('Failed to load custom icons')
})

test.each(['lucide:../x', 'Lucide:a', 'lucide', ':a', 'lucide:a?b'] as const)(
  '%s is no name of an icon',
  async (name) => {
    expect(await loadIcon(name as 'a:b')).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  },
)

test('no address is longer than 500 characters', async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response('no', { status: 404 })))
  await Promise.all(Array.from({ length: 40 }, (_, index) => loadIcon(`lucide:a-rather-long-name-${index}`)))
  const lengths = fetched.mock.calls.map(([url]) => String(url).length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(500)
  expect(lengths.length).toBeGreaterThan(1)
})

test('without a network nobody is asked, and with one the same icon is', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(await loadIcon('lucide:offline')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  fetched.mockImplementation(() => Promise.resolve(set('lucide', { offline: { body: 'A' } })))
  expect(await loadIcon('lucide:offline')).toEqual({ body: 'A', width: 24, height: 24 })
})
