import type { Locator, Page } from '@playwright/test'
import {
  copied,
  expectUndo,
  fromMenu,
  inputText,
  open,
  openWith,
  paste,
  rowOf,
  startOver,
  summary,
  trojan,
  vless,
  goTo,
  openText,
  counted,
} from './convert-page.ts'
import { expect, test } from './journey.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const unchecked = (name: string, server: string) => trojan(name, server).replace('?', '?allowInsecure=1&')

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const editor = (page: Page) => page.getByTestId('convert-input')
const card = (page: Page) => page.locator('.cm-card')
const issues = (page: Page) => page.getByTestId('problems')

async function openIssues(page: Page, lines: readonly string[], path?: string): Promise<void> {
  await openWith(page, lines, path)
  await page.getByTestId('tab-problems').click()
}

/** Walks to a line as a person at the keyboard does. */
async function walkTo(page: Page, line: number): Promise<void> {
  await editor(page).click({ position: { x: 20, y: 10 } })
  // What the pointer rests on has a card of its own.
  await page.mouse.move(0, 0)
  await page.keyboard.press('Control+Home')
  for (let at = 1; at < line; at++) await page.keyboard.press('ArrowDown')
}

test('long lines that were pasted are read from their beginning, each with a mark of its own; before a link stands the name of its node, also of a renamed and of a broken one; a part of the track shows its entries alone', async ({
  page,
}) => {
  await open(page, '/convert?target=clash')

  await test.step('lines that were pasted with the keyboard are read from their beginning', async () => {
    await openText(page)
    await editor(page).click({ position: { x: 20, y: 10 } })
    // What the pointer rests on has a card of its own.
    await page.mouse.move(0, 0)
    const long = `${trojan('A')}${'x'.repeat(400)}`
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${long}\n${long}`)
    await page.keyboard.press('Control+v')
    await expect(summary(page, 'entries')).toHaveText(counted(2))
    const scroller = page.locator('.cm-scroller').first()
    expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    expect(await scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0)
  })

  await test.step('the card is in sight though the line is scrolled to its end, and goes when the focus does', async () => {
    await walkTo(page, 2)
    await page.keyboard.press('End')
    await expect(card(page)).toContainText('重复')
    await expect(card(page)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(card(page).getByRole('button').first()).toBeFocused()
    for (const _ of await card(page).getByRole('button').all()) await page.keyboard.press('Tab')
    await expect(card(page)).toHaveCount(0)
  })

  await test.step('comment, notice, left out, fine, warning, duplicate, skipped have each a mark', async () => {
    await startOver(page, [
      'STATUS=x',
      trojan('剩余流量：10 GB'),
      vless('B'),
      trojan('C', 'c.example.com'),
      unchecked('D', 'd.example.com'),
      trojan('C', 'c.example.com'),
      'nothing',
    ])
    const marks = () =>
      page.locator('.cm-mark').evaluateAll((all) => all.map((mark) => mark.getAttribute('title')).filter(Boolean))
    await expect.poll(marks).toEqual(['备注', '只是提示信息', '已略去', '正常', '警告', '重复', '已跳过'])
    await expect(page.getByTestId('detected')).toContainText('自动识别：分享链接 · 7 行，其中 1 行备注')
    await walkTo(page, 2)
    await expect(card(page)).toHaveText('第 2 行 只是提示信息排除全部提示信息')
  })

  const broken = `trojan://p@d.example.com:99999#${encodeURIComponent('德国 01')}`
  const long = 'A name that is far too long for its column'

  await test.step('the names stand before the links, and the text has none of it', async () => {
    await startOver(page, [trojan('香港 01'), broken, '# mine', 'ssr://bm90', trojan(long, 'long.example.com')])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('tab', { name: '原文' }).click()
    const port = '端口须为 1–65535 的整数'
    const names = () =>
      editor(page)
        .locator('.cm-line')
        .evaluateAll((lines) =>
          lines.map((line) => [
            line.dataset['label'],
            line.querySelector<HTMLElement>('[data-reason]')?.dataset['reason'],
          ]),
        )
    const ofOthers = [
      ['德国 01', port],
      [undefined, undefined],
      ['', '缺少服务器、端口或凭据'],
      [long, undefined],
    ]
    await expect.poll(names).toEqual([['香港 01', undefined], ...ofOthers])
    await page.getByRole('tab', { name: '条目' }).click()
    await page.getByTestId('node-row-0').getByText('香港 01').click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Tokyo')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: '原文' }).click()
    await expect.poll(names).toEqual([['Tokyo', undefined], ...ofOthers])
    expect(await inputText(page)).not.toContain('Tokyo')
  })

  await test.step('what follows the names begins below each other, however long they are, and where there is none', async () => {
    const starts = await editor(page)
      .locator('.cm-line[data-label]')
      .evaluateAll((lines) =>
        lines.map((line) => {
          const range = document.createRange()
          range.selectNodeContents(line)
          return Math.round(range.getBoundingClientRect().left)
        }),
      )
    expect(starts).toHaveLength(4)
    expect(new Set(starts).size).toBe(1)
  })

  await test.step('a part of the track leads from the text to its entries, pressed again to all of them', async () => {
    const part = summary(page, 'skipped')
    const rows = page.locator('[data-row][data-state]')
    await page.getByRole('tab', { name: '条目' }).click()
    await expect(rows).toHaveCount(4)
    await part.click()
    await expect(rows).toHaveCount(2)
    await expect(part).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('tab', { name: '原文' }).click()
    await expect(part).toHaveAttribute('aria-pressed', 'false')
    await part.click()
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toBeVisible()
    await part.click()
    await expect(rows).toHaveCount(4)
    await expect(part).toHaveAttribute('aria-pressed', 'false')
  })
})

function isFocusCovered(): boolean {
  const focused = document.activeElement!
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  return !focused.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
}

test('a cipher that the client does not have is replaced by one it has, or leads to a client that has it; a client that can take nothing shows no text of the client before it; what lies below a dialog is neither undone nor pasted into; a filter that takes out every node is cleared where the result would be; addresses that become sources leave the text, and one that no config may name is told', async ({
  page,
}) => {
  const output = page.getByTestId('output-editor')
  await openIssues(page, [trojan('A'), `ss://${base64('salsa20:s3cret')}@s.example.com:8388#S`])

  await test.step('a cipher is replaced, and the links say so', async () => {
    await expect(summary(page, 'refused')).toHaveText(counted(1))
    await issues(page).locator('[data-fix=cipher]').click()
    await page.getByTestId('cipher-dialog').getByRole('combobox').selectOption('aes-256-gcm')
    await page.getByTestId('cipher-dialog').getByRole('button', { name: '使用' }).click()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await page.getByTestId('target-links').click()
    await page.getByTestId('tab-preview').click()
    await expect(output).toContainText(`ss://${base64('aes-256-gcm:s3cret').replace(/=+$/, '')}`)
    // The target first, then the cipher: each is one step.
    for (const count of [2, 1]) {
      await page.getByTestId('action-undo').click()
      await expect(summary(page, 'output')).toHaveText(counted(count))
    }
  })

  await test.step('a cipher that only Mihomo has leads to Mihomo, and to no other cipher', async () => {
    const user = base64('2022-blake3-aes-128-gcm:MDEyMzQ1Njc4OWFiY2RlZg==')
    await startOver(page, [trojan('A'), `ss://${user}@s.example.com:8388#B`])
    await page.getByTestId('target-clash').click()
    await expect(summary(page, 'refused')).toHaveText(counted(1))
    await rowOf(page, 'B').getByRole('button', { name: 'B 的操作' }).click()
    await expect(page.getByRole('menuitem', { name: '选择加密方式' })).toHaveCount(0)
    // One way to delete it is enough.
    await expect(page.getByRole('menuitem', { name: '删除' })).toHaveCount(1)
    await page.getByRole('menuitem', { name: '切换到 Mihomo' }).click()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    expect(await copied(page)).toContain('2022-blake3-aes-128-gcm')
    await expectUndo(page)
    await expect(summary(page, 'output')).toHaveText(counted(1))
  })

  await test.step('where nothing can be taken, nothing is asked of what is not there: no tools, no lists, and one way out', async () => {
    await startOver(page, [vless('V')])
    await page.getByTestId('target-mihomo').click()
    // What stands before the nodes is folded.
    await expect(output).toContainText('name: V')
    await page.getByTestId('target-clash').click()
    await expect(page.getByTestId('output-error')).toContainText('请使用Mihomo')
    await expect(output).toHaveCount(0)
    await expect(page.getByTestId('action-edit')).toHaveCount(0)
    await expect(page.getByTestId('action-copy')).toBeHidden()
    await expect(page.getByTestId('lists-ask')).toHaveCount(0)
    await expect(page.getByTestId('tab-problems')).toHaveText('问题1')
    await expect(page.getByRole('button', { name: '切换到 Mihomo' })).toHaveCount(1)
  })

  const lines = [trojan('JP 01'), trojan('JP 02', 'b.example.com')]
  // The paste is the last step: what undid it would empty the text.
  await page.getByTestId('target-mihomo').click()
  await startOver(page, lines)

  await test.step('a dialog is open', async () => {
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await page.getByRole('button', { name: '比较客户端' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Control+z')
    await paste(page, trojan('B', 'b.example.com'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await inputText(page)).toBe(lines.join('\n'))
  })

  await test.step('no node is left', async () => {
    await page.getByTestId('options-open').click()
    const panel = page.getByTestId('options-panel')
    await panel.locator('summary').filter({ hasText: '排除与筛选' }).click()
    await panel.getByTestId('name-exclude').fill('jp')
    await page.keyboard.press('Escape')
    const error = page.getByTestId('output-error')
    await expect(error).toHaveText('名称筛选排除了全部 2 个节点：排除名称含“jp”')
    await expect(rowOf(page, 'JP 01')).toContainText('名称筛选：名称含“jp”')
    await page.getByTestId('clear-name-filters').click()
    await expect(error).toBeHidden()
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await expectUndo(page)
    await expect(error).toBeVisible()
    await page.getByTestId('clear-name-filters').click()
    await expect(error).toBeHidden()
  })

  await test.step('all addresses of a text become sources', async () => {
    const lines = [trojan('A'), 'https://sub.example.com/a', 'https://sub.example.org/b']
    await startOver(page, lines)
    for (const host of ['com', 'org'])
      await page
        .context()
        .route(`https://sub.example.${host}/**`, (route) =>
          route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: trojan(host, `${host}.example.com`) }),
        )
    await page.getByRole('button', { name: '获取全部 2 个订阅' }).click()
    await expect.poll(() => inputText(page)).toBe(trojan('A'))
    await expect(page.getByTestId('source-2')).toContainText('sub.example.org')
    await expect(page.locator('[data-toast=undo]')).toContainText('已添加 2 个来源')
    await expectUndo(page)
    await expect.poll(() => inputText(page)).toBe(lines.join('\n'))
  })

  await test.step('an address at home is refused, and there are no nodes', async () => {
    await page.getByRole('button', { name: '清空输入' }).click()
    await expect(page.getByTestId('empty-screen')).toBeVisible()
    await page.getByRole('button', { name: '订阅地址' }).click()
    await page.getByTestId('url-input').fill('http://192.168.1.5:25500/sub')
    await page.getByRole('button', { name: '让客户端自己下载' }).click()
    await expect(page.getByTestId('source-0').getByRole('alert')).toContainText('地址')
    await expect(page.getByTestId('output-error')).toHaveText('节点为空')
  })
})

test.describe('with a converter that breaks at last', () => {
  test.use({ expectedErrors: /broken on purpose|ERR_FAILED/ })

  const breakIt = async (page: Page) => {
    const converter = page.workers().find((worker) => worker.url().includes('convert-worker'))!
    await converter.evaluate(() => {
      setTimeout(() => {
        throw new Error('broken on purpose')
      })
    })
    await expect(page.getByText('转换意外中断，内容仍在')).toBeVisible()
  }

  test('the check of a certificate is turned on from the menu of its row or for all at once, a node that had to take another name gets its own back; a wrong port is put right in the fields of the node, and what is missing is asked for; after the converter broke the links of the nodes that are shown are copied, fields that nobody checked say so, and are saved once somebody did', async ({
    page,
  }) => {
    const output = page.getByTestId('output-editor')
    await openIssues(page, [unchecked('A', 'a.example.com'), unchecked('B', 'b.example.com')], '/convert?target=links')

    await test.step('one from the menu of its row, and the link says so', async () => {
      await page.getByTestId('tab-preview').click()
      await expect(output).toContainText('allowInsecure=1')
      await rowOf(page, 'A').getByRole('button', { name: 'A 的操作' }).click()
      await page.getByRole('menuitem', { name: '开启证书校验' }).click()
      await expect(page.locator('[data-toast=undo]')).toContainText('已为 1 个节点开启证书校验')
      await expect.poll(async () => (await output.textContent())!.split('allowInsecure=1').length - 1).toBe(1)
      await expect.poll(() => page.locator('.cm-mark-warn').count()).toBe(1)
      await expectUndo(page)
      await expect.poll(() => page.locator('.cm-mark-warn').count()).toBe(2)
    })

    await test.step('all of them only after the sentence about self-signed ones', async () => {
      await page.getByTestId('tab-problems').click()
      await page.getByTestId('fix-all').click()
      await page.getByRole('menuitem', { name: '为 2 个节点开启证书校验…' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('使用自签名证书的服务器将无法连接')
      await question.getByRole('button', { name: '取消' }).click()
      await expect(issues(page).locator('[data-fix=check]')).toHaveCount(1)
      await page.getByTestId('fix-all').click()
      await page.getByRole('menuitem', { name: '为 2 个节点开启证书校验…' }).click()
      await question.getByRole('button', { name: '开启' }).click()
      await expect(page.getByText('没有问题')).toBeVisible()
      await expectUndo(page)
      await expect(issues(page).locator('[data-fix=check]')).toHaveCount(1)
    })

    await test.step('of two with one name the second takes the name, and the first the suffix', async () => {
      await startOver(page, [trojan('A', 'a.example.com'), trojan('A', 'b.example.com')])
      await page.getByTestId('tab-preview').click()
      await expect(rowOf(page, 'A_1')).toContainText('trojan')
      await rowOf(page, 'A_1')
        .getByRole('button', { name: /原名：A/ })
        .click()
      await expect(output).toContainText(/a\.example\.com#A_1.*b\.example\.com#A$/)
      await expectUndo(page)
      await expect(output).toContainText(/a\.example\.com#A\s*trojan.*b\.example\.com#A_1$/)
    })

    const fields = page.getByTestId('field-editor')
    await test.step('a wrong port is put right in the fields of the node, on the line it stands in', async () => {
      await startOver(page, [
        trojan('A'),
        trojan('B', 'b.example.com').replace(':443', ':99999'),
        'vless://v.example.com:443?security=tls&sni=v.example.com#V',
      ])
      await page.getByTestId('tab-problems').click()
      await issues(page).locator('[data-fix=edit]').first().click()
      const port = fields.getByLabel('端口', { exact: false }).first()
      await expect(port).toHaveValue('99999')
      await expect(port).toHaveAttribute('aria-invalid', 'true')
      await expect(port).toBeFocused()
      await fields.getByRole('button', { name: '保存' }).click()
      await expect(fields.getByRole('alert')).toContainText('1 个字段需要修改')
      await port.fill('8443')
      await fields.getByRole('button', { name: '保存' }).click()
      await expect(fields).toBeHidden()
      await expect.poll(() => inputText(page)).toContain('b.example.com:8443')
      await expect(summary(page, 'output')).toHaveText(counted(2))
      await expectUndo(page)
      await expect.poll(() => inputText(page)).toContain('b.example.com:99999')
    })

    await test.step('what is missing is asked for, and saved with it the link is whole', async () => {
      await issues(page).locator('[data-fix=edit]').last().click()
      const uuid = fields.getByLabel('UUID', { exact: false }).first()
      await expect(uuid).toBeFocused()
      await uuid.fill('11111111-1111-4111-8111-111111111111')
      await fields.getByRole('button', { name: '保存' }).click()
      await expect(rowOf(page, 'V')).toBeVisible()
      await expect(summary(page, 'skipped')).toHaveText(counted(1))
    })

    await startOver(page, [trojan('A', 'a.example.com'), trojan('B', 'b.example.com')])
    await test.step('copying brings the converter back', async () => {
      await expect(rowOf(page, 'B')).toBeVisible()
      await breakIt(page)
      await rowOf(page, 'B').click()
      await page.keyboard.press('Control+c')
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#B')
      await expect(page.getByText('转换意外中断，内容仍在')).toBeHidden()
    })

    await test.step('fields wait for a converter', async () => {
      await rowOf(page, 'A').getByRole('button', { name: 'A 的操作' }).click()
      await page.getByRole('menuitem', { name: '编辑字段' }).click()
      await expect(fields.getByTestId('link-preview')).toContainText('trojan://')
      await page.context().route('**/convert-worker*', (route) => route.abort())
      await breakIt(page)
      await fields.getByLabel('端口').first().fill('8443')
      await fields.getByRole('button', { name: '保存' }).click()
      await expect(fields.getByRole('alert')).toHaveText('转换程序没有回应，请再试一次')
      await page.context().unroute('**/convert-worker*')
      await fields.getByRole('button', { name: '保存' }).click()
      await expect(fields).toBeHidden()
      await page.getByTestId('tab-preview').click()
      await expect(page.getByTestId('output-editor')).toContainText('a.example.com:8443')
    })
  })
})

test('lines that cannot be read are deleted one by one, together or all at once; of a document the whole item is deleted, and Base64 shows the lines inside; the line of the caret says in a card what is wrong with it, in the language of the page', async ({
  page,
}) => {
  await openIssues(page, ['foo://a', trojan('A'), 'foo://b', 'foo://c'])

  await test.step('entries with one cause are one row, which opens to lead to each and to mend it alone', async () => {
    await expect(issues(page).getByRole('listitem')).toHaveCount(1)
    await expect(issues(page).getByRole('button', { name: '删除全部 3 条' })).toBeVisible()
    const entries = issues(page).getByRole('button', { name: '第 1、3–4 行' })
    await entries.click()
    await expect(entries).toHaveAttribute('aria-expanded', 'true')
    const second = issues(page).getByRole('listitem').filter({ hasText: '第 3 行' }).last()
    await second.getByRole('button', { name: '删除此行' }).click()
    await expect.poll(() => inputText(page)).toBe(['foo://a', trojan('A'), 'foo://c'].join('\n'))
    await issues(page).getByRole('button', { name: '删除全部 2 条' }).click()
    await expect.poll(() => inputText(page)).toBe(trojan('A'))
  })

  await test.step('all of them go at once, and come back with one undo', async () => {
    const lines = ['foo://a', trojan('A'), 'garbage!', 'bar://b']
    await startOver(page, lines)
    await page.getByTestId('tab-problems').click()
    await page.getByTestId('fix-all').click()
    await page.getByRole('menuitem', { name: '删除 3 个无法读取的行' }).click()
    await expect.poll(() => inputText(page)).toBe(trojan('A'))
    await expectUndo(page)
    await expect.poll(() => inputText(page)).toBe(lines.join('\n'))
  })

  await test.step('with Windows line ends the line that was wrong is mended, and no other', async () => {
    const [a, b, c] = [trojan('A'), trojan('B', 'b.example.com'), trojan('C', 'c.example.com')]
    await startOver(page, [[a, 'foo://bar', '', b, c].join('\r\n')])
    await expect(summary(page, 'skipped')).toHaveText(counted(1))
    await page.getByTestId('tab-problems').click()
    await page.getByTestId('problem-0').getByRole('button', { name: '删除此行' }).click()
    await expect(summary(page, 'skipped')).toHaveCount(0)
    expect(await inputText(page)).toBe([a, '', b, c].join('\n'))
    // The way back of a toast goes when something else was done.
    await expect(page.locator('[data-toast=undo]')).toHaveCount(1)
    await page.getByTestId('target-singbox').click()
    await expect(page.locator('[data-toast=undo]')).toHaveCount(0)
  })

  await test.step('a node of YAML with many lines', async () => {
    await startOver(page, [
      'proxies:',
      '  - name: A',
      '    type: trojan',
      '    server: a.example.com',
      '    port: 70000',
      '    password: s3cret',
    ])
    await page.getByTestId('tab-problems').click()
    await expect(page.getByTestId('problem-0')).toBeVisible()
    await expect(issues(page).locator('[data-fix=delete-line]')).toHaveCount(0)
    await expect(page.getByTestId('fix-all')).toHaveCount(0)
    await issues(page).locator('[data-fix=delete-entry]').click()
    await expect.poll(() => inputText(page)).toBe('proxies:')
    await expectUndo(page)
    await expect.poll(() => inputText(page)).toContain('port: 70000')
  })

  await test.step('a broken document: only a menu deletes the whole text', async () => {
    await startOver(page, [trojan('A'), '{"outbounds": [{"type":'])
    await page.getByTestId('tab-problems').click()
    const jump = issues(page).locator('[data-fix=jump]')
    await expect(jump).toBeVisible()
    await expect(issues(page).locator('[data-fix=delete-source]')).toBeHidden()
    await jump.click()
    await expect(card(page)).toContainText('第 2 行解析失败')
    await page.getByTestId('problem-0').getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '删除此来源' }).click()
    await expect(page.getByTestId('empty-screen')).toBeVisible()
    await expectUndo(page)
    await expect(summary(page, 'output')).toHaveText(counted(1))
  })

  await test.step('a broken link inside Base64 goes alone or with others in one step', async () => {
    const lines = [trojan('A'), 'vmess://eyJ2Ijoi', trojan('B', 'b.example.com'), 'abc://x']
    await startOver(page, [base64(lines.join('\n'))])
    await page.getByTestId('summary-skipped').click()
    const broken = page.locator('[data-row][data-state=skipped]')
    await expect(broken).toHaveCount(2)
    await expect(broken.first().getByRole('button', { name: '删除此条目' })).toBeVisible()
    await broken.first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page.getByTestId('toast').filter({ hasText: '已删除 2 项' })).toBeVisible()
    await expect(summary(page, 'skipped')).toHaveCount(0)
    await expect(summary(page, 'entries')).toHaveText(counted(2))
    await expectUndo(page)
    await expect(summary(page, 'skipped')).toHaveText(counted(2))

    // The bar of the line tells them apart as well.
    await page.getByTestId('convert-input').press('Control+Home')
    const entries = card(page).locator('.cm-card-issue')
    await expect(entries).toHaveText([/^#2/, /^#4/])
    await entries.last().getByRole('button', { name: '删除此条目' }).click()
    await expect(summary(page, 'skipped')).toHaveText(counted(1))
    await expect(summary(page, 'entries')).toHaveText(counted(3))
  })

  const warned = unchecked('B', 'b.example.com')
  await test.step('code and reason, and with Ctrl+. what can be done', async () => {
    await startOver(page, [trojan('A'), 'foo://nothing', trojan('C', 'c.example.com'), warned, trojan('A'), 'bar://b'])
    await page.getByTestId('tab-problems').click()
    await walkTo(page, 2)
    await expect(card(page)).toContainText('已跳过')
    await expect(card(page)).toContainText('不支持的链接类型：foo')
    await expect(card(page)).toContainText('unsupported-scheme')
    await page.keyboard.press('ArrowDown')
    await expect(card(page)).toHaveCount(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+.')
    await page.keyboard.press('Enter')
    await expect.poll(() => inputText(page)).not.toContain('foo')
    await expect(summary(page, 'skipped')).toHaveText(counted(1))
    await expectUndo(page)
    await expect.poll(() => inputText(page)).toContain('foo://nothing')
  })

  await test.step('a button below the text leads to the first line with a problem, and then from one to the next', async () => {
    await page.keyboard.press('Control+Home')
    const next = page.getByTestId('next-problem')
    await expect(next).toHaveText('下一处问题（3）')
    for (const words of ['：foo', '证书', '：bar', '：foo']) {
      await next.click()
      await expect(card(page)).toContainText(words)
    }
  })

  await test.step('what is done in the card is gone from it, and the focus is left in the text', async () => {
    await walkTo(page, 5)
    await page.keyboard.press('Control+.')
    await card(page).getByRole('button', { name: '保留两者' }).press('Enter')
    await expect(summary(page, 'output')).toHaveText(counted(4))
    await expect(card(page)).not.toContainText('保留两者')
    await expect(editor(page)).toBeFocused()
    await expectUndo(page)
    await expect(summary(page, 'output')).toHaveText(counted(3))
  })

  await test.step('in another language, what is wrong is told in it', async () => {
    await page.getByTestId('lang-switch').click()
    await expect(page).toHaveURL(/\/en-US\/convert/)
    await expect(page.locator('.cm-mark').last()).toHaveAttribute('title', 'Skipped')
    await walkTo(page, 2)
    await expect(card(page)).toContainText('Unsupported link type: foo')
  })
})

test('among several files a problem names its own, two of one name are told apart, and an archive is refused by its name; a fix at the keyboard leaves the focus among the problems, on a wide screen and on a phone', async ({
  page,
}) => {
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const long = 'my-airport-subscription-2026.txt'
  await page.setViewportSize({ width: 1280, height: 740 })
  await open(page)
  await page.getByTestId('file-input').setInputFiles([file(long, 'foo://a'), file(long, trojan('B'))])
  await expect(summary(page, 'skipped')).toHaveText(counted(1))

  for (const width of [360, 1280])
    await test.step(`the long name of a source makes way for its line, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 740 })
      await goTo(page, 'result')
      await page.getByTestId('tab-problems').click()
      const problem = page.getByTestId('problem-0')
      const box = async (part: Locator) => (await part.filter({ visible: true }).first().boundingBox())!
      const place = await box(problem.getByText('第 1 行'))
      const message = await box(problem.getByText('不支持的链接类型：foo'))
      const fix = await box(problem.locator('[data-fix]'))
      const isBefore = (a: typeof place, b: typeof place) => a.x + a.width <= b.x || a.y + a.height <= b.y
      const isApart = (a: typeof place, b: typeof place) => isBefore(a, b) || isBefore(b, a)
      expect([isApart(place, message), isApart(place, fix)]).toEqual([true, true])
      expect(place.x + place.width).toBeLessThanOrEqual(width)
      // Without a menu the button ends at the padding of the row.
      const row = await box(page.getByTestId('problem-0'))
      expect(Math.round(row.x + row.width - fix.x - fix.width)).toBe(12)
    })

  await test.step('two files of one name are told apart, and a chip shows those of its kind', async () => {
    await page
      .getByTestId('file-input')
      .setInputFiles([file('sub.txt', `${trojan('A')}\nfoo://a`), file('sub.txt', `foo://b\n${trojan('C')}`)])
    await expect(summary(page, 'skipped')).toHaveText(counted(3))
    await expect(page.getByTestId('problem-1').getByRole('button', { name: /^sub\.txt · 第 2 行$/ })).toBeVisible()
    await expect(page.getByTestId('problem-2').getByRole('button', { name: /^sub\.txt 2 · 第 1 行$/ })).toBeVisible()
    const skipped = issues(page).getByRole('button', { name: '跳过 3' })
    await skipped.click()
    await expect(skipped).toHaveAttribute('aria-pressed', 'true')
    await skipped.click()
    await expect(issues(page).getByRole('button', { name: '全部' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('an archive is refused, and the text beside it is read', async () => {
    await expect(summary(page, 'entries')).toHaveText(counted(6))
    const archive = Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])
    await page
      .getByTestId('file-input')
      .setInputFiles([{ name: 'a.zip', mimeType: 'application/zip', buffer: archive }, file('a.txt', trojan('D'))])
    await expect(page.getByTestId('refused-files')).toHaveText('这不是文本文件：a.zip')
    await expect(summary(page, 'entries')).toHaveText(counted(7))
    await expect(summary(page, 'skipped')).toHaveText(counted(3))
  })

  await fromMenu(page, '清空')
  await expect(page.getByTestId('empty-screen')).toBeVisible()
  await paste(page, [trojan('A'), 'foo://one', unchecked('B', 'b.example.com'), trojan('A')].join('\n'))
  await expect(summary(page, 'skipped')).toHaveText(counted(1))
  const left = issues(page).getByRole('listitem')
  for (const width of [1280, 360])
    await test.step(`a fix leaves the focus among the problems, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 740 })
      await goTo(page, 'result')
      await page.getByTestId('tab-problems').click()
      await expect(left).toHaveCount(3)
      for (const [fix, count] of [
        ['delete-line', 2],
        ['check', 1],
      ] as const) {
        await issues(page).locator(`[data-fix=${fix}]`).first().press('Enter')
        await expect(left).toHaveCount(count)
        await expect(issues(page).locator('button:focus')).toBeInViewport({ ratio: 1 })
        // Nor does the toast that tells of the fix lie over it.
        await expect.poll(() => page.evaluate(isFocusCovered)).toBe(false)
      }
      await issues(page).locator('[data-fix]').first().press('Enter')
      await expect(issues(page)).toContainText('已改为')
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
      // All three are taken back.
      for (const _ of ['keep', 'check', 'delete-line']) await page.keyboard.press('Control+z')
      await expect(left).toHaveCount(3)
    })
})
