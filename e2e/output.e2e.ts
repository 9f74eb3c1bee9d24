import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousIssuesInBothColors } from './axe.ts'
import { copied, draftHas, fromMenu, open, output, pasteByKey as paste, trojan } from './convert-page.ts'
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

/** The editor of a result, ready to type in. */
async function startEditing(page: Page): Promise<void> {
  if ((await output(page).getAttribute('aria-readonly')) === 'true') await page.getByTestId('action-edit').click()
  else await output(page).focus()
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
  if (!(await section.isVisible())) await page.getByTestId('options-open').click()
  if ((await section.getAttribute('open')) === null) await section.locator('summary').click()
  await page.getByTestId('prefix-input').fill(prefix)
}

test('the result is typed in once that is asked for, keys are offered and what breaks is told; what was typed outlives new results: of two changes of a line one is chosen, what is discarded comes back, what is kept is put onto the next', async ({
  page,
}) => {
  await test.step('nothing can be typed before', async () => {
    await open(page, '/convert?tpl=minimal')
    await paste(page, trojan('A'))
    await expect(output(page)).toHaveAttribute('contenteditable', 'true')
    await expect(output(page)).toHaveAttribute('aria-readonly', 'true')
    const before = await copied(page)
    await output(page).click()
    await page.keyboard.type('x')
    expect(await copied(page)).toBe(before)
    await expect(banner(page)).toBeHidden()
  })

  await test.step('YAML that breaks while it is typed is told with its line, and nothing is blocked', async () => {
    await startEditing(page)
    await typeOnTop(page, 'a: [')
    await expect(page.getByTestId('edit-problem')).toHaveText(/^第 1 行：解析失败：括号没有闭合/)
    expect(await copied(page)).toMatch(/^a: \[\n/)
    expect(await seriousIssuesInBothColors(page, 'section:has([data-testid=edit-banner])')).toEqual([])
  })

  await test.step('each client has its own changes', async () => {
    await page.getByTestId('target-singbox').click()
    await expect(banner(page)).toBeHidden()
    await expect.poll(() => copied(page)).toMatch(/^\{/)
    await page.getByTestId('target-mihomo').click()
    await expect(banner(page)).toBeVisible()
    await expect.poll(() => copied(page)).toMatch(/^a: \[\n/)
    await page.getByTestId('edit-discard').click()
    await expect(banner(page)).toBeHidden()
  })

  await test.step('while typing, keys and their values are offered', async () => {
    await startEditing(page)
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

  const copy = page.getByTestId('action-copy')
  await test.step('Enter keeps a top-level key where it is', async () => {
    await output(page).focus()
    await page.keyboard.press('Control+End')
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
  })

  await test.step('a text without nodes says so and is not offered first', async () => {
    await output(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('mode: rule\n')
    await expect(page.getByTestId('edit-problem')).toContainText('缺少 proxies')
    await expect(copy).not.toHaveClass(/bg-primary/)
    await copy.click()
    await expect(page.getByTestId('toast').last()).toContainText('这份文本有问题')
    // What is there is copied all the same.
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('mode: rule\n')
    await output(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('dns:\n  enable: false\n  proxies: []\n')
    await expect(page.getByTestId('edit-problem')).toContainText('第 3 行的 proxies 写到了别的键之下')
  })

  await test.step('where both changed the same line, both are shown and one is chosen', async () => {
    await page.getByTestId('edit-discard').click()
    await expect(banner(page)).toBeHidden()
    await startEditing(page)
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

  await test.step('discarded changes are gone, come back by undo, and stay among the versions', async () => {
    const generated = await copied(page)
    await startEditing(page)
    await typeOnTop(page, '# by hand')
    await page.getByTestId('edit-discard').click()
    await expect(banner(page)).toBeHidden()
    await page.locator('[data-toast=undo]').last().getByRole('button', { name: '撤销' }).click()
    await expect(banner(page)).toBeVisible()
    expect(await copied(page)).toMatch(/^# by hand\n/)
    await page.getByTestId('edit-discard').click()
    await expect(banner(page)).toBeHidden()
    expect(await copied(page)).toBe(generated)
    await page.getByTestId('tab-diff').click()
    await expect(page.getByTestId('diff')).toContainText('# by hand')
    await page.getByTestId('tab-preview').click()
  })

  await test.step('what was typed stays when an option changes, and is put onto the new result when it is kept', async () => {
    await startEditing(page)
    await typeOnTop(page, '# typed again')
    await expect(banner(page)).toContainText('已手动修改，有新结果时先问你')
    await setPrefix(page, 'X-')
    await expect(banner(page)).toContainText('有新的结果，尚未包含你的手动修改')
    expect(await copied(page)).not.toContain('X-A')
    expect(await copied(page)).toContain('# typed again')
    await page.getByTestId('edit-keep').click()
    await expect(banner(page)).toContainText('已手动修改，重新生成时会保留')
    const both = await copied(page)
    expect(both).toMatch(/^# typed again\n/)
    expect(both).toContain('X-A')
    // From now on by itself.
    await setPrefix(page, 'Y-')
    await expect.poll(() => copied(page)).toContain('Y-A')
    expect(await copied(page)).toMatch(/^# typed again\n/)
  })
})

test('the result opens at the nodes, in colours and with fold arrows though the page is never idle, and keeps its place; it is used with the keyboard, and a reload brings back what was typed, how it wraps, and the versions', async ({
  page,
}) => {
  // The editor parses the rest in the idle time, which it asks for with this limit.
  await page.addInitScript(() => {
    const whenIdle = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (run, options) => (options?.timeout === 400 ? 0 : whenIdle(run, options))
  })
  await open(page)
  await paste(page, Array.from({ length: 300 }, (_, index) => trojan(`N ${index}`, `n${index}.example.com`)).join('\n'))
  const shown = output(page).locator('.cm-line')
  const folded = output(page).locator('.cm-foldPlaceholder')
  await test.step('what is in sight has colours and fold arrows', async () => {
    const line = (text: string) => output(page).locator('.cm-line', { hasText: text })
    await expect(shown.nth(1)).toHaveText('proxies:')
    await expect(folded).toHaveText(/^⋯ \d+ 行$/)
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

  await test.step('it keeps its place when an option changes', async () => {
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
  })

  await test.step('another client has another text: that is opened at its nodes again', async () => {
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

  await fromMenu(page, '清空')
  await paste(page, trojan('A'))
  await expect.poll(() => copied(page)).toContain('X-A')
  await test.step('searching, going to a line and wrapping', async () => {
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
  })
  const wrap = page.getByTestId('action-wrap')
  await wrap.focus()
  await page.keyboard.press('Enter')
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  await expect(output(page)).toHaveClass(/cm-lineWrapping/)

  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  const reload = async () => {
    await page.reload()
    await alive(page)
  }
  await test.step('a reload asks first and brings the changes back', async () => {
    await startEditing(page)
    await typeOnTop(page, '# by hand')
    await draftHas(page, /# by hand/)
    await reload()
    expect(dialogs).toEqual(['beforeunload'])
    await expect(banner(page)).toBeVisible()
    await expect(output(page)).toContainText('# by hand')
    expect(await copied(page)).toMatch(/^# by hand\n/)
    await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('it asks no more once they were copied, and versions are kept when the device may remember', async () => {
    await page.getByTestId('convert-more').click()
    await page.getByRole('menuitemcheckbox', { name: /在此设备记住/, checked: false }).click()
    await setPrefix(page, 'Y-')
    await expect(banner(page)).toContainText('有新的结果，尚未包含你的手动修改')
    await page.getByTestId('edit-keep').click()
    await expect.poll(() => copied(page)).toContain('Y-A')
    await draftHas(page, /"Y-"/)
    await reload()
    expect(dialogs).toEqual(['beforeunload'])
    await expect.poll(() => copied(page)).toContain('Y-A')
    await page.getByTestId('tab-diff').click()
    await page.getByTestId('diff-with').selectOption('last')
    await expect(page.getByTestId('diff-stat')).toContainText(/\+\d+ −\d+/)
    await expect(page.getByTestId('diff')).toContainText('X-A')
  })
})

test('what is copied or saved begins with what it was made of, if that is wanted; a part of the outline leads to its line, groups and rules to each other, what changed is said by member, and keys are explained', async ({
  page,
}) => {
  await open(page)
  await paste(page, [trojan('A'), trojan('B', 'b.example.com')].join('\n'))
  await expect(output(page)).toContainText('proxies')
  await test.step('what is copied or saved begins with the day, the counts and a link to the settings, if that is wanted', async () => {
    await page.getByTestId('options-open').click()
    await page.getByTestId('opt-advanced').locator('summary').click()
    await page.getByLabel('文件开头写一段注释').check()
    const [day, counts, link, config] = (await copied(page)).split('\n')
    expect(day).toMatch(/^# Switchyard \d{4}-\d\d-\d\d$/)
    expect(counts).toBe('# 节点 2 · 跳过 0 · 重复 0 · 排除 0 · 停用 0 · 拒绝 0 → 输出 2')
    expect(config).toMatch(/^mixed-port/)
    const saved = page.waitForEvent('download')
    await page.getByTestId('action-download').click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain(`${day}\n${counts}\n${link}\n`)
    // It is the link that the menu gives.
    await fromMenu(page, '分享设置链接（不含节点）')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link!.slice('# '.length))
    await page.getByLabel('文件开头写一段注释').uncheck()
    await page.getByTestId('options').getByRole('button', { name: '关闭' }).click()
  })

  await test.step('a part of the outline leads to its line', async () => {
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
  })

  await test.step('a rule leads to its group, and the group to the line of its rule', async () => {
    await page.getByTestId('tab-outline').click()
    const rules = page.getByTestId('rule-list')
    await rules.getByRole('button', { name: '漏网之鱼' }).click()
    const group = page.locator('[data-group=漏网之鱼]')
    await expect(group.locator('summary')).toBeFocused()
    await group.getByTestId('rules-of-group').getByRole('button', { name: 'MATCH' }).click()
    await expect(page.getByTestId('tab-preview')).toHaveAttribute('aria-selected', 'true')
    await expect(output(page)).toContainText('MATCH,漏网之鱼')
  })

  await test.step('what changed about groups is said by member', async () => {
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

  await test.step('a key is explained under the pointer and at the caret, in the language of the page', async () => {
    await page.getByTestId('tab-preview').click()
    await expect(output(page)).toHaveAttribute('contenteditable', 'true')
    await output(page).focus()
    await page.keyboard.press('Control+Home')
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
})

test.describe('a comparison that does not load at first', () => {
  test.use({ expectedErrors: /ERR_FAILED/, serviceWorkers: 'block' })

  test('is there once it loads: differences to the last result of the same target or to a file, walked with the keyboard', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      File.prototype.arrayBuffer = async function arrayBuffer() {
        if (this.name === 'slow.yaml') await new Promise((resolve) => Object.assign(window, { readOn: resolve }))
        return new Response(this).arrayBuffer()
      }
    })
    await page.route(/\/assets\/code-diff-/, (route) => route.abort())
    const diff = page.getByTestId('diff')
    await test.step('differences are to the last result of the same target', async () => {
      await open(page, '/convert?tpl=minimal')
      await paste(page, trojan('A'))
      await expect.poll(() => copied(page)).toContain('name: A')
      await page.getByTestId('target-singbox').click()
      await expect.poll(() => copied(page)).toMatch(/^\{/)
      await page.getByTestId('tab-diff').click()
      await expect(page.getByText('此客户端还没有上一次的结果')).toBeVisible()
      await setPrefix(page, 'X-')
    })

    await test.step('what does not load says so, and is there once it loads', async () => {
      await expect(page.getByText('页面的一部分未能加载')).toBeVisible()
      await page.unroute(/\/assets\/code-diff-/)
      await page.getByRole('button', { name: '重试' }).click()
      await expect(page.getByTestId('diff-stat')).toContainText(/\+\d+ −\d+/)
    })

    await test.step('beside the docked options the list stays, and two texts beside each other would be too narrow', async () => {
      for (const width of [1440, 1920]) {
        await page.setViewportSize({ width, height: 1080 })
        await expect(page.getByTestId('node-grid')).toBeVisible()
        await expect(page.getByTestId('options')).toBeVisible()
        await expect(diff).toHaveAttribute('data-layout', 'inline')
      }
      await page.getByTestId('options-open').click()
      await expect(diff).toContainText('X-A')
      const versions = await page.getByTestId('diff-with').locator('option').allTextContents()
      expect(versions.filter((name) => name.includes('Mihomo'))).toHaveLength(1)
      for (const layout of ['side', 'inline']) {
        await page.getByTestId('diff-layout').click()
        await expect(diff).toHaveAttribute('data-layout', layout)
      }
    })

    await test.step('they are walked with the keyboard', async () => {
      await diff.getByRole('textbox').focus()
      await page.keyboard.press('Alt+ArrowDown')
      await expect(diff.locator('.cm-changedLine, .cm-insertedLine').first()).toBeInViewport()
    })

    await test.step('of two files the one that was chosen last is compared with, however long the first takes to read', async () => {
      const choose = (name: string) =>
        page
          .getByTestId('diff-file')
          .setInputFiles({ name, mimeType: 'text/yaml', buffer: Buffer.from(`# ${name}\nproxies: []\n`) })
      await choose('slow.yaml')
      await page.waitForFunction(() => 'readOn' in window)
      await choose('fast.yaml')
      await expect(diff).toContainText('# fast.yaml')
      await page.evaluate(async () => {
        ;(window as unknown as { readOn: () => void }).readOn()
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
      })
      await expect(diff).toContainText('# fast.yaml')
      await expect(diff).not.toContainText('# slow.yaml')
    })
  })
})

/** The template stands above the result, so there is one. */
async function openTemplates(page: Page): Promise<void> {
  await page.getByTestId('template-open').click()
  await expect(page.getByTestId('template-dialog')).toBeVisible()
}

async function fromTemplateMenu(page: Page, name: string): Promise<void> {
  await page.getByTestId('template-menu').click()
  await page.getByRole('menu').getByText(name, { exact: true }).click()
}

test.describe('a template', () => {
  test.use({ expectedErrors: /templates\.example|net::ERR_|CORS/ })

  test('is looked at and used with the keyboard; one of one’s own is checked, renamed, kept, changed and deleted; one from an address is fetched by this browser alone, and leaves its copy when it comes no more', async ({
    page,
    context,
  }) => {
    await open(page)
    await paste(page, trojan('A'))
    await expect(output(page)).toContainText('mixed-port')
    const dialog = page.getByTestId('template-dialog')
    const title = dialog.getByRole('heading', { level: 2 })
    const own = page.getByTestId('template-own')
    await test.step('with the keyboard, and the focus returns', async () => {
      await page.getByTestId('template-open').focus()
      await page.keyboard.press('Enter')
      // Three are seen at a glance: nothing is searched.
      await expect(page.getByTestId('template-standard').getByRole('radio')).toBeFocused()
      await expect(dialog.getByRole('searchbox')).toHaveCount(0)
      await expect(title).toHaveText('选择模板正在使用：标准')
      await page.keyboard.press('ArrowDown')
      await expect(title).toHaveText('选择模板按“使用此模板”后生效')
      await expect(page.getByTestId('template-full').getByRole('radio')).toBeChecked()
      const preview = page.getByTestId('template-preview')
      await expect(preview).toContainText('完整')
      await expect(preview).toContainText('负载均衡')
      await expect(preview).toContainText(/\d+ 个分组 · \d+ 条规则 · \d+ 个规则集/)
      expect(await seriousIssuesInBothColors(page, '[data-testid=template-dialog]')).toEqual([])
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByTestId('template-open')).toBeFocused()
      await expect(page.getByTestId('template-open')).toHaveAccessibleName('模板：完整')
      await expect(page).toHaveURL(/tpl=full/)
    })

    await test.step('one that cannot be used is told with its line and leaves the result as it was', async () => {
      await expect.poll(() => copied(page)).toContain('load-balance')
      const before = await copied(page)
      await openTemplates(page)
      await page.getByTestId('template-tab-own').click()
      // Nothing is chosen, so nothing can be used.
      await expect(title).toHaveText('选择模板正在使用：完整')
      await page
        .getByTestId('template-file')
        .setInputFiles({ name: 'broken.yaml', mimeType: 'text/yaml', buffer: Buffer.from(BROKEN) })
      await expect(page.getByTestId('template-broken')).toHaveText(/^第 3 行：解析失败：括号没有闭合/)
      await expect(own).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect(await copied(page)).toBe(before)
    })

    await test.step('one of one’s own is renamed, deleted and brought back', async () => {
      await openTemplates(page)
      await page.getByTestId('template-tab-own').click()
      await page
        .getByTestId('template-file')
        .setInputFiles({ name: 'mine.ini', mimeType: 'text/plain', buffer: Buffer.from(TEMPLATE) })
      await fromTemplateMenu(page, '重命名')
      await page.keyboard.type('家里')
      await page.keyboard.press('Enter')
      await expect(own).toContainText('家里')
      expect(await seriousIssuesInBothColors(page, '[data-testid=template-dialog]')).toEqual([])
      await fromTemplateMenu(page, '删除')
      await expect(own).toHaveCount(0)
      await page.locator('[data-toast=undo]').getByRole('button', { name: '撤销' }).click()
      await expect(own).toContainText('家里')
    })

    await test.step('it is kept on the device until that is taken back, and its text can be changed', async () => {
      const other = await context.newPage()
      await open(other)
      await other.keyboard.press('Control+k')
      await other.getByTestId('palette').getByRole('combobox').fill('选择模板')
      await other.keyboard.press('Enter')
      await other.getByTestId('template-tab-own').click()
      await expect(other.getByTestId('template-own')).toContainText('家里')
      await other.close()
      await fromTemplateMenu(page, '编辑内容')
      await page.getByTestId('template-text').fill(`${TEMPLATE}ruleset=Mine,[]DOMAIN-SUFFIX,added.example\n`)
      await page.getByTestId('template-add').click()
      await expect(page.getByTestId('template-preview')).toContainText('家里')
      await fromTemplateMenu(page, '在此设备保留')
      await page.getByTestId('template-menu').click()
      await expect(page.getByRole('menuitemcheckbox', { name: '在此设备保留' })).not.toBeChecked()
    })

    let body: string | undefined = TEMPLATE
    /** Until then an answer waits. */
    let answering = Promise.resolve()
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    await page.context().route('https://templates.example/**', async (route) => {
      await answering
      if (body === undefined) return route.abort()
      return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain', body })
    })
    const get = async (url: string) => {
      await page.getByTestId('template-url').fill(url)
      await page.getByTestId('template-fetch').click()
    }
    const row = page.getByTestId('template-own')
    const preview = page.getByTestId('template-preview')
    await test.step('one from an address is fetched by this browser alone', async () => {
      await page.keyboard.press('Escape')
      await fromTemplateMenu(page, '删除')
      await page.getByTestId('template-tab-url').click()
      await get('http://templates.example/mine.ini')
      await expect(page.getByText('地址须以 https:// 开头')).toBeVisible()
      await get('https://templates.example/mine.ini?token=canary')
      await expect(row).toContainText('mine.ini')
      await expect(row).toContainText('templates.example · 获取于')
      await expect(preview).toContainText('1 个分组 · 2 条规则 · 0 个规则集')
      expect(await seriousIssuesInBothColors(page, '[data-testid=template-dialog]')).toEqual([])
      await page.getByTestId('template-use').click()
      await expect.poll(() => copied(page)).toContain('MATCH,Mine')
      expect(page.url()).not.toMatch(/templates|canary/)
    })

    await test.step('fetched again it changes the result, and keeps the name that it got meanwhile', async () => {
      body = TEMPLATE.replaceAll('Mine', 'Ours')
      let answer = () => {}
      answering = new Promise((resolve) => (answer = resolve))
      await openTemplates(page)
      const refreshing = page.context().waitForEvent('request', (request) => /templates/.test(request.url()))
      await fromTemplateMenu(page, '重新获取')
      await refreshing
      await fromTemplateMenu(page, '重命名')
      await page.keyboard.type('家里')
      await page.keyboard.press('Enter')
      await expect(row).toContainText('家里')
      answer()
      await expect(preview).toContainText('Ours')
      await expect(row).toContainText('家里')
      await page.keyboard.press('Escape')
      await expect.poll(() => copied(page)).toContain('MATCH,Ours')
      const strangers = asked.filter((url) => url.includes('canary') && !url.startsWith('https://templates.example/'))
      expect(strangers).toEqual([])
    })

    await test.step('an address that gives none leaves the copy with its date', async () => {
      body = undefined
      await openTemplates(page)
      await fromTemplateMenu(page, '重新获取')
      await expect(row).toContainText(/未能重新获取，仍使用 .+ 的副本：没有得到服务器的应答/)
      await expect(preview).toContainText('Ours')
    })

    await test.step('what was never fetched can be pasted', async () => {
      await get('https://templates.example/other.ini')
      await expect(page.getByTestId('template-failure')).toContainText('没有得到服务器的应答')
      await page.getByRole('button', { name: '改为粘贴内容' }).click()
      await page.getByTestId('template-text').fill(TEMPLATE)
      await page.getByTestId('template-add').click()
      await expect(row).toContainText('粘贴的模板')
      await page.getByTestId('template-use').click()
      await expect.poll(() => copied(page)).toContain('MATCH,Mine')
    })
  })
})
