import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousIssuesInBothColors } from './axe.ts'
import { copied, draftHas, open, output, pasteByKey as paste, trojan, goTo } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

const TEMPLATE = [
  '[custom]',
  'ruleset=Mine,[]GEOIP,CN',
  'ruleset=Mine,[]FINAL',
  'custom_proxy_group=Mine`select`.*`[]DIRECT',
].join('\n')
const BROKEN = ['mode: rule', 'proxy-groups:', '  - {name: Mine, type: select', 'rules: []'].join('\n')

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const banner = (page: Page) => page.getByTestId('edit-banner')

/** A converted node, with the editor of the result ready to type in. */
async function edit(page: Page, path = '/convert?tpl=minimal'): Promise<void> {
  await open(page, path)
  await paste(page, trojan('A'))
  await expect(output(page)).toContainText('mixed-port')
  // The plain field has become an editor.
  await expect(output(page)).toHaveAttribute('contenteditable', 'true')
  await page.getByTestId('action-edit').click()
  await expect(output(page)).toHaveAttribute('aria-readonly', 'false')
  await expect(output(page)).toBeFocused()
}

/** Types a line at the top of the result. */
async function typeOnTop(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText(`${line}\n`)
  await expect(banner(page)).toBeVisible()
}

async function setPrefix(page: Page, prefix: string): Promise<void> {
  const section = page.getByTestId('opt-naming')
  if (!(await section.isVisible())) {
    await page.getByTestId('options-open').click()
    await section.locator('summary').click()
  }
  await page.getByTestId('prefix-input').fill(prefix)
}

test('the result cannot be typed in until that is asked for, each client has its own changes, and what breaks is told', async ({
  page,
}) => {
  await open(page)
  await paste(page, trojan('A'))
  await expect(output(page)).toHaveAttribute('contenteditable', 'true')
  await expect(output(page)).toHaveAttribute('aria-readonly', 'true')
  const before = await copied(page)
  await output(page).click()
  await page.keyboard.type('x')
  expect(await copied(page)).toBe(before)
  await expect(banner(page)).toBeHidden()

  // YAML that breaks while it is typed is told with its line, and nothing is blocked.
  await page.getByTestId('action-edit').click()
  await expect(output(page)).toBeFocused()
  await typeOnTop(page, 'a: [')
  await expect(page.getByTestId('edit-problem')).toHaveText(/^第 1 行：解析失败：括号没有闭合/)
  expect(await copied(page)).toMatch(/^a: \[\n/)
  // Each client has its own changes.
  await page.getByTestId('target-singbox').click()
  await expect(banner(page)).toBeHidden()
  await expect.poll(() => copied(page)).toMatch(/^\{/)
  await page.getByTestId('target-mihomo').click()
  await expect(banner(page)).toBeVisible()
  await expect.poll(() => copied(page)).toMatch(/^a: \[\n/)
})

test('the result opens at the nodes, and keeps its place when an option changes', async ({ page }) => {
  await open(page)
  await paste(page, Array.from({ length: 30 }, (_, index) => trojan(`N ${index}`, `n${index}.example.com`)).join('\n'))
  const shown = output(page).locator('.cm-line')
  await expect(shown.nth(1)).toHaveText('proxies:')
  const folded = output(page).locator('.cm-foldPlaceholder')
  await expect(folded).toHaveText(/^⋯ \d+ 行$/)
  /** What stands at the upper edge. */
  const top = () =>
    output(page).evaluate((element) => {
      const edge = element.closest('.cm-scroller')!.getBoundingClientRect().top
      const lines = [...element.querySelectorAll('.cm-line')]
      return lines.find((line) => line.getBoundingClientRect().bottom > edge + 4)?.textContent?.slice(0, 24)
    })
  await output(page).evaluate((element) => (element.closest('.cm-scroller')!.scrollTop = 20 * 20))
  await expect.poll(top).toContain('N 17')
  // Rules stand below, and the port above all: each change moves the lines in between.
  await setPrefix(page, 'X-')
  await expect.poll(top).toContain('X-N 17')
  await page.getByTestId('opt-advanced').locator('summary').click()
  await page.getByLabel('局域网').check()
  await expect.poll(() => copied(page)).toContain('allow-lan: true')
  expect(await top()).toContain('X-N 17')
  // Another client has another text: that is opened at its nodes again.
  for (const [target, first] of [
    ['singbox', '"outbounds": ['],
    ['xray', '"outbounds": ['],
    ['clash', 'proxies:'],
  ] as const) {
    await page.getByTestId(`target-${target}`).click()
    await expect(shown.nth(1)).toHaveText(new RegExp(first.replace('[', '\\[')))
  }
  await folded.click()
  await expect(shown.nth(1)).not.toHaveText('proxies:')
})

test('what is in sight has colours and fold arrows, also when the page is never idle', async ({ page }) => {
  // The editor parses the rest in the idle time, which it asks for with this limit.
  await page.addInitScript(() => {
    const whenIdle = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (run, options) => (options?.timeout === 400 ? 0 : whenIdle(run, options))
  })
  await open(page)
  await paste(page, Array.from({ length: 300 }, (_, index) => trojan(`N ${index}`, `n${index}.example.com`)).join('\n'))
  const line = (text: string) => output(page).locator('.cm-line', { hasText: text })
  /** What the editor colours is an element of its own. */
  await expect(line('proxies:').locator('span').first()).toHaveText('proxies')
  const arrows = output(page).locator('xpath=..').locator('.cm-foldGutter span').filter({ visible: true })
  await expect(arrows).toHaveCount(2)
  await expect(arrows.first()).toHaveAttribute('title', '展开')
  await expect(arrows.last()).toHaveAttribute('title', '折叠')
  await output(page).click()
  await page.keyboard.press('Control+End')
  await expect(line('MATCH').locator('span').first()).toBeVisible()
})

test('what is copied or saved begins with the day, the counts and a link to the settings, if that is wanted', async ({
  page,
}) => {
  await open(page)
  await paste(page, `${trojan('A')}\nbroken://x`)
  await expect(output(page)).toContainText('proxies')
  expect(await copied(page)).not.toMatch(/^#/)
  await setPrefix(page, 'X-')
  await page.getByTestId('opt-advanced').locator('summary').click()
  await page.getByLabel('文件开头写一段注释').check()
  const [day, counts, link, config] = (await copied(page)).split('\n')
  expect(day).toMatch(/^# Switchyard \d{4}-\d\d-\d\d$/)
  expect(counts).toBe('# 节点 1 · 跳过 1 · 重复 0 · 排除 0 · 停用 0 · 拒绝 0 → 输出 1')
  expect(config).toMatch(/^mixed-port/)
  const saved = page.waitForEvent('download')
  await page.getByTestId('action-download').click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(`${day}\n${counts}\n${link}\n`)
  // The link opens the same settings, this one among them.
  await page.goto(link!.slice('# '.length))
  await alive(page)
  await paste(page, trojan('A'))
  await expect.poll(() => copied(page)).toContain('X-A')
  expect(await copied(page)).toMatch(/^# Switchyard/)
  // JSON knows no comments.
  await page.getByTestId('target-singbox').click()
  await expect(output(page)).toContainText('outbounds')
  expect(JSON.parse(await copied(page))).toHaveProperty('outbounds')
})

test('a part of the outline leads to its line, a group to its rules, a rule to its group, and what changed about groups is said by member', async ({
  page,
}) => {
  await open(page)
  await paste(page, [trojan('A'), trojan('B', 'b.example.com')].join('\n'))
  await expect(output(page)).toContainText('proxies')
  /** The line of the caret, as it is copied. */
  const lineAtCaret = async () => {
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Control+c')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  for (const { part, line } of [
    { part: '2 个节点', line: 'proxies:' },
    { part: /条规则/, line: 'rules:' },
    { part: /个规则集/, line: 'rule-providers:' },
  ]) {
    await page.getByTestId('tab-outline').click()
    await page.getByRole('button', { name: part }).click()
    await expect(output(page)).toBeFocused()
    await expect.poll(lineAtCaret).toBe(line)
  }
  await page.getByTestId('tab-outline').click()
  const rules = page.getByTestId('rule-list')
  await rules.getByRole('button', { name: '漏网之鱼' }).click()
  const group = page.locator('[data-group=漏网之鱼]')
  await expect(group.locator('summary')).toBeFocused()
  await group.getByTestId('rules-of-group').getByRole('button', { name: 'MATCH' }).click()
  await expect(page.getByTestId('tab-preview')).toHaveAttribute('aria-selected', 'true')
  await expect(output(page)).toContainText('MATCH,漏网之鱼')
  const row = page.locator('[data-row]').filter({ has: page.locator('[title="B"]') })
  await row.click()
  await page.keyboard.press('Delete')
  await expect.poll(() => copied(page)).not.toContain('b.example.com')
  await page.getByTestId('tab-diff').click()
  const auto = page.getByTestId('group-diff').getByRole('listitem').filter({ hasText: '自动选择' }).first()
  // B went as a whole: it is told of as a node, and not again in every group that had it.
  await expect(auto).toContainText('仅成员有变化')
  await expect(page.getByTestId('node-diff')).toContainText('已删除B')
  await expect(page.getByTestId('diff-total')).toContainText('删除 1')
  await expect(page.getByText('因为节点有改动', { exact: true })).toBeVisible()
})

test('what was typed stays when an option changes, and is put onto the new result when it is kept', async ({
  page,
}) => {
  await edit(page)
  await typeOnTop(page, '# by hand')
  await expect(banner(page)).toContainText('已手动修改，有新结果时先问你')
  await setPrefix(page, 'X-')
  await expect(banner(page)).toContainText('有新的结果，尚未包含你的手动修改')
  expect(await copied(page)).not.toContain('X-A')
  expect(await copied(page)).toContain('# by hand')
  await page.getByTestId('edit-keep').click()
  await expect(banner(page)).toContainText('已手动修改，重新生成时会保留')
  const both = await copied(page)
  expect(both).toMatch(/^# by hand\n/)
  expect(both).toContain('X-A')
  // From now on by itself.
  await setPrefix(page, 'Y-')
  await expect.poll(() => copied(page)).toContain('Y-A')
  expect(await copied(page)).toMatch(/^# by hand\n/)
})

test('where both changed the same line, both are shown and one is chosen', async ({ page }) => {
  await edit(page)
  await page.keyboard.press('Control+Home')
  // The lines below are folded away, and End leads behind them.
  for (let left = 'mixed-port: 7890'.length; left > 0; left--) await page.keyboard.press('ArrowRight')
  await page.keyboard.insertText('9')
  await expect(banner(page)).toBeVisible()
  await page.getByTestId('edit-keep').click()
  await page.getByTestId('options-open').click()
  await page.getByTestId('opt-advanced').locator('summary').click()
  await page.getByTestId('opt-advanced').getByRole('textbox').first().fill('7000')
  const conflicts = page.getByTestId('edit-conflicts')
  await expect(conflicts).toContainText('1 处修改与新结果冲突')
  await expect(conflicts).toContainText('mixed-port: 78909')
  await expect(conflicts).toContainText('mixed-port: 7000')
  expect(await copied(page)).toMatch(/^mixed-port: 78909\n/)
  await conflicts.getByRole('button', { name: '用新的' }).click()
  await expect(banner(page)).toBeHidden()
  expect(await copied(page)).toMatch(/^mixed-port: 7000\n/)
})

test('discarded changes are gone, come back by undo, and stay among the versions', async ({ page }) => {
  await edit(page)
  const generated = await copied(page)
  await output(page).click()
  await typeOnTop(page, '# by hand')
  await page.getByTestId('edit-discard').click()
  await expect(banner(page)).toBeHidden()
  await page.locator('[data-toast=undo]').getByRole('button', { name: '撤销' }).click()
  await expect(banner(page)).toBeVisible()
  expect(await copied(page)).toMatch(/^# by hand\n/)
  await page.getByTestId('edit-discard').click()
  await expect(banner(page)).toBeHidden()
  expect(await copied(page)).toBe(generated)
  await page.getByTestId('tab-diff').click()
  await expect(page.getByTestId('diff')).toContainText('# by hand')
})

test('a reload asks first and brings the changes back, and asks no more once they were copied', async ({ page }) => {
  await edit(page)
  await typeOnTop(page, '# by hand')
  await draftHas(page, /# by hand/)
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reload
  await alive(page)
  await expect(banner(page)).toBeVisible()
  await expect(output(page)).toContainText('# by hand')
  expect(await copied(page)).toMatch(/^# by hand\n/)
  // Copied, they may be left without a question.
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await alive(page)
  expect(dialogs).toEqual([])
})

test('searching, going to a line and wrapping work with the keyboard, and wrapping is remembered', async ({ page }) => {
  await open(page)
  await paste(page, trojan('A'))
  await expect(output(page)).toHaveAttribute('contenteditable', 'true')
  await output(page).focus()
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: '查找' })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: '区分大小写' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '正则' })).toBeHidden()
  await page.keyboard.type('proxy-groups')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(output(page)).toBeFocused()
  await page.keyboard.press('Control+g')
  await expect(page.getByRole('textbox', { name: /转到行/ })).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(output(page)).toBeFocused()

  const wrap = page.getByTestId('action-wrap')
  await wrap.focus()
  await page.keyboard.press('Enter')
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  await expect(output(page)).toHaveClass(/cm-lineWrapping/)
  await page.reload()
  await alive(page)
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
})

test('a key is explained under the pointer and at the caret, in the language of the page', async ({ page }) => {
  await open(page)
  await paste(page, trojan('A'))
  await expect(output(page)).toHaveAttribute('contenteditable', 'true')
  const card = page.locator('.cm-card')
  // The words come a moment after the editor; the pointer has to move once they are there.
  await expect(async () => {
    await page.getByTestId('tab-preview').hover()
    await output(page).getByText('mixed-port').hover()
    await expect(card).toContainText('同时提供 HTTP 与 SOCKS 代理的端口', { timeout: 1000 })
  }).toPass()
  await page.getByTestId('lang-switch').click()
  await expect(page).toHaveURL(/\/en-US\//)
  await page.getByTestId('tab-preview').hover()
  await output(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+.')
  await expect(card).toContainText('One port for HTTP and SOCKS proxies alike')
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
})

test('while typing, keys and their values are offered', async ({ page }) => {
  await edit(page)
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('\n')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('find-p')
  const options = page.getByRole('listbox', { name: '补全' })
  // Enter takes one too, but not in the moment in which the list opens.
  await options.getByText('find-process-mode').click()
  await page.keyboard.type(': st')
  await options.getByText('strict').click()
  expect(await copied(page)).toMatch(/^find-process-mode: strict\n/)
})

test('differences are to the last result of the same target, and are walked with the keyboard', async ({ page }) => {
  await open(page, '/convert?tpl=minimal')
  await paste(page, trojan('A'))
  await expect.poll(() => copied(page)).toContain('name: A')
  await page.getByTestId('target-singbox').click()
  await expect.poll(() => copied(page)).toMatch(/^\{/)
  await page.getByTestId('tab-diff').click()
  await expect(page.getByText('此客户端还没有上一次的结果')).toBeVisible()
  await setPrefix(page, 'X-')
  await expect(page.getByTestId('diff-stat')).toContainText(/\+\d+ −\d+/)
  // Beside the docked options the list stays, and two texts beside each other would be too narrow.
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 1080 })
    await expect(page.getByTestId('node-grid')).toBeVisible()
    await expect(page.getByTestId('options')).toBeVisible()
    await expect(page.getByTestId('diff')).toHaveAttribute('data-layout', 'inline')
  }
  await page.getByTestId('options-open').click()
  await expect(page.getByTestId('diff')).toContainText('X-A')
  const versions = await page.getByTestId('diff-with').locator('option').allTextContents()
  expect(versions.filter((name) => name.includes('Mihomo'))).toHaveLength(1)

  for (const layout of ['side', 'inline']) {
    await page.getByTestId('diff-layout').click()
    await expect(page.getByTestId('diff')).toHaveAttribute('data-layout', layout)
  }
  const editor = page.getByTestId('diff').getByRole('textbox')
  await editor.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByTestId('diff').locator('.cm-changedLine, .cm-insertedLine').first()).toBeInViewport()
})

test.describe('a comparison that does not load', () => {
  test.use({ expectedErrors: /ERR_FAILED/, serviceWorkers: 'block' })

  test('says so, and is there once it loads', async ({ page }) => {
    await page.route(/\/assets\/code-diff-/, (route) => route.abort())
    await open(page, '/convert?tpl=minimal')
    await paste(page, trojan('A'))
    await expect.poll(() => copied(page)).toContain('name: A')
    await setPrefix(page, 'X-')
    await page.getByTestId('tab-diff').click()
    await expect(page.getByText('页面的一部分未能加载')).toBeVisible()
    await page.unroute(/\/assets\/code-diff-/)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByTestId('diff')).toContainText('X-A')
  })
})

test('of two files the one that was chosen last is compared with, however long the first takes to read', async ({
  page,
}) => {
  await page.addInitScript(() => {
    File.prototype.arrayBuffer = async function arrayBuffer() {
      if (this.name === 'slow.yaml') await new Promise((resolve) => Object.assign(window, { readOn: resolve }))
      return new Response(this).arrayBuffer()
    }
  })
  await open(page, '/convert?tpl=minimal')
  await paste(page, trojan('A'))
  await expect.poll(() => copied(page)).toContain('name: A')
  await page.getByTestId('tab-diff').click()
  const choose = (name: string) =>
    page
      .getByTestId('diff-file')
      .setInputFiles({ name, mimeType: 'text/yaml', buffer: Buffer.from(`# ${name}\nproxies: []\n`) })
  await choose('slow.yaml')
  await page.waitForFunction(() => 'readOn' in window)
  await choose('fast.yaml')
  await expect(page.getByTestId('diff')).toContainText('# fast.yaml')
  await page.evaluate(async () => {
    ;(window as unknown as { readOn: () => void }).readOn()
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(page.getByTestId('diff')).toContainText('# fast.yaml')
  await expect(page.getByTestId('diff')).not.toContainText('# slow.yaml')
})

test('versions are kept over a reload when the device may remember', async ({ page }) => {
  await open(page, '/convert?tpl=minimal')
  await paste(page, trojan('A'))
  await expect.poll(() => copied(page)).toContain('name: A')
  await page.getByTestId('convert-more').click()
  await page.getByRole('menuitemcheckbox', { name: /在此设备记住/, checked: false }).click()
  await setPrefix(page, 'X-')
  await expect.poll(() => copied(page)).toContain('X-A')
  await draftHas(page, /"X-"/)
  await page.reload()
  await alive(page)
  await expect.poll(() => copied(page)).toContain('X-A')
  await page.getByTestId('tab-diff').click()
  await expect(page.getByTestId('diff-stat')).toContainText(/\+\d+ −\d+/)
})

/** The template stands above the result, so there is one. */
async function openTemplates(page: Page): Promise<void> {
  if (await page.getByTestId('empty-screen').isVisible()) await paste(page, trojan('A'))
  await page.getByTestId('template-open').click()
  await expect(page.getByTestId('template-dialog')).toBeVisible()
}

test('a template is looked at and used with the keyboard, and the focus returns', async ({ page }) => {
  await open(page)
  await paste(page, trojan('A'))
  await expect(output(page)).toContainText('mixed-port')
  await page.getByTestId('template-open').focus()
  await page.keyboard.press('Enter')
  // Three are seen at a glance: nothing is searched.
  await expect(page.getByTestId('template-standard').getByRole('radio')).toBeFocused()
  await expect(page.getByTestId('template-dialog').getByRole('searchbox')).toHaveCount(0)
  const title = page.getByTestId('template-dialog').getByRole('heading', { level: 2 })
  await expect(title).toHaveText('选择模板正在使用：标准')
  await page.keyboard.press('ArrowDown')
  await expect(title).toHaveText('选择模板按“使用此模板”后生效')
  await expect(page.getByTestId('template-full').getByRole('radio')).toBeChecked()
  await expect(page.getByTestId('template-preview')).toContainText('完整')
  await expect(page.getByTestId('template-preview')).toContainText('负载均衡')
  await expect(page.getByTestId('template-preview')).toContainText(/\d+ 个分组 · \d+ 条规则 · \d+ 个规则集/)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('template-dialog')).toBeHidden()
  await expect(page.getByTestId('template-open')).toBeFocused()
  await expect(page.getByTestId('template-open')).toHaveAccessibleName('模板：完整')
  await expect(page).toHaveURL(/tpl=full/)
})

test('a template from an address is fetched by this browser alone and is not in the page’s address', async ({
  page,
}) => {
  let body = TEMPLATE
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  await page
    .context()
    .route('https://templates.example/**', (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain', body }),
    )
  await open(page)
  await paste(page, trojan('A'))
  await openTemplates(page)
  await page.getByTestId('template-tab-url').click()
  await page.getByTestId('template-url').fill('http://templates.example/mine.ini')
  await page.getByTestId('template-fetch').click()
  await expect(page.getByText('地址须以 https:// 开头')).toBeVisible()
  await page.getByTestId('template-url').fill('https://templates.example/mine.ini?token=canary')
  await page.getByTestId('template-fetch').click()
  const row = page.getByTestId('template-own')
  await expect(row).toContainText('mine.ini')
  await expect(row).toContainText('templates.example · 获取于')
  await expect(page.getByTestId('template-preview')).toContainText('1 个分组 · 2 条规则 · 0 个规则集')
  await page.getByTestId('template-use').click()
  await expect.poll(() => copied(page)).toContain('MATCH,Mine')
  expect(page.url()).not.toMatch(/templates|canary/)

  body = TEMPLATE.replaceAll('Mine', 'Ours')
  await openTemplates(page)
  await page.getByTestId('template-menu').click()
  await page.getByRole('menuitem', { name: '重新获取' }).click()
  await expect(page.getByTestId('template-preview')).toContainText('Ours')
  await page.keyboard.press('Escape')
  await expect.poll(() => copied(page)).toContain('MATCH,Ours')
  const strangers = asked.filter((url) => url.includes('canary') && !url.startsWith('https://templates.example/'))
  expect(strangers).toEqual([])
})

test('what is done to a template while it is fetched again stays done', async ({ page }) => {
  let answer = () => {}
  let body = TEMPLATE
  await page.context().route('https://templates.example/**', async (route) => {
    if (body !== TEMPLATE) await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain', body })
  })
  const menu = async (name: string) => {
    await page.getByTestId('template-menu').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const refresh = async () => {
    const asked = page.context().waitForEvent('request', (request) => /templates/.test(request.url()))
    await menu('重新获取')
    await asked
  }
  await open(page)
  await openTemplates(page)
  await page.getByTestId('template-tab-url').click()
  await page.getByTestId('template-url').fill('https://templates.example/mine.ini')
  await page.getByTestId('template-fetch').click()
  const row = page.getByTestId('template-own')
  await expect(row).toContainText('mine.ini')

  body = TEMPLATE.replaceAll('Mine', 'Ours')
  await refresh()
  await menu('重命名')
  await page.keyboard.type('家里')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('家里')
  answer()
  await expect(page.getByTestId('template-preview')).toContainText('Ours')
  await expect(row).toContainText('家里')

  await refresh()
  await menu('删除')
  await expect(row).toHaveCount(0)
  const answered = page.context().waitForEvent('requestfinished')
  answer()
  await answered
  // Added after the answer came: what the answer does is done before.
  await page.getByTestId('template-tab-own').click()
  await page.getByTestId('template-paste').click()
  await page.getByTestId('template-text').fill(TEMPLATE)
  await page.getByTestId('template-add').click()
  await expect(row).toContainText('粘贴的模板')
  await page.getByTestId('template-tab-url').click()
  await expect(row).toHaveCount(0)
})

test.describe('an address that gives no template', () => {
  test.use({ expectedErrors: /templates\.example|net::ERR_|CORS/ })

  test('leaves the copy with its date, and what was never fetched can be pasted', async ({ page }) => {
    let isUp = true
    await page.context().route('https://templates.example/**', (route) =>
      isUp
        ? route.fulfill({
            headers: { 'access-control-allow-origin': '*' },
            contentType: 'text/plain',
            body: TEMPLATE,
          })
        : route.abort(),
    )
    await open(page)
    await paste(page, trojan('A'))
    await openTemplates(page)
    await page.getByTestId('template-tab-url').click()
    await page.getByTestId('template-url').fill('https://templates.example/mine.ini')
    await page.getByTestId('template-fetch').click()
    await expect(page.getByTestId('template-own')).toBeVisible()
    isUp = false
    await page.getByTestId('template-menu').click()
    await page.getByRole('menuitem', { name: '重新获取' }).click()
    await expect(page.getByTestId('template-own')).toContainText(/未能重新获取，仍使用 .+ 的副本：没有得到服务器的应答/)
    await expect(page.getByTestId('template-preview')).toContainText('Mine')

    await page.getByTestId('template-url').fill('https://templates.example/other.ini')
    await page.getByTestId('template-fetch').click()
    await expect(page.getByTestId('template-failure')).toContainText('没有得到服务器的应答')
    await page.getByRole('button', { name: '改为粘贴内容' }).click()
    await page.getByTestId('template-text').fill(TEMPLATE)
    await page.getByTestId('template-add').click()
    await expect(page.getByTestId('template-own')).toContainText('粘贴的模板')
    await page.getByTestId('template-use').click()
    await expect.poll(() => copied(page)).toContain('MATCH,Mine')
  })
})

test('a template that cannot be used is told with its line and leaves the result as it was', async ({ page }) => {
  await open(page)
  await paste(page, trojan('A'))
  await expect(output(page)).toContainText('mixed-port')
  const before = await copied(page)
  await openTemplates(page)
  await page.getByTestId('template-tab-own').click()
  // Nothing is chosen, so nothing can be used.
  await expect(page.getByTestId('template-dialog').getByRole('heading', { level: 2 })).toHaveText(
    '选择模板正在使用：标准',
  )
  await page
    .getByTestId('template-file')
    .setInputFiles({ name: 'broken.yaml', mimeType: 'text/yaml', buffer: Buffer.from(BROKEN) })
  await expect(page.getByTestId('template-broken')).toHaveText(/^第 3 行：解析失败：括号没有闭合/)
  await expect(page.getByTestId('template-own')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('template-dialog')).toBeHidden()
  expect(await copied(page)).toBe(before)
})

test('a template of one’s own is renamed, kept on the device, deleted and brought back', async ({ page, context }) => {
  await open(page)
  await openTemplates(page)
  await page.getByTestId('template-tab-own').click()
  await page
    .getByTestId('template-file')
    .setInputFiles({ name: 'mine.ini', mimeType: 'text/plain', buffer: Buffer.from(TEMPLATE) })
  const menu = async (name: string) => {
    await page.getByTestId('template-menu').click()
    await page.getByRole('menu').getByText(name, { exact: true }).click()
  }
  await menu('重命名')
  await page.keyboard.type('家里')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('template-own')).toContainText('家里')
  await menu('删除')
  await expect(page.getByTestId('template-own')).toHaveCount(0)
  await page.locator('[data-toast=undo]').getByRole('button', { name: '撤销' }).click()
  await expect(page.getByTestId('template-own')).toContainText('家里')

  const elsewhere = async () => {
    const other = await context.newPage()
    await open(other)
    await openTemplates(other)
    await other.getByTestId('template-tab-own').click()
    await expect(other.getByTestId('template-paste')).toBeVisible()
    const count = await other.getByTestId('template-own').count()
    await other.close()
    return count
  }
  expect(await elsewhere()).toBe(1)
  await menu('编辑内容')
  await page.getByTestId('template-text').fill(`${TEMPLATE}ruleset=Mine,[]DOMAIN-SUFFIX,added.example\n`)
  await page.getByTestId('template-add').click()
  await expect(page.getByTestId('template-preview')).toContainText('家里')
  await menu('在此设备保留')
  await expect.poll(elsewhere).toBe(0)
  await page.getByTestId('template-menu').click()
  await expect(page.getByRole('menuitemcheckbox', { name: '在此设备保留' })).not.toBeChecked()
})

test('no serious finding of axe in the template dialog and the edited result, in light and in dark', async ({
  page,
}) => {
  await edit(page)
  await typeOnTop(page, 'a: [')
  await expect(page.getByTestId('edit-problem')).toBeVisible()
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  await openTemplates(page)
  await expect(page.getByTestId('template-preview')).toContainText('4 个分组')
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  for (const source of ['preset', 'own', 'url']) {
    await page.getByTestId(`template-tab-${source}`).click()
    expect(await seriousIssuesInBothColors(page)).toEqual([])
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the result is edited and a template chosen without scrolling sideways', async ({ page }) => {
    await open(page)
    await page.getByTestId('sample').click()
    await goTo(page, 'result')
    await expect(output(page)).toHaveAttribute('contenteditable', 'true')
    await page.getByTestId('action-edit').click()
    await typeOnTop(page, '# by hand')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const templateEntry = page.getByRole('menuitem', { name: '模板：' })
    await page.getByTestId('convert-more').click()
    await templateEntry.click()
    await page.getByTestId('template-minimal').click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByTestId('template-use').click()
    await page.getByTestId('convert-more').click()
    await expect(templateEntry).toHaveText('模板：精简')
  })
})

test('Enter keeps a top-level key where it is, and a text without nodes says so and is not offered first', async ({
  page,
}) => {
  await edit(page)
  await page.keyboard.press('Control+End')
  const copy = page.getByTestId('action-copy')
  await expect(copy).toHaveClass(/bg-primary/)
  // The search goes to the line of the key, whatever the template holds.
  await page.keyboard.press('Control+f')
  await page.keyboard.type('proxy-groups:')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.type('  # mine')
  await page.keyboard.press('Enter')
  expect(await copied(page)).toMatch(/\n {2}# mine\nproxy-groups:\n/)
  await expect(page.getByTestId('edit-problem')).toHaveCount(0)

  await output(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('mode: rule\n')
  await expect(page.getByTestId('edit-problem')).toContainText('缺少 proxies')
  await expect(copy).not.toHaveClass(/bg-primary/)
  await copy.click()
  await expect(page.getByTestId('toast')).toContainText('这份文本有问题')
  expect(await page.evaluate(() => navigator.clipboard.readText()), 'what is there is copied all the same').toBe(
    'mode: rule\n',
  )

  await output(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('dns:\n  enable: false\n  proxies: []\n')
  await expect(page.getByTestId('edit-problem')).toContainText('第 3 行的 proxies 写到了别的键之下')
})
