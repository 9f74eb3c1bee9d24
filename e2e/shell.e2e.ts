import { seriousIssues } from './axe.ts'
import { clientRadio, rowOf, trojan, counted } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'
import { leavesAs } from './leaves.ts'

test('settings are found by a word in either language; the system’s colours are followed until a choice is made, which survives a reload; settings in a file are shown before they are applied', async ({
  page,
}) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings')
  await alive(page)
  const found = page.getByRole('main').getByRole('listitem')
  const search = page.getByRole('searchbox')
  const rail = page.getByRole('main').getByRole('navigation', { name: '设置' })
  await search.fill('log')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('请求日志')
  await search.fill('zzz')
  await expect(found).toHaveCount(0)
  await page.getByRole('button', { name: '清除搜索' }).click()
  await expect(found).toHaveCount(16)

  await test.step('the others stand beside the one that is open', async () => {
    await found.getByRole('link', { name: '外观' }).click()
    await expect(rail.getByRole('link')).toHaveText([
      '外观',
      'Clash',
      'Mihomo',
      /^sing-.?box$/,
      'GitHub 账号',
      'GitLab 账号',
      'Gitee 账号',
      'Gitea 账号',
      '仓库',
      '存储',
      '节点来源',
      '数据',
      '保存位置',
      '发布记录',
      '短链接服务',
      '请求日志',
    ])
  })

  await test.step('the system’s colours are followed until a choice is made', async () => {
    await expect(html).toHaveClass('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveClass('light')

    await page.getByText('深色', { exact: true }).click()
    await expect(html).toHaveClass(/dark/)
    expect(await page.evaluate(() => localStorage.getItem('nuxt-color-mode'))).toBe('dark')
  })

  await test.step('sample flags come by name from this site, and go with the switch', async () => {
    const flag = page.locator('svg[data-icon="circle-flags:jp"]')
    await expect(flag.locator('path, circle, g').first()).toBeAttached()
    await page.getByRole('switch', { name: '显示旗帜' }).click()
    await expect(flag).toHaveCount(0)
  })

  await test.step('the choice survives a reload: the page is dark before anything is drawn', async () => {
    await page.addInitScript(() => {
      new MutationObserver((_records, observer) => {
        if (!document.body) return
        document.documentElement.dataset.atFirst = document.documentElement.className
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(html).toHaveAttribute('data-at-first', 'dark')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#020617')
  })

  await test.step('a file is shown before it is applied', async () => {
    await rail.getByRole('link', { name: '数据' }).click()
    await expect(page).toHaveURL(/\/settings\/data$/)
    await expect(rail.getByRole('link', { name: '数据' })).toHaveAttribute('aria-current', 'page')
    const file = (value: unknown) => ({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(value)),
    })
    await page.locator('input[accept*=json]').setInputFiles(
      file({
        product: 'switchyard',
        version: 1,
        colorMode: 'light',
        ui: { density: 'compact', diff: 'side', evil: 1 },
      }),
    )
    await expect(page.getByRole('row', { name: '密度 未设置 紧凑' })).toBeVisible()
    await expect(page.getByRole('row', { name: '差异的排列 未设置 并排显示' })).toBeVisible()
    await expect(html).toHaveClass('dark')
    await page.getByRole('button', { name: '应用' }).click()
    await expect(html).toHaveClass('light')
    await expect(html).toHaveAttribute('data-density', 'compact')
    await expect(page.getByRole('status').filter({ hasText: '已应用' })).toBeVisible()
    await page.locator('input[accept*=json]').setInputFiles(file({ other: true }))
    await expect(page.getByText('文件中没有可识别的设置')).toBeVisible()
    // As Windows editors save it.
    const { name, mimeType, buffer } = file({ product: 'switchyard', version: 1, colorMode: 'dark', ui: {} })
    const utf16 = Buffer.from(`\ufeff${buffer.toString()}`, 'utf16le')
    await page.locator('input[accept*=json]').setInputFiles({ name, mimeType, buffer: utf16 })
    await expect(page.getByRole('row', { name: /浅色 深色/ })).toBeVisible()
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException('Gone', 'NotReadableError'))
    })
    await page.locator('input[accept*=json]').setInputFiles(file({ product: 'switchyard', version: 1 }))
    await expect(page.getByText('无法读取该文件')).toBeVisible()
  })
})

test.describe('the request log', () => {
  test.use({ expectedErrors: /503/ })

  test('shows what the page asked, newest first, and what failed; a new build is told of, and the page can be loaded anew', async ({
    page,
  }) => {
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.goto('/settings/logs')
    await alive(page)
    const rows = page.locator('[data-request-log] tbody tr')
    await expect(rows.filter({ hasText: '/api/_auth/session' })).toHaveCount(1)
    await comeBack()
    await expect(rows.first()).toContainText('/_build')
    await page.getByRole('searchbox').fill('session')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: '清空' }).click()
    await expect(page.getByText('还没有请求')).toBeVisible()

    await test.step('a request that fails is there with its status', async () => {
      await page.getByRole('searchbox').fill('')
      await page.route('**/_build', (route) => route.fulfill({ status: 503 }))
      await comeBack()
      await expect(page.getByRole('row', { name: '/_build' }).first()).toContainText('失败 503')
    })
    await test.step('a new build', async () => {
      await page.route('**/_build', (route) => route.fulfill({ json: { id: 'another' } }))
      await comeBack()
      await expect(page.getByText('有新版本可用')).toBeVisible()
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '刷新' }).click()])
    })
  })
})

test.describe('a chunk that is gone', () => {
  test.use({
    expectedErrors: /Failed to load resource|dynamically imported module|A part of the page did not load|PageNotLoaded/,
  })

  test('and holds a part of a page leaves the page as it is and is asked for again; of a page, loads it whole, once', async ({
    page,
  }) => {
    let isBack = false
    // Some browsers remember that an address failed: here the first address never comes, whatever the browser does.
    // From the start: an open page goes on asking past a new route for a moment.
    await page.route(/\/assets\/palette-/, (route) =>
      isBack && route.request().url().includes('?') ? route.continue() : route.abort(),
    )
    let failed = 0
    await page.route(/\/assets\/terms-/, (route) => {
      failed++
      return failed === 1 ? route.abort() : route.continue()
    })
    await page.goto('/')
    await alive(page)
    await page.keyboard.press('Control+k')
    const toast = page.locator('[data-toast=error]').filter({ hasText: '页面的一部分未能加载' })
    await expect(toast).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    isBack = true
    await toast.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: '服务条款' }).click()
    await expect(page).toHaveURL(/\/terms$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('服务条款')
    expect(failed).toBeGreaterThan(0)
  })

  test('of the converter loses nothing of what was pasted on the first page, whatever else does not come', async ({
    page,
  }) => {
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route(/\/assets\/outline-/, async (route) => {
      await mayCome
      await route.continue()
    })
    await page.route(/\/assets\/palette-/, (route) => route.abort())
    let isLoadedAnew = false
    page.on(
      'request',
      (request) => (isLoadedAnew ||= request.isNavigationRequest() && request.url().endsWith('/convert')),
    )
    await page.route(/\/assets\/convert-(?!worker)/, (route) => (isLoadedAnew ? route.continue() : route.abort()))
    await page.goto('/')
    await alive(page)
    await page.getByRole('main').getByRole('textbox').fill(trojan('pasted'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/convert$/)
    await expect.poll(() => isLoadedAnew).toBe(true)
    await expect(rowOf(page, 'pasted')).toBeVisible()
    await page.reload()
    await expect(rowOf(page, 'pasted')).toBeVisible()

    await test.step('a part of the result is told of in its place while it comes', async () => {
      await page.getByTestId('tab-outline').click()
      await expect(page.getByRole('tabpanel').filter({ hasText: '正在载入…' })).toBeVisible()
      await expect(page.getByTestId('loading-bar')).toHaveAttribute('data-loading', 'true')
      letCome()
      await expect(page.getByTestId('pending')).toHaveCount(0)
      await expect(page.getByTestId('rule-list')).toBeVisible()
      await expect(page.getByTestId('loading-bar')).toHaveAttribute('data-loading', 'false')
    })

    await test.step('one that does not come at the second try either loses no work', async () => {
      await page.keyboard.press('Control+k')
      const toast = page.locator('[data-toast=error]').filter({ hasText: '页面的一部分未能加载' })
      await toast.getByRole('button', { name: '重试' }).click()
      const reload = toast.getByRole('button', { name: '刷新' })
      await expect(reload).toBeVisible()
      await page.unroute(/\/assets\/palette-/)
      await Promise.all([page.waitForEvent('load'), reload.click()])
      await expect(rowOf(page, 'pasted')).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    })
  })

  test('and stays gone shows the error page in place of the page, which leads home; from there the address is reached all the same', async ({
    page,
  }) => {
    const heading = page.getByRole('heading', { level: 1 })
    // From the start: pages that may be visited next are fetched ahead.
    await page.route(/\/assets\/terms-/, (route) => route.abort())
    await page.goto('/terms')
    await expect(heading).toHaveText('页面没有载入')
    await expect(page.getByTestId('error-message')).not.toBeEmpty()
    await alive(page)
    await page.getByTestId('error-home').click()
    await expect(heading).toHaveText('节点进站，配置出站')
    await expect(page).toHaveTitle('节点进站，配置出站 · 编组站')
    await expect(page.locator('head title')).toHaveCount(1)

    // The page that the server draws, or the error page.
    await alive(page)
    await page.getByRole('link', { name: '服务条款' }).click()
    await expect(page).toHaveURL(/\/terms$/)
    await expect(page.locator('h1')).toBeVisible()
  })
})

test.describe('words that do not come', () => {
  test.use({ expectedErrors: /Failed to load resource|dynamically imported module/ })

  test('are told of in the console, and the page speaks all the same; those nobody answers for are not waited for', async ({
    page,
  }) => {
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.route('**/_i18n/**', (route) => route.fulfill({ status: 500 }))
    await page.goto('/')
    await alive(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('节点进站，配置出站')
    expect(warnings.some((text) => text.includes('Failed to load messages for locale "zh-CN"'))).toBe(true)

    const asked = page.waitForRequest('**/_i18n/**/messages.json')
    await page.route('**/_i18n/**', () => {})
    await page.goto('/en-US', { waitUntil: 'commit' })
    await asked
    await alive(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nodes in, configs out')
    await page.unroute('**/_i18n/**')

    await test.step('words whose copy does not come either are missed on a page that says so, in both languages', async () => {
      const words = /\/_i18n\/|\/assets\/(zh-CN|en-US)-/
      for (const [path, title, reload] of [
        ['/', '出错了', '刷新'],
        ['/en-US', 'Something went wrong', 'Reload'],
      ] as const)
        await test.step(path, async () => {
          await page.route(words, (route) => route.abort())
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
          await expect(page).toHaveTitle(title)
          expect(await seriousIssues(page)).toEqual([])
          await page.unroute(words)
          await page.getByRole('button', { name: reload }).click()
          await alive(page)
        })
    })
  })
})

test('the options of the converter are among the exported settings, go to another browser, and stay in another language', async ({
  page,
  context,
}) => {
  await page.goto('/convert?prefix=%E6%9C%BA%E5%9C%BA-')
  await alive(page)
  await (await clientRadio(page, 'singbox')).check()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('app.convert'))).toContain('singbox')
  await page.goto('/settings/data')
  await alive(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const file = await download.path()

  // As in a browser that was never here.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.reload()
  await alive(page)
  await page.locator('input[accept*=json]').setInputFiles(file)
  await expect(page.getByRole('row', { name: /转换选项 未设置 target=singbox&prefix=机场-/ })).toBeVisible()
  await page.getByRole('button', { name: '应用' }).click()
  await page.locator('#sidebar a[href="/convert"]').click()
  await expect(page.getByTestId('empty-screen')).toBeVisible()
  await expect(await clientRadio(page, 'singbox')).toBeChecked()

  await test.step('switching language keeps the address and moves the focus to the title', async () => {
    await expect(page).toHaveURL(/\/convert\?target=singbox/)
    const { search, hash } = new URL(page.url())
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(`/en-US/convert${search}${hash}`)
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
})

test('of six toasts five stay, each for its time, longer while it is pointed at or has the focus', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.goto('/settings/data')
  await alive(page)
  await page.clock.pauseAt(60_000)
  const toasts = page.getByTestId('toast')
  const applySettings = async (ui: Readonly<Record<string, string>>) => {
    const settings = { product: 'switchyard', version: 1, ui }
    await page
      .locator('input[accept*=json]')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(settings)) })
    await page.getByRole('button', { name: '应用' }).click()
    await expect(page.getByRole('button', { name: '应用' })).toHaveCount(0)
  }
  // Equal toasts would be one: each of the six names other settings.
  const now = { density: 'default', fontSize: 'default', motion: 'system' }
  const others = { density: 'compact', fontSize: 'large', motion: 'reduced' }
  const settings = ['density', 'fontSize', 'motion'] as const
  const changes = [
    ...settings.map((name) => [name]),
    ...settings.map((name) => settings.filter((each) => each !== name)),
  ]
  for (const names of changes) {
    for (const name of names) [now[name], others[name]] = [others[name], now[name]]
    await applySettings(now)
  }
  await expect(toasts).toHaveCount(5)

  await toasts.nth(4).hover()
  await toasts.nth(3).getByRole('button').focus()
  await page.clock.runFor(4000)
  await expect(toasts.and(page.locator('.toast-closing'))).toHaveCount(3)
  await page.clock.runFor(199)
  await expect(toasts).toHaveCount(5)
  await page.clock.runFor(1)
  await expect(toasts).toHaveCount(2)
  await page.clock.runFor(60_000)
  await expect(toasts).toHaveCount(2)

  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: '导出' }).focus()
  await page.clock.runFor(3999)
  await expect(toasts.and(page.locator('.toast-closing'))).toHaveCount(0)
  await page.clock.runFor(1)
  await page.clock.runFor(200)
  await expect(toasts).toHaveCount(0)
})

test.describe('with the offline copy being made', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the table of the privacy page names every request that the pages make, and no other', async ({
    page,
    context,
    baseURL,
  }) => {
    const seen = new Set<string>()
    context.on('request', (request) => {
      const row = leavesAs(request.url(), baseURL!)
      if (row) seen.add(row)
    })
    const headers = { 'access-control-allow-origin': '*' }
    await context.route('https://raw.githubusercontent.com/**', (route) =>
      route.fulfill({ body: 'DOMAIN,a.example', headers }),
    )
    await context.route('https://sub.example.com/**', (route) =>
      route.fulfill({ body: 'trojan://s3cret@a.example.com:443#A', headers }),
    )
    await context.route('https://templates.example/**', (route) =>
      route.fulfill({ body: 'custom_proxy_group=Mine`select`.*\nruleset=Mine,[]FINAL\n', headers }),
    )

    // That no page asks for anything else, access.e2e.ts tells of each.
    await page.goto('/settings/appearance')
    await alive(page)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    for (const [path, row] of [
      ['/presets', 'presets'],
      ['/free-nodes', 'freeNodes'],
      ['/login', 'account'],
    ] as const) {
      await page.locator(`a[href^="${path}"]`).first().click()
      await expect.poll(() => [...seen]).toContain(row)
    }
    await page.goto('/convert?target=singbox')
    await alive(page)
    await page.getByRole('button', { name: '订阅地址' }).click()
    await page.getByTestId('url-input').fill('https://sub.example.com/a?token=canary')
    await page.getByRole('button', { name: '添加并获取' }).click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(1))
    expect(seen.has('lists')).toBe(false)
    await page.getByTestId('lists-ask').getByRole('button', { name: '获取', exact: true }).click()
    await expect.poll(() => seen.has('lists')).toBe(true)
    await page.getByTestId('template-open').click()
    await page.getByTestId('template-tab-url').click()
    await page.getByTestId('template-url').fill('https://templates.example/mine.ini?token=canary')
    await page.getByTestId('template-fetch').click()
    await expect(page.getByTestId('template-own')).toContainText('mine.ini')
    await page.waitForLoadState('networkidle')

    await page.goto('/privacy')
    await alive(page)
    const rows = await page
      .locator('[data-leaves]')
      .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.leaves))
    // These are sent by buttons of who is signed in, or signs in, or has an account at a Git host: subscriptions, relay,
    // providers, favor, git-accounts, live-nodes, storage and short-links.e2e.ts press them. For `gitRelay` git-host-of.test.ts
    // does, for `otherStorage` storage-of.test.ts.
    const pressed = [
      'hosted',
      'relay',
      'checks',
      'checkSchedule',
      'provider',
      'things',
      'favourites',
      'git',
      'gitRelay',
      'storage',
      'otherStorage',
      'shortLinks',
      'shortService',
    ]
    expect(seen.union(new Set(pressed))).toEqual(new Set(rows))
  })
})

test('an article has a list of what is in it; on paper it is its text alone, black on white whatever the colours of the screen', async ({
  page,
}) => {
  await page.goto('/privacy')
  await alive(page)
  await page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: '服务器日志' }).click()
  await expect(page.getByRole('heading', { name: '服务器日志' })).toBeInViewport()
  await expect(page.getByRole('link', { name: '服务器日志' })).toHaveAttribute('aria-current', 'location')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const hidden of ['#sidebar', '.top-bar', '.site-footer']) await expect(page.locator(hidden)).toBeHidden()
  const look = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement)
    const region = document.querySelector('[role=region]')!
    return {
      header: getComputedStyle(document.querySelector('th')!).backgroundColor,
      backgroundColor,
      color,
      overflow: getComputedStyle(region).overflowX,
      wide: region.scrollWidth > region.clientWidth,
    }
  })
  expect(look).toEqual({
    header: 'rgb(255, 255, 255)',
    backgroundColor: 'rgb(255, 255, 255)',
    color: 'rgb(0, 0, 0)',
    overflow: 'visible',
    wide: false,
  })
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('pages can be read, their links followed, and the way from the first page to the converter is open', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: '开始转换' }).click()
    await expect(page).toHaveURL(/\/convert\??$/)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('节点进站，配置出站')
    await page.getByRole('link', { name: '节点转换' }).first().click()
    await expect(page).toHaveURL(/\/convert$/)
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(/\/en-US\/convert$/)
  })
})
