import { readFile } from 'node:fs/promises'
import { devices, type Page } from '@playwright/test'
import { seriousIssues, seriousIssuesInBothColors } from './axe.ts'
import { clientRadio, fromMenu, goTo, open, paste, rowOf, trojan, vless } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const NODES = [trojan('JP 01'), vless('HK 01'), 'abc://x', trojan('JP 01')].join('\n')

const yard = (page: Page) => page.getByTestId('yard')
const card = (page: Page, client: string) => page.getByTestId(`yard-card-${client}`)
const copyIn = (page: Page, client: string) => card(page, client).getByRole('button', { name: /复制|Copy|Copied/ })
const says = (page: Page) => page.getByTestId('yard-status')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Drops a file on the page, as the browser tells of it. Gives back whether the page takes it, not the browser. */
const dropFile = (page: Page, name: string, text: string, type = 'text/plain') =>
  page.evaluate(
    ([name, text, type]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text!], name!, { type: type! }))
      const how = { dataTransfer, bubbles: true, cancelable: true }
      const target = document.querySelector('main')!
      target.dispatchEvent(new DragEvent('dragover', how))
      const event = new DragEvent('drop', how)
      target.dispatchEvent(event)
      return event.defaultPrevented
    },
    [name, text, type],
  )

test('two gestures: a paste, and a press on a card that copies a finished config; a host is asked for rule lists after a press that names it; every state of the live yard is accessible, and a long list is read', async ({
  page,
}) => {
  const asked: string[] = []
  const askedLists: string[] = []
  await page.context().route('https://raw.githubusercontent.com/**', (route) => {
    askedLists.push(route.request().url())
    return route.fulfill({ body: 'DOMAIN,only-in-the-list.example', headers: { 'access-control-allow-origin': '*' } })
  })
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await open(page, '/')

  await test.step('the sample says what it is and offers nothing to press, and no engine is loaded for it', async () => {
    await expect(card(page, 'clash')).toHaveText('ClashClash for WindowsClash for Android2/4略去 2 个YAML')
    await expect(yard(page).getByRole('button').or(yard(page).getByRole('link'))).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(asked.filter((address) => /worker|yard/.test(address))).toEqual([])
  })

  await test.step('what is pasted is drawn, with what became of each entry', async () => {
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
    expect(await seriousIssuesInBothColors(page)).toEqual([])
  })

  await test.step('a press on a card copies a finished config, and nothing leaves the browser', async () => {
    await card(page, 'mihomo').click()
    await expect(says(page)).toHaveText('Mihomo：已复制 2 个节点。 在 Clash Verge 新建 Local 配置，编辑文件并粘贴。')
    const config = await clipboard(page)
    expect(config).toContain('proxies:')
    expect(config).toMatch(/JP 01.*s3cret/)
    expect(config).toContain('rule-providers:')
    expect(asked.filter((text) => /s3cret|JP%2001|example\.com/.test(text))).toEqual([])
    expect(page.url()).toMatch(/\/$/)
  })

  await test.step('before the press that names it, nobody is asked', async () => {
    await card(page, 'clash').click()
    await expect(says(page)).toContainText('未经你允许，不会访问 raw.githubusercontent.com')
    await expect(page.getByTestId('yard-lists')).toBeVisible()
    expect(askedLists).toEqual([])
    expect(await clipboard(page)).not.toContain('only-in-the-list')
    expect(await seriousIssuesInBothColors(page)).toEqual([])
  })

  await test.step('after it the config is copied with the lists', async () => {
    await page.getByTestId('yard-lists').click()
    await expect(says(page)).toHaveText('Clash：已复制 1 个节点。 Clash for Windows 从文件导入，请下载 .yaml。')
    expect(askedLists.length).toBeGreaterThan(0)
    expect(await clipboard(page)).toContain('only-in-the-list.example')
  })

  await test.step('with less motion nothing is drawn, and in the colours of the system every card has an edge', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
    await page.getByTestId('yard-clear').click()
    await paste(page, NODES)
    await expect(yard(page)).toHaveAttribute('data-status', 'ready')
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((element) => getComputedStyle(element).animationName),
    )
    expect(names.filter((name) => name !== 'none')).toEqual([])
    const edges = await page
      .locator('.yard-card')
      .evaluateAll((cards) => cards.map((each) => getComputedStyle(each).borderTopStyle))
    expect(edges).toEqual(Array(4).fill('solid'))
  })

  await test.step('a long list is read, and a config of it is written when its card is pressed', async () => {
    await page.getByTestId('yard-clear').click()
    // Longer than what the box shows as it was pasted.
    const name = '长'.repeat(30)
    const links = Array.from({ length: 1000 }, (_, index) => trojan(`${name} ${index}`, `n${index}.example.com`))
    await paste(page, links.join('\n'))
    await expect(page.getByTestId('yard-counts')).toHaveText('1,000 条 · 输出 1,000')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveValue('')
    await expect(page.getByRole('button', { name: '移除 粘贴的文本' })).toBeVisible()
    await card(page, 'mihomo').click()
    await expect(says(page)).toContainText('Mihomo：已复制 1,000 个节点。')
    expect(await clipboard(page)).toContain('n999.example.com')
  })

  await test.step('a number of nodes that were left out opens the converter with their reasons', async () => {
    await page.getByTestId('yard-clear').click()
    await paste(page, NODES)
    await card(page, 'clash').getByRole('button', { name: '略去 1 个' }).click()
    await expect(page).toHaveURL(/\/convert\?target=clash$/)
    await expect(page.getByTestId('problems')).toContainText('HK 01')
  })
})

test('the converter goes on with all of it, text, files and notices, for the client that was chosen; of a long list the problems come first', async ({
  page,
}) => {
  await open(page, '/')

  await test.step('of a long list the problems come first, and the rest is in the converter', async () => {
    const links = Array.from({ length: 9 }, (_, at) => trojan(`N ${at}`, `n${at}.example.com`))
    await paste(page, [...links, 'abc://x'].join('\n'))
    const more = page.getByTestId('yard-more')
    await expect(more).toHaveText('另有 4 条')
    await expect(yard(page)).toContainText('问题在前')
    await more.getByRole('button').click()
    await expect(page).toHaveURL('/convert')
    await expect(rowOf(page, 'N 8')).toBeVisible()
    await fromMenu(page, '清空')
    await page.goBack()
    await expect(yard(page)).toHaveAttribute('data-status', 'sample')
  })

  await test.step('what tells of traffic is copied with the nodes and not counted as one', async () => {
    await paste(page, NODES)
    await dropFile(page, 'a.txt', trojan('剩余流量：10 GB', 'i.example.com'))
    await expect(page.getByRole('button', { name: '移除 a.txt' })).toBeVisible()
    await page.getByTestId('yard-files').setInputFiles(file('more.txt', trojan('SG 01', 'sg.example.com')))
    await expect(page.getByTestId('yard-counts')).toHaveText('6 条 · 输出 3 · 提示信息 1 · 重复 1 · 跳过 1')
    await expect(card(page, 'mihomo')).toContainText('3/3')
    await card(page, 'singbox').click()
    await expect(says(page)).toContainText('sing-box：已复制 3 个节点、1 条提示信息。')
  })

  await test.step('the converter has it all', async () => {
    await page.getByTestId('yard-fine-tune').click()
    await expect(page).toHaveURL(/\/convert\?target=singbox$/)
    // What came twice has two rows.
    for (const name of ['JP 01', 'HK 01', 'SG 01']) await expect(rowOf(page, name).first()).toBeVisible()
    await expect(page.getByTestId('source-1')).toContainText('0 个节点 · 1 条提示信息')
    // The converter was open before, for another client.
    await expect(page.getByTestId('target-singbox').getByRole('radio')).toBeChecked()
    await expect(page).toHaveURL(/\?target=singbox$/)
  })
})

test('with the keyboard alone: paste, hear what was read, copy, hear that it is done; another language has it in its words; what cannot be used says why, in its place, and a file that is dropped anywhere is read', async ({
  page,
  context,
}) => {
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

  await test.step('after going to another language what was given is still there, in its words', async () => {
    await page.getByTestId('lang-switch').click()
    await expect(page).toHaveURL(/\/$/)
    await alive(page)
    await expect(page.getByTestId('yard-counts')).toHaveText('4 条 · 输出 2 · 重复 1 · 跳过 1')
  })

  await page.getByTestId('yard-clear').click()

  await test.step('a file is read, a picture without a code is named', async () => {
    await dropFile(page, 'nodes.txt', NODES)
    await expect(page.getByTestId('yard-counts')).toContainText('输出 2')
    await expect(page.getByRole('button', { name: '移除 nodes.txt' })).toBeVisible()
    await dropFile(page, 'x.png', 'no picture', 'image/png')
    await expect(page.getByRole('alert')).toHaveText('x.png 里没有找到二维码')
    await page.getByRole('button', { name: '移除 nodes.txt' }).click()
    await expect(yard(page)).toHaveAttribute('data-status', 'sample')
  })

  await test.step('a text without a node says so', async () => {
    await paste(page, 'nothing of it')
    await expect(yard(page)).toHaveAttribute('data-status', 'nothing')
    await expect(says(page)).toHaveText('没有读到节点，原因在上面。')
    await expect(yard(page).locator('[data-entry=skipped]')).toHaveCount(1)
    await page.getByTestId('yard-clear').click()
    await expect(yard(page)).toHaveAttribute('data-status', 'sample')
    await expect(says(page)).toContainText('粘贴你的节点')
  })

  await test.step('a file that is too long is not read', async () => {
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(65 * 1024 * 1024)], 'huge.txt', { type: 'text/plain' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    await expect(page.getByRole('alert')).toHaveText('huge.txt 超过 64 MB，没有读取')
  })

  const button = page.getByRole('button', { name: '粘贴', exact: true })
  await test.step('where the clipboard cannot be read the button leads to the box', async () => {
    await context.clearPermissions()
    await button.click()
    await expect(page.getByTestId('toast')).toHaveText('浏览器不允许读取剪贴板，请直接粘贴到输入框。')
    await expect(page.getByRole('main').getByRole('textbox')).toBeFocused()
    await page.getByTestId('toast').getByRole('button').click()
    await expect(page.getByTestId('toast')).toHaveCount(0)
  })

  await test.step('who leaves while the browser asks about the clipboard gets no error and no message', async () => {
    await page.evaluate(() => {
      navigator.clipboard.readText = () =>
        new Promise((answer) => addEventListener('answered', () => answer('trojan://a@b.example.com:443#A')))
    })
    await button.click()
    await page.getByRole('link', { name: '全部在浏览器中处理，不会上传' }).click()
    await expect(page).toHaveURL(/privacy/)
    await expect(yard(page)).toHaveCount(0)
    // An error on the page fails the journey.
    await page.evaluate(() => dispatchEvent(new Event('answered')))
    await expect(page.getByTestId('toast')).toHaveCount(0)
  })
})

test.describe('when something fails', () => {
  test.use({
    expectedErrors: /sub\.example\.(?:com|org)|net::ERR_|CORS|broken on purpose|Failed to load resource|ERR_FAILED/,
  })

  test('an engine is told of and tried again; a subscription address is fetched by one press that names its host; one that is refused has its three ways in place', async ({
    page,
  }) => {
    const headers = { 'access-control-allow-origin': '*' }
    const plain = { headers, contentType: 'text/plain', body: trojan('SG 01', 'sg.example.com') }
    await page.context().route('https://sub.example.com/**', (route) => route.fulfill(plain))
    const elsewhere = { 'access-control-allow-origin': 'https://elsewhere.example' }
    await page.context().route('https://sub.example.org/**', (route) => route.fulfill({ headers: elsewhere }))
    await open(page, '/')

    await test.step('an engine that fails is told of in the place of the picture, the text stays, and another try reads it', async () => {
      let fails: 'breaks' | 'is gone' | undefined = 'breaks'
      await page.route(/\/assets\/convert-worker-/, (route) => {
        if (fails === 'breaks')
          return route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' })
        return fails ? route.abort() : route.continue()
      })
      await paste(page, NODES)
      await expect(yard(page).getByRole('alert')).toHaveText('读取时出了错。输入的内容还在。')
      fails = 'is gone'
      await page.getByTestId('yard-retry').click()
      await expect(yard(page).getByRole('alert')).toHaveText('转换引擎没有载入，网络可能断了。输入的内容还在。')
      await expect(page.getByRole('main').getByRole('textbox')).toHaveValue(NODES)
      fails = undefined
      await page.getByTestId('yard-retry').click()
      await expect(page.getByTestId('yard-counts')).toContainText('输出 2')
      await page.getByTestId('yard-clear').click()
    })

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
    expect(await seriousIssues(page, { within: '[data-testid=fetch-refused]' })).toEqual([])
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

test('what is pressed, chosen and dropped before the page is alive is done after', async ({ page }) => {
  let held: (() => void)[] | undefined
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    if (held) await new Promise<void>((resolve) => void held!.push(resolve))
    await route.continue()
  })
  const early = async (path: string, act: () => Promise<void>) => {
    const all = (held = [])
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('main')).toBeVisible()
    await act()
    held = undefined
    for (const go of all as (() => void)[]) go()
  }

  await test.step('on the first page: a button, a chosen file, a dropped one', async () => {
    await early('/', async () => {
      await page.getByTestId('yard-sample').click()
      await page.getByTestId('yard-files').setInputFiles(file('chosen.txt', trojan('HK 02', 'hk.example.com')))
      expect(await dropFile(page, 'dropped.txt', trojan('HK 03', 'h3.example.com'))).toBe(true)
    })
    await expect(yard(page)).toHaveAttribute('data-status', 'ready')
    await expect(page.getByRole('main').getByRole('textbox')).not.toHaveValue('')
    for (const name of ['chosen.txt', 'dropped.txt'])
      await expect(page.getByRole('button', { name: `移除 ${name}` })).toBeVisible()
  })

  await test.step('in the converter: a chosen file and a dropped one', async () => {
    await early('/convert', async () => {
      await page.getByTestId('file-input').setInputFiles(file('chosen.txt', trojan('SG 02', 'sg.example.com')))
      expect(await dropFile(page, 'dropped.txt', trojan('SG 03', 's3.example.com'))).toBe(true)
    })
    for (const name of ['SG 02', 'SG 03']) await expect(rowOf(page, name)).toBeVisible()
  })
})

test.describe('on an Android phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, userAgent: devices['Pixel 7'].userAgent })

  test('the button pastes, a card for a program that reads only files downloads, the others copy; what was pasted comes into sight, what a card did and the reasons of a client too; in the converter missing rule lists are told above the buttons, and Download stands in the bar', async ({
    page,
  }) => {
    await open(page, '/')
    await page.evaluate((text) => navigator.clipboard.writeText(text), NODES)
    await page.getByRole('button', { name: '粘贴', exact: true }).tap()
    await expect(yard(page)).toHaveAttribute('data-status', 'ready')
    await expect(card(page, 'xray')).toBeInViewport({ ratio: 1 })
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

    const text = page.getByRole('main').getByRole('textbox')

    await test.step('the way on stands above the bar of the places', async () => {
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

    await test.step('the list is a press away from its text', async () => {
      await page.getByRole('button', { name: '修改列表' }).tap()
      await expect(text).toBeFocused()
      await expect(text).toBeInViewport({ ratio: 1 })
    })

    await test.step('the reasons of a client are in sight', async () => {
      await card(page, 'clash').getByRole('button', { name: '略去 1 个' }).tap()
      await expect(page.getByTestId('problems')).toBeInViewport()
      await expect(page.getByTestId('problems')).toContainText('HK 01')
    })

    const save = page.getByTestId('action-download')
    await goTo(page, 'list')
    await fromMenu(page, '清空')
    await paste(page, trojan('A'))
    await expect(page.getByTestId('track')).toBeVisible()

    await test.step('rule lists that are missing are told, and a press leads to the question', async () => {
      // Also where the result was left at its problems.
      await goTo(page, 'result')
      await page.getByTestId('tab-problems').click()
      await goTo(page, 'list')
      await page.getByTestId('lists-missing').tap()
      await expect(page.getByTestId('lists-ask')).toBeVisible()
      await expect(page.getByTestId('lists-missing')).toHaveCount(0)
    })

    await test.step('a line about another client leaves no room for a second one, so the button of the result tells it', async () => {
      await goTo(page, 'list')
      await expect(page.getByTestId('lists-missing')).toBeVisible()
      await paste(page, vless('B'))
      await expect(page.getByRole('button', { name: '切换到 Mihomo' })).toBeVisible()
      await expect(page.getByTestId('lists-missing')).toHaveCount(0)
      await expect(page.getByTestId('result-toggle')).toHaveAccessibleName(/缺 \d+ 个规则列表/)
    })

    await test.step('Download stands in the bar, and Copy in the open result', async () => {
      await page.getByRole('button', { name: '切换到 Mihomo' }).tap()
      await expect(page.getByTestId('action-copy')).toHaveCount(0)
      const saved = page.waitForEvent('download')
      await save.tap()
      expect((await saved).suggestedFilename()).toMatch(/\.yaml$/)
      await expect(page.getByTestId('toast').last()).toContainText('到 FlClash 导入文件')
      await goTo(page, 'result')
      await page.getByTestId('action-copy').tap()
      await expect(page.getByTestId('toast').last()).toContainText('FlClash 从文件导入，请下载 .yaml。')
      await (await clientRadio(page, 'singbox')).check({ force: true })
      await goTo(page, 'list')
      await expect(page.getByTestId('action-copy')).toBeVisible()
      await expect(save).toHaveCount(0)
    })
  })
})
