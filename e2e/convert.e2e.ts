import { readFileSync } from 'node:fs'
import { type Locator, type Page, type Route } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { encode } from 'uqr'
import { findEngines } from '../packages/convert/proof/find-engines.ts'
import { checkWithSingbox } from '../packages/convert/proof/sing-box.ts'
import {
  clientRadio,
  copied,
  fromMenu,
  goTo,
  inputText,
  manyLinks,
  names,
  open,
  openText,
  openWith,
  output,
  pasteByKey as paste,
  rowOf,
  summary,
  trojan,
  UUID,
  vless,
  counted,
} from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

const KEY = 'QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI='
const base64 = (text: string) => Buffer.from(text).toString('base64')

const EVERY_PROTOCOL = [
  `vmess://${base64(JSON.stringify({ v: '2', ps: 'vmess 1', add: 'a.example.com', port: '443', id: UUID, aid: '0', net: 'tcp', tls: 'tls' }))}`,
  trojan('trojan 1'),
  trojan('trojan-go 1', 'go.example.com').replace('trojan:', 'trojan-go:'),
  vless('vless 1'),
  `ss://${base64('aes-256-gcm:s3cret')}@s.example.com:8388#ss%201`,
  `ssr://${base64(`r.example.com:443:origin:aes-256-cfb:plain:${base64('s3cret')}/?remarks=${base64('ssr 1')}`)}`,
  `tuic://${UUID}:s3cret@t.example.com:443?sni=t.example.com&alpn=h3&congestion_control=bbr#tuic%201`,
  'hysteria://h.example.com:443?auth=s3cret&peer=h.example.com&upmbps=50&downmbps=100#hysteria%201',
  'hysteria2://s3cret@h2.example.com:443?sni=h2.example.com#hysteria2%201',
  'hy2://s3cret@h3.example.com:443?sni=h3.example.com#hy2%201',
  `wireguard://${encodeURIComponent(KEY)}@w.example.com:51820?publickey=${encodeURIComponent(KEY)}&address=10.0.0.2%2F32#wireguard%201`,
]

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Adds an address as a source and has it read. */
async function fetchFrom(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: '订阅地址' }).click()
  await page.getByTestId('url-input').fill(address)
  await page.getByRole('button', { name: '添加并获取' }).click()
}

test.describe('with the offline copy being made', () => {
  test.use({ serviceWorkers: 'allow' })

  test('nothing that was pasted leaves the browser while it is converted, copied and downloaded', async ({ page }) => {
    const secret = 'canary-8f3a91c2'
    const sent: string[] = []
    page.context().on('request', (request) => {
      sent.push([request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n'))
    })
    await open(page)
    await paste(page, [trojan('A', 'canary-host.example.com', secret), vless('B')].join('\n'))
    await expect(summary(page, 'output')).toHaveText(counted(2))
    for (const target of ['clash', 'singbox', 'links', 'base64', 'mihomo']) {
      await page.getByTestId(`target-${target}`).click()
      await expect(page).toHaveURL(new RegExp(`target=${target}$`))
    }
    expect(await copied(page)).toContain(secret)
    const download = page.waitForEvent('download')
    await page.getByTestId('action-download').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^switchyard-mihomo-\d{8}\.yaml$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain(secret)
    await page.reload()
    await alive(page)
    await expect(summary(page, 'output')).toHaveText(counted(2))

    expect(sent.length).toBeGreaterThan(3)
    expect(sent.filter((text) => /canary|s3cret|11111111-1111/.test(decodeURIComponent(text)))).toEqual([])
    expect(page.url()).not.toContain('canary')
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    )
    for (const text of ['canary', 's3cret', 'example.com']) expect(kept).not.toContain(text)
  })
})

test('a link of each protocol is a member of every group, another template shows its differences, and the real sing-box takes what is written', async ({
  page,
}) => {
  await open(page, '/convert?tpl=minimal')

  await test.step('after another template the differences are shown', async () => {
    await paste(page, trojan('trojan 1'))
    await expect(summary(page, 'output')).toHaveText(counted(1))
    await page.getByTestId('options-open').click()
    await page.getByTestId('opt-template').getByText('标准', { exact: true }).click()
    await expect(page).not.toHaveURL(/tpl=/)
    await page.getByTestId('tab-diff').click()
    await expect(page.getByTestId('diff-stat')).toContainText(/\+\d+ −\d+/)
    await expect(page.getByTestId('diff')).toContainText('AI 服务')
    await expect(page.getByTestId('diff')).toContainText('行未变')
    await page.getByTestId('opt-template').getByText('精简', { exact: true }).click()
    // What is gone has the same grey everywhere, and does not look like rules that apply.
    for (const gone of ['AI 服务', /^RULE-SET,/])
      await expect(page.locator('details li').getByText(gone, { exact: true }).first()).toHaveClass(/text-muted/)
    // Under 26rem the words beside the choice are short ones, and not none.
    await page.setViewportSize({ width: 360, height: 740 })
    await goTo(page, 'result')
    await expect(page.getByText('对比', { exact: true })).toBeVisible()
    await goTo(page, 'list')
    await page.setViewportSize({ width: 1680, height: 900 })
  })

  await test.step('in the fullest template each is a node without a problem, and a member of every group', async () => {
    await paste(page, EVERY_PROTOCOL.filter((link) => link !== trojan('trojan 1')).join('\n'))
    await goTo(page, 'options')
    await page.getByTestId('opt-template').getByText('完整', { exact: true }).click()
    await expect(page).toHaveURL(/tpl=full/)
    await expect(summary(page, 'output')).toHaveText(counted(11))
    await page.getByTestId('tab-outline').click()
    await expect(page.getByRole('button', { name: '11 个节点' })).toBeVisible()
    await expect(page.getByText('不存在')).toHaveCount(0)
    await page.getByTestId('tab-problems').click()
    await expect(page.getByText('没有问题')).toBeVisible()
  })

  await test.step('the real sing-box takes what the page writes', async () => {
    await page.getByTestId('opt-template').getByText('标准', { exact: true }).click()
    await page.getByTestId('target-singbox').click()
    await expect(page).toHaveURL(/\/convert\?target=singbox$/)
    await expect(summary(page, 'entries')).toHaveText(counted(11))
    const text = await copied(page)
    const { outbounds, endpoints } = JSON.parse(text) as Record<string, { tag: string }[]>
    const tags = [...outbounds!, ...endpoints!].map(({ tag }) => tag)
    expect(tags).toEqual(expect.arrayContaining(['vmess 1', 'trojan 1', 'vless 1', 'hy2 1', 'wireguard 1']))
    const { path, howToGet } = findEngines()['sing-box']
    if (process.env.REQUIRE_ENGINES === '1') expect(path, howToGet).toBeTruthy()
    test.skip(!path, howToGet)
    expect(await checkWithSingbox(path!, text)).toBeUndefined()
  })
})

test('a line that cannot be read is told with its number and reason, all are counted, and garbage alone says that there are no nodes', async ({
  page,
}) => {
  await open(page)
  const rows = page.locator('[data-row]:not([data-row=""])')

  await test.step('a broken line is told without a toast, and the rest converts', async () => {
    await paste(
      page,
      [trojan('A'), trojan('B', 'b.example.com'), 'foo://nothing', trojan('C', 'c.example.com')].join('\n'),
    )
    await expect(summary(page, 'output')).toHaveText(counted(3))
    await expect(summary(page, 'skipped')).toHaveText(counted(1))
    await summary(page, 'skipped').click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('不支持的链接类型：foo')
    await expect(rows.getByRole('button', { name: '删除此行' })).toBeVisible()
    await page.getByTestId('tab-problems').click()
    await expect(page.getByText('已跳过 1 行，原因如下')).toBeVisible()
    await expect(page.getByTestId('problem-0')).toContainText('不支持的链接类型：foo')
    await expect(page.getByTestId('problem-0').getByRole('button', { name: '第 3 行' })).toBeVisible()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await page.getByTestId('tab-preview').click()
  })

  await test.step('the numbers of the summary add up, whatever is done', async () => {
    await summary(page, 'skipped').click()
    await page.getByTestId('target-clash').click()
    await paste(page, [trojan('same'), trojan('same'), trojan('A'), vless('V'), 'broken 1'].join('\n'))
    await expect(summary(page, 'entries')).toHaveText(counted(9))
    await expect(summary(page, 'skipped')).toHaveText(counted(2))
    const before = await parts(page)
    expect(before.gap).toBe(0)
    expect(before.outcomes).toMatchObject({ skipped: 2, refused: 1 })
    await rowOf(page, 'B').locator('[data-column=select]').click()
    await page.keyboard.press('Delete')
    await expect(summary(page, 'deleted')).toHaveText(counted(1))
    await rowOf(page, 'C').locator('[data-column=select]').click()
    await page.getByTestId('bulk-bar').getByRole('button', { name: '停用' }).click()
    await expect(summary(page, 'disabled')).toHaveText(counted(1))
    expect((await parts(page)).gap).toBe(0)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(summary(page, 'deleted')).toHaveCount(0)
    expect(await parts(page)).toEqual(before)
    await summary(page, 'skipped').click()
    await expect(rows).toHaveCount(2)
    await summary(page, 'skipped').click()
  })

  await test.step('garbage alone says that there are no nodes, and why, in both languages', async () => {
    await fromMenu(page, '清空')
    await paste(page, 'nothing here\nnor here')
    await expect(page.getByTestId('output-error')).toHaveText('节点为空')
    // Why, line by line, and the way to each.
    await expect(page.getByTestId('no-result').getByRole('listitem')).toHaveText([
      /^第 1 行nothing here不是能识别的分享链接、订阅或配置$/,
      /^第 2 行nor here不是能识别的分享链接、订阅或配置$/,
    ])
    await page.getByTestId('no-result').getByRole('button', { name: '修改原文' }).click()
    await expect(page.getByTestId('convert-input')).toBeVisible()
    await page.getByTestId('lang-switch').click()
    await expect(page.getByTestId('output-error')).toHaveText('No nodes')
  })
})

/** What each part of the track counts, and how many entries are in none. */
async function parts(page: Page) {
  const all = await page.getByTestId('track').locator('[data-testid^=summary-]').all()
  const reported = await Promise.all(
    all.map(async (part) => [
      (await part.getAttribute('data-testid'))!.slice('summary-'.length),
      Number(/[\d,]+/.exec((await part.textContent())!)![0].replaceAll(',', '')),
    ]),
  )
  const { entries, doubtful: _, ...outcomes } = Object.fromEntries(reported) as Record<string, number>
  return { outcomes, gap: entries! - Object.values(outcomes).reduce((sum, count) => sum + count, 0) }
}

test('what is not written says why: excluded, nothing for this client, there already', async ({ page }) => {
  await open(page, '/convert?target=clash&ex=trojan')

  await test.step('nodes that the person excluded are not called of no use for Clash', async () => {
    await paste(page, trojan('A'))
    await expect(page.getByTestId('no-result').getByRole('heading').first()).toHaveText(/^Clash节点为空/)
  })

  await test.step('only vless for Clash names Mihomo, and its button goes there', async () => {
    await fromMenu(page, '清空')
    await paste(page, [vless('A'), vless('B')].join('\n'))
    await expect(page.getByTestId('output-error')).toHaveText(
      'Clash节点为空，Clash不支持Vless，Hysteria节点，请使用Mihomo',
    )
    await expect(page.getByRole('heading', { name: 'Clash 用不了这 2 个节点' })).toBeVisible()
    await page.getByRole('button', { name: '切换到 Mihomo（可用 2 个）' }).click()
    await expect(page.getByTestId('output-error')).toBeHidden()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    expect(await copied(page)).toContain('name: A')
  })

  await test.step('the same link twice is two rows: the second says what it repeats, and both are written on one press', async () => {
    await fromMenu(page, '清空')
    await paste(page, [vless('A'), vless('A')].join('\n'))
    await page.getByTestId('target-links').click()
    await expect.poll(() => names(page)).toEqual(['A', 'A'])
    const second = page.getByTestId('node-row-1')
    await expect(second).toHaveAttribute('data-state', 'duplicate')
    await expect(second).toContainText('与第 1 行重复')
    await expect(summary(page, 'duplicates')).toHaveText(counted(1))
    await summary(page, 'duplicates').click()
    await expect(page.getByTestId('node-row-0')).toContainText('与第 1 行重复')
    await summary(page, 'entries').click()
    await second.getByRole('button', { name: '保留两者' }).click()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await expect.poll(() => names(page)).toEqual(['A', 'A_1'])
    await expect(output(page)).toContainText(/#A\s*vless.*#A_1/)
  })

  await test.step('all of them are kept, and left out again, beside the track', async () => {
    await page.getByTestId('action-undo').click()
    await paste(page, vless('A'))
    await expect(summary(page, 'duplicates')).toHaveText(counted(2))
    await expect(page.getByTestId('node-count')).toHaveText('共 3 条')
    const keep = page.getByTestId('keep-duplicates')
    await keep.click()
    await expect(summary(page, 'output')).toHaveText(counted(3))
    await expect(keep).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => names(page)).toEqual(['A', 'A_1', 'A_2'])
    await expect(page.getByTestId('node-count')).toHaveText('共 3 条')
    await keep.click()
    await expect(summary(page, 'duplicates')).toHaveText(counted(2))
  })
})

test('before the first entry there is one place to drop things on; who types begins with an empty text, and keeps the cursor when the list comes; files and pictures are taken where they are dropped and pasted; the address of a converter gives its settings, its subscriptions and its template, and nothing is asked before a press', async ({
  page,
}) => {
  await open(page)

  await test.step('nothing is there that cannot be pressed', async () => {
    for (const absent of ['track', 'node-grid', 'action-copy', 'convert-input', 'target-mihomo'])
      await expect(page.getByTestId(absent)).toHaveCount(0)
    await expect(page.getByRole('main').locator(':disabled')).toHaveCount(0)
    for (const name of ['粘贴', '选择文件', '载入示例', '从旧订阅链接恢复设置'])
      await expect(page.getByTestId('empty-screen').getByRole('button', { name, exact: true })).toBeVisible()
    const place = await page.getByTestId('empty-screen').locator('> div').first().boundingBox()
    expect(place!.width).toBeLessThanOrEqual(720)
  })

  await test.step('the first entry takes its place', async () => {
    await paste(page, trojan('A'))
    await expect(page.getByTestId('empty-screen')).toHaveCount(0)
    await expect.poll(() => names(page)).toEqual(['A'])
    await fromMenu(page, '清空')
    await expect(page.getByTestId('empty-screen')).toBeVisible()
  })

  for (const width of [1680, 1280])
    await test.step(`what is typed is text, and the list does not take the cursor, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const text = await openText(page)
      await expect(text).toBeFocused()
      // Signs that are shortcuts elsewhere are text here.
      await page.keyboard.type('/[?gs')
      expect(await inputText(page)).toBe('/[?gs')
      for (const _ of '/[?gs') await page.keyboard.press('Backspace')
      await page.keyboard.insertText(trojan('A').slice(0, -6))
      await expect(output(page)).toContainText('mixed-port')
      await page.keyboard.type(trojan('A').slice(-6))
      await expect(output(page)).toContainText('mixed-port')
      await expect(page.getByTestId('convert-input')).toBeFocused()
      expect(await inputText(page)).toBe(trojan('A'))
      await fromMenu(page, '清空')
      await expect(page.getByTestId('empty-screen')).toBeVisible()
    })

  await page.setViewportSize({ width: 1680, height: 900 })

  await test.step('a file dropped anywhere on the window is taken, not under a dialog', async () => {
    const drop = (on: string, name: string) =>
      page.locator(on).evaluate(
        (element, { name, text }) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([text], name, { type: 'text/plain' }))
          const how = { dataTransfer, bubbles: true, cancelable: true }
          element.dispatchEvent(new DragEvent('dragover', how))
          return element.dispatchEvent(new DragEvent('drop', how))
        },
        { name, text: trojan(name, `${name}.example.com`) },
      )
    await drop('.top-bar', 'first')
    await expect.poll(() => names(page)).toEqual(['first'])
    await drop('[data-actions]', 'second')
    await expect.poll(() => names(page)).toEqual(['first', 'second'])
    await page.getByRole('button', { name: '比较客户端' }).click()
    // The browser does not open it in place of the page either.
    expect(await drop('[data-testid=compare]', 'third')).toBe(false)
    await page.keyboard.press('Escape')
    expect(await names(page)).toEqual(['first', 'second'])
  })

  await test.step('a picture with a code adds its node; one with two codes adds two', async () => {
    await fromMenu(page, '清空')
    await pastePicture(page, [trojan('one')])
    await expect(summary(page, 'output')).toHaveText(counted(1))
    await pastePicture(page, [trojan('two', 'two.example.com'), trojan('three', 'three.example.com')])
    await expect(summary(page, 'output')).toHaveText(counted(3))
  })

  await test.step('text that has its picture beside it in the clipboard is pasted as text', async () => {
    const pasteBoth = (target: string, text: string, fileName: string) =>
      page.locator(target).evaluate(
        (element, [text, fileName]) => {
          const data = new DataTransfer()
          data.setData('text/plain', text!)
          data.items.add(new File(['no picture at all'], fileName!, { type: 'image/png' }))
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        },
        [text, fileName],
      )
    await fromMenu(page, '清空')
    await pasteBoth('body', trojan('A'), 'image.png')
    await expect(summary(page, 'output')).toHaveText(counted(1))
    expect(await inputText(page)).toBe(trojan('A'))
    await expect(page.locator('[data-toast=undo]')).toHaveCount(0)
    // A field keeps what is pasted into it for itself.
    await pasteBoth('[data-testid=node-filter]', 'A', 'image.png')
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    // Where the text is but the name of the file, the file is meant.
    await pasteBoth('body', 'codes.png', 'codes.png')
    await expect(page.getByTestId('refused-files')).toContainText('codes.png')
    expect(await inputText(page)).toBe(trojan('A'))
  })

  const asked: string[] = []
  const answer = (body: string) => (route: Route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain', body })
  await page.context().route('https://sub.example.com/**', answer(trojan('A')))
  const ini = 'custom_proxy_group=Chosen`select`[]DIRECT`.*\nruleset=Chosen,[]FINAL'
  await page.context().route('https://raw.example.com/**', answer(`[custom]\n${ini}`))
  page.context().on('request', (request) => asked.push(request.url()))
  const askedElsewhere = () => asked.filter((url) => /^https:\/\/\w+\.example\.com/.test(url)).toSorted()
  await fromMenu(page, '清空')

  await test.step('settings of an old converter link come back without opening it', async () => {
    await page.getByRole('button', { name: '从旧订阅链接恢复设置' }).click()
    await page
      .getByTestId('old-link')
      .fill('https://api.example.com/sub?target=singbox&url=https%3A%2F%2Fsub.example.com%2Fcanary&exclude=expire')
    await page.getByRole('button', { name: '先不获取' }).click()
    await expect(page.getByTestId('target-singbox').getByRole('radio')).toBeChecked()
    await expect(page.getByTestId('source-0').getByRole('button', { name: '从 sub.example.com 获取' })).toBeVisible()
    expect(asked.filter((url) => url.includes('canary'))).toEqual([])
    expect(askedElsewhere()).toEqual([])
    await page.getByTestId('action-undo').click()
    await expect(page.getByTestId('empty-screen')).toBeVisible()
  })

  await test.step('pasted as it is, it gives its subscriptions, its settings and its template', async () => {
    const inner = encodeURIComponent('https://sub.example.com/a')
    const template = encodeURIComponent('https://raw.example.com/own.ini')
    await paste(page, `https://conv.example.com/sub?target=singbox&url=${inner}&config=${template}`)
    await expect(page.getByTestId('target-singbox').getByRole('radio')).not.toBeChecked()
    await page.getByTestId('not-fetched').getByRole('button', { name: '使用里面的订阅和设置' }).click()
    const dialog = page.getByTestId('restore')
    await expect(dialog).toContainText('由你的浏览器从 sub.example.com和raw.example.com 获取')
    expect(askedElsewhere()).toEqual([])
    await dialog.getByRole('button', { name: '恢复并获取' }).click()
    await expect(page.getByTestId('target-singbox').getByRole('radio')).toBeChecked()
    await expect(page.getByTestId('template-open')).toContainText('own.ini')
    await expect(summary(page, 'entries')).toHaveText(counted(1))
    await expect(output(page)).toContainText('Chosen')
    expect(askedElsewhere()).toEqual(['https://raw.example.com/own.ini', 'https://sub.example.com/a'])
  })
})

/** Pastes one picture with a code for each link. */
async function pastePicture(page: Page, links: readonly string[]): Promise<void> {
  await page.evaluate(
    async (codes) => {
      const scale = 4
      const gap = 40
      const width = codes.reduce((sum, { length }) => sum + length * scale + gap, gap)
      const canvas = new OffscreenCanvas(width, codes[0]!.length * scale + gap * 2)
      const context = canvas.getContext('2d')!
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#000'
      let left = gap
      for (const code of codes) {
        code.forEach((row, y) =>
          row.forEach((isDark, x) => isDark && context.fillRect(left + x * scale, gap + y * scale, scale, scale)),
        )
        left += code.length * scale + gap
      }
      const data = new DataTransfer()
      data.items.add(new File([await canvas.convertToBlob()], 'codes.png', { type: 'image/png' }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    links.map((link) => encode(link, { ecc: 'M' }).data),
  )
}

test('list, text and options share the window as its width allows, and the choice is kept; in a low window at least four rows of everything are seen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openWith(page, [vless('B'), ...manyLinks(80).split('\n')])
  const text = page.getByTestId('convert-input')
  const list = page.getByTestId('node-grid')

  await test.step('below 1600 pixels list and text share one pane, and the switch goes to the same line', async () => {
    await expect(page.getByTestId('pane-nodes')).toHaveAttribute('aria-selected', 'true')
    await rowOf(page, 'N 0').click()
    await page.keyboard.press('Control+End')
    await expect(rowOf(page, 'N 79')).toBeInViewport()
    await page.getByTestId('pane-input').click()
    await expect(list).toBeHidden()
    await expect(text).toContainText('n79.example.com')
    await text.press('Control+Home')
    await page.getByTestId('pane-nodes').click()
    await expect(rowOf(page, 'N 0')).toBeInViewport()
    await page.getByTestId('pane-input').click()
    await page.reload()
    await expect(page.getByTestId('pane-input')).toHaveAttribute('aria-selected', 'true')
    await expect(list).toBeHidden()
    await page.setViewportSize({ width: 1680, height: 900 })
    await expect(list).toBeVisible()
  })

  await test.step('in a wide window the options take the room of the text, and give it back', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByTestId('pane-nodes').click()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await goTo(page, 'text')
    await expect(text).toBeVisible()
    await goTo(page, 'options')
    await expect(page.getByTestId('options-open')).toHaveAttribute('aria-expanded', 'true')
    await expect(text).toBeHidden()
    expect((await page.getByRole('region', { name: '输出', exact: true }).boundingBox())!.width).toBeGreaterThan(480)
    // It is a press away, and what was chosen for a window without options stays chosen.
    await page.getByTestId('pane-input').click()
    await expect(text).toBeVisible()
    await expect(list).toBeHidden()
    await page.getByTestId('options-open').click()
    await expect(text).toBeVisible()
    await expect(list).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByTestId('pane-nodes')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('the options stand beside list and result where there is room, and lie over the result where there is less', async () => {
    const boxOf = async (id: string) => (await page.getByTestId(id).boundingBox())!
    for (const [width, client, isRefused] of [
      [1440, /^Clash/, true],
      [1280, /^Mihomo/, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await goTo(page, 'options')
      const [list, options] = [await boxOf('node-grid'), await boxOf('options')]
      expect(list.x + list.width).toBeLessThanOrEqual(options.x)
      if (width === 1440) {
        expect(options.width).toBe(360)
        expect((await boxOf('tab-preview')).x).toBeGreaterThanOrEqual(options.x + options.width)
      } else expect(options.x + options.width).toBe(width)
      // The list follows live.
      await page.getByTestId('options-panel').getByRole('radio', { name: client }).check()
      await expect(rowOf(page, 'B').and(page.locator('[data-state=refused]'))).toHaveCount(isRefused ? 1 : 0)
      await page.keyboard.press('Escape')
      await expect(page.getByTestId('options')).toBeHidden()
    }
  })

  await fromMenu(page, '清空')
  await paste(page, [...manyLinks(40).split('\n'), ...Array.from({ length: 6 }, (_, at) => `foo${at}://a`)].join('\n'))
  await expect(summary(page, 'output')).toHaveText(counted(40))
  for (const [width, height] of [
    [640, 400],
    [740, 360],
    [320, 256],
  ] as const)
    await test.step(`the list has room, ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await page.getByTestId('node-row-8').evaluate((row) => row.scrollIntoView({ block: 'end' }))
      await expect(page.locator('.top-bar')).not.toBeInViewport()
      const seen = await page.locator('[data-row]:not([data-row=""])').evaluateAll((rows) => {
        const isSeen = (row: Element) => {
          const { left, width, top, bottom } = row.getBoundingClientRect()
          if (top < 0 || bottom > innerHeight + 1) return false
          return row.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2))
        }
        return rows.filter(isSeen).length
      })
      expect(seen, `${width} × ${height}`).toBeGreaterThanOrEqual(4)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })

  /** How many of them are whole in the window and under nothing, when the last of the first few is scrolled to. */
  const seen = async (things: Locator, last: number) => {
    await things.nth(last).evaluate((thing) => thing.scrollIntoView({ block: 'end' }))
    return things.evaluateAll(
      (all) =>
        all.filter((thing) => {
          const { left, top, bottom } = thing.getBoundingClientRect()
          const isIn = top >= 0 && bottom <= innerHeight + 1
          const over = isIn ? document.elementFromPoint(left + 24, (top + bottom) / 2) : null
          return over !== null && (thing.contains(over) || over.shadowRoot !== null)
        }).length,
    )
  }
  for (const [width, height, prefix] of [
    [640, 400, 'X'],
    [740, 360, 'Y'],
  ] as const)
    await test.step(`the result, its problems, its differences and the options have room to work in, ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await goTo(page, 'result')
      await page.getByTestId('tab-preview').click()
      const lines = page.getByTestId('output-editor').locator('.cm-line')
      await expect(lines.nth(8)).toBeAttached()
      expect(await seen(lines, 6), 'lines of the preview').toBeGreaterThanOrEqual(4)
      await page.getByRole('tab', { name: /^问题/ }).click()
      expect(await seen(page.getByTestId('problems').getByRole('listitem'), 4), 'problems').toBeGreaterThanOrEqual(4)
      await goTo(page, 'options')
      const formats = page
        .getByTestId('options')
        .locator('label')
        .filter({ has: page.getByRole('radio') })
      expect(await seen(formats, 5), 'formats').toBeGreaterThanOrEqual(4)
      const naming = page.getByTestId('prefix-input')
      if (!(await naming.isVisible())) await page.getByTestId('opt-naming').locator('summary').first().click()
      await naming.fill(prefix)
      await goTo(page, 'result')
      await page.getByRole('tab', { name: '差异' }).click()
      const changed = page.getByTestId('diff').locator('.cm-line, .cm-deletedLine')
      await expect(changed.nth(8)).toBeAttached()
      // A line of a node is wrapped once, so the lowest window shows one line less.
      expect(await seen(changed, 8), 'lines of the differences').toBeGreaterThanOrEqual(height < 400 ? 3 : 4)
      const groups = page.getByTestId('group-diff')
      await groups.locator('summary').click()
      await expect(groups.getByRole('listitem').first()).toBeVisible()
      const below = await page.evaluate(
        () =>
          document.documentElement.scrollHeight -
          scrollY -
          document.querySelector('.convert')!.getBoundingClientRect().bottom,
      )
      expect(below, 'empty page below the screen').toBeLessThanOrEqual(1)
    })
})

test.describe('a wide window that was not set up', () => {
  test.use({ isTextOpen: false })

  test('has list and result; a button puts the text beside them, and it is there after a reload', async ({ page }) => {
    await open(page)
    const text = page.getByTestId('convert-input')
    const list = page.getByTestId('node-grid')

    await test.step('the empty text stays in sight after the options were open', async () => {
      await page.getByRole('button', { name: '手动输入' }).click()
      await page.getByTestId('options-open').click()
      await page.getByTestId('options-open').click()
      await expect(text).toBeVisible()
    })

    await test.step('what is pasted is looked at in the list; the text is a press away and stays', async () => {
      await paste(page, trojan('A'))
      await expect(page.getByTestId('track')).toBeVisible()
      const wide = (await list.boundingBox())!.width
      await expect(text).toBeHidden()
      await page.getByRole('button', { name: '展开原文' }).click()
      await expect(text).toBeVisible()
      expect((await list.boundingBox())!.width).toBeLessThan(wide - 150)
      await page.reload()
      await expect(list).toBeVisible()
      await expect(text).toBeVisible()
      await page.getByRole('button', { name: '收起原文' }).click()
      await expect(text).toBeHidden()
    })

    await test.step('the sources stand below the list', async () => {
      await paste(page, 'https://a.example.com/sub')
      const source = (await page.getByRole('region', { name: '发现 1 个订阅地址' }).boundingBox())!
      const under = (await list.boundingBox())!
      expect(source.y).toBeGreaterThanOrEqual(under.y + under.height)
      expect(source.width).toBeGreaterThanOrEqual(under.width)
    })
  })
})

/** What of the head, the tools and the buttons of the result is cut, or has a second row. */
const outOfPlace = (pane: HTMLElement) =>
  [...pane.querySelectorAll<HTMLElement>(':is([role=radiogroup], [role=tablist], [role=toolbar], [data-actions])')].flatMap(
    (row) => {
      const parts = [...row.children].filter((part) => part.checkVisibility() && !part.matches('.sr-only'))
      const middles = parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)
      const cut = [row, ...row.querySelectorAll('*:not(.sr-only)')].some((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
      return cut || Math.max(...middles) - Math.min(...middles) > 8 ? [row.getAttribute('aria-label') ?? 'actions'] : []
    },
  ) // oxfmt-ignore

/** The counts of a bar that are cut or not wholly in the window, and the bar itself where it has more than it shows. */
function unseenCounts(bar: Element): string[] {
  const counts = [...bar.querySelectorAll('button')]
  const isCut = (each: Element) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight
  const isWithin = ({ left, right, top, bottom }: DOMRect) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const unseen = counts.filter((each) => isCut(each) || !isWithin(each.getBoundingClientRect()))
  return [
    ...(bar.scrollWidth > bar.clientWidth || counts.length < 3 ? ['the bar'] : []),
    ...unseen.map((each) => each.textContent),
  ]
}

test('at every width and in both languages head, tools and buttons of the result have one row, with the options and without, and every count is in sight', async ({
  page,
}) => {
  const others = [trojan('A'), trojan('A'), trojan('B', 'b.example.com'), 'foo://nothing', vless('C')]
  await openWith(page, [...others, ...manyLinks(1198).split('\n')])
  const pane = page.getByTestId('tab-preview').locator('xpath=ancestor::section')
  const bar = page.getByRole('group').filter({ has: summary(page, 'output') })
  for (const lang of ['zh-CN', 'en-US']) {
    await page.setViewportSize({ width: 1680, height: 900 })
    if (lang === 'en-US') await page.getByTestId('lang-switch').click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.getByTestId('target-clash')).toContainText('1,200')
    await expect(summary(page, 'output')).toHaveText(counted(1_201))
    // Rows that are not looked at are not laid out anew at every width.
    await page.getByTestId('node-filter').fill('N 1197')
    await expect(rowOf(page, 'N 0')).toHaveCount(0)
    for (const isWithOptions of [true, false]) {
      const options = page.getByTestId('options-open')
      if ((await options.getAttribute('aria-expanded')) !== `${isWithOptions}`) await options.click()
      for (const width of [1024, 1280, 1600, 1920, 2560, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => pane.evaluate(outOfPlace), { message: `${lang} ${width}` }).toEqual([])
      }
    }
    for (const width of [1100, 700, 360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      await expect.poll(() => bar.evaluate(unseenCounts), { message: `${lang} ${width}` }).toEqual([])
    }
  }
})

/** Takes the first source away. */
async function removeSource(page: Page): Promise<void> {
  await page.getByTestId('source-0').getByRole('button', { name: '来源操作' }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  await expect(page.getByTestId('source-0')).toHaveCount(0)
}

test.describe('an address', () => {
  test.use({ expectedErrors: /sub\.example\.com|net::ERR_|CORS/ })

  test('that may be read is asked once, by the fetch worker alone, and tells traffic, expiry, emptiness and waiting; one that may not offers its choices, asks nobody else, tells apart who refused it, is referenced and removed with the keyboard alone, and the log of requests has its host alone', async ({
    page,
  }) => {
    await open(page)
    const card = page.getByTestId('source-0')
    let times = 0
    let plan = 'upload=0; download=1073741824; total=10737418240; expire=1893456000'
    let body = Buffer.from([trojan('A'), trojan('B', 'b.example.com')].join('\n')).toString('base64')
    await page.context().route('https://sub.example.com/**', (route) => {
      times++
      return route.fulfill({
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'subscription-userinfo',
          'subscription-userinfo': plan,
        },
        contentType: 'text/plain',
        body,
      })
    })

    await test.step('nothing is red before something failed', async () => {
      await paste(page, 'https://sub.example.com/a?token=1')
      await expect(summary(page, 'toFetch')).toHaveText('待获取 1')
      await expect(summary(page, 'skipped')).toHaveCount(0)
      const waiting = page.getByTestId('not-fetched')
      await expect(waiting).toContainText('还没有节点：这个订阅地址尚未获取')
      await expect(waiting.getByRole('button')).toHaveText(['从 sub.example.com 获取'])
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await seriousIssues(page)).toEqual([])
      expect(times).toBe(0)
      await waiting.getByRole('button').click()
      await expect(summary(page, 'output')).toHaveText(counted(2))
      await expect(page.getByText('已用 1 GiB，共 10 GiB')).toBeVisible()
      expect(times).toBe(1)
    })

    await test.step('a plan without a limit and without an end tells what was used, and no date', async () => {
      await expect(card).toContainText('到期')
      plan = 'upload=0; download=1073741824; total=0; expire=0'
      await page.getByTestId('source-0-refresh').click()
      await expect(page.getByText('已用 1 GiB', { exact: true })).toBeVisible()
      await expect(page.getByText('到期')).toHaveCount(0)
      await removeSource(page)
    })

    await test.step('one that answers with nothing says so and can be asked again, and what was read before stays', async () => {
      body = ''
      await fetchFrom(page, 'https://sub.example.com/a')
      await expect(card).toContainText('该地址返回的内容是空的')
      body = trojan('A')
      await page.getByTestId('source-0-refresh').click()
      await expect(summary(page, 'output')).toHaveText(counted(1))
      await expect(card).not.toContainText('该地址返回的内容是空的')
      body = ''
      await page.getByTestId('source-0-refresh').click()
      await expect(card).toContainText('该地址返回的内容是空的')
      await expect(summary(page, 'output')).toHaveText(counted(1))
      await removeSource(page)
    })

    await test.step('one that is slow is waited for in the list, and no longer once that is stopped', async () => {
      let slow = 0
      await page.context().route('https://slow.example.com/**', () => void slow++)
      await fetchFrom(page, 'https://slow.example.com/list')
      const nodes = page.getByTestId('node-grid')
      await expect(nodes).toContainText('正在从 slow.example.com 获取')
      await expect(nodes.getByRole('progressbar')).toBeVisible()
      await nodes.getByRole('button', { name: '取消' }).click()
      await expect(nodes).not.toContainText('正在从')
      await expect(card.getByRole('button', { name: '从 slow.example.com 获取' })).toBeVisible()
      expect(slow).toBe(1)
    })
    await removeSource(page)
    await page.context().unroute('https://sub.example.com/**')

    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    await test.step('over http it is not tried, and says so before', async () => {
      await paste(page, 'http://sub.example.com/a?token=canary')
      await page.getByTestId('not-fetched').getByRole('button', { name: '选择获取方式' }).click()
      await expect(card).toContainText('没有发出任何请求')
      await card.getByRole('button', { name: '粘贴内容' }).click()
      await page.getByLabel('该地址的内容').fill(trojan('A'))
      await page.getByRole('button', { name: '使用这些内容' }).click()
      await expect(summary(page, 'output')).toHaveText(counted(1))
      await expect(card).not.toContainText('没有发出任何请求')
      expect(asked.filter((url) => url.includes('sub.example.com'))).toEqual([])
      await removeSource(page)
    })

    await test.step('where the host allows no page to read it, the client can fetch it', async () => {
      await page
        .context()
        .route('https://sub.example.com/**', (route) =>
          route.fulfill({ headers: { 'access-control-allow-origin': 'https://elsewhere.example' }, body: trojan('A') }),
        )
      await fetchFrom(page, 'https://sub.example.com/a?token=canary')
      await expect(card).toContainText('sub.example.com 有应答，但它不允许网页读取内容')
      await expect(card.getByRole('button', { name: '粘贴内容' })).toBeVisible()
      await card.getByRole('button', { name: '让客户端自己下载' }).click()
      await expect(output(page)).toContainText('mixed-port')
      const config = await copied(page)
      expect(config).toContain('proxy-providers:')
      expect(config).toMatch(/interval: 3600/)
      expect(config).toMatch(/interval: 600/)
      await removeSource(page)
      await page.context().unroute('https://sub.example.com/**')
    })

    await test.step('who refused it is told apart', async () => {
      const report = async (answer: (route: Route) => Promise<void>, words: string) => {
        await page.context().route('https://sub.example.com/**', answer)
        await fetchFrom(page, 'https://sub.example.com/a?token=canary')
        await expect(card).toContainText(words)
        await removeSource(page)
        await page.context().unroute('https://sub.example.com/**')
      }
      await report((route) => route.abort('namenotresolved'), '没有得到 sub.example.com 的应答')
      const readable = { 'access-control-allow-origin': '*' }
      await report((route) => route.fulfill({ status: 403, headers: readable }), '状态码 403：需要有效的令牌')
      await report((route) => route.fulfill({ status: 502, headers: readable }), '状态码 502：服务器出错')
      expect(asked.filter((url) => url.includes('canary') && !url.startsWith('https://sub.example.com/'))).toEqual([])
    })

    const said = page.getByRole('status').filter({ hasText: /^sub\.example\.com .*由客户端下载$/ })
    const byClient = card.getByRole('button', { name: '让客户端自己下载', exact: true })

    await test.step('by the keyboard alone it is referenced, by the button of its card', async () => {
      await page.context().route('https://sub.example.com/**', (route) => route.abort())
      await fetchFrom(page, 'https://sub.example.com/a?token=canary')
      await byClient.press('Enter')
      await expect(said).toHaveText('sub.example.com 改由客户端下载')
      await expect(card).toBeFocused()
      await expect(byClient).toHaveCount(0)
      expect(await copied(page)).toContain('proxy-providers:')
    })

    await test.step('an ordinary source again, by the button that is next to the card itself after its menu', async () => {
      await card.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(card.getByRole('button', { name: '不再让客户端下载' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(said).toHaveText('sub.example.com 不再由客户端下载')
      await expect(card).toBeFocused()
      await expect(byClient).toBeVisible()
      await expect(page.getByTestId('action-copy')).toBeDisabled()
    })

    await test.step('the same by its menu', async () => {
      await byClient.press('Enter')
      await card.getByRole('button', { name: '来源操作' }).press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.getByRole('menuitem', { name: '不再让客户端下载' }).press('Enter')
      await expect(card.getByRole('button', { name: '来源操作' })).toBeFocused()
      await expect(byClient).toBeVisible()
    })

    await test.step('removed, it leaves the focus to its neighbour, and the last one to what stands before it', async () => {
      await page.getByRole('button', { name: '订阅地址' }).click()
      await page.getByTestId('url-input').fill('https://sub.example.com/b')
      await page.getByRole('dialog').getByRole('button', { name: '让客户端自己下载' }).click()
      await expect(page.getByTestId('source-1')).toBeVisible()
      const remove = async () => {
        await card.getByRole('button', { name: '来源操作' }).press('Enter')
        await page.getByRole('menuitem', { name: '移除' }).press('Enter')
      }
      await remove()
      await expect(page.getByTestId('source-1')).toHaveCount(0)
      await expect(card.getByRole('button', { name: '来源操作' })).toBeFocused()
      await remove()
      await expect(card).toHaveCount(0)
      await expect(page.getByRole('button', { name: '粘贴', exact: true })).toBeFocused()
    })

    await test.step('the log of requests has its host alone', async () => {
      await page.getByRole('link', { name: '设置', exact: true }).first().click()
      await page.getByRole('link', { name: /日志/ }).click()
      const log = page.getByRole('table')
      await expect(log).toContainText('sub.example.com/…')
      await expect(log).toContainText('403')
      await expect(log).not.toContainText('canary')
    })
  })
})

test('however much there is: many sources are one line, more than 5,000 nodes wait for their button, and switched off keep nothing waiting', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openWith(page, manyLinks(3).split('\n'))
  const isHeldBack = page.getByText('节点较多，不会自动生成')

  await test.step('many sources are one line; unfolded they scroll by themselves, leave the entries their room and the page its end', async () => {
    const file = (_: unknown, at: number) => ({
      name: `f${at}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(trojan(`F ${at}`, `f${at}.example.com`)),
    })
    await page.getByTestId('file-input').setInputFiles(Array.from({ length: 15 }, file))
    await expect(summary(page, 'output')).toHaveText(counted(18))
    await expect(page.getByTestId('source-15')).toBeAttached()
    const list = page.getByRole('list', { name: '来源' })
    for (const width of [1280, 1680]) {
      await page.setViewportSize({ width, height: 800 })
      if (width === 1280) await expect(list).toBeHidden()
      if (!(await list.isVisible())) await page.getByText('16 个来源').click()
      await expect(list).toBeVisible()
      const place = await list.evaluate((list) => {
        const pane = list.closest('.convert-left, .convert-text')!
        return {
          share: list.closest('details')!.parentElement!.clientHeight / pane.clientHeight,
          page: document.documentElement.scrollHeight,
        }
      })
      expect(place.share).toBeLessThan(0.4)
      expect(place.page).toBe(800)
    }
  })

  await test.step('of more than 5,000 nodes nothing is made by itself, and they are counted as far as they are read', async () => {
    await fromMenu(page, '清空')
    await expect(summary(page, 'output')).toHaveCount(0)
    await page.getByTestId('file-input').setInputFiles({
      name: 'long.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${manyLinks(5200)}\ngarbage!`),
    })
    await expect(isHeldBack).toBeVisible()
    await expect(page.getByTestId('output-error')).toHaveCount(0)
    await expect(page.getByText('结果会出现在这里')).toBeVisible()
    await expect(summary(page, 'entries')).toHaveText(counted(5_201))
    await expect(summary(page, 'waiting')).toHaveText(counted(5_200))
    await expect(summary(page, 'skipped')).toHaveText(counted(1))
    await expect(summary(page, 'output')).toHaveCount(0)
  })

  await test.step('its button makes it, and so does the copy after the next change', async () => {
    await page.getByTestId('target-links').click()
    await page.getByTestId('action-generate').click()
    await expect(summary(page, 'output')).toHaveText(counted(5_200), { timeout: 20_000 })
    await rowOf(page, 'N 0').click()
    await page.keyboard.press('Delete')
    await expect(isHeldBack).toBeVisible()
    const text = await copied(page)
    expect(text.trim().split('\n')).toHaveLength(5199)
    expect(text).not.toContain('@n0.example.com')
    await expect(summary(page, 'output')).toHaveText(counted(5_199))
  })

  await test.step('a long source that is switched off does not keep a short one from being converted', async () => {
    await page.getByTestId('target-mihomo').click()
    await expect(isHeldBack).toBeVisible()
    await page.getByTestId('source-0').getByRole('button', { name: '来源操作' }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await paste(page, trojan('A', 'a.example.com'))
    await expect(isHeldBack).toBeHidden()
    await expect(output(page)).toContainText('mixed-port')
    await expect(summary(page, 'output')).toHaveText(counted(1))
  })
})

test('undo goes on while Ctrl+Z is held, takes back what the buttons of the box did, and is in the palette with every target', async ({
  page,
}) => {
  await open(page)
  const canUndo = page.getByTestId('action-undo').and(page.locator(':enabled'))

  await test.step('while Ctrl+Z is held undo goes on', async () => {
    await paste(page, trojan('A'))
    await paste(page, trojan('B', 'b.example.com'))
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await page.keyboard.down('Control')
    for (let press = 0; press < 2; press++) await page.keyboard.down('z')
    await page.keyboard.up('z')
    await expect(canUndo).toHaveCount(0)
    await page.keyboard.press('Shift+z')
    await page.keyboard.up('Control')
    await expect(summary(page, 'output')).toHaveText(counted(1))
  })

  await test.step('the palette has it wherever the focus was', async () => {
    await page.getByRole('textbox', { name: '节点内容' }).press('Control+k')
    await expect(page.getByRole('combobox', { name: '搜索' })).toBeFocused()
    await page.keyboard.type('撤销')
    await page.keyboard.press('Enter')
    await expect(canUndo).toHaveCount(0)
    await expect(page.getByTestId('track')).toHaveCount(0)
    await expect(page.getByTestId('palette')).toBeHidden()
    // The focus is where it was, so that one goes on typing and pasting.
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('palette')).toBeHidden()
    await expect(page.getByRole('textbox', { name: '节点内容' })).toBeFocused()
    await page.keyboard.insertText('#')
    await expect.poll(() => inputText(page)).toBe('#')
    await page.keyboard.press('Backspace')
  })

  await test.step('the box is emptied and its text replaced by one button each, and both are taken back', async () => {
    await paste(page, trojan('A'))
    await expect(summary(page, 'output')).toHaveText(counted(1))
    await page.evaluate((text) => navigator.clipboard.writeText(text), [trojan('B'), trojan('C')].join('\n'))
    await page.getByRole('button', { name: '粘贴并全部替换' }).click()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    expect(await inputText(page)).not.toContain('#A')
    await page.getByRole('button', { name: '清空输入' }).click()
    await expect(page.getByTestId('sample')).toBeVisible()
    await page.locator('[data-toast=undo]').last().getByRole('button', { name: '撤销' }).click()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await page.getByTestId('action-undo').click()
    await expect.poll(() => inputText(page)).toBe(trojan('A'))
  })

  await test.step('an emptied box leaves no result, and who typed it away goes on typing', async () => {
    await expect(output(page)).toContainText('mixed-port')
    await page.getByTestId('convert-input').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page.getByTestId('action-copy')).toHaveCount(0)
    await expect(output(page)).toHaveCount(0)
    await expect(page.getByTestId('output-error')).toHaveCount(0)
    await expect(page.getByTestId('track')).toHaveCount(0)
    await page.keyboard.insertText(trojan('B'))
    await expect(output(page)).toContainText('mixed-port')
    expect(await inputText(page)).toBe(trojan('B'))
  })

  await test.step('the palette converts to every target', async () => {
    for (const [words, id] of [
      ['转换为 sing-box', 'singbox'],
      ['zhuanhuan clash', 'clash'],
      ['convert base64', 'base64'],
    ] as const) {
      await page.keyboard.press('Control+k')
      const palette = page.getByTestId('palette')
      await palette.getByRole('combobox').fill(words)
      await palette
        .getByRole('option', { name: /转换为/ })
        .first()
        .click()
      await expect(await clientRadio(page, id)).toBeChecked()
    }
  })
})

const NOTICE_AND_NODE = [trojan('剩余流量：10 GB', 'i.example.com'), trojan('A')].join('\n')

test('what to do with a copy stands beside its button, counts no notice as a node, and goes with the text; every copy is told of for two seconds', async ({
  page,
}) => {
  await page.clock.install()
  await open(page)
  await paste(page, NOTICE_AND_NODE)
  await expect(summary(page, 'output')).toHaveText(counted(2))
  const copy = page.getByTestId('action-copy')
  await expect(copy).toBeEnabled()

  await test.step('beside the button, which stays where it is', async () => {
    const says = page.getByText('Mihomo：已复制 1 个节点、1 条提示信息。')
    const place = () => page.getByTestId('action-download').boundingBox()
    const before = await place()
    await copy.click()
    await expect(says).toBeVisible()
    await expect(page.getByText('在 Clash Verge 新建 Local 配置，编辑文件并粘贴。')).toBeVisible()
    expect(await place()).toEqual(before)
    await page.getByTestId('target-links').click()
    await expect(says).toBeHidden()
    await copy.click()
    await expect(page.getByText('分享链接：已复制 1 个节点、1 条提示信息。')).toBeVisible()
    await expect(page.getByTestId('toast')).toHaveCount(0)
  })

  await test.step('every copy is told of for two seconds, one soon after another too', async () => {
    await expect(copy).toHaveText('复制')
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await copy.click()
    await expect(copy).toHaveText('已复制')
    await page.clock.runFor(1500)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await copy.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#A')
    await page.clock.runFor(1999)
    await expect(copy).toHaveText('已复制')
    await page.clock.runFor(1)
    await expect(copy).toHaveText('复制')
  })
})

test('the settings link brings the options and no node in one step, and names what it leaves out', async ({
  page,
  baseURL,
}) => {
  await open(page)
  const section = async (name: string) => {
    await goTo(page, 'options')
    await page.getByTestId(name).locator('summary').click()
  }
  const [address, kept] = await test.step('the link says what it does not hold', async () => {
    await paste(page, trojan('A'))
    await page.getByTestId('target-clash').click()
    await section('opt-naming')
    await page.getByTestId('prefix-input').fill('机场-')
    await section('opt-advanced')
    await page.getByLabel('混合端口').fill('7899')
    await page.getByLabel('控制密钥', { exact: true }).fill('canary')
    await page.getByLabel('控制密钥', { exact: true }).press('Tab')
    await page.getByTestId('convert-more').click()
    await page.getByRole('menuitem', { name: '分享设置链接（不含节点）' }).click()
    await expect(page.locator('[data-toast=success]')).toContainText('未包含：控制密钥')
    const [address, kept] = (await page.evaluate(() => navigator.clipboard.readText())).split('#settings=1.')
    expect(address).toMatch(/\/convert\?target=clash&prefix=/)
    expect(address + Buffer.from(kept!, 'base64url').toString()).not.toMatch(/s3cret|example\.com|canary/)
    return [address!, kept!]
  })

  await test.step('in a browser that knows nothing of it, it is one step that can be taken back', async () => {
    await page.goto('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: baseURL!, storageTypes: 'all' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${address}#settings=1.${kept}`)
    await alive(page)
    await expect(page.getByText('已应用链接中的设置')).toBeVisible()
    await expect(page).toHaveURL(address)
    expect(asked.filter((url) => new URL(url).pathname.includes('settings='))).toEqual([])
    await expect(await clientRadio(page, 'clash')).toBeChecked()
    await section('opt-naming')
    await expect(page.getByTestId('prefix-input')).toHaveValue('机场-')
    await expect(summary(page, 'entries')).toHaveCount(0)
    await section('opt-advanced')
    await expect(page.getByLabel('混合端口')).toHaveValue('7899')
    await page.getByTestId('action-undo').click()
    await expect(page.getByLabel('混合端口')).toHaveValue('')
    await expect(page.getByTestId('action-undo')).toHaveCount(0)
  })

  await test.step('a broken one says so', async () => {
    await page.goto('/convert#settings=1.broken')
    await expect(page.getByText('此设置链接不完整或已损坏')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the list is the screen; the result is drawn up over it, text and options are sheets, one menu holds the rest; the client is chosen beside the button that copies, on a tablet too, and a copy is told of above the bar', async ({
    page,
  }) => {
    await openWith(page, [trojan('A'), 'garbage!'])

    await test.step('what is done with the list stands above it by name: the words of the track too', async () => {
      await expect(page.getByRole('button', { name: '更多' })).toHaveCount(2)
      for (const id of ['action-undo', 'convert-more', 'text-open', 'chip-is-problem'])
        await expect(page.getByTestId(id)).toBeInViewport({ ratio: 1 })
      await expect(summary(page, 'skipped').getByText('跳过')).toBeVisible()
    })

    await test.step('text and options are sheets', async () => {
      await goTo(page, 'text')
      const sheet = page.getByRole('dialog', { name: '原文' })
      await expect(sheet.getByTestId('convert-input')).toContainText('garbage!')
      await expect(sheet.getByTestId('detected')).toBeVisible()
      await sheet.getByRole('button', { name: '完成' }).click()
      await expect(sheet).toBeHidden()
      await goTo(page, 'text')
      await sheet.getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '清空输入' }).click()
      await expect(page.getByTestId('empty-screen')).toBeVisible()
      await page.locator('[data-toast=undo]').last().getByRole('button', { name: '撤销' }).click()
      await expect(page.getByTestId('node-row-0')).toBeVisible()
      await goTo(page, 'options')
      expect((await page.getByTestId('options').boundingBox())!.height).toBe(740)
      await goTo(page, 'list')
      await expect(page.getByTestId('node-row-0')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    })

    await fromMenu(page, '清空')
    await paste(page, manyLinks(40))
    await expect(summary(page, 'output')).toHaveText(counted(40))
    const bar = (await page.locator('[data-actions]').boundingBox())!
    const toggle = page.getByTestId('result-toggle')

    await test.step('seven rows are seen whole above the bar', async () => {
      const places = (await page.getByRole('navigation').last().boundingBox())!
      expect(bar.height).toBe(72)
      expect(Math.abs(bar.y + bar.height - places.y)).toBeLessThanOrEqual(1)
      const rows = await page
        .locator('[data-row]')
        .evaluateAll((rows, end) => rows.filter((row) => row.getBoundingClientRect().bottom <= end).length, bar.y)
      expect(rows).toBeGreaterThanOrEqual(7)
      await expect(page.getByTestId('result-count')).toContainText(/^40\b/)
    })

    await test.step('the result is drawn up over it and leaves again', async () => {
      await toggle.click()
      await expect(toggle).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByRole('dialog', { name: '输出' })).toBeVisible()
      await expect(output(page)).toContainText('mixed-port')
      expect((await output(page).boundingBox())!.y).toBeLessThanOrEqual(220)
      // The clients have the whole line, and the size of the result is read to its end.
      const last = (await page.getByTestId('target-base64').boundingBox())!
      expect(last.x + last.width).toBeLessThanOrEqual(360)
      expect(await page.getByTestId('output-size').evaluate((size) => size.scrollWidth - size.clientWidth)).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      // Nothing below it can be reached.
      await expect(page.getByTestId('node-grid').locator('..').locator('..')).toHaveAttribute('inert')
      await expect(page.locator('.bottom-bar')).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await expect(toggle).toBeFocused()
    })

    await test.step('by the finger as well', async () => {
      const client = await page.context().newCDPSession(page)
      const draw = async (from: number, by: number) => {
        // Beside the handle, on the button of the clients: drawn, it is not pressed.
        const at = (y: number) => [{ x: 120, y }]
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
        for (const part of [0.3, 0.6, 1])
          await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + by * part) })
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await draw(bar.y + 36, -200)
      await expect(toggle).toHaveAttribute('aria-expanded', 'true')
      await draw(28, 200)
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await expect(page.getByRole('menu')).toHaveCount(0)
    })

    await test.step('what stands above the list scrolls away with it, and the last row is above the bar', async () => {
      const lowest = page.getByTestId('node-row-39')
      // What was drawn before may still move the page.
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        await expect(lowest).toBeInViewport({ ratio: 1, timeout: 1000 })
      }).toPass({ timeout: 15_000 })
      await expect(page.getByTestId('track')).not.toBeInViewport()
      const row = await lowest.boundingBox()
      expect(row!.y + row!.height).toBeLessThanOrEqual(bar.y)
    })

    // Scrolling closes a menu. The test waits until the page has scrolled.
    await page.evaluate(async () => {
      scrollTo(0, 0)
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
    })
    await expect(page.getByTestId('track')).toBeInViewport()
    const clients = page.getByTestId('client-menu')
    await fromMenu(page, '清空')
    await paste(page, [trojan('A'), vless('B')].join('\n'))

    await test.step('while the list is on the screen', async () => {
      await expect(page.getByTestId('result-count')).toContainText(/^2\b/)
      await expect(clients).toContainText('Mihomo')
      await clients.click()
      await expect(page.getByRole('menuitemradio', { name: /^Mihomo/, checked: true })).toBeVisible()
      await page.getByRole('menuitemradio', { name: /^Clash · .* 1\/2$/ }).click()
      await expect(clients).toBeFocused()
      await expect(clients).toContainText('Clash')
      await expect(page).toHaveURL(/target=clash/)
      await expect(page.getByTestId('result-count')).toContainText('1/2')
    })

    await test.step('in the open result the line of clients has its place', async () => {
      await page.getByTestId('result-toggle').click()
      await expect(page.getByTestId('target-clash').getByRole('radio')).toBeChecked()
      await expect(clients).toHaveCount(0)
      await (await clientRadio(page, 'mihomo')).check({ force: true })
      await goTo(page, 'list')
    })

    await test.step('what to do with a copy is a toast above the bar', async () => {
      const copy = page.getByTestId('action-copy')
      await copy.tap()
      const toast = page.getByTestId('toast')
      await expect(toast).toContainText('在 Clash Verge 新建 Local 配置，编辑文件并粘贴。')
      const [over, bar] = [await toast.boundingBox(), await copy.boundingBox()]
      expect(over!.y + over!.height).toBeLessThanOrEqual(bar!.y)
    })

    await test.step('on a tablet the client is chosen and the result is copied below the list', async () => {
      await page.setViewportSize({ width: 768, height: 1024 })
      await expect(page.getByTestId('result-count')).toContainText(/^2\b/)
      await clients.click()
      await page.getByRole('menuitemradio', { name: /^分享链接/ }).click()
      await expect(clients).toContainText('链接')
      await page.getByTestId('action-copy').click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^vless:\/\//m)
      await expect(page.getByTestId('node-row-0')).toBeVisible()
      await goTo(page, 'result')
      await expect(clients).toHaveCount(0)
    })
  })
})
