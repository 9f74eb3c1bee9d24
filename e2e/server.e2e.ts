import { expect, test } from './journey.ts'

const english = { 'accept-language': 'en-GB,en;q=0.9' }

test('an address without a screen answers 404 and says which', async ({ request }) => {
  for (const [path, message] of [
    ['/xyz-none', 'Page Not Found: /xyz-none'],
    ['/c/none', 'Page Not Found: /c/none'],
    ['/settings/foo', 'Page Not Found: /settings/foo'],
    ['/a/b/c', 'Page not found: /a/b/c'],
    ['/en-US/a/b/c', 'Page not found: /en-US/a/b/c'],
  ] as const) {
    const answer = await request.get(path, { headers: { 'accept-language': 'zh' } })
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text()).toContain(message)
  }
})

test('a visitor who reads English is sent to the English page, a crawler and an explicit choice are not', async ({
  request,
}) => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await request.get(path, { headers, maxRedirects: 0 })
    return [answer.status(), answer.headers().location]
  }
  expect(await ask('/convert?target=clash', english)).toEqual([302, '/en-US/convert?target=clash'])
  expect(await ask('/convert', { ...english, 'user-agent': 'Googlebot/2.1' })).toEqual([200, undefined])
  expect(await ask('/convert', { ...english, cookie: 'i18n_redirected=zh-CN' })).toEqual([200, undefined])
  expect(await ask('/en-US/convert', { 'accept-language': 'zh', cookie: 'i18n_redirected=zh-CN' })).toEqual([
    200,
    undefined,
  ])
  expect(await ask('/clash', {})).toEqual([308, '/convert?target=clash'])
})

test('files of the build may be kept for ever and come compressed, pages may not be kept', async ({ request }) => {
  const page = await request.get('/', { headers: { 'accept-language': 'zh' } })
  expect(page.headers()['cache-control']).toBe('private, no-store')
  const [script] = /\/assets\/entry\.client-[\w-]+\.js/.exec(await page.text())!
  for (const encoding of ['br', 'gzip']) {
    const file = await request.get(script, { headers: { 'accept-encoding': encoding } })
    expect(file.headers()['content-encoding']).toBe(encoding)
    expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(file.headers()['content-type']).toContain('javascript')
    expect(file.headers()['x-content-type-options']).toBe('nosniff')
  }
})

test('search engines are told of every page in both languages, and of no other', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const path of ['/', '/en-US', '/convert', '/en-US/convert', '/terms', '/privacy'])
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`)
  expect(sitemap).not.toContain('/settings')
  for (const [, address] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g))
    expect((await request.get(address!, { headers: { 'accept-language': '*' } })).status()).toBe(200)
})

test('the head of a page names it in its language, with addresses and a share image that exist', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/en-US/convert?target=clash&view=diff')
  await expect(page).toHaveTitle('Convert · Switchyard')
  const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name)
  expect(await attribute('link[rel=canonical]', 'href')).toBe(`${baseURL}/en-US/convert?target=clash`)
  expect(await attribute('link[hreflang=zh-CN]', 'href')).toBe(`${baseURL}/convert?target=clash`)
  expect(await attribute('link[hreflang=x-default]', 'href')).toBe(`${baseURL}/convert?target=clash`)
  expect(await page.locator('html').getAttribute('lang')).toBe('en-US')
  const image = await request.get((await attribute('meta[property="og:image"]', 'content'))!)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
  await page.goto('/settings/logs')
  expect(await attribute('meta[name=robots]', 'content')).toBe('noindex')
})
