import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { changingServer } from './changing-server.ts'
import { openWith, pasteByKey, trojan, counted } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: 'allow' })

async function visitOnce(page: Page, address = '/'): Promise<void> {
  await page.goto(address)
  await alive(page)
  await page.evaluate(async () => navigator.serviceWorker.ready)
}

const byText = (a: string, b: string) => (a < b ? -1 : 1)
const builds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('switchyard-build-')).sort())

/** Looks for a new service worker, and waits until it has taken over or given up. */
function update(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const next = registration.installing ?? registration.waiting
    if (!next) return
    const isDone = () => next.state === 'activated' || next.state === 'redundant'
    await new Promise<void>((resolve) => {
      if (isDone()) resolve()
      next.addEventListener('statechange', () => isDone() && resolve())
    })
  })
}

/** The addresses that the offline copy of a build holds. */
const copies = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('switchyard-build-'))
    return (await (await caches.open(name!)).keys()).map(({ url }) => new URL(url).pathname)
  })

test('after one visit to the first page the converter opens and converts without network, in both languages', async ({
  page,
  context,
}) => {
  await visitOnce(page)
  await context.setOffline(true)
  await page.goto('/convert')
  await alive(page)
  await expect(page).toHaveTitle('节点转换 · 编组站')
  await pasteByKey(page, [trojan('HK 01', 'hk.example.com'), trojan('JP 01', 'jp.example.com')].join('\n'))
  for (const path of [undefined, '/en-US/convert?target=clash']) {
    if (path) {
      await page.goto(path)
      await alive(page)
      await expect(page).toHaveTitle('Convert · Switchyard')
    }
    await expect(page.getByTestId('summary-output')).toHaveText(counted(2))
    await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
    await expect(page.getByTestId('node-grid').getByRole('row').filter({ hasText: 'HK 01' })).toBeVisible()

    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByTestId('action-copy').click()
    await expect(page.getByTestId('action-copy')).toHaveText(/已复制|Copied/)
    const config = await page.evaluate(() => navigator.clipboard.readText())
    expect(config).toMatch(/name: "?HK 01"?, type: trojan, server: hk\.example\.com/)
    expect(config).toContain('s3cret')
  }
})

test('every other page opens without network as well, with its words', async ({ page, context }) => {
  await visitOnce(page)
  await context.setOffline(true)
  for (const [path, heading] of [
    ['/', '节点进站，配置出站'],
    ['/settings/appearance', '外观'],
    ['/settings/logs', '请求日志'],
    ['/terms', '服务条款'],
    ['/en-US/privacy', 'Privacy'],
  ] as const) {
    await page.goto(path)
    await alive(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await expect(page.getByRole('cell', { name: 'Addresses of public rule lists' })).toBeVisible()
  await expect(page.getByText('You are offline, local tools still work')).toBeVisible()
  await page.getByRole('link', { name: 'Convert' }).first().click()
  await expect(page).toHaveTitle('Convert · Switchyard')
})

test('the offline copy holds pages without a name in them and every part of the words, and leaves out what can wait', async ({
  page,
}) => {
  await visitOnce(page)
  const kept = await copies(page)
  expect(
    kept.filter((path) => !/^\/(_shell|_i18n|assets)\/|^\/(favicon\.svg|manifest\.[\w-]+\.webmanifest)$/.test(path)),
  ).toEqual([])
  expect(kept.filter((path) => path.startsWith('/_shell/')).sort()).toEqual(['/_shell/en-US', '/_shell/zh-CN'])
  for (const needed of [
    /\/convert-worker-/,
    /\/of-worker-zh-CN-/,
    /\/of-worker-en-US-/,
    /\/convert-nodes-/,
    /\/editor-/,
    /zh-CN\/messages\.json/,
    /en-US\/articles\.json/,
  ])
    expect(kept.some((path) => needed.test(path))).toBe(true)
  expect(kept.filter((path) => /\/(user-regex|code-diff|qr-worker)-/.test(path))).toEqual([])

  const words = kept.filter((path) => path.startsWith('/_i18n/'))
  const sources = readdirSync(fileURLToPath(new URL('../apps/web/app/messages/', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  })
  const expected = sources
    .filter((name) => name.endsWith('.json'))
    .map((name) =>
      name
        .replaceAll('\\', '/')
        .replace(/\.json$/, '')
        .split('/'),
    )
    // What pages are called comes with the shell.
    .filter(([part]) => part !== 'pages')
    .map((parts) => `${parts.at(-1)}/${parts.length === 1 ? 'messages' : parts[0]}.json`)
  expect(words.map((path) => path.split('/').slice(3).join('/')).toSorted()).toEqual(expected.toSorted())
})

test('what an older copy has under the same address does not stand in for the new one', async ({ page }) => {
  await page.addInitScript(async () => {
    const before = await caches.open('switchyard-build-0')
    await before.put('/favicon.svg', new Response('old'))
  })
  await visitOnce(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(await page.evaluate(async () => (await caches.keys())[0])).toBe('switchyard-build-0')
  expect(await page.evaluate(async () => (await fetch('/favicon.svg')).text())).toContain('<svg')
})

test('what was left out is kept when it is first used', async ({ page, context }) => {
  await visitOnce(page, '/convert?tpl=minimal')
  const chunk = async () => (await copies(page)).filter((path) => path.includes('/code-diff-')).length
  expect(await chunk()).toBe(0)
  await page.reload()
  await alive(page)
  await page.getByTestId('sample').click()
  await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
  await page.getByTestId('options-open').click()
  await page.getByTestId('opt-template').getByText('标准', { exact: true }).click()
  await expect(page).not.toHaveURL(/tpl=/)
  await page.getByTestId('tab-diff').click()
  await expect.poll(chunk).toBe(1)
  await context.setOffline(true)
  await page.reload()
  await alive(page)
  await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
})

test.describe('a new build', () => {
  // The server goes away in the middle, and says so.
  test.use({ expectedErrors: /ERR_CONNECTION_REFUSED/ })

  test('takes the place of the old copy whole, and leaves what others keep alone', async ({ page, baseURL }) => {
    const server = await changingServer(baseURL!)
    try {
      await visitOnce(page, server.url)
      const [first] = await builds(page)
      await page.evaluate(async () => {
        await (await caches.open('switchyard-lists')).put('/list', new Response('a list'))
      })
      server.deploy('second000000')
      await update(page)
      await expect.poll(() => builds(page)).toEqual([first!, 'switchyard-build-second000000'].sort(byText))
      server.deploy('third0000000')
      await update(page)
      await expect.poll(() => builds(page)).toEqual(['switchyard-build-second000000', 'switchyard-build-third0000000'])
      expect(await page.evaluate(() => caches.has('switchyard-lists'))).toBe(true)

      // The server is gone: what opens now is of the newest build alone.
      await server.stop()
      await page.goto(`${server.url}/en-US/convert`)
      await alive(page)
      await expect(page).toHaveTitle('Convert · Switchyard')
      await expect(page.locator('html')).toHaveAttribute('data-build', 'third0000000')
    } finally {
      await server.stop()
    }
  })

  test('is not kept while its pages still come from the build before', async ({ page, baseURL }) => {
    const server = await changingServer(baseURL!)
    try {
      await visitOnce(page, server.url)
      const [first] = await builds(page)
      server.lag(/^\/_shell\//)
      server.deploy('second000000')
      const asked = server.asked.length
      await update(page)
      expect(server.asked.slice(asked)).toContain('/_shell/zh-CN')
      expect(await builds(page)).toEqual([first])

      server.lag(undefined)
      await update(page)
      await expect.poll(() => builds(page)).toContain('switchyard-build-second000000')
    } finally {
      await server.stop()
    }
  })
})

test('the service worker answers this site’s own requests only', async ({ page, context }) => {
  await visitOnce(page)
  await page.reload()
  await alive(page)
  const seen: string[] = []
  context.on('request', (request) => request.serviceWorker() && seen.push(request.url()))
  await context.route('https://lists.example.com/**', (route) =>
    route.fulfill({ body: 'a', headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.goto('/convert')
  await alive(page)
  await page.evaluate(() => navigator.clipboard.writeText('https://lists.example.com/a'))
  await page.locator('body').press('Control+v')
  const [asked] = await Promise.all([
    context.waitForEvent('request', (request) => request.url().startsWith('https://lists.example.com/')),
    page.getByTestId('not-fetched').getByRole('button', { name: '从 lists.example.com 获取' }).click(),
  ])
  expect(asked.serviceWorker()).toBeNull()
  expect(seen.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([])
})

test.describe('the line that tells of being offline', () => {
  // What was still on its way says so.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('takes no button of the converter out of sight', async ({ page, context }) => {
    await openWith(page, [trojan('A')])
    await context.setOffline(true)
    await expect(page.getByText('已离线，本地工具仍可使用')).toBeVisible()
    await expect(page.getByTestId('action-copy')).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
  })

  test('is why nothing is fetched, and each button that would says so', async ({ page, context }) => {
    const reason = '已离线，恢复网络后才能获取'
    await context.route('https://sub.example.com/**', (route) => route.abort())
    await page.goto('/convert')
    await alive(page)
    await expect(page.getByTestId('empty-screen')).toBeVisible()
    await page.getByRole('button', { name: '订阅地址' }).click()
    // The window is a part of the page that comes when it is asked for.
    await expect(page.getByTestId('url-input')).toBeVisible()
    await context.setOffline(true)
    const dialog = page.getByRole('dialog')
    await page.getByTestId('url-input').fill('https://sub.example.com/a')
    await expect(dialog.getByText(reason)).toBeVisible()
    await expect(dialog.getByRole('button', { name: '添加并获取' })).toBeDisabled()
    await page.getByTestId('url-input').press('Enter')
    await expect(dialog).toBeVisible()

    await context.setOffline(false)
    await dialog.getByRole('button', { name: '添加并获取' }).click()
    const card = page.getByTestId('source-0')
    await expect(card.getByRole('alert')).toBeVisible()
    await context.setOffline(true)
    await expect(card.getByText(reason)).toBeVisible()
    await expect(card.getByRole('button', { name: '重试' })).toBeDisabled()
    await context.setOffline(false)
    await expect(card.getByRole('button', { name: '重试' })).toBeEnabled()
  })
})

test.describe('a converter that does not load', () => {
  // The offline copy would have it.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/, serviceWorkers: 'block' })

  test('says so, keeps the text, and is tried again when the network is back', async ({ page, context }) => {
    await page.route(/\/assets\/convert-worker-/, (route) => route.abort())
    await page.goto('/convert')
    await alive(page)
    await page.evaluate((text) => navigator.clipboard.writeText(text), trojan('HK 01', 'hk.example.com'))
    await page.locator('body').press('Control+v')
    await expect(page.getByText('转换程序未能加载，内容仍在；联网后会自动重试')).toBeVisible()
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible()

    await page.unroute(/\/assets\/convert-worker-/)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
    await expect(page.getByText('转换程序未能加载')).toBeHidden()
  })
})

test('the service worker removes the draft of a tab that is gone, and not of one that lives or is remembered', async ({
  page,
  context,
}) => {
  await visitOnce(page)
  const drafts = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('switchyard', 1)
          opening.addEventListener('success', () => {
            const asked = opening.result.transaction('drafts').objectStore('drafts').count()
            asked.addEventListener('success', () => resolve(asked.result))
            opening.result.close()
          })
        }),
    )
  const other = await context.newPage()
  await other.goto('/convert')
  await alive(other)
  await pasteByKey(other, trojan('A'))
  await expect.poll(drafts).toBe(1)
  const id = await other.evaluate(() => sessionStorage.getItem('app.tab'))
  const gone = () =>
    page.evaluate((id) => navigator.serviceWorker.controller!.postMessage({ type: 'tab-gone', id, afterMs: 0 }, []), id)
  await gone()
  await page.waitForTimeout(300)
  expect(await drafts()).toBe(1)
  await other.close()
  // Its lock is free a moment later.
  await expect
    .poll(async () => {
      await gone()
      return drafts()
    })
    .toBe(0)
})
