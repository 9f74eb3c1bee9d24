import type { Locator, Page, Route } from '@playwright/test'
import {
  draftHas,
  fromMenu,
  expectUndo,
  manyLinks,
  names,
  open,
  openWith,
  paste,
  rowOf,
  startOver,
  summary,
  trojan,
  UUID,
  goTo,
  counted,
} from './convert-page.ts'
import { seriousIssuesInBothColors } from './axe.ts'
import { expect, test } from './journey.ts'

const letters = (all: string) => all.split('').map((letter) => trojan(letter, `${letter.toLowerCase()}.example.com`))

const cell = (page: Page, name: string): Locator => page.getByRole('gridcell', { name, exact: true })
const said = (page: Page): Locator => page.getByTestId('node-grid').locator('> [role=status]')
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    () => document.activeElement?.closest('[data-row]')?.querySelector('[data-column=name] [title]')?.textContent ?? '',
  )

test('rows move by the mouse, by keys and by a submenu, not while a column sorts the view; they are selected one by one, as a range, and all that the filter shows; F2 renames, and a question mark tells of the keys; of many nodes the table is one tab stop, and the one whose QR code is shown is the one to go on from', async ({
  page,
}) => {
  await openWith(
    page,
    [...letters('ABCDE'), trojan('X1', 'x1.example.com'), trojan('X2', 'x2.example.com')],
    '/convert?target=links',
  )
  const others = ['E', 'X1', 'X2']

  await test.step('by the mouse, and by keys', async () => {
    const handle = (await rowOf(page, 'A').locator('[data-act=drag]').boundingBox())!
    const below = (await rowOf(page, 'B').boundingBox())!
    await page.mouse.move(handle.x + 10, handle.y + 10)
    await page.mouse.down()
    await page.mouse.move(handle.x + 10, below.y + below.height - 2, { steps: 5 })
    await expect(page.getByTestId('drop-line')).toBeVisible()
    await page.mouse.up()
    await expect.poll(() => names(page)).toEqual(['B', 'A', 'C', 'D', ...others])
    await page.locator('body').press('Control+z')
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'D', ...others])
    await cell(page, 'A').click()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => names(page)).toEqual(['B', 'A', 'C', 'D', ...others])
    await expect.poll(() => focused(page)).toBe('A')
    await expect(said(page)).toContainText('A 已移到第 2 位，共 7 位')
  })

  await test.step('by the submenu of its menu, by keys alone', async () => {
    const trigger = rowOf(page, 'C').getByRole('button', { name: 'C 的操作' })
    await trigger.click()
    await expect(trigger).toHaveAttribute('aria-expanded', 'true')
    const moves = page.getByRole('menuitem', { name: '移动' })
    await expect(moves).toHaveAttribute('aria-haspopup', 'menu')
    await moves.focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('menu', { name: '移动' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '置顶' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(moves).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(moves).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual(['C', 'B', 'A', 'D', ...others])
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  await test.step('in a sorted view nothing can be drawn; of the nodes the selected ones are kept', async () => {
    await page.getByRole('columnheader', { name: '名称' }).getByRole('button').click()
    await expect(page.getByRole('columnheader', { name: '名称' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'D', ...others])
    const handle = rowOf(page, 'A').locator('[data-act=drag]')
    await expect(handle).toHaveAttribute('aria-disabled', 'true')
    await handle.hover()
    await expect(page.getByRole('tooltip')).toContainText('视图已排序')
    const output = page.getByTestId('output-editor')
    await expect(output).toContainText(/#C.*#B.*#A.*#D/)
    // Rows that are selected stay so.
    await cell(page, 'A').click()
    const bar = page.getByTestId('bulk-bar')
    await expect(bar).toContainText('已选 1 条')
    await page.getByRole('button', { name: '应用此顺序' }).click()
    await expect(output).toContainText(/#A.*#B.*#C.*#D/)
    await expect(page.getByRole('columnheader', { name: '名称' })).toHaveAttribute('aria-sort', 'none')
    await expect(bar).toContainText('已选 1 条')
    await bar.getByRole('button', { name: '仅保留所选' }).click()
    await expect(output).not.toContainText(/#[BCDEX]/)
    await expect(output).toContainText('#A')
    await expectUndo(page)
    await expect(output).toContainText(/#A.*#B.*#C.*#D/)
  })

  await test.step('one by one, as a range, and all that is shown', async () => {
    await page.keyboard.press('Escape')
    await cell(page, 'B').click()
    await cell(page, 'D').click({ modifiers: ['Shift'] })
    await expect(page.getByTestId('bulk-bar')).toContainText('已选 3 条')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('bulk-bar')).toBeHidden()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByTestId('bulk-bar')).toContainText('已选 2 条')
    await page.getByTestId('node-filter').fill('name:x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+a')
    await expect(page.getByTestId('bulk-bar')).toContainText('已选 2 条')
    await expect(said(page)).toContainText('已选 2 条')
    await page.keyboard.press('Delete')
    await expect.poll(() => names(page)).toEqual([])
    await expect(page.locator('[data-state=deleted]').getByRole('button', { name: '恢复' })).toHaveCount(2)
    await page.getByTestId('node-filter').fill('')
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'D', 'E'])
    await expectUndo(page)
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'D', 'E', 'X1', 'X2'])
  })

  await test.step('the focus stays with its row while a filter narrows the list, else it goes to the next', async () => {
    await cell(page, 'X1').click()
    await page.getByTestId('node-filter').fill('x')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('X1')
    await page.getByTestId('node-filter').fill('x2')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('X2')
  })

  await test.step('a selected row that the filter hides is named, and stays whatever is done to the others', async () => {
    await page.getByTestId('node-filter').fill('')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: '选择 A', exact: true }).check()
    await page.getByRole('checkbox', { name: '选择 X1', exact: true }).check()
    await page.getByTestId('node-filter').fill('name:x1')
    const bar = page.getByTestId('bulk-bar')
    await expect(bar).toContainText('已选 2 条，其中 1 条未显示')
    await bar.getByRole('button', { name: '删除' }).click()
    await expect(page.locator('[data-toast=undo]')).toContainText('已删除 1 项')
    await expect(bar).toContainText('已选 1 条，其中 1 条未显示')
    await expect(bar.getByRole('button', { name: '删除' })).toHaveCount(0)
    await page.getByTestId('node-filter').fill('')
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'D', 'E', 'X2'])
    await expect(bar).toContainText('已选 1 条')
  })

  await test.step('F2 renames, Enter goes on with the next row, Esc leaves the name as it was', async () => {
    await cell(page, 'A').click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Tokyo')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('B 的新名称')).toBeFocused()
    await page.keyboard.type('Osaka')
    await page.keyboard.press('Escape')
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'B', 'C', 'D', 'E', 'X2'])
    await expect.poll(() => focused(page)).toBe('B')
  })

  await test.step('these keys stand under the question mark', async () => {
    await page.keyboard.press('?')
    const help = page.getByTestId('help')
    await expect(help.getByRole('heading', { name: '节点表' })).toBeVisible()
    for (const [label, keys] of [
      ['移到相邻单元格', '↑/↓/←/→'],
      ['全选显示的行', 'CtrlA'],
      ['重命名', 'F2'],
      ['上移', 'Alt↑'],
    ] as const)
      await expect(help.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}${keys}`)
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })

  await test.step('the table of many nodes is one tab stop, and its keys go everywhere', async () => {
    await startOver(page, [trojan('剩余流量：80 GB'), ...manyLinks(300).split('\n')])
    const grid = page.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-rowcount', '302')
    await expect(page.getByTestId('node-row-0')).toHaveAttribute('aria-rowindex', '2')
    expect(await grid.locator('[tabindex="0"]').count()).toBe(1)
    await cell(page, 'N 0').click()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('N 1')
    await page.keyboard.press('Control+End')
    await expect.poll(() => focused(page)).toBe('N 299')
    await page.keyboard.press('PageUp')
    await expect.poll(() => focused(page)).not.toBe('N 299')
    await page.keyboard.press('Control+Home')
    await expect.poll(() => focused(page)).toBe('剩余流量：80 GB')
    expect(await page.locator('[data-testid^=node-row-]').count()).toBeLessThanOrEqual(80)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect.poll(() => focused(page)).toBe('剩余流量：80 GB')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') === null)).toBe(true)
  })

  await test.step('the QR code of one of them', async () => {
    await page.getByTestId('action-qr').click()
    const box = page.getByTestId('qr').getByRole('combobox')
    // The notice comes first in the list. It is no node, so its code would be of no use.
    await expect(box).toHaveValue('N 0')
    await box.click()
    await page.keyboard.type('250')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('N 250')
    await box.click()
    await expect(page.getByRole('option', { name: 'N 250' })).toBeInViewport()
    await expect(page.getByRole('option', { name: 'N 250' })).toHaveAttribute('data-active', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('N 251')
    // A notice can be chosen all the same, and then it says that it is no server.
    const warning = page.getByTestId('qr').getByText('不是可以连接的服务器')
    await expect(warning).toHaveCount(0)
    await box.fill('剩余')
    await page.keyboard.press('Enter')
    await expect(warning).toBeVisible()
  })
})

const REALITY = 'security=reality&sni=www.example.com&fp=chrome&pbk=QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI&sid=ab'

test('chips count, write into the filter and take it back, and all are in a list that can be searched; a press on the track is a chip in the filter; information entries that are left out leave the banner', async ({
  page,
}) => {
  await openWith(page, [
    trojan('A'),
    trojan('B', 'b.example.com').replace('?', '?allowInsecure=1&'),
    `vless://${UUID}@c.example.com:443?${REALITY}#C`,
  ])

  await test.step('problems alone can be shown', async () => {
    await expect(page.getByTestId('chip-proto-trojan')).toHaveText(counted(2))
    const chip = page.getByTestId('chip-is-problem')
    await expect(chip).toHaveText(counted(1))
    await chip.click()
    await expect.poll(() => names(page)).toEqual(['B'])
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    // Among the problems there is no vless, so its chip would find nothing.
    await expect(page.getByTestId('chip-proto-vless')).toHaveCount(0)
    // All problems are trojan, so its chip disappears when it is pressed. The focus stays in the line.
    const trojans = page.getByTestId('chip-proto-trojan')
    await page.getByTestId('node-filter').fill('proto:trojan')
    await trojans.press('Enter')
    await expect(trojans).toHaveCount(0)
    await expect(chip).toBeFocused()
    await chip.click()
    await expect(page.getByTestId('node-filter')).toHaveValue('')
    await expect(page.getByTestId('chip-proto-vless')).toHaveText(counted(1))
    // A chip that every entry fits would filter nothing.
    await cell(page, 'C').click()
    await page.keyboard.press('Delete')
    await expect(page.getByTestId('chip-proto-trojan')).toHaveCount(0)
  })

  await test.step('a list has all chips', async () => {
    const codes = 'JP US HK SG TW KR DE FR GB NL CA AU IN TR'.split(' ')
    await startOver(
      page,
      codes.map((code) => trojan(`${code} 1`, `${code.toLowerCase()}.example.com`)),
    )
    const seen = await page.getByRole('toolbar', { name: '快速筛选' }).evaluate((line) => {
      const { left, right } = line.getBoundingClientRect()
      const boxes = [...line.querySelectorAll('button')].map((chip) => chip.getBoundingClientRect())
      return {
        whole: boxes.filter((box) => box.left >= left && box.right <= right + 1).length,
        cut: boxes.filter((box) => box.left < right - 1 && box.right > right + 1).length,
      }
    })
    expect(seen.cut).toBe(0)
    await expect(page.getByTestId('chips-more')).toHaveText(`另有 ${14 - seen.whole} 个筛选`)
    await page.getByTestId('chips-more').click()
    const list = page.getByTestId('all-chips')
    await expect(list.locator('[aria-pressed=false]')).toHaveCount(14)
    expect(await seriousIssuesInBothColors(page, '[data-testid=all-chips]')).toEqual([])
    await list.getByRole('searchbox').fill('土耳其')
    await list.getByRole('button', { name: /^TR/ }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('chips-more')).toBeFocused()
    await expect.poll(() => names(page)).toEqual(['TR 1'])
  })

  await test.step('a part of the track is a chip in the filter, and words go behind it', async () => {
    await startOver(page, [trojan('A'), trojan('B', 'b.example.com'), 'trojan://x@c.example.com:99999#C'])
    await summary(page, 'output').click()
    const box = page.getByTestId('node-filter')
    const remove = page.getByRole('button', { name: '取消筛选“输出”' })
    await expect(remove).toBeVisible()
    await expect(box).toHaveValue('')
    await expect.poll(() => names(page)).toEqual(['A', 'B'])
    await box.fill('b.')
    await expect.poll(() => names(page)).toEqual(['B'])
    await expect(remove).toBeVisible()
    // The part stays pressed. The next press takes only the chip away.
    await expect(summary(page, 'output')).toHaveAttribute('aria-pressed', 'true')
    await summary(page, 'output').click()
    await expect(remove).toHaveCount(0)
    await expect(box).toHaveValue('b.')
    await summary(page, 'output').click()
    await expect(remove).toBeVisible()
    await expect(box).toHaveValue('b.')
    await box.fill('')
    await box.press('Backspace')
    await expect(remove).toHaveCount(0)
    await expect(summary(page, 'output')).toHaveAttribute('aria-pressed', 'false')
    // What is typed stays text, also behind a chip.
    await box.fill('状态:输出')
    await expect.poll(() => names(page)).toEqual(['A', 'B'])
    await expect(box).toHaveValue('状态:输出')
    await expect(summary(page, 'output')).toHaveAttribute('aria-pressed', 'true')
    await box.press('Escape')
    await summary(page, 'output').click()
    await expect(remove).toBeVisible()
    await box.fill('状态:跳过')
    await expect(box).toHaveValue('状态:跳过')
    await expect.poll(() => names(page)).toEqual([])
    // The × of the box takes the words, and the × of the chip leads back to the box.
    await page.getByRole('button', { name: '清除筛选', exact: true }).first().click()
    await expect.poll(() => names(page)).toEqual(['A', 'B'])
    await box.press('Shift+Tab')
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await expect(box).toBeFocused()
  })

  await test.step('information entries, and their rows say so', async () => {
    await startOver(page, [trojan('A'), trojan('剩余流量：10 GB', 'i.example.com')])
    const found = page.getByText('输出中有 1 条提示信息')
    await expect(found).toBeVisible()
    await page.getByTestId('node-grid').getByRole('button', { name: '排除', exact: true }).click()
    await expect(found).toBeHidden()
    await expect(summary(page, 'output')).toHaveText(counted(1))
    await expect(rowOf(page, '剩余流量：10 GB')).toContainText('排除不是节点，而是机场的提示信息')
    await expectUndo(page)
    await expect(found).toBeVisible()
    await expect(summary(page, 'output')).toHaveText(counted(2))
  })
})

test('many names are made by a template, seen before, counted where they clash; a field is set for many nodes; the fields of one refuse what is wrong, keep what was typed, and its new name goes with them', async ({
  page,
}) => {
  await openWith(
    page,
    [
      trojan('JP a', 'a.example.com'),
      trojan('JP b', 'b.example.com'),
      trojan('US c', 'c.example.com'),
      'hysteria2://p@h.example.com:443?sni=h.example.com#KR%20h',
    ],
    '/convert?target=links',
  )

  await test.step('names', async () => {
    await cell(page, 'JP a').click()
    await page.keyboard.press('Control+a')
    await page.getByTestId('bulk-bar').getByRole('button', { name: '重命名' }).click()
    const dialog = page.getByTestId('bulk-rename')
    await expect(dialog.getByLabel('名称模板')).toHaveValue('{flag} {region}-{n:02}')
    await expect(dialog.getByRole('listitem').first()).toContainText('JP a')
    await dialog.getByLabel('名称模板').fill('{region}-{n:02}')
    await expect(dialog.getByRole('listitem')).toHaveText([/JP-01$/, /JP-02$/, /US-01$/, /KR-01$/])
    await dialog.getByLabel('名称模板').fill('{region}')
    await expect(dialog.getByTestId('rename-summary')).toContainText('重名 2 个')
    await dialog.getByRole('tab', { name: '正则替换' }).click()
    await dialog.getByLabel('查找（正则）').fill('^(\\w+) (\\w)$')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toContainText('放弃未保存的修改？')
    await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
    await expect(dialog.getByLabel('查找（正则）')).toHaveValue('^(\\w+) (\\w)$')
    await dialog.getByLabel('替换为').fill('$2 $1')
    await dialog.getByRole('button', { name: '重命名 4 个' }).click()
    await expect.poll(() => names(page)).toEqual(['a JP', 'b JP', 'c US', 'h KR'])
    await expect(page.locator('[data-toast=undo]')).toContainText('已重命名 4 个节点')
    await expectUndo(page)
    await expect.poll(() => names(page)).toEqual(['JP a', 'JP b', 'US c', 'KR h'])
  })

  await test.step('a field, and those that do not have it are told', async () => {
    await cell(page, 'JP a').click()
    await page.keyboard.press('Control+a')
    await page.getByTestId('bulk-more').click()
    await page.getByRole('menuitem', { name: '设置字段…' }).click()
    const dialog = page.getByTestId('fields-dialog')
    await expect(dialog).toContainText('3 个有此字段，1 个没有，保持不变')
    await dialog.getByLabel('TCP Fast Open').selectOption('on')
    await dialog.getByRole('button', { name: '应用' }).click()
    await expect(page.locator('[data-toast=undo]')).toContainText('已修改 3 个节点，1 个没有此字段，已跳过')
    const output = page.getByTestId('output-editor')
    await expect(output).toContainText(/#JP.*#JP.*#US.*#KR/)
    await expect(output.locator('.cm-line').filter({ hasText: 'tfo=1' })).toHaveCount(3)
    await expectUndo(page)
    await expect(output.locator('.cm-line').filter({ hasText: 'tfo=1' })).toHaveCount(0)
  })

  const fields = page.getByTestId('field-editor')

  await test.step('what is wrong in the form', async () => {
    await startOver(page, letters('A'))
    await openFields(page, 'A', '编辑字段')
    const port = fields.getByLabel('端口', { exact: false }).first()
    await port.fill('70000')
    await fields.getByRole('button', { name: '保存' }).click()
    await expect(fields).toContainText('须在 1 到 65535 之间')
    await expect(port).toHaveValue('70000')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toContainText('放弃未保存的修改？')
    await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
    await port.fill('8443')
    await fields.getByRole('button', { name: '保存' }).click()
    await expect(fields).toBeHidden()
    await expect(page.getByTestId('output-editor')).toContainText('a.example.com:8443')
  })

  await test.step('a record that is no JSON yet is not lost: the form waits until it is mended', async () => {
    await openFields(page, 'A', '编辑字段')
    await fields.getByRole('tab', { name: '原始记录' }).click()
    await fields.getByRole('button', { name: '显示凭据' }).click()
    const record = fields.getByLabel('节点记录（JSON）')
    const whole = await record.inputValue()
    await record.fill(whole.replace('8443,', '9443'))
    await fields.getByRole('tab', { name: '表单' }).click()
    await expect(record).toBeFocused()
    await expect(record).toHaveAttribute('aria-invalid', 'true')
    await expect(record).toHaveValue(/9443/)
    await fields.getByRole('button', { name: '保存' }).click()
    await expect(record).toBeFocused()

    await record.fill(whole.replace('8443,', '9443,'))
    await fields.getByRole('tab', { name: '表单' }).click()
    await expect(fields.getByLabel('端口', { exact: false }).first()).toHaveValue('9443')
    await fields.getByRole('button', { name: '保存' }).click()
    await expect(page.getByTestId('output-editor')).toContainText('a.example.com:9443')
  })

  await test.step('a part that is switched off takes what is wrong in it along', async () => {
    await openFields(page, 'A', '编辑字段')
    await fields.getByLabel('brutal', { exact: false }).waitFor({ state: 'detached' })
    await fields.getByRole('switch', { name: '多路复用' }).click()
    await fields.getByLabel('brutal', { exact: false }).fill('{')
    await expect(fields.getByLabel('brutal', { exact: false })).toHaveAttribute('aria-invalid', 'true')
    await fields.getByRole('switch', { name: '多路复用' }).click()
    await fields.getByRole('button', { name: '保存' }).click()
    await expect(fields).toBeHidden()
  })

  await test.step('the name goes with the fields in one undo', async () => {
    await cell(page, 'A').click()
    await page.keyboard.press('F2')
    await page.keyboard.type('AAA')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual(['AAA'])
    await openFields(page, 'AAA', '编辑字段')
    await fields.getByLabel('名称', { exact: false }).first().fill('BBB')
    await fields.getByLabel('端口', { exact: false }).first().fill('8443')
    await fields.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => names(page)).toEqual(['BBB'])
    await openFields(page, 'BBB', '克隆')
    await expect.poll(() => names(page)).toEqual(['BBB', 'BBB_1'])
    await expect(page.getByTestId('output-editor')).toContainText(/:8443.*#BBB.*:8443.*#BBB_1/)
    await page.locator('body').press('Control+z')
    await page.locator('body').press('Control+z')
    await expect.poll(() => names(page)).toEqual(['AAA'])
    await expect(page.getByTestId('output-editor')).toContainText('a.example.com:9443')
  })
})

test.describe('a pattern whose engine does not load', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('finds no row, so that nothing is done with all of them, and says what to do, also where names are replaced after a reload; a node added by hand and the columns that were chosen are there again', async ({
    page,
  }) => {
    await page.route(/\/assets\/user-regex-/, (route) => route.abort())
    await openWith(page, letters('ABC'))
    const filter = page.getByTestId('node-filter')

    await test.step('in the filter', async () => {
      await filter.fill('/A/')
      await expect(page.getByText('正则引擎未能加载，暂不匹配任何节点')).toBeVisible()
      await expect(filter).toHaveAttribute('aria-invalid', 'true')
      expect(await names(page)).toEqual([])
      await page.getByRole('checkbox', { name: '选择全部显示的节点' }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await expect(summary(page, 'output')).toHaveText(counted(3))

      await page.unroute(/\/assets\/user-regex-/)
      await page.getByRole('button', { name: '重试' }).click()
      await expect.poll(() => names(page)).toEqual(['A'])
      await filter.fill('/^(?!.*A).*$/')
      await expect.poll(() => names(page)).toEqual(['B', 'C'])
    })

    await test.step('a node is added by hand: the form says what is missing, and the row stands in a source of its own', async () => {
      await filter.fill('')
      await page.getByTestId('add').click()
      await page.getByRole('menuitem', { name: /手动添加节点|Add a node by hand/ }).click()
      const form = page.getByTestId('field-editor')
      await form.getByLabel('协议', { exact: true }).selectOption('trojan')
      await form.getByRole('button', { name: '添加', exact: true }).click()
      await expect(form.getByRole('alert')).toContainText('3 个字段需要修改')
      await form.getByLabel('名称', { exact: false }).first().fill('Mine')
      await form.getByLabel('服务器地址', { exact: false }).fill('mine.example.com')
      await form.getByLabel('密码', { exact: false }).first().fill('s3cret')
      await form.getByRole('button', { name: '添加', exact: true }).click()
      await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'Mine'])
      await expect.poll(() => focused(page)).toBe('Mine')
      await expect(page.getByTestId('source-1')).toContainText('手动添加')
      await expect(summary(page, 'output')).toHaveText(counted(4))
      await draftHas(page, /mine\.example\.com/)
    })

    await test.step('the columns that were chosen and the added node are there after a reload', async () => {
      await expect(page.getByRole('columnheader', { name: '服务器:端口' })).toHaveCount(0)
      await page.getByTestId('node-view').click()
      await page.getByTestId('column-chooser').getByRole('checkbox', { name: '服务器:端口' }).check()
      await page.getByTestId('column-chooser').getByRole('button', { name: '固定名称' }).click()
      await page.getByTestId('column-chooser').getByRole('button', { name: '完成' }).click()
      await expect(page.getByRole('columnheader', { name: '服务器:端口' })).toHaveCount(1)
      await page.route(/\/assets\/user-regex-/, (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('columnheader', { name: '服务器:端口' })).toHaveCount(1)
      await expect.poll(() => names(page)).toEqual(['A', 'B', 'C', 'Mine'])
      await page.getByTestId('action-undo').click()
      await expect.poll(() => names(page)).toEqual(['A', 'B', 'C'])
    })

    await test.step('where names are replaced', async () => {
      await page.getByRole('checkbox', { name: '选择全部显示的节点' }).check()
      await page.getByRole('button', { name: '重命名' }).click()
      const dialog = page.getByTestId('bulk-rename')
      await dialog.getByRole('tab', { name: '正则替换' }).click()
      await dialog.getByLabel('查找（正则）').fill('(.)')
      await dialog.getByLabel('替换为').fill('N-$1')
      await expect(dialog).toContainText('正则引擎未能加载')
      await page.unroute(/\/assets\/user-regex-/)
      await dialog.getByRole('button', { name: '重试' }).click()
      await dialog.getByRole('button', { name: '重命名 3 个' }).click()
      await expect.poll(() => names(page)).toEqual(['N-A', 'N-B', 'N-C'])
    })
  })
})

test('a row opens to what its entry says, without its secrets, and saved it alone is read anew; a link is replaced by another; a secret that is typed stays in sight until half a minute after the last key', async ({
  page,
}) => {
  await page.clock.install()
  await openWith(page, [
    ...letters('AB'),
    'vless://11111111-1111-4111-8111-111111111111@x.example.com:0?security=tls#C',
  ])

  await test.step('a row is read, and Esc gives the focus back', async () => {
    await cell(page, 'A').click()
    await page.keyboard.press('Enter')
    const panel = page.getByTestId('entry-panel')
    await expect(cell(page, 'A')).toHaveAttribute('aria-expanded', 'true')
    // It is looked at now: nothing is to be done with it.
    await expect(page.getByTestId('bulk-bar')).toBeHidden()
    const text = panel.getByRole('textbox')
    await expect(text).toHaveCount(0)
    await expect(panel).toContainText('trojan://••••••••@a.example.com')
    await expect(panel).not.toContainText('s3cret')
    await expect(panel).toContainText('a.example.com')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(cell(page, 'A')).toBeFocused()

    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: '编辑原文' }).press('Enter')
    await expect(text).toBeFocused()
    await text.fill(trojan('A', 'other.example.com'))
    await expect(panel.getByRole('status')).toContainText('other.example.com')
    await panel.getByRole('button', { name: '保存' }).click()
    await expect(page.getByTestId('output-editor')).toContainText('other.example.com')
    await expect.poll(() => names(page)).toEqual(['A', 'B'])

    const skipped = page.locator('[data-state=skipped]')
    await skipped.locator('[data-column=index]').click()
    await panel.getByRole('button', { name: '编辑原文' }).press('Enter')
    await text.fill(trojan('C', 'c.example.com'))
    await panel.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C'])
    await expect(skipped).toHaveCount(0)
  })

  await test.step('a link is replaced: what it says is seen before, the row stays where it is, and one step takes it back', async () => {
    await cell(page, 'B').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '换成另一条链接' }).click()
    const dialog = page.getByTestId('replace-dialog')
    const link = dialog.getByLabel('新的分享链接')
    const replace = dialog.getByRole('button', { name: '替换', exact: true })
    await link.fill('hello')
    await expect(link).toHaveAttribute('aria-invalid', 'true')
    await link.fill(letters('XY').join('\n'))
    await expect(dialog).toContainText('这里有 2 条，请只粘贴一条链接')
    await expect(replace).toBeDisabled()
    await link.fill('ss://YWVzLTI1Ni1nY206cHc@new.example.com:8388#New')
    await expect(dialog.getByTestId('replace-reads')).toContainText('new.example.com:8388')
    await replace.click()
    await expect.poll(() => names(page)).toEqual(['A', 'New', 'C'])
    await expect(summary(page, 'output')).toHaveText(counted(3))
    const toast = page.locator('[data-toast=undo]').last()
    await expect(toast).toContainText('已替换为 New 的链接')
    await toast.getByRole('button', { name: '撤销' }).click()
    await expect.poll(() => names(page)).toEqual(['A', 'B', 'C'])
  })

  await test.step('what is shown has no secrets', async () => {
    await startOver(page, [
      'hysteria://h.example.com:443?auth=canary&obfs=xplus&obfsParam=canary&upmbps=10&downmbps=10&peer=a#A',
      'ssh://user@h.example.com:22#C',
    ])
    await openFields(page, 'A', '查看 JSON/YAML')
    const texts = page.getByTestId('node-texts')
    for (const kind of ['JSON', 'YAML']) {
      await texts.getByRole('tab', { name: kind }).click()
      await expect(texts.locator('pre')).toContainText('h.example.com')
      await expect(texts.locator('pre')).toContainText('••••••••')
      await expect(texts).not.toContainText('canary')
    }
    await texts.getByRole('button', { name: '显示凭据' }).click()
    await expect(texts).toContainText('canary')
    await page.keyboard.press('Escape')

    await openFields(page, 'A', '编辑字段')
    await page.getByRole('tab', { name: '原始记录' }).click()
    await expect(page.getByLabel('节点记录（JSON）')).toHaveValue(/••••••••/)
    await expect(page.getByLabel('节点记录（JSON）')).not.toHaveValue(/canary/)
    await page.keyboard.press('Escape')
  })

  await test.step('a secret that is typed', async () => {
    await openFields(page, 'C', '编辑字段')
    const fields = page.getByTestId('field-editor')
    const key = fields.getByLabel('私钥', { exact: false }).first()
    for (const line of ['one\n', 'two\n', 'three']) {
      await key.pressSequentially(line)
      await page.clock.runFor(20_000)
    }
    await expect(key).toBeFocused()
    await expect(key).toHaveValue('one\ntwo\nthree')
    await page.clock.runFor(20_000)
    await expect(key).toHaveValue('••••••••')
    await expect(key).toBeFocused()

    await fields.getByRole('tab', { name: '原始记录' }).click()
    await fields.getByRole('button', { name: '显示凭据' }).click()
    const record = fields.getByLabel('节点记录（JSON）')
    await page.clock.runFor(20_000)
    await record.press('Control+End')
    await page.keyboard.type(' ')
    await page.clock.runFor(20_000)
    await expect(record).toHaveValue(/three/)
    await page.clock.runFor(20_000)
    await expect(record).not.toHaveValue(/three/)
  })
})

const openFields = async (page: Page, name: string, entry: string) => {
  await rowOf(page, name)
    .getByRole('button', { name: `${name} 的操作` })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const ADDRESS = 'https://sub.example.com/a?token=1'

/** A subscription that answers with these lists, one after the other; `null` = it fails. */
async function serve(page: Page, answers: readonly (readonly string[] | null)[]): Promise<void> {
  let turn = 0
  await page.context().route('https://sub.example.com/**', (route: Route) => {
    const lines = answers[Math.min(turn++, answers.length - 1)]
    return lines
      ? route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          contentType: 'text/plain',
          body: lines.join('\n'),
        })
      : route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
  })
}

const named = (all: string) => all.split(' ').map((name, at) => trojan(name, `h${at}.example.com`))

async function addSource(page: Page): Promise<Locator> {
  await expect(page.getByTestId('empty-screen')).toBeVisible()
  await page.getByRole('button', { name: '订阅地址' }).click()
  await page.getByTestId('url-input').fill(ADDRESS)
  await page.getByRole('button', { name: '添加并获取' }).click()
  return page.getByTestId('source-0')
}

test('a refresh marks what is new and lists what is gone; names made for all are a step that new nodes take too; what is left out and an order are kept for nodes that come later; sources change places', async ({
  page,
}) => {
  await serve(page, [letters('AB'), letters('BC'), letters('BCD'), letters('BCDE')])
  await open(page)
  const card = await addSource(page)
  await expect(card).toContainText('2 个节点')

  await test.step('what is new, and what is gone', async () => {
    await expect(page.getByTestId('gone-rows')).toHaveCount(0)
    await card.getByTestId('source-0-refresh').click()
    await expect.poll(() => names(page)).toEqual(['B', 'C'])
    await expect(rowOf(page, 'C')).toContainText('本次刷新新增')
    await expect(page.getByText('本次刷新新增')).toHaveCount(1)
    await page.getByTestId('gone-rows').locator('summary').click()
    await expect(page.getByTestId('gone-rows').getByRole('listitem')).toHaveText([/^A/])
    await page.getByTestId('node-filter').fill('is:new')
    await expect.poll(() => names(page)).toEqual(['C'])
    await page.getByTestId('node-filter').fill('')
  })

  await test.step('a node that a refresh brings gets its name, and the step can be switched off', async () => {
    await page.getByRole('checkbox', { name: '选择全部显示的节点' }).check()
    await page.getByTestId('bulk-bar').getByRole('button', { name: '重命名' }).click()
    const dialog = page.getByTestId('bulk-rename')
    await expect(dialog.getByRole('checkbox', { name: '也用于以后刷新的节点' })).toBeChecked()
    await dialog.getByRole('tab', { name: '正则替换' }).click()
    await dialog.getByLabel('查找（正则）').fill('^([a-z])$')
    await dialog.getByLabel('替换为').fill('N-$1')
    await dialog.getByRole('button', { name: '重命名 2 个' }).click()
    await expect.poll(() => names(page)).toEqual(['N-B', 'N-C'])
    await card.getByTestId('source-0-refresh').click()
    await expect.poll(() => names(page)).toEqual(['N-B', 'N-C', 'N-D'])
    await goTo(page, 'options')
    const section = page.getByTestId('opt-steps')
    await section.locator('summary').first().click()
    await expect(section.getByTestId('step-count-0')).toHaveText('3 条')
    await section.getByTestId('step-rows').getByRole('button', { expanded: false }).click()
    await section.getByLabel('启用此步骤').uncheck()
    await expect.poll(() => names(page)).toEqual(['B', 'C', 'D'])
    await page.keyboard.press('Escape')
  })

  await test.step('a handful is renamed once, and what a refresh brings keeps its name', async () => {
    await page.getByRole('checkbox', { name: '选择 B', exact: true }).check()
    await page.getByRole('checkbox', { name: '选择 C', exact: true }).check()
    await page.getByTestId('bulk-bar').getByRole('button', { name: '重命名' }).click()
    const dialog = page.getByTestId('bulk-rename')
    const later = dialog.getByRole('checkbox', { name: '也用于以后刷新的节点' })
    await expect(later).not.toBeChecked()
    await dialog.getByLabel('名称模板').fill('N-{i}')
    await later.check()
    await expect(dialog.getByRole('listitem')).toHaveText([/N-1$/, /N-2$/, /N-3$/])
    await later.uncheck()
    await dialog.getByRole('button', { name: '重命名 2 个' }).click()
    await card.getByTestId('source-0-refresh').click()
    await expect.poll(() => names(page)).toEqual(['N-1', 'N-2', 'D', 'E'])
  })

  await test.step('a filter and an order for what comes later', async () => {
    await fromMenu(page, '清空')
    await serve(page, [named('JP-2 US-1 JP-1'), named('JP-2 US-1 JP-1 JP-0 US-3')])
    await addSource(page)
    await expect(card).toContainText('3 个节点')
    await page.getByTestId('node-filter').fill('us-')
    await page.getByTestId('leave-out').click()
    await expect(summary(page, 'excluded')).toHaveText(counted(1))
    await expect(page.getByTestId('node-filter')).toHaveValue('')
    await page.getByRole('columnheader', { name: '名称' }).getByRole('button').first().click()
    await page.getByTestId('keep-sorted').click()
    await card.getByTestId('source-0-refresh').click()
    await expect.poll(() => names(page)).toEqual(['JP-0', 'JP-1', 'JP-2', 'US-1', 'US-3'])
    await expect(summary(page, 'excluded')).toHaveText(counted(2))
    await page.getByTestId('action-undo').click()
    await expect.poll(async () => (await names(page))[0]).toBe('JP-2')
  })

  await test.step('sources change places by key and by menu', async () => {
    const last = async () => (await names(page)).slice(-2)
    const file = (name: string, line: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(line) })
    await page
      .getByTestId('file-input')
      .setInputFiles([
        file('one.txt', trojan('One', 'one.example.com')),
        file('two.txt', trojan('Two', 'two.example.com')),
      ])
    await expect.poll(() => last()).toEqual(['One', 'Two'])
    await page.getByTestId('source-1').getByRole('button', { name: '来源操作' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => last()).toEqual(['Two', 'One'])
    await page.getByTestId('source-2').getByRole('button', { name: '来源操作' }).click()
    await page.getByRole('menuitem', { name: '上移' }).click()
    await expect.poll(() => last()).toEqual(['One', 'Two'])
    await page.getByTestId('source-1').getByRole('button', { name: '来源操作' }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await expect.poll(() => last()).toEqual(['US-3', 'Two'])
  })
})

test.describe('a source that fails', () => {
  test.use({ expectedErrors: /503/ })

  test('keeps what it brought last with the regions and flags that were set for all, says how old that is, and a removed one comes back', async ({
    page,
  }) => {
    await serve(page, [named('A B'), named('A B C'), null])
    await open(page)
    const card = await addSource(page)
    await expect(card).toContainText('2 个节点')

    await test.step('a node that a refresh brings gets region and flag', async () => {
      const choose = async (item: string) => {
        await page.getByRole('checkbox', { name: '选择全部显示的节点' }).check()
        await page.getByTestId('bulk-more').click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await choose('设置地区…')
      const region = page.getByTestId('region-dialog')
      await expect(region.getByRole('checkbox', { name: '也用于以后刷新的节点' })).toBeChecked()
      await region.getByRole('button', { name: /^SG/ }).click()
      await region.getByRole('button', { name: '应用', exact: true }).click()
      const flagged = page.locator('[data-row] [data-column=name] img')
      await expect(flagged).toHaveCount(2)
      await card.getByTestId('source-0-refresh').click()
      await expect(flagged).toHaveCount(3)
      await choose('国旗…')
      const flags = page.getByTestId('flags-dialog')
      await flags.getByText('去掉国旗').click()
      await flags.getByRole('checkbox', { name: '也用于以后刷新的节点' }).uncheck()
      await flags.getByRole('button', { name: '重命名 3 个' }).click()
      await expect(flagged).toHaveCount(0)
    })

    await test.step('a refresh that fails', async () => {
      await expect(card).toContainText('完成')
      await card.getByTestId('source-0-refresh').click()
      await expect(card).toContainText('sub.example.com 拒绝了请求，状态码 503')
      await expect(card).toContainText('仍在使用之前读取的内容')
      await expect(card).toContainText('3 个节点')
      await expect(card.locator('time')).toContainText('刚刚获取')
      await expect(summary(page, 'output')).toHaveText(counted(3))
      await card.getByRole('button', { name: '来源操作' }).click()
      await page.getByRole('menuitem', { name: '移除' }).click()
      await expect(summary(page, 'output')).toHaveCount(0)
      await page.locator('[data-toast=undo]').last().getByRole('button', { name: '撤销' }).click()
      await expect(summary(page, 'output')).toHaveText(counted(3))
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('what was read is told at once, with the result at hand; a card swiped to the left opens its menu, one pressed long is selected, no word of what is done with it is cut, and undo does not lie over it', async ({
    page,
  }) => {
    await open(page)
    await paste(page, [...letters('ABC'), 'garbage!'].join('\n'))

    await test.step('the result is at hand', async () => {
      await expect(page.getByTestId('result-count')).toContainText(/^3\b/)
      for (const place of ['list', 'result'] as const) {
        await goTo(page, place)
        for (const action of ['action-copy', 'convert-more', ...(place === 'result' ? ['action-download'] : [])])
          await expect(page.getByTestId(action)).toBeInViewport({ ratio: 1 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      }
      await page.getByTestId('convert-more').tap()
      await expect(page.getByRole('menuitem')).toContainText(['发布', '二维码', '选项', '分享设置链接（不含节点）'])
      // It has a button beside Copy.
      await expect(page.getByRole('menuitem', { name: '下载' })).toHaveCount(0)
      await page.keyboard.press('Escape')
    })

    const client = await page.context().newCDPSession(page)
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, row = 0) => {
      const box = (await page.getByTestId(`node-row-${row}`).boundingBox())!
      const touchPoints = type === 'touchEnd' ? [] : [{ x: box.x + x, y: box.y + box.height / 2 }]
      await client.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    await test.step('a swipe and a long press', async () => {
      // So high that the menu does not lie over the card.
      await page.setViewportSize({ width: 360, height: 1400 })
      await goTo(page, 'list')
      await touch('touchStart', 200)
      for (const x of [180, 150, 120, 100]) await touch('touchMove', x)
      await touch('touchEnd')
      const menu = page.getByRole('menu')
      await expect(page.getByRole('menuitem', { name: '编辑字段' })).toBeVisible()
      // The touch that closes it does nothing else, however long it is.
      await touch('touchStart', 150)
      await expect(menu).toHaveCount(0)
      await page.waitForTimeout(600)
      await touch('touchEnd')
      await expect(page.getByTestId('bulk-bar')).toHaveCount(0)
      await touch('touchStart', 150)
      await expect(page.getByTestId('bulk-bar')).toContainText('已选 1 条')
      await touch('touchEnd')
      await expect(page.getByTestId('bulk-bar')).toContainText('已选 1 条')
    })

    await test.step('an undo toast and the bar of the selected nodes do not hide each other', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const bar = page.getByTestId('bulk-bar')
      const toast = page.getByTestId('toast')
      await page.keyboard.press('Escape')
      await expect(bar).toHaveCount(0)
      // A card swiped to the left opens its menu.
      await touch('touchStart', 200, 1)
      for (const x of [180, 150, 120, 100]) await touch('touchMove', x, 1)
      await touch('touchEnd')
      await page.getByRole('menuitem', { name: '删除' }).click()
      await expect(toast.getByRole('button', { name: '撤销' })).toBeVisible()
      // One that is pressed long is selected, and the bar that comes then moves the toast up.
      await touch('touchStart', 150)
      await expect(bar).toBeVisible()
      await touch('touchEnd')
      const boxOf = async (each: Locator) => {
        const { x, y, width, height } = (await each.boundingBox())!
        return { left: x, top: y, right: x + width, bottom: y + height }
      }
      // It stands in the place of what copies the result.
      await expect(page.getByTestId('action-copy')).toBeHidden()
      for (const other of [bar, page.getByRole('navigation').last()]) {
        const [above, below] = [await boxOf(toast), await boxOf(other)]
        expect([above, below, above.bottom <= below.top]).toEqual([above, below, true])
      }
      await toast.getByRole('button', { name: '撤销' }).tap()
      await expect(summary(page, 'output')).toHaveText(counted(3))
      await expect(bar).toBeVisible()
    })

    await test.step('what has no room stands in the menu', async () => {
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1280, height: 740 })
      await page.getByTestId('lang-switch').click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByTestId('node-row-0').getByRole('checkbox').check()
      const buttons = page.getByTestId('bulk-bar').getByRole('button')
      await expect(buttons).toHaveText(['', 'Rename', 'Disable', 'Only these', 'Delete', 'More'])
      await page.setViewportSize({ width: 320, height: 740 })
      await expect(buttons).toHaveText(['', 'Rename', 'Disable', 'Delete', 'More'])
      await page.getByTestId('bulk-more').tap()
      await page.getByRole('menuitem', { name: 'Keep only these' }).tap()
      await expect(page.locator('[data-state=deleted]')).toHaveCount(2)
    })
  })
})
