import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { alive, expect, test } from './journey.ts'

const PAGES = [
  '/',
  '/convert',
  '/terms',
  '/privacy',
  '/settings',
  '/settings/appearance',
  '/settings/data',
  '/settings/logs',
  '/no-such-page',
]
const ENGLISH = PAGES.map((path) => (path === '/' ? '/en-US' : `/en-US${path}`))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test('switching language keeps the address and moves the focus to the title', async ({ page, context }) => {
  await page.goto('/convert?target=mihomo')
  await alive(page)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/en-US\/convert\?target=mihomo$/)
  await expect(page).toHaveTitle('Convert · Switchyard')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  const [cookie] = await context.cookies()
  expect([cookie!.name, cookie!.value, cookie!.path, cookie!.sameSite]).toEqual([
    'i18n_redirected',
    'en-US',
    '/',
    'Lax',
  ])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Convert')
})

test('a dark choice survives a reload, and the page is dark before anything is drawn', async ({ page }) => {
  await page.goto('/settings/appearance')
  await alive(page)
  await page.getByText('深色', { exact: true }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('nuxt-color-mode'))).toBe('dark')
  await page.addInitScript(() => {
    new MutationObserver((_records, observer) => {
      if (!document.body) return
      document.documentElement.dataset.atFirst = document.documentElement.className
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-at-first', 'dark')
})

test('the system’s colours are followed until a choice is made', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await alive(page)
  await expect(page.locator('html')).toHaveClass('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveClass('light')
})

test('a new build is told of, and the page can be loaded anew', async ({ page }) => {
  await page.goto('/')
  await alive(page)
  await page.route('**/_build', (route) => route.fulfill({ json: { id: 'another' } }))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('有新版本可用')).toBeVisible()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '刷新' }).click()])
})

test.describe('a chunk that is gone', () => {
  test.use({ expectedErrors: /Failed to load resource|dynamically imported module/ })

  test('loads the whole page at the address that was asked for, once', async ({ page }) => {
    await page.goto('/')
    await alive(page)
    let failed = 0
    await page.route(/\/assets\/terms-/, (route) => {
      failed++
      return failed === 1 ? route.abort() : route.continue()
    })
    await page.getByRole('link', { name: '服务条款' }).click()
    await expect(page).toHaveURL(/\/terms$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('服务条款')
  })

  test('shows the error page when it stays gone', async ({ page }) => {
    await page.goto('/')
    await alive(page)
    await page.route(/\/assets\/terms-/, (route) => route.abort())
    await page.getByRole('link', { name: '服务条款' }).click()
    await expect(page).toHaveURL(/\/terms$/)
    await expect(page.locator('h1')).toBeVisible()
  })
})

test.describe('words that do not come', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('are told of in the console, and the page speaks all the same', async ({ page }) => {
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.route('**/_i18n/**', (route) => route.fulfill({ status: 500 }))
    await page.goto('/')
    await alive(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('节点进站，配置出站')
    expect(warnings.some((text) => text.includes('Failed to load messages for locale "zh-CN"'))).toBe(true)
  })
})

test('the request log shows what the page asked, newest first', async ({ page }) => {
  await page.goto('/settings/logs')
  await alive(page)
  const rows = page.locator('[data-request-log] tbody tr')
  await expect(rows.filter({ hasText: '/api/_auth/session' })).toHaveCount(1)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(rows.first()).toContainText('/_build')
  await page.getByRole('searchbox').fill('session')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: '清空' }).click()
  await expect(page.getByText('还没有请求')).toBeVisible()
})

test('settings in a file are shown before they are applied', async ({ page }) => {
  await page.goto('/settings/data')
  await alive(page)
  const file = (value: unknown) => ({
    name: 'settings.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(value)),
  })
  await page
    .locator('input[type=file]')
    .setInputFiles(file({ product: 'switchyard', version: 1, colorMode: 'dark', ui: { density: 'compact', evil: 1 } }))
  await expect(page.getByRole('row', { name: '密度 未设置 紧凑' })).toBeVisible()
  await expect(page.locator('html')).toHaveClass('light')
  await page.getByRole('button', { name: '应用' }).click()
  await expect(page.locator('html')).toHaveClass('dark')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await expect(page.getByRole('status').filter({ hasText: '已应用' })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file({ other: true }))
  await expect(page.getByText('文件中没有可识别的设置')).toBeVisible()
})

test('with storage blocked the app still works', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  await page.goto('/settings/appearance')
  await alive(page)
  await page.getByText('深色', { exact: true }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test.describe('a page', () => {
  test.use({ expectedErrors: /Content Security Policy|Failed to fetch/ })

  test('cannot reach a foreign origin', async ({ page }) => {
    await page.goto('/')
    await alive(page)
    const reached = await page.evaluate(async () => {
      try {
        await fetch('https://example.com/')
        return true
      } catch {
        return false
      }
    })
    expect(reached).toBe(false)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('pages can be read and their links followed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('节点进站，配置出站')
    await page.getByRole('link', { name: '节点转换' }).first().click()
    await expect(page).toHaveURL(/\/convert$/)
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(/\/en-US\/convert$/)
  })
})

for (const path of [...PAGES, ...ENGLISH])
  test.describe(path, () => {
    test.use({ expectedErrors: /status of 404/ })

    test('fits 320 pixels, and axe finds nothing serious in either colours', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(path)
      await alive(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('html')).toHaveClass(colorScheme)
        const found = await page.evaluate(async (source) => {
          // The page's own policy lets no script in; what the test brings comes through the debugger.
          // oxlint-disable-next-line no-eval
          if (!('axe' in window)) (0, eval)(source)
          const { violations } = await (
            window as unknown as {
              axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
            }
          ).axe.run()
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        }, axe)
        expect(found).toEqual([])
      }
    })
  })
