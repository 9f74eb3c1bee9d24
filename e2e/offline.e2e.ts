import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { changingServer } from './changing-server.ts'
import { copied, counted, drafts, pasteByKey, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: 'allow' })

// A route turns off the cache of the browser. Without network a page then has only the offline copy.
test.beforeEach(({ context }) => context.route('https://nobody.example/**', (route) => route.abort()))

async function visitOnce(page: Page): Promise<void> {
  await page.goto('/')
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

test('after one visit to the first page everything opens without network, with its words, and converts; what is first used is kept, and other sites are left alone', async ({
  page,
  context,
}) => {
  await visitOnce(page)
  await test.step('the offline copy holds pages without a name in them and every part of the words', async () => {
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
    expect(words.map((path) => path.split('/').slice(3).join('/')).toSorted()).toEqual(partsOfWords().toSorted())
  })

  await context.setOffline(true)
  await test.step('the converter opens and converts', async () => {
    await page.goto('/convert')
    await alive(page)
    await expect(page).toHaveTitle('节点转换 · 编组站')
    await pasteByKey(page, [trojan('HK 01', 'hk.example.com'), trojan('JP 01', 'jp.example.com')].join('\n'))
    await expectConfig(page)
  })
  await test.step('and in English, for another client', async () => {
    await page.goto('/en-US/convert?target=clash')
    await alive(page)
    await expect(page).toHaveTitle('Convert · Switchyard')
    await expectConfig(page)
  })
  await test.step('the codec opens and works', async () => {
    await page.goto('/codec?steps=base64-decode,link-to-fields')
    await alive(page)
    await page.getByTestId('codec-input').fill(btoa(trojan('JP 01')))
    await expect(page.getByTestId('codec-output')).toHaveValue(/"name": "JP 01"/)
  })
  await test.step('every other page opens as well', async () => {
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

  await context.setOffline(false)
  await page.goto('/convert?tpl=minimal')
  await alive(page)
  await page.getByRole('button', { name: '清空输入' }).click()
  await expect(page.getByTestId('empty-screen')).toBeVisible()
  await test.step('requests to other sites are none of its business', async () => {
    const seen: string[] = []
    context.on('request', (request) => request.serviceWorker() && seen.push(request.url()))
    await context.route('https://lists.example.com/**', (route) =>
      route.fulfill({ body: trojan('Fetched'), headers: { 'access-control-allow-origin': '*' } }),
    )
    await pasteByKey(page, 'https://lists.example.com/a')
    const [asked] = await Promise.all([
      context.waitForEvent('request', (request) => request.url().startsWith('https://lists.example.com/')),
      page.getByTestId('not-fetched').getByRole('button', { name: '从 lists.example.com 获取' }).click(),
    ])
    expect(asked.serviceWorker()).toBeNull()
    await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
    expect(seen.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([])
  })
  await test.step('what was left out is kept when it is first used', async () => {
    const chunk = async () => (await copies(page)).filter((path) => path.includes('/code-diff-')).length
    expect(await chunk()).toBe(0)
    await page.getByTestId('options-open').click()
    await page.getByTestId('opt-template').getByText('标准', { exact: true }).click()
    await expect(page).not.toHaveURL(/tpl=/)
    await page.getByTestId('tab-diff').click()
    await expect.poll(chunk).toBe(1)
    await context.setOffline(true)
    await page.reload()
    await alive(page)
    await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
    await context.setOffline(false)
  })
  await test.step('the draft of a tab that is gone is removed, and not that of one that lives', async () => {
    const other = await context.newPage()
    await other.goto('/terms')
    await alive(other)
    const id = await page.evaluate(() => sessionStorage.getItem('app.tab'))
    const gone = () =>
      other.evaluate(
        (id) => navigator.serviceWorker.controller!.postMessage({ type: 'tab-gone', id, afterMs: 0 }, []),
        id,
      )
    const ofTab = async () => (await drafts(other)).filter((draft) => draft.id === id).length
    await gone()
    await other.waitForTimeout(300)
    expect(await ofTab()).toBe(1)
    await page.close()
    // Its lock is free a moment later.
    await expect
      .poll(async () => {
        await gone()
        return ofTab()
      })
      .toBe(0)
  })
})

/** That both nodes were converted, and that the result can be copied. */
async function expectConfig(page: Page): Promise<void> {
  await expect(page.getByTestId('summary-output')).toHaveText(counted(2))
  await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
  await expect(page.getByTestId('node-grid').getByRole('row').filter({ hasText: 'HK 01' })).toBeVisible()
  const config = await copied(page)
  await expect(page.getByTestId('action-copy')).toHaveText(/已复制|Copied/)
  expect(config).toMatch(/name: "?HK 01"?, type: trojan, server: hk\.example\.com/)
  expect(config).toContain('s3cret')
}

/** The parts of the words as they are asked for, by the files that they come from. */
function partsOfWords(): string[] {
  const sources = readdirSync(fileURLToPath(new URL('../apps/web/app/messages/', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  })
  return (
    sources
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
  )
}

test.describe('a new build', () => {
  // The server goes away in the middle, and says so.
  test.use({ expectedErrors: /ERR_CONNECTION_REFUSED/ })

  test('says nothing, takes the place of the old copy whole, once its pages come from it, and leaves what others keep alone', async ({
    page,
    baseURL,
  }) => {
    const server = await changingServer(baseURL!)
    const older = 'switchyard-build-0'
    const newer = 'switchyard-build-second000000'
    try {
      await page.addInitScript(async () => {
        const before = await caches.open('switchyard-build-0')
        await before.put('/favicon.svg', new Response('old'))
      })
      const said: string[] = []
      page.on('console', (message) => said.push(`${page.url()} ${message.text()}`))
      await test.step('while the copy is made, no page makes the browser’s console say a word', async () => {
        for (const path of ['/', '/privacy', '/settings/appearance', '/en-US/convert', '/convert?tpl=minimal']) {
          await page.goto(server.url + path)
          await alive(page)
        }
        await page.evaluate(async () => navigator.serviceWorker.ready)
        expect(said).toEqual([])
      })
      const first = (await builds(page)).find((name) => name !== older)!
      await test.step('what an older copy has under the same address does not stand in for the new one', async () => {
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
        expect(await page.evaluate(async () => (await caches.keys())[0])).toBe(older)
        expect(await page.evaluate(async () => (await fetch('/favicon.svg')).text())).toContain('<svg')
      })
      await test.step('it is not kept while its pages still come from the build before', async () => {
        await page.evaluate(async () => {
          await (await caches.open('switchyard-lists')).put('/list', new Response('a list'))
        })
        server.lag(/^\/_shell\//)
        server.deploy('second000000')
        const asked = server.asked.length
        await update(page)
        expect(server.asked.slice(asked)).toContain('/_shell/zh-CN')
        expect(server.asked.slice(asked).filter((path) => path.startsWith('/assets/'))).toEqual([])
        expect(await builds(page)).toEqual([older, first].sort(byText))
      })
      await test.step('then it is, with the build before, and the oldest goes', async () => {
        server.lag(undefined)
        await update(page)
        await expect.poll(() => builds(page)).toEqual([first, newer].sort(byText))
        expect(await page.evaluate(() => caches.has('switchyard-lists'))).toBe(true)
      })
      await test.step('the server is gone: what opens now is of the newest build alone', async () => {
        await server.stop()
        await page.goto(`${server.url}/en-US/convert`)
        await alive(page)
        await expect(page).toHaveTitle('Convert · Switchyard')
        await expect(page.locator('html')).toHaveAttribute('data-build', 'second000000')
      })
    } finally {
      await server.stop()
    }
  })
})

test.describe('of a person whose network comes and goes', () => {
  // What was still on its way says so. The offline copy would have what does not load here.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/, serviceWorkers: 'block' })

  test('the converter says what does not load and what cannot be fetched, and goes on when the network is back', async ({
    page,
    context,
  }) => {
    const reason = '已离线，恢复网络后才能获取'
    await context.route('https://sub.example.com/**', (route) => route.abort())
    await page.route(/\/assets\/convert-worker-/, (route) => route.abort())
    await page.goto('/convert')
    await alive(page)
    await test.step('a converter that does not load says so, keeps the text, and is tried again', async () => {
      await pasteByKey(page, trojan('HK 01', 'hk.example.com'))
      await expect(page.getByText('转换程序未能加载，内容仍在；联网后会自动重试')).toBeVisible()
      await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
      await page.unroute(/\/assets\/convert-worker-/)
      // What the browser says when the network is back. Told by it, the network itself may need another moment.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByTestId('output-editor')).toContainText('mixed-port')
      await expect(page.getByText('转换程序未能加载')).toBeHidden()
    })
    await test.step('while the network is away nothing is fetched, and each button that would says why', async () => {
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
      const card = page.getByTestId('source-1')
      await expect(card.getByRole('alert')).toBeVisible()
      await context.setOffline(true)
      await expect(card.getByText(reason)).toBeVisible()
      await expect(card.getByRole('button', { name: '重试' })).toBeDisabled()
    })
    await test.step('the line that tells of being offline takes no button out of sight', async () => {
      await expect(page.getByText('已离线，本地工具仍可使用')).toBeVisible()
      await expect(page.getByTestId('action-copy')).toBeInViewport({ ratio: 1 })
      await context.setOffline(false)
      await expect(page.getByTestId('source-1').getByRole('button', { name: '重试' })).toBeEnabled()
    })
  })
})
