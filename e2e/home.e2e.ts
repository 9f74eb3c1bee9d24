import { readFile } from 'node:fs/promises'
import { devices, type Page } from '@playwright/test'
import { seriousIssues, seriousIssuesInBothColors } from './axe.ts'
import { open, paste, rowOf, trojan, vless } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const NODES = [trojan('JP 01'), vless('HK 01'), 'abc://x', trojan('JP 01')].join('\n')

const yard = (page: Page) => page.getByTestId('yard')
const card = (page: Page, client: string) => page.getByTestId(`yard-card-${client}`)
const copyIn = (page: Page, client: string) => card(page, client).getByRole('button', { name: /复制|Copy|Copied/ })
const says = (page: Page) => page.getByTestId('yard-status')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The first page with something in it, read and written for every client. */
async function openWithNodes(page: Page, text = NODES, path = '/'): Promise<void> {
  await open(page, path)
  await paste(page, text)
  await expect(yard(page)).toHaveAttribute('data-status', 'ready')
}

test('two gestures: a paste, and a press on a card that copies a finished config', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await open(page, '/')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((address) => /worker|yard/.test(address))).toEqual([])

  await paste(page, NODES)
  await expect(page.getByTestId('yard-counts')).toHaveText('4 条 · 输出 2 · 重复 1 · 跳过 1')
  expect(asked.some((address) => address.includes('/assets/convert-worker'))).toBe(true)
  // Of the words for issues those of the page's language alone.
  expect(asked.flatMap((address) => /\/of-worker-(.*)-/.exec(address)?.[1] ?? [])).toEqual(['zh-CN'])
  await expect(yard(page).locator('[data-entry]')).toHaveText([
    /abc/,
    /JP 01.*与第 1 行重复/,
    /JP 01.*trojan/,
    /HK 01.*vless/,
  ])
  await expect(card(page, 'mihomo')).toHaveText('MihomoClash Verge、FlClashFlClash2/2复制 Mihomo')
  await expect(card(page, 'clash')).toHaveText('ClashClash for WindowsClash for Android1/2略去 1 个 Clash复制 Clash')
  await expect(copyIn(page, 'clash')).toHaveAccessibleName('复制 Clash')

  await card(page, 'mihomo').click()
  await expect(says(page)).toHaveText('Mihomo：已复制 2 个节点。 在 Clash Verge 新建 Local 配置，编辑文件并粘贴。')
  const config = await clipboard(page)
  expect(config).toContain('proxies:')
  expect(config).toMatch(/JP 01.*s3cret/)
  expect(config).toContain('rule-providers:')
  expect(asked.filter((text) => /s3cret|JP%2001|example\.com/.test(text))).toEqual([])
  expect(page.url()).toMatch(/\/$/)

  // A number of nodes that were left out opens the converter with their reasons.
  await card(page, 'clash').getByRole('button', { name: '略去 1 个' }).click()
  await expect(page).toHaveURL(/\/convert\?target=clash$/)
  await expect(page.getByTestId('problems')).toContainText('HK 01')
})

test('the sample says what it is and offers nothing to press; of a long list the problems come first', async ({
  page,
}) => {
  await open(page, '/')
  await expect(card(page, 'clash')).toHaveText('ClashClash for WindowsClash for Android2/4略去 2 个YAML')
  await expect(yard(page).getByRole('button').or(yard(page).getByRole('link'))).toHaveCount(0)
  await paste(
    page,
    [...Array.from({ length: 9 }, (_, at) => trojan(`N ${at}`, `n${at}.example.com`)), 'abc://x'].join('\n'),
  )
  const more = page.getByTestId('yard-more')
  await expect(more).toHaveText('另有 4 条')
  await expect(yard(page)).toContainText('问题在前')
  await more.getByRole('button').click()
  await expect(page).toHaveURL('/convert')
  await expect(rowOf(page, 'N 8')).toBeVisible()
})

test('what tells of traffic is copied with the nodes and not counted as one', async ({ page }) => {
  await openWithNodes(page, trojan('JP 01'))
  await dropFile(page, 'a.txt', trojan('剩余流量：10 GB', 'i.example.com'))
  await expect(page.getByTestId('yard-counts')).toHaveText('2 条 · 输出 1 · 提示信息 1')
  await expect(card(page, 'mihomo')).toContainText('1/1')
  await card(page, 'mihomo').click()
  await expect(says(page)).toContainText('Mihomo：已复制 1 个节点、1 条提示信息。')
  await page.getByTestId('yard-fine-tune').click()
  await expect(page.getByTestId('source-1')).toContainText('0 个节点 · 1 条提示信息')
})

test('the converter goes on with all of it, text and files, for the client that was chosen', async ({ page }) => {
  await openWithNodes(page)
  await page
    .getByTestId('yard-files')
    .setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from(trojan('SG 01', 'sg.example.com')) })
  await expect(page.getByTestId('yard-counts')).toContainText('输出 3')
  await card(page, 'singbox').click()
  await expect(says(page)).toContainText('sing-box：已复制')
  await page.getByTestId('yard-fine-tune').click()
  await expect(page).toHaveURL(/\/convert\?target=singbox$/)
  // What came twice has two rows.
  for (const name of ['JP 01', 'HK 01', 'SG 01']) await expect(rowOf(page, name).first()).toBeVisible()
})

test('with the keyboard alone: paste, hear what was read, copy, hear that it is done', async ({ page }) => {
  await open(page, '/en-US')
  await page.evaluate((text) => navigator.clipboard.writeText(text), NODES)
  await page.getByRole('main').getByRole('textbox').focus()
  await page.keyboard.press('Control+v')
  await expect(yard(page)).toHaveAttribute('data-status', 'ready')
  await expect(yard(page)).toHaveAccessibleName('Yours: 4 entries, 2 nodes in output')
  for (let presses = 0; presses < 15; presses++) {
    if (await copyIn(page, 'xray').evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(copyIn(page, 'xray')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(says(page)).toContainText('Xray copied: 2 nodes.')
  await expect(says(page)).toContainText('Save it as config.json and run xray run -c config.json.')
  expect(JSON.parse(await clipboard(page))).toHaveProperty('outbounds')
  await expect(copyIn(page, 'xray')).toBeFocused()
})

test('a file that is dropped anywhere is read, a picture without a code is named', async ({ page }) => {
  await open(page, '/')
  const drop = (name: string, type: string, text: string) =>
    page.evaluate(
      ([name, type, text]) => {
        const data = new DataTransfer()
        data.items.add(new File([text!], name!, { type: type! }))
        const over = { dataTransfer: data, bubbles: true, cancelable: true }
        document.body.dispatchEvent(new DragEvent('dragover', over))
        document.body.dispatchEvent(new DragEvent('drop', over))
      },
      [name, type, text],
    )
  await drop('nodes.txt', 'text/plain', NODES)
  await expect(page.getByTestId('yard-counts')).toContainText('输出 2')
  await expect(page.getByRole('button', { name: '移除 nodes.txt' })).toBeVisible()
  await drop('x.png', 'image/png', 'no picture')
  await expect(page.getByRole('alert')).toHaveText('x.png 里没有找到二维码')
  await page.getByRole('button', { name: '移除 nodes.txt' }).click()
  await expect(yard(page)).toHaveAttribute('data-status', 'sample')
})

test('a host is asked for rule lists after a press that names it, and the config is copied with them', async ({
  page,
}) => {
  const asked: string[] = []
  await page.context().route('https://raw.githubusercontent.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ body: 'DOMAIN,only-in-the-list.example', headers: { 'access-control-allow-origin': '*' } })
  })
  await openWithNodes(page)
  await card(page, 'clash').click()
  await expect(says(page)).toContainText('未经你允许，不会访问 raw.githubusercontent.com')
  expect(asked).toEqual([])
  expect(await clipboard(page)).not.toContain('only-in-the-list')
  await page.getByTestId('yard-lists').click()
  await expect(says(page)).toHaveText('Clash：已复制 1 个节点。 Clash for Windows 从文件导入，请下载 .yaml。')
  expect(asked.length).toBeGreaterThan(0)
  expect(await clipboard(page)).toContain('only-in-the-list.example')
})

test('what cannot be used says why, in its place', async ({ page }) => {
  await open(page, '/')
  await paste(page, 'nothing of it')
  await expect(yard(page)).toHaveAttribute('data-status', 'nothing')
  await expect(says(page)).toHaveText('没有读到节点，原因在上面。')
  await expect(yard(page).locator('[data-entry=skipped]')).toHaveCount(1)
  await page.getByTestId('yard-clear').click()
  await expect(yard(page)).toHaveAttribute('data-status', 'sample')
  await expect(says(page)).toContainText('粘贴你的节点')

  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(65 * 1024 * 1024)], 'huge.txt', { type: 'text/plain' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('alert')).toHaveText('huge.txt 超过 64 MB，没有读取')
})

test.describe('a subscription address', () => {
  test.use({ expectedErrors: /sub\.example\.(?:com|org)|net::ERR_|CORS/ })

  test('is fetched by one press that names its host; one that is refused has its three ways in place', async ({
    page,
  }) => {
    const headers = { 'access-control-allow-origin': '*' }
    const plain = { headers, contentType: 'text/plain', body: trojan('SG 01', 'sg.example.com') }
    await page.context().route('https://sub.example.com/**', (route) => route.fulfill(plain))
    const elsewhere = { 'access-control-allow-origin': 'https://elsewhere.example' }
    await page.context().route('https://sub.example.org/**', (route) => route.fulfill({ headers: elsewhere }))
    await open(page, '/')
    await paste(page, 'https://sub.example.com/a?token=canary')
    await expect(page.getByTestId('yard-counts')).toHaveText('1 条 · 待获取 1')
    await expect(yard(page).locator('.text-error')).toHaveCount(0)
    await expect(says(page)).toHaveText('还没有节点：这个订阅地址尚未获取')
    await page.getByTestId('yard-fetch').click()
    await expect(copyIn(page, 'mihomo')).toBeVisible()
    await expect(page.getByTestId('yard-counts')).toHaveText('1 条 · 输出 1')

    await paste(page, 'https://sub.example.org/b')
    await expect(page.getByTestId('yard-fetch')).toHaveText('从 sub.example.org 获取')
    await page.getByTestId('yard-fetch').click()
    const refused = page.getByTestId('fetch-refused')
    await expect(refused).toContainText('它不允许网页读取内容')
    expect(await seriousIssues(page)).toEqual([])
    await refused.getByRole('button', { name: '粘贴内容' }).click()
    await page.getByLabel('该地址的内容').fill(trojan('US 01', 'us.example.com'))
    await page.getByRole('button', { name: '使用这些内容' }).click()
    await expect(page.getByTestId('yard-counts')).toHaveText('2 条 · 输出 2')

    // The converter has both as sources; back here nothing is lost, and the way on leads to the work there.
    await page.getByTestId('yard-fine-tune').click()
    await expect(page.getByTestId('source-1')).toContainText('sub.example.org')
    await page.goBack()
    await expect(page.getByTestId('yard-counts')).toHaveText('2 条 · 输出 2')
    await expect(page.getByTestId('yard-fine-tune')).toHaveText('继续')
    await page.reload()
    await alive(page)
    await expect(page.getByTestId('yard-counts')).toHaveText('2 条 · 输出 2')
    await page.getByTestId('yard-fine-tune').click()
    await expect(page.getByTestId('source-1')).toContainText('sub.example.org')
    await expect(page.getByTestId('source-2')).toHaveCount(0)
  })
})

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Drops a file on the page, as the browser tells of it. Gives back whether the page takes it, not the browser. */
const dropFile = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text!], name!))
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      document.querySelector('main')!.dispatchEvent(event)
      return event.defaultPrevented
    },
    [name, text],
  )

test.describe('before the page is alive', () => {
  const pressSample = (page: Page) => page.getByTestId('yard-sample').click()
  const choose = (page: Page) => page.getByTestId('yard-files').setInputFiles(file('a.txt', NODES))
  const drop = async (page: Page) => expect(await dropFile(page, 'a.txt', NODES)).toBe(true)
  const chooseInConverter = (page: Page) => page.getByTestId('file-input').setInputFiles(file('a.txt', NODES))
  const isDrawn = (page: Page) => expect(yard(page)).toHaveAttribute('data-status', 'ready')
  const isListed = (page: Page) => expect(rowOf(page, 'HK 01')).toBeVisible()

  for (const [what, path, act, isDone] of [
    ['a button that is pressed does its work after', '/', pressSample, isDrawn],
    ['a file that is chosen is read after', '/', choose, isDrawn],
    ['a file that is dropped is read after', '/', drop, isDrawn],
    ['a file that is chosen in the converter is read after', '/convert', chooseInConverter, isListed],
    ['a file that is dropped on the converter is read after', '/convert', drop, isListed],
  ] as const)
    test(what, async ({ page }) => {
      const held: (() => void)[] = []
      let isHeld = true
      await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
        if (isHeld) await new Promise<void>((resolve) => void held.push(resolve))
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('main')).toBeVisible()
      await act(page)
      isHeld = false
      for (const go of held) go()
      await isDone(page)
    })
})

test.describe('an engine that fails', () => {
  test.use({ expectedErrors: /broken on purpose|Failed to load resource|ERR_FAILED|net::/ })

  test('is told of in the place of the picture, the text stays, and another try reads it', async ({ page }) => {
    let fails: 'breaks' | 'is gone' | undefined = 'breaks'
    await page.route(/\/assets\/convert-worker-/, (route) => {
      if (fails === 'breaks')
        return route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' })
      return fails ? route.abort() : route.continue()
    })
    await open(page, '/')
    await paste(page, NODES)
    await expect(yard(page).getByRole('alert')).toHaveText('读取时出了错。输入的内容还在。')
    fails = 'is gone'
    await page.getByTestId('yard-retry').click()
    await expect(yard(page).getByRole('alert')).toHaveText('转换引擎没有载入，网络可能断了。输入的内容还在。')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveValue(NODES)
    fails = undefined
    await page.getByTestId('yard-retry').click()
    await expect(page.getByTestId('yard-counts')).toContainText('输出 2')
  })
})

test('a long list is read, and a config of it is written when its card is pressed', async ({ page }) => {
  const links = Array.from({ length: 6000 }, (_, index) => trojan(`N ${index}`, `n${index}.example.com`)).join('\n')
  await openWithNodes(page, links)
  await expect(page.getByTestId('yard-counts')).toHaveText('6,000 条 · 输出 6,000')
  await expect(page.getByRole('main').getByRole('textbox')).toHaveValue('')
  await expect(page.getByRole('button', { name: '移除 粘贴的文本' })).toBeVisible()
  await card(page, 'mihomo').click()
  await expect(says(page)).toContainText('Mihomo：已复制 6,000 个节点。')
  expect(await clipboard(page)).toContain('n5999.example.com')
})

test('axe finds nothing serious in the live yard, in light and in dark', async ({ page }) => {
  await openWithNodes(page)
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  await card(page, 'clash').click()
  await expect(page.getByTestId('yard-lists')).toBeVisible()
  expect(await seriousIssuesInBothColors(page)).toEqual([])
})

test('with less motion nothing is drawn, and in the colours of the system every card has an edge', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await openWithNodes(page)
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('main *')].map((element) => getComputedStyle(element).animationName),
  )
  expect(names.filter((name) => name !== 'none')).toEqual([])
  const edges = await page
    .locator('.yard-card')
    .evaluateAll((cards) => cards.map((each) => getComputedStyle(each).borderTopStyle))
  expect(edges).toEqual(Array(4).fill('solid'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the reasons of a client are in sight, and the list is a press away from its text', async ({ page }) => {
    await openWithNodes(page)
    await page.getByRole('button', { name: '修改列表' }).tap()
    await expect(page.getByRole('main').getByRole('textbox')).toBeFocused()
    await expect(page.getByRole('main').getByRole('textbox')).toBeInViewport({ ratio: 1 })
    await card(page, 'clash').getByRole('button', { name: '略去 1 个' }).tap()
    await expect(page.getByTestId('problems')).toBeInViewport()
    await expect(page.getByTestId('problems')).toContainText('HK 01')
  })

  test('what was pasted comes into sight, and so does what a card did', async ({ page }) => {
    await openWithNodes(page)
    await expect(card(page, 'xray')).toBeInViewport({ ratio: 1 })
    await card(page, 'singbox').tap()
    await expect(page.getByTestId('yard-fine-tune')).toBeInViewport({ ratio: 1 })
    const bar = await page.locator('.bottom-bar').boundingBox()
    await expect
      .poll(async () => {
        const button = await page.getByTestId('yard-fine-tune').boundingBox()
        return button!.y + button!.height
      })
      .toBeLessThanOrEqual(bar!.y)
  })
})

test.describe('on an Android phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, userAgent: devices['Pixel 7'].userAgent })

  test('the button pastes, a card for a program that reads only files downloads, the others copy', async ({ page }) => {
    await open(page, '/')
    await page.evaluate((text) => navigator.clipboard.writeText(text), NODES)
    await page.getByRole('button', { name: '粘贴', exact: true }).tap()
    await expect(yard(page)).toHaveAttribute('data-status', 'ready')
    const download = page.waitForEvent('download')
    await card(page, 'mihomo').getByRole('button', { name: '下载 Mihomo' }).tap()
    const file = await download
    expect(file.suggestedFilename()).toBe('mihomo.yaml')
    expect(await readFile(await file.path(), 'utf8')).toMatch(/JP 01.*s3cret/)
    await expect(says(page)).toHaveText('已下载 2 个节点。 到 FlClash 导入文件 mihomo.yaml')
    expect(await clipboard(page)).toBe(NODES)
    await page.getByRole('button', { name: '复制 Mihomo' }).tap()
    await expect(says(page)).toHaveText('Mihomo：已复制 2 个节点。 FlClash 从文件导入，请下载 .yaml。')
    expect(await clipboard(page)).toContain('proxies:')
    await copyIn(page, 'singbox').tap()
    await expect.poll(() => clipboard(page)).toContain('"outbounds"')
  })
})

test('a person who leaves while the browser asks about the clipboard gets no error and no message', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.readText = () =>
      new Promise((answer) => addEventListener('answered', () => answer('trojan://a@b.example.com:443#A')))
  })
  await open(page, '/')
  await page.getByRole('button', { name: '粘贴', exact: true }).click()
  await page.getByRole('link', { name: '全部在浏览器中处理，不会上传' }).click()
  await expect(page).toHaveURL(/privacy/)
  await expect(yard(page)).toHaveCount(0)
  // An error on the page fails the journey.
  await page.evaluate(() => dispatchEvent(new Event('answered')))
  await expect(page.getByTestId('toast')).toHaveCount(0)
})

test('where the clipboard cannot be read the button leads to the box', async ({ page, context }) => {
  await context.clearPermissions()
  await open(page, '/')
  await page.getByRole('button', { name: '粘贴', exact: true }).click()
  await expect(page.getByTestId('toast')).toHaveText('浏览器不允许读取剪贴板，请直接粘贴到输入框。')
  await expect(page.getByRole('main').getByRole('textbox')).toBeFocused()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the way to the converter is open', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: '开始转换' }).click()
    await expect(page).toHaveURL(/\/convert\??$/)
  })
})

test('after going to another language what was given is still there, in its words', async ({ page }) => {
  await openWithNodes(page)
  await page.getByTestId('lang-switch').click()
  await expect(page).toHaveURL(/\/en-US$/)
  await alive(page)
  await expect(page.getByTestId('yard-counts')).toHaveText('4 entries · 2 in output · 1 duplicate · 1 skipped')
})
