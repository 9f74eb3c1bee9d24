import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSettings } from '../settings.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import { SafeFetchError } from '../fetch/safe-fetch-error.ts'
import type { Fetched } from '../fetch/upstream.ts'
import { serve } from '../http/endpoint.ts'
import { RequestLimits } from '../http/request-limits.ts'
import { ByteBudget } from '../shared/byte-budget.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { icons } from './icons.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface IconAnswer {
  prefix: string
  icons: Record<string, { body: string }>
  not_found?: string[]
}

const nothing: SafeFetch = () => Promise.reject(new Error('not asked'))

/** An app that has these icons and nothing else. */
function served(deps: Parameters<typeof icons>[0]): Hono {
  const app = new Hono()
  const now = Date.now
  serve(app, [icons(deps)], {
    ...deps,
    now,
    bytes: new ByteBudget(),
    limits: new RequestLimits({ shared: memoryShared(), now }),
  })
  return app
}

async function ask(path: string, safeFetch: SafeFetch = nothing, bases = '') {
  const app = served({ settings: readSettings({ ICON_FALLBACK_URL: bases }), safeFetch })
  const answer = await app.request(`/api/_nuxt_icon/${path}`)
  const kept = answer.headers.get('cache-control')
  return { status: answer.status, kept, ...((await answer.json()) as IconAnswer) }
}

const fetched = (value: unknown): Fetched => ({
  body: Buffer.from(JSON.stringify(value)),
  contentType: '',
  stale: false,
})

test.each([
  ['lucide.json?icons=house,sun', ['house', 'sun']],
  ['circle-flags.json?icons=jp', ['jp']],
  ['simple-icons.json?icons=github', ['github']],
  ['lucide.json?icons=alert-triangle', ['alert-triangle']],
])('%s is carried', async (path, names) => {
  const { status, prefix, icons } = await ask(path)
  expect([status, prefix, Object.keys(icons)]).toEqual([200, path.split('.')[0], names])
})

test.each([
  'lucide.json?icons=no-such-icon',
  'mdi.json?icons=home',
  'lucide.json',
  'lucide.json?icons=__proto__',
  'lucide.json?icons=constructor',
  '..%2Fx.json?icons=a',
  'Lucide.json?icons=house',
])('%s answers 404, so the page does not ask again', async (path) => {
  expect((await ask(path)).status).toBe(404)
})

test('of several names those that exist are given, the others named', async () => {
  const { icons, not_found } = await ask('lucide.json?icons=house,no-such-icon')
  expect([Object.keys(icons), not_found]).toEqual([['house'], ['no-such-icon']])
})

test('of names that no icon can have the others do not suffer', async () => {
  const { icons, not_found } = await ask('lucide.json?icons=house,Zed')
  expect([Object.keys(icons), not_found]).toEqual([['house'], ['Zed']])
})

test('as many icons are given at once as an address of 500 characters can name', async () => {
  const names = [
    'ad',
    'ae',
    'af',
    'ag',
    'al',
    'am',
    'ao',
    'ar',
    'at',
    'au',
    'az',
    'ba',
    'bb',
    'bd',
    'be',
    'bf',
    'bg',
    'bh',
  ]
  const more = [
    'bi',
    'bj',
    'bn',
    'bo',
    'br',
    'bs',
    'bt',
    'bw',
    'by',
    'bz',
    'ca',
    'cd',
    'cf',
    'cg',
    'ch',
    'ci',
    'cl',
    'cm',
    'cn',
  ]
  const most = [
    'co',
    'cr',
    'cu',
    'cv',
    'cy',
    'cz',
    'de',
    'dj',
    'dk',
    'dm',
    'do',
    'dz',
    'ec',
    'ee',
    'eg',
    'er',
    'es',
    'et',
    'fi',
  ]
  const all = [...names, ...more, ...most]
  expect(Object.keys((await ask(`circle-flags.json?icons=${all.join(',')}`)).icons)).toEqual(all)
})

test('without a fallback service nobody is asked', async () => {
  const safeFetch = vi.fn(nothing)
  await ask('mdi.json?icons=home', safeFetch)
  expect(safeFetch).not.toHaveBeenCalled()
})

test('an icon that is not carried comes from the fallback service, known fields only', async () => {
  const safeFetch = vi.fn<SafeFetch>(() =>
    Promise.resolve(
      fetched({ prefix: 'mdi', icons: { home: { body: '<path d="M0 0"/>', onload: 'x' } }, width: 24, height: 24 }),
    ),
  )
  const { status, icons } = await ask('mdi.json?icons=home', safeFetch, 'https://icons.example')
  expect(safeFetch.mock.calls[0]![0]).toBe('https://icons.example/mdi.json?icons=home')
  expect([status, icons]).toEqual([200, { home: { body: '<path d="M0 0"/>', width: 24, height: 24 } }])
})

test.each([
  '<script>alert(1)</script>',
  '<path onload="x"/>',
  '<image href="https://evil.example/x"/>',
  '<foreignObject/>',
  '<animateTransform attributeName="transform"/>',
  '<feImage href="//evil.example/x"/>',
  '<path fill="url(//evil.example/x)"/>',
])('a drawing that could do something is left out: %s', async (body) => {
  const safeFetch: SafeFetch = () => Promise.resolve(fetched({ prefix: 'mdi', icons: { home: { body } } }))
  expect((await ask('mdi.json?icons=home', safeFetch, 'https://icons.example')).status).toBe(404)
})

test('a service that does not answer is joined by the next one after 750 ms', async () => {
  const safeFetch = vi.fn<SafeFetch>((url) =>
    url.startsWith('https://slow.example')
      ? new Promise(() => {})
      : Promise.resolve(fetched({ prefix: 'mdi', icons: { home: { body: '<path d="M1 1"/>' } } })),
  )
  const answer = ask('mdi.json?icons=home', safeFetch, 'https://slow.example https://fast.example')
  await vi.advanceTimersByTimeAsync(700)
  expect(safeFetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect((await answer).status).toBe(200)
})

test('a service that says 404 ends the search', async () => {
  const safeFetch = vi.fn<SafeFetch>(() => Promise.reject(new SafeFetchError('bad-status', { status: 404 })))
  const answer = ask('mdi.json?icons=home', safeFetch, 'https://one.example,https://two.example')
  await vi.advanceTimersByTimeAsync(10)
  expect((await answer).status).toBe(404)
  expect(safeFetch).toHaveBeenCalledTimes(1)
})

test('a service that does not answer says nothing about the icon: it may be asked for again', async () => {
  const busy: SafeFetch = () => Promise.reject(new SafeFetchError('busy'))
  expect(await ask('mdi.json?icons=home', busy, 'https://icons.example')).toMatchObject({
    status: 503,
    kept: 'private, no-store',
  })
  const { status, kept, icons, not_found } = await ask('lucide.json?icons=house,new', busy, 'https://icons.example')
  expect([status, kept, Object.keys(icons), not_found]).toEqual([200, 'private, no-store', ['house'], undefined])
})

test('a name that no address has room for does not exist', async () => {
  const answer = await ask(`mdi.json?icons=${'a'.repeat(500)}`, nothing, 'https://icons.example')
  expect(answer.status).toBe(404)
})

test('what is asked of a service counts for the visitor who wants it', async () => {
  const safeFetch = vi.fn<SafeFetch>(() => Promise.reject(new SafeFetchError('bad-status', { status: 404 })))
  const settings = readSettings({ ICON_FALLBACK_URL: 'https://icons.example', TRUSTED_PROXIES: '1' })
  const app = served({ settings, safeFetch })
  for (const address of ['192.0.2.1', '192.0.2.2'])
    await app.request('/api/_nuxt_icon/mdi.json?icons=home', { headers: { 'X-Forwarded-For': address } })
  expect(safeFetch.mock.calls.map(([, { user }]) => user)).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('no address that is asked is longer than 500 characters', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `a-rather-long-icon-name-${index}`)
  const safeFetch = vi.fn<SafeFetch>(() => Promise.reject(new SafeFetchError('bad-status', { status: 404 })))
  const answer = ask(`mdi.json?icons=${names.join(',')}`, safeFetch, 'https://icons.example')
  await vi.advanceTimersByTimeAsync(10)
  await answer
  const asked = safeFetch.mock.calls.map(([url]) => url)
  expect(Math.max(...asked.map((url) => url.length))).toBeLessThanOrEqual(500)
  expect(asked.flatMap((url) => url.split('=')[1]!.split(','))).toEqual(names)
})
