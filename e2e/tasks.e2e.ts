import type { Locator, Page } from '@playwright/test'
import { copied, fromMenu, names, open, rowOf, summary, trojan, UUID, counted } from './convert-page.ts'
import { expect, test } from './journey.ts'

/** What people come for, and how many presses it takes them: a key, a chord, a click or a tap each. */

test.use({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] })

/** A person who counts. Typing a text counts for nothing, the click into its field does. */
class Person {
  presses = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(what: Locator): Promise<void> {
    await what.click()
    this.presses++
  }

  async key(keys: string): Promise<void> {
    await this.page.keyboard.press(keys)
    this.presses++
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.press(field)
    await field.fill(text)
  }

  /** Ctrl+V with this text in the clipboard of the machine. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await this.key('Control+v')
  }

  async choose(menu: Locator, name: string | RegExp): Promise<void> {
    await this.press(menu)
    await this.press(this.page.getByRole('menuitem', { name }))
  }
}

const LIST = [
  ...Array.from({ length: 20 }, (_, index) => trojan(`JP ${index + 1}`, `j${index}.example.com`)),
  ...Array.from({ length: 10 }, (_, index) => trojan(`US ${index + 1}`, `u${index}.example.com`)),
]
const BROKEN = [
  trojan('bad port', 'b.example.com').replace(':443', ':99999'),
  'vless://@v.example.com:443#nobody',
  'not a link at all',
]
const TEMPLATE = [
  '[custom]',
  'ruleset=Mine,[]GEOIP,CN',
  'ruleset=Mine,[]FINAL',
  'custom_proxy_group=Mine`select`.*`[]DIRECT',
].join('\n')

/** Empties the text, for what begins with a paste. */
async function clear(page: Page): Promise<void> {
  await fromMenu(page, '清空')
  await expect(page.getByTestId('empty-screen')).toBeVisible()
}

async function arrive(page: Page): Promise<Person> {
  await open(page)
  return new Person(page)
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('paste and copy: 2; hand a node to a phone: 2; compare with a file: 3; a template of one’s own: 4; with the keyboard alone paste, choose sing-box, find a node and rename it, copy: 8', async ({
  page,
}) => {
  const person = await arrive(page)
  const chosen = page.getByTestId('template-dialog')

  await test.step('paste and copy', async () => {
    await person.paste(LIST.join('\n'))
    await expect(summary(page, 'output')).toHaveText(counted(30))
    await person.press(page.getByTestId('action-copy'))
    await expect.poll(() => clipboard(page)).toContain('JP 20')
    expect(person.presses).toBe(2)
  })

  await test.step('hand a node to a phone by QR', async () => {
    person.presses = 0
    await person.choose(rowOf(page, 'JP 1').getByRole('button', { name: 'JP 1 的操作' }), '二维码')
    await expect(page.getByTestId('qr')).toBeVisible()
    expect(person.presses).toBe(2)
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('qr')).toBeHidden()
  })

  await test.step('compare with the file of last week', async () => {
    person.presses = 0
    await person.press(page.getByTestId('tab-diff'))
    const picked = page.waitForEvent('filechooser')
    // The list is opened, and an entry of it chosen.
    await page.getByTestId('diff-with').selectOption({ label: '上传的文件…' })
    person.presses += 2
    await (await picked).setFiles({ name: 'old.yaml', mimeType: 'text/yaml', buffer: Buffer.from('proxies: []\n') })
    await expect(page.getByTestId('diff-stat')).toContainText(/\+\d+/)
    expect(person.presses).toBe(3)
  })

  await test.step('use a template of one’s own', async () => {
    person.presses = 0
    await person.press(page.getByTestId('template-open'))
    await person.press(page.getByTestId('template-tab-own'))
    const picked = page.waitForEvent('filechooser')
    await person.press(chosen.getByRole('button', { name: '选择文件' }))
    await (await picked).setFiles({ name: 'mine.ini', mimeType: 'text/plain', buffer: Buffer.from(TEMPLATE) })
    await person.press(chosen.getByRole('button', { name: /^(用|使用|完成)/ }).last())
    await expect.poll(() => copied(page)).toContain('MATCH,Mine')
    expect(person.presses).toBe(4)
  })

  await test.step('with the keyboard alone: paste, choose sing-box, find a node and rename it, copy', async () => {
    await clear(page)
    person.presses = 0
    await person.paste(LIST.join('\n'))
    await expect(summary(page, 'output')).toHaveText(counted(30))
    await person.key('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    // By its name alone the page for its configs is found first.
    await page.keyboard.type('转换为 sing-box')
    await person.key('Enter')
    await expect(page).toHaveURL(/target=singbox/)
    await person.key('/')
    await page.keyboard.type('JP 7')
    await person.key('ArrowDown')
    await person.key('F2')
    await page.keyboard.type('Tokyo')
    await person.key('Enter')
    await person.key('Control+Alt+c')
    await expect.poll(() => clipboard(page)).toMatch(/"tag":\s*"Tokyo"/)
    expect(person.presses).toBe(8)
  })
})

test('mend three broken lines: 8; leave out a region: 3; rename all nodes: 3; add two rules, and see them in the result: 4', async ({
  page,
}) => {
  const person = await arrive(page)
  await person.paste([...LIST, ...BROKEN].join('\n'))
  await expect(summary(page, 'entries')).toHaveText(counted(33))
  const all = page.getByRole('checkbox', { name: '选择全部显示的节点' })
  const bulk = page.getByTestId('bulk-bar')

  await test.step('find the three broken lines and mend them', async () => {
    person.presses = 0
    await person.press(summary(page, 'skipped'))
    const broken = page.locator('[data-row][data-state=skipped]')
    await expect(broken).toHaveCount(3)
    const fields = page.getByTestId('field-editor')
    await person.press(broken.filter({ hasText: '端口' }).getByRole('button', { name: '编辑节点' }))
    await person.write(fields.getByLabel('端口').first(), '443')
    await person.press(fields.getByRole('button', { name: '保存' }))
    await expect(broken).toHaveCount(2)
    await person.press(broken.filter({ hasText: 'UUID' }).getByRole('button', { name: '编辑节点' }))
    await person.write(fields.getByLabel('UUID').first(), UUID)
    await person.press(fields.getByRole('button', { name: '保存' }))
    await expect(broken).toHaveCount(1)
    await person.press(broken.getByRole('button', { name: '删除此行' }))
    await expect(summary(page, 'output')).toHaveText(counted(32))
    await expect(summary(page, 'skipped')).toHaveCount(0)
    expect(person.presses).toBe(8)
  })

  await test.step('leave out a region', async () => {
    await summary(page, 'entries').click()
    person.presses = 0
    const region = page.getByRole('toolbar', { name: '快速筛选' }).getByRole('button', { name: /^US/ })
    await person.press(region)
    await person.press(all)
    await person.press(bulk.getByRole('button', { name: '停用' }))
    await expect(summary(page, 'disabled')).toHaveText(counted(10))
    expect(person.presses).toBe(3)
    await page.getByTestId('action-undo').click()
    await expect(summary(page, 'disabled')).toHaveCount(0)
    await summary(page, 'entries').click()
  })

  await test.step('rename them all', async () => {
    await expect(all).not.toBeChecked()
    person.presses = 0
    await person.press(all)
    await person.press(bulk.getByRole('button', { name: '重命名' }))
    // The field has the focus.
    await expect(page.getByTestId('bulk-rename').getByLabel('名称模板')).toBeFocused()
    await page.getByTestId('bulk-rename').getByLabel('名称模板').fill('{region}-{n:02}')
    await person.press(page.getByRole('button', { name: '重命名 32 个' }))
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['JP-01', 'JP-02'])
    expect(person.presses).toBe(3)
  })

  await test.step('add two rules, and see them in the result', async () => {
    person.presses = 0
    await person.press(page.getByTestId('options-open'))
    await person.press(page.getByTestId('opt-rules').locator('summary').first())
    await person.write(page.getByTestId('rules-input'), 'DOMAIN-SUFFIX,a.example,DIRECT\nDOMAIN,b.example,REJECT')
    await person.key('Escape')
    await expect.poll(() => copied(page)).toMatch(/DOMAIN-SUFFIX,a\.example,DIRECT[^]*DOMAIN,b\.example,REJECT/)
    expect(person.presses).toBe(4)
  })
})

test.describe('at 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('paste, delete a broken line, choose sing-box, copy: 6', async ({ page }) => {
    const person = await arrive(page)
    await person.paste([...LIST, 'not a link at all'].join('\n'))
    await expect(summary(page, 'output')).toHaveText(counted(30))
    await person.press(summary(page, 'skipped'))
    await person.press(page.getByRole('button', { name: '删除此行' }))
    await expect(summary(page, 'skipped')).toHaveCount(0)
    await person.press(page.getByTestId('result-toggle'))
    await person.press(page.getByTestId('target-singbox'))
    await person.press(page.getByTestId('action-copy'))
    await expect.poll(() => clipboard(page)).toMatch(/"tag":\s*"JP 20"/)
    expect(person.presses).toBe(6)
  })
})
