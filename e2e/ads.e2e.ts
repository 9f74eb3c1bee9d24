import { createServer, type Server } from 'node:https'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test'
import { AD_SCRIPT } from '../apps/server/src/features/ads/ad-frame.ts'
import { makeCertificate } from '../apps/server/test/certificates.ts'
import { TOOLS } from '../apps/web/app/pages.ts'
import { becomeOwner, openAt } from './account.ts'
import { seriousIssuesInBothColors } from './axe.ts'
import { PUBLIC_CODE_HOST } from './browser.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const FAKE_AD = readFileSync(new URL('fake-ad.js', import.meta.url))
const AD_HOST = new URL(AD_SCRIPT).host
const CLIENT = 'ca-pub-0123456789012345'
/** Beside tools: where somebody signs in, keeps keys, or opens what is shared. */
const WITH_SECRETS = [
  '/login',
  '/profile',
  '/settings',
  '/settings/github',
  '/settings/people',
  '/en-US/convert',
  '/s/none',
]

let server: Served
/** The ad provider: a server of this machine under the provider's name. */
let provider: Server
let browser: Browser
/** Whether the ad leaves its frame for another page once it has tried everything else. */
let leaves = false
/** What the provider was asked, each with what came along. */
const asked: { path: string; referrer: string | undefined; cookie: string | undefined; body: string }[] = []

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ launchOptions }) => {
  provider = createServer(await makeCertificate({ host: AD_HOST }), (request, response) => {
    const { url = '', headers } = request
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      asked.push({ path: url, referrer: headers.referer, cookie: headers.cookie, body })
      const type = url.startsWith('/pagead/') ? 'text/javascript' : 'text/html'
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
      response.end(answerTo(url))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  server = await serve(SERVER, [], { ADS_CLIENT_ID: CLIENT, ADS_CODES: 'spring-code,friends-of-ours' })
  browser = await chromium.launch(withBlocker(launchOptions, port))
})
test.afterAll(async () => {
  await browser.close()
  await server.stop()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

/** What the provider says: its script, whether the ad leaves, and where a press leads, which tries to lead the page away too. */
function answerTo(url: string): string | Buffer {
  if (url.startsWith('/pagead/')) return FAKE_AD
  if (url === '/landing') return '<script>opener.top.location = "https://evil.example/opener"</script>'
  return url === '/tried' && leaves ? 'leave' : ''
}

/** A browser that blocks windows as people's browsers do, and that finds nobody but the provider, on this machine. */
function withBlocker(options: LaunchOptions, port: number): LaunchOptions {
  const rules = `MAP ${AD_HOST}:443 127.0.0.1:${port}, MAP evil.example 127.0.0.1:9`
  return {
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=${rules}`],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  }
}

type Visit = Awaited<ReturnType<typeof visit>>

/** A first visit, or one of a browser that keeps something, and the requests of all its pages and frames to others than the server. */
async function visit(storageState?: BrowserContextOptions['storageState']) {
  const context = await browser.newContext({
    storageState,
    ignoreHTTPSErrors: true,
    locale: 'zh-CN',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  const foreign: string[] = []
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${server.address}/`)) foreign.push(request.url())
  })
  // This browser has other rules for hosts than the other journeys have. So it would find this host.
  await context.route(`${PUBLIC_CODE_HOST}/**`, (route) => route.fulfill({ json: [] }))
  return { context, page: await context.newPage(), foreign }
}

/** Whether this browser keeps a page from opening a window that nobody asked for. */
async function blocksWindows(context: BrowserContext): Promise<boolean> {
  const page = await context.newPage()
  await page.goto('data:text/html,<script>document.title = open("about:blank") ? "opened" : "blocked"</script>')
  const title = await page.title()
  for (const each of context.pages().slice(1)) await each.close()
  return title === 'blocked'
}

const pathsOf = (foreign: readonly string[]) => foreign.filter((url) => url.includes(AD_HOST))

test('an ad that means harm reads nothing, leads nobody anywhere, and opens no window that nobody asked for', async () => {
  const { hostname } = new URL(server.address)
  const cookie = { name: 'canary', value: 'cookie', domain: hostname, path: '/', expires: -1 }
  const { context, page } = await visit({
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' }],
    origins: [{ origin: server.address, localStorage: [{ name: 'canary', value: 'local' }] }],
  })
  const slot = page.getByTestId('ad')
  const tried = () => asked.find(({ path }) => path === '/tried')
  await test.step('it finds nothing of the page, whatever it tries', async () => {
    // The headless shell blocks no windows at all. A whole browser does (CHROMIUM_PATH).
    const hasBlocker = await blocksWindows(context)
    const start = asked.length
    leaves = true
    await openAt(page, `${server.address}/c/tools?secret=canary`)
    expect(await page.evaluate(() => [localStorage['canary'] as string, document.cookie])).toEqual([
      'local',
      expect.stringContaining('canary=cookie'),
    ])
    await slot.scrollIntoViewIfNeeded()
    await expect.poll(() => tried() !== undefined).toBe(true)
    expect(JSON.parse(tried()!.body)).toEqual({
      'its origin': 'null',
      'the page it stands on': 'nothing',
      localStorage: 'SecurityError',
      sessionStorage: 'SecurityError',
      cookies: 'SecurityError',
      IndexedDB: 'SecurityError',
      'the offline copy': 'SecurityError',
      'service workers': 'SecurityError',
      'the document of the page': 'SecurityError',
      'the address of the page': 'SecurityError',
      'its own frame': 'nothing',
      'leading the page elsewhere': 'SecurityError',
      'replacing the page': 'SecurityError',
      'a window without a press': hasBlocker ? 'nothing' : 'opened',
      'a link over the page': 'nothing',
      'a form over the page': 'nothing',
      'a question to the person': 'false',
    })
    const said = asked.slice(start)
    expect(said[0]!.path).toBe(`/pagead/js/adsbygoogle.js?client=${CLIENT}`)
    // What the provider hears of the page is that it is one of ours, and not even that by a header.
    expect(JSON.stringify(said)).not.toContain('canary')
    expect(said.map(({ referrer, cookie }) => [referrer, cookie])).toEqual(said.map(() => [undefined, undefined]))
    expect(page.url()).toBe(`${server.address}/c/tools?secret=canary`)
    if (hasBlocker) expect(context.pages()).toHaveLength(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('小工具')
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
    expect(asked.map(({ path }) => path)).not.toContain('/elsewhere')
    leaves = false
  })
  await test.step('a press in it opens a window, which cannot lead the page away', async () => {
    await openAt(page, `${server.address}/terms`)
    await slot.scrollIntoViewIfNeeded()
    const opened = context.waitForEvent('page', (each) => each.url().includes('/landing'))
    await slot.locator('iframe').contentFrame().getByRole('button', { name: 'Buy' }).click()
    const landing = await opened
    await landing.waitForURL(`https://${AD_HOST}/landing`)
    await landing.waitForLoadState()
    expect(page.url()).toBe(`${server.address}/terms`)
  })
  await test.step('opened by its address it has no more rights', async () => {
    asked.length = 0
    await page.goto(`${server.address}/_ad`)
    await expect.poll(() => tried()?.body).toBeDefined()
    expect(JSON.parse(tried()!.body)).toMatchObject({
      'its origin': 'null',
      localStorage: 'SecurityError',
      cookies: 'SecurityError',
      IndexedDB: 'SecurityError',
    })
  })
  await context.close()
})

test('no page that holds credentials asks an ad host, even after one that shows an ad', async () => {
  const { context, page, foreign } = await visit()
  await becomeOwner(page, server)
  await openAt(page, `${server.address}/c/tools`)
  await page.getByTestId('ad').scrollIntoViewIfNeeded()
  await expect.poll(() => pathsOf(foreign).length).toBeGreaterThan(0)

  // Every page is drawn in drawn-ads.test.ts; here are those that hold most, with all that their scripts ask for.
  const tools = TOOLS.filter(({ category, showsAds }) => !showsAds && ['convert', 'nodes', 'files'].includes(category))
  expect(tools.length + WITH_SECRETS.length).toBeGreaterThan(15)
  const left: string[] = []
  const look = async (path: string) => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    left.push(...pathsOf(foreign).map((url) => `${path} ${url}`))
    expect(await page.locator('iframe').count(), path).toBe(0)
    foreign.length = 0
  }
  await test.step('within the app, where what the ad left behind would still be there', async () => {
    // An ad that is shown may still ask.
    await page.getByRole('main').getByRole('link', { name: '编解码' }).first().click()
    await expect(page.getByTestId('ad')).toHaveCount(0)
    foreign.length = 0
    for (const { path } of tools) {
      await page.locator(`a[href="${path}"]`).first().dispatchEvent('click')
      await expect(page).toHaveURL(({ pathname }) => pathname === path)
      await look(path)
    }
  })
  await test.step('opened by their addresses', async () => {
    for (const path of ['/', ...WITH_SECRETS]) {
      await page.goto(server.address + path)
      await look(path)
    }
  })
  expect(left).toEqual([])
  await context.close()
})

test('somebody hides the ads with a code, shows them again, and has to wait after five tries', async () => {
  const { context, page } = await visit()
  await openAt(page, `${server.address}/c/nodes`)
  await hideAds(page)
  await test.step('they are hidden, until they are shown again', async () => {
    expect(await htmlOf(page, '/client')).not.toContain('/_ad')
    await openAt(page, `${server.address}/settings`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /广告已隐藏/ })
      .click()
    await expect(page.getByRole('main')).toContainText(/到 \d{4}年\d{1,2}月\d{1,2}日 为止/)
    await page.getByRole('button', { name: '重新显示' }).click()
    await expect(page.getByRole('button', { name: '输入去广告口令' })).toBeVisible()
    expect(await htmlOf(page, '/client')).toContain('/_ad')
  })
  await test.step('who tries five codes has to wait', async () => {
    await page.getByRole('button', { name: '输入去广告口令' }).click()
    const dialog = page.getByTestId('ad-code')
    const field = dialog.getByLabel('口令')
    for (let tries = 2; tries <= 5; tries++) {
      await field.fill(`wrong ${tries}`)
      await dialog.getByRole('button', { name: '隐藏广告' }).click()
      await expect(dialog.getByText('口令不正确')).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await field.fill('spring-code')
    await field.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(/请在 .*后再试|重试/)
    expect(await seriousIssuesInBothColors(page)).toEqual([])
  })
  await context.close()
})

/** Hides the ads of the page with a code, by its own button. */
async function hideAds(page: Visit['page']): Promise<void> {
  const slot = page.getByTestId('ad')
  const height = (await slot.boundingBox())!.height
  expect(height).toBeGreaterThan(250)
  await expect(slot).toContainText('广告')
  await slot.getByRole('button', { name: '广告' }).click()
  const dialog = page.getByTestId('ad-code')
  const field = dialog.getByLabel('口令')
  await expect(field).toBeFocused()
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(slot.getByRole('button', { name: '广告' })).toBeFocused()
  await page.keyboard.press('Enter')
  await field.fill('spring-code')
  await field.press('Enter')
  await expect(slot).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
}

/** What the server draws for this browser. */
const htmlOf = async (page: Visit['page'], path: string) =>
  (await page.request.get(server.address + path, { headers: { 'accept-language': 'zh' } })).text()
