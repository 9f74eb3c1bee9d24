import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { parseRanges } from '@switchyard/outbound'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from './app.ts'
import { openDatabase } from './db/database.ts'
import { KeyRing } from './db/key-ring.ts'
import { createAskProvider } from './fetch/ask-provider.ts'
import { port } from './maintenance/examine-network.ts'
import { readSettings } from './settings.ts'
import { app, depsOf } from './test-app.ts'

const PATHS = [
  '/',
  '/missing',
  '/broken',
  '/Convert',
  '/api/_auth/session',
  '/api/none',
  '/healthz',
  '/sitemap.xml',
  '/x.png',
]

describe('Headers', () => {
  test.each(PATHS)('%s has all security headers', async (path) => {
    const { headers } = await app()(path)
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=(self), clipboard-read=(self)')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a refused host has them too', async () => {
    const { status, headers } = await app()('/', { host: 'evil.example' })
    expect([status, headers.get('x-frame-options')]).toEqual([421, 'DENY'])
  })

  test.each([
    ['/settings', 'no-referrer'],
    ['/en-US/settings/logs', 'no-referrer'],
    ['/ja-JP/settings/logs', 'no-referrer'],
    ['/sub/abc', 'no-referrer'],
    ['/convert', 'strict-origin-when-cross-origin'],
    ['/settingsx', 'strict-origin-when-cross-origin'],
  ])('%s tells as referrer: %s', async (path, policy) => {
    expect((await app()(path)).headers.get('referrer-policy')).toBe(policy)
  })

  test('a page runs scripts of its own nonce only, a new one each time', async () => {
    const ask = app()
    const policies = await Promise.all(
      [ask('/'), ask('/')].map(async (each) => (await each).headers.get('content-security-policy')!),
    )
    const nonces = policies.map(
      (policy) => /script-src 'nonce-([A-Za-z0-9+/=]{24})' 'strict-dynamic';/.exec(policy)![1],
    )
    expect(nonces[0]).not.toBe(nonces[1])
    expect(policies[0]).not.toContain('unsafe-eval')
    expect(policies[0]).not.toMatch(/script-src[^;]*unsafe/)
    expect(await (await ask('/')).text()).toMatch(/[A-Za-z0-9+/=]{24}/)
  })

  test('the offline shell runs scripts by hash and carries no nonce', async () => {
    const { headers } = await app()('/_shell/zh-CN')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+' 'strict-dynamic'/)
    expect(headers.get('content-security-policy')).not.toContain('nonce')
    expect((await app()('/_shell/fr')).status).toBe(404)
  })
})

describe('Hosts', () => {
  test.each([
    ['localhost:3000', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
    ['localhost', 421],
    ['localhost:3001', 421],
    ['evil.example:3000', 421],
    ['localhost.evil.example:3000', 421],
    ['', 421],
  ])('without a site address, %s answers %i', async (host, status) => {
    expect((await app()('/', { host })).status).toBe(status)
  })

  test.each([
    ['switchyard.example', 200],
    ['SWITCHYARD.example:443', 200],
    ['localhost:3000', 421],
    ['evil.example', 421],
  ])('with one, %s answers %i', async (host, status) => {
    expect((await app({ SITE_URL: 'https://switchyard.example' })('/', { host })).status).toBe(status)
  })

  test('a host that only the request line names is refused as well', async () => {
    const ask = createApp(depsOf({})).request('http://evil.example/', { headers: { host: 'localhost:3000' } })
    expect((await ask).status).toBe(421)
  })

  test('a balancer may ask at any name whether the server is well', async () => {
    expect((await app({ SITE_URL: 'https://switchyard.example' })('/healthz', { host: '10.0.0.7:3000' })).status).toBe(
      200,
    )
  })

  test('links come from the settings, never from what the request says', async () => {
    const ask = app({ SITE_URL: 'https://switchyard.example' })
    const page = await ask('/', { host: 'switchyard.example', 'x-forwarded-host': 'evil.example' })
    expect(await page.text()).toContain('https://switchyard.example ')
    const sitemap = await (await ask('/sitemap.xml', { host: 'switchyard.example' })).text()
    expect(sitemap).toContain('<loc>https://switchyard.example/en-US/a&amp;b</loc>')
    expect(sitemap).toContain('hreflang="x-default" href="https://switchyard.example/a&amp;b"')
    const robots = await (await ask('/robots.txt', { host: 'switchyard.example' })).text()
    expect(robots).toContain('Sitemap: https://switchyard.example/sitemap.xml')
    expect(robots).toContain('Disallow: /sub/')
  })
})

describe('Answers', () => {
  test.each([
    ['en-US', 'zh-CN', 'This needs an account or an API token'],
    ['zh-CN', 'en-US', '需要登录或 API 令牌'],
  ])('a call of a page in %s is answered in its language beside a choice of %s', async (shown, chosen, msg) => {
    const headers = { 'x-switchyard-language': shown, cookie: `i18n_redirected=${chosen}`, 'accept-language': chosen }
    expect(await (await app()('/api/profile', headers)).json()).toMatchObject({ code: 401, msg })
  })

  test.each([
    ['off', {}, false],
    ['users', {}, true],
    ['public', {}, true],
    [undefined, { SITE_URL: 'https://localhost:3000' }, true],
  ])('with RELAY=%s and %j a page is told whether addresses are fetched: %s', async (RELAY, more, relays) => {
    const page = await app({ ...(RELAY ? { RELAY } : {}), ...more })('/convert')
    expect(await page.text()).toContain(`relays=${relays}`)
  })

  test.each([
    [{}, true],
    [{ SHORT_API: 'users' }, true],
    [{ SHORT_API: 'off' }, false],
  ])('with %j a page is told whether short links are made: %s', async (environment, shortLinks) => {
    expect(await (await app(environment)('/short')).text()).toContain(`shortLinks=${shortLinks}`)
  })

  test('pages are nobody else’s to keep', async () => {
    for (const path of ['/', '/missing', '/broken'])
      expect((await app()(path)).headers.get('cache-control')).toBe('private, no-store')
  })

  test('a page tells its true status', async () => {
    expect((await app()('/missing')).status).toBe(404)
    expect((await app()('/x.png')).status).toBe(404)
  })

  test('an address that is no text has no page', async () => {
    expect(await (await app()('/%ff')).text()).toBe('Not found\n')
    expect((await app()('/en-US/%E0%A4%A')).status).toBe(404)
    expect((await app()('/%E8%BD%AC')).status).toBe(200)
  })

  test('a failure answers a number to name it by, and keeps what happened to itself', async () => {
    const answer = await app()('/broken')
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text).toMatch(/Request [0-9a-f-]{36}/)
    expect(text).not.toMatch(/canary|fire|app\.ts/)
  })

  test('who is signed in: nobody, and that is not kept', async () => {
    const answer = await app()('/api/_auth/session')
    expect(await answer.json()).toEqual({})
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('an unknown call answers in the envelope of the API', async () => {
    const answer = await app()('/api/none')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 404, message: 'Nothing is at this address', data: { error: 'not-found' } },
    ])
  })

  test('the build is never kept', async () => {
    const answer = await app()('/_build')
    expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([{ id: 'abc123' }, 'no-store'])
  })

  test.each([
    ['/_i18n/abc123/en-US/messages.json', 200, 'public, max-age=86400'],
    ['/_i18n/abc123/en-US/convert+config-form.json', 200, 'public, max-age=86400'],
    ['/_i18n/older/en-US/messages.json', 200, 'no-cache'],
    ['/_i18n/abc123/fr/messages.json', 404, 'private, no-store'],
    ['/_i18n/abc123/en-US/none.json', 404, 'private, no-store'],
  ])('%s answers %i, to be kept: %s', async (path, status, cache) => {
    const answer = await app()(path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, cache])
    if (status === 200) expect(await answer.json()).toEqual({ 'en-US': { app: { home: 'en-US' } } })
  })

  test('ready means that pages can be rendered, rows be written, and the server is not going down', async () => {
    const broken = {
      id: 'x',
      load: () => Promise.reject(new Error('no')),
      assets: { scripts: [], styles: [], modulesOf: () => [] },
    }
    expect((await app()('/readyz')).status).toBe(200)
    expect((await app({}, { isReady: () => false })('/readyz')).status).toBe(503)
    expect((await app({}, { web: broken })('/readyz')).status).toBe(503)
    const closed = openDatabase({ file: ':memory:' })
    await closed.close()
    expect(
      (await app({}, { store: { database: closed, keys: new KeyRing(['k'.repeat(32)]) } })('/readyz')).status,
    ).toBe(503)
    expect((await app({}, { web: broken })('/healthz')).status).toBe(200)
  })

  test.each([
    [true, 'well', 'is answered by the server, which is ready.'],
    [false, 'fault', 'is answered by the server, which is not ready: its log says why.'],
  ])('the doctor finds it on its port (ready: %j)', async (isReady, state, sentence) => {
    const answer = getRequestListener(createApp({ ...depsOf({}), isReady: () => isReady }).fetch)
    const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port: PORT } = server.address() as AddressInfo
    const askHere = createAskProvider({ network: { privateRanges: parseRanges(['127.0.0.0/8']), ownAddresses: [] } })
    expect(await port(readSettings({ PORT: String(PORT) }), askHere).next()).toMatchObject({
      value: { state, sentence: `Port ${PORT} on 127.0.0.1 ${sentence}` },
    })
  })

  test('redirects: one right spelling for ever, languages and the root for now', async () => {
    const moved = await app()('/Convert')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/convert'])
    const spoken = await app()('/convert', { 'accept-language': 'en' })
    expect([spoken.status, spoken.headers.get('location')]).toEqual([302, '/en-US/convert'])
    expect(spoken.headers.get('vary')).toContain('Accept-Language, Cookie')
    const root = await app({ ROOT_REDIRECT: '/convert' })('/?a=1')
    expect([root.status, root.headers.get('location')]).toEqual([302, '/convert?a=1'])
    const chosen = await app({ ROOT_REDIRECT: '/convert?target=clash' })('/?a=1')
    expect(chosen.headers.get('location')).toBe('/convert?target=clash&a=1')
    expect((await app()('/')).status).toBe(200)
  })

  test('words come from another host only if that is the site’s own', async () => {
    const site = { SITE_URL: 'https://switchyard.example' }
    const host = { host: 'switchyard.example' }
    const same = await app({ ...site, I18N_BASE_URL: 'https://switchyard.example/words' })('/', host)
    expect(await same.text()).toContain('https://switchyard.example/words</p>')
    const other = await app({ ...site, I18N_BASE_URL: 'https://cdn.example' })('/', host)
    expect(await other.text()).not.toContain('cdn.example')
  })

  test('pages are told where rule lists are fetched from', async () => {
    const LIST_MIRROR = 'https://cdn.example/{owner}/{repo}@{ref}/{path}'
    expect(await (await app({ LIST_MIRROR })('/')).text()).toContain(LIST_MIRROR)
    expect(await (await app()('/')).text()).not.toContain('cdn.example')
  })

  test('pages are told where presets are asked for', async () => {
    const PRESETS_BASE = 'https://git.example/api/v3'
    expect(await (await app({ PRESETS_BASE })('/')).text()).toContain(`${PRESETS_BASE} `)
  })

  test('the visitor’s address is what the trusted proxies say, and nothing that the visitor says', async () => {
    const ipOf = async (proxies: string, forwarded: string) => {
      let text = ''
      const log = pino({}, { write: (line) => (text += line) })
      await app({ TRUSTED_PROXIES: proxies }, { log })('/', { 'x-forwarded-for': forwarded })
      return (JSON.parse(text) as { ip?: string }).ip
    }
    expect(await ipOf('0', '1.2.3.4')).toBeUndefined()
    expect(await ipOf('1', '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4')
    expect(await ipOf('2', '6.6.6.6, 1.2.3.4, 10.0.0.1')).toBe('1.2.3.4')
  })

  test('large answers are compressed', async () => {
    const answer = await app()('/api/_nuxt_icon/lucide.json?icons=settings,house,sun,moon,languages', {
      'accept-encoding': 'gzip',
    })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
  })
})

test.each([
  ['POST', '/', 405, 'GET, HEAD'],
  ['DELETE', '/convert', 405, 'GET, HEAD'],
  ['OPTIONS', '/healthz', 405, 'GET, HEAD'],
  ['POST', '/api/_auth/session', 405, 'GET, HEAD, DELETE'],
  ['PROPFIND', '/sitemap.xml', 405, 'GET, HEAD'],
  ['POST', '/api/none', 404, null],
  ['HEAD', '/healthz', 200, null],
])('%s %s is answered with %i and Allow: %s', async (method, path, status, allow) => {
  const answer = await app()(path, { origin: 'http://localhost:3000' }, { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
