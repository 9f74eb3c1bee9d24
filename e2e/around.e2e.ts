import type { Locator } from '@playwright/test'
import zh from '../apps/web/app/messages/pages/zh-CN.json' with { type: 'json' }
import { TOOLS_BY_CATEGORY } from '../apps/web/app/pages.ts'
import { names, paste, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test('the palette begins with what was seen before and what the page can do, and leads on by words and pinyin; a list of nodes and a subscription are made anew from it, and the table has its old lists back by Undo', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const palette = page.getByRole('dialog', { name: '搜索页面和操作' })
  const field = palette.getByRole('combobox')
  const options = palette.getByRole('option')
  const opener = page.getByRole('button', { name: '搜索…' })
  await page.goto('/settings/logs')
  await alive(page)
  await page.locator('#sidebar a[href="/"]').first().click()
  await expect(page).toHaveURL(/\/$/)

  await test.step('it opens by its key and gives the focus back', async () => {
    await opener.focus()
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await expect(opener).toBeFocused()
  })
  await test.step('Enter that ends the composing of pinyin takes nothing', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('she')
    await field.evaluate((element) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
      ),
    )
    await expect(field).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })
  await test.step('with nothing typed it begins with the pages seen before and what this page can do', async () => {
    await field.fill('')
    await expect(options.nth(0)).toHaveText(/^请求日志/)
    await expect(options.nth(1)).toHaveText('粘贴')
    await expect(options.nth(2)).toHaveText('选择文件')
    await expect(options.nth(3)).toHaveText('载入示例')
    // The page that is shown, and what turns away who is not signed in.
    await expect(options.filter({ hasText: /^(首页|个人资料|人员)/ })).toHaveCount(0)
    await options.nth(3).click()
    await expect(page.getByTestId('yard')).toHaveAttribute('data-status', 'ready')
    await page.locator('body').press('g')
    await page.keyboard.press('u')
    await expect(page).toHaveURL(/\/subscribe$/)
  })
  await test.step('it finds a page by pinyin initials and goes there', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('jdzh')
    await expect(options).toHaveText([/节点转换/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/convert/)
  })
  await test.step('what the converter can do is found in Chinese, in English and by pinyin', async () => {
    await expect(page.getByTestId('empty-screen')).toBeVisible()
    await paste(page, trojan('A'))
    await expect(page.getByTestId('node-filter')).toBeVisible()
    await page.keyboard.press('Control+k')
    for (const [found, ...words] of [
      ['复制', '复制', 'fz', 'fuzhi', 'copy'],
      ['下载', '下载', 'xz', 'xiazai', 'download'],
      ['撤销', '撤销', 'cx', 'undo'],
      ['比较', '比较', 'bj', 'compare'],
      ['模板', '模板', 'mb', 'template'],
      ['分享', '分享', 'fx', 'share'],
      ['筛选', '筛选', 'sx', 'filter'],
    ] as const) {
      for (const word of words) {
        await field.fill(word)
        await expect(options.filter({ hasText: found }).first(), word).toBeVisible()
      }
    }
  })

  const ask = async () => {
    await page.keyboard.press('Control+k')
    await page.getByTestId('palette').getByRole('combobox').fill('xinjian')
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByTestId('new-window')
  const name = dialog.getByRole('textbox', { name: '名称' })
  await test.step('the window for a new list opens from the palette and gives the focus back', async () => {
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.locator('body').press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/settings$/)
    await opener.focus()
    await ask()
    await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
  await test.step('a list is made, under a name that is not too long', async () => {
    await ask()
    await expect(dialog.getByRole('radio', { name: '当前输出' })).toHaveCount(0)
    await name.fill('x'.repeat(81))
    await expect(name).toHaveAccessibleDescription('名称过长：最多 80 个字符')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await name.fill('手写')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/node-table$/)
    await page.getByTestId('sources-open').click()
    await expect(page.getByTestId('sources').getByRole('listitem')).toContainText(['手写'])
    await page.keyboard.press('Escape')
  })
  await test.step('a list is made of the clipboard', async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), trojan('A'))
    await page.getByTestId('table-more').click()
    await page.getByRole('menuitem', { name: '新建…' }).click()
    await dialog.getByText('剪贴板', { exact: true }).click()
    await expect(dialog.getByRole('status')).toHaveText('将使用 1 行文本')
    await name.fill('机场 A')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual(['A'])
  })
  await test.step('a subscription is made of what is shown', async () => {
    await ask()
    await dialog.getByText('订阅', { exact: true }).click()
    await dialog.getByText('当前输出').click()
    await expect(dialog.getByRole('status')).toHaveText('将使用 1 行文本')
    await name.fill('机场 B')
    await page.keyboard.press('Enter')
    const item = page.getByTestId('item-dialog')
    await expect(item.getByLabel('名称', { exact: true })).toHaveValue('机场 B')
    await expect(item.getByRole('textbox', { name: '地址或分享链接' })).toHaveValue(/^trojan:/)
    await item.getByRole('button', { name: '取消' }).click()
  })
  await test.step('the table has its old lists back by Undo', async () => {
    await page.goBack()
    await page.getByTestId('undo').click()
    await page.getByTestId('sources-open').click()
    await expect(page.getByTestId('sources').getByRole('listitem')).toContainText(['手写'])
  })
})

test('a question and the menu of the colours take the focus and give it back; single keys go places and give the focus to the title, not while typing, and not when they are switched off', async ({
  page,
}) => {
  const palette = page.getByRole('dialog', { name: '搜索页面和操作' })
  const title = (name: string) => page.locator('.top-bar').getByText(name, { exact: true })
  const search = page.getByRole('searchbox')
  const pick = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(words)
    await page.keyboard.press('Enter')
  }
  await page.goto('/settings/data')
  await alive(page)
  await test.step('a question is read out with its text and keeps the focus inside', async () => {
    const opener = page.getByRole('button', { name: '清除' })
    await opener.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
    await expect(dialog).toHaveAccessibleDescription(/服务器上的内容不受影响.*无法撤销/)
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
  await test.step('the keyboard walks through the menu', async () => {
    const button = page.getByTestId('mode-switch')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: '跟随系统' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveClass('dark')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: '深色' })).toBeChecked()
    await page.getByRole('menuitemradio', { name: '浅色' }).click()
    await expect(page.locator('html')).not.toHaveClass('dark')
  })
  await page.getByRole('link', { name: /日志/ }).first().click()
  await expect(page).toHaveURL(/\/settings\/logs$/)
  await test.step('what a page can do stands under the question mark and in the palette', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: '键盘快捷键' }).getByText('筛选请求')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: '筛选请求' }).click()
    await expect(search).toBeFocused()
    await search.blur()
  })
  await test.step('a key goes to the search; what is typed there is text', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('gs[?')
    await expect(search).toHaveValue('gs[?')
    await search.blur()
  })
  await test.step('the title of the page one comes to has the focus', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/settings$/)
    await expect(title('设置')).toBeFocused()
    await pick('rz')
    await expect(page).toHaveURL(/\/settings\/logs$/)
    await expect(title('请求日志')).toBeFocused()
  })
  await test.step('switched off, single keys do nothing, and the palette still switches colours and language', async () => {
    await page.getByRole('link', { name: '外观' }).click()
    await page.getByRole('switch', { name: '单键快捷键' }).click()
    await page.getByRole('switch', { name: '单键快捷键' }).blur()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await pick('dark')
    await expect(page.locator('html')).toHaveClass('dark')
    await pick('english')
    await expect(page).toHaveURL(/\/en-US\/settings\/appearance$/)
  })
})

test('the sidebar makes way for a page that needs the width until the person says otherwise, and folds to its icons', async ({
  page,
}) => {
  const width = () => page.locator('#sidebar').evaluate((element) => element.getBoundingClientRect().width)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/convert')
  await alive(page)
  await expect.poll(width).toBe(56)
  await test.step('its names stand where there is room', async () => {
    for (const [path, wide] of [
      ['/settings', 240],
      ['/', 240],
      ['/convert', 56],
    ] as const) {
      await page.locator(`#sidebar a[href="${path}"]`).first().click()
      await expect(page).toHaveURL(path)
      await expect.poll(width).toBe(wide)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(width).toBe(240)
    await page.setViewportSize({ width: 1279, height: 800 })
    await page.locator('#sidebar a[href="/settings"]').first().click()
    await expect.poll(width).toBe(56)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(width).toBe(240)
  })
  await test.step('what the person says is kept', async () => {
    await page.locator('#sidebar a[href="/convert"]').first().click()
    // The converter begins narrow. Its key is pressed when it is there.
    await expect.poll(width).toBe(56)
    await page.locator('body').press('[')
    await expect.poll(width).toBe(240)
    await page.reload()
    await alive(page)
    await expect.poll(width).toBe(240)
    await page.getByRole('button', { name: '收起侧栏' }).click()
    await expect.poll(width).toBe(56)
    await page.goto('/settings')
    expect(await width()).toBe(56)
  })
  await test.step('its width is set by the keyboard, and it folds by its key to icons that say their names', async () => {
    await alive(page)
    await page.locator('body').press('[')
    expect(await width()).toBe(240)
    const splitter = page.getByRole('separator', { name: '侧栏宽度' })
    await splitter.focus()
    await page.keyboard.press('ArrowRight')
    expect(await width()).toBe(256)
    await page.keyboard.press('End')
    expect(await width()).toBe(320)
    await splitter.dblclick({ position: { x: 4, y: 300 } })
    expect(await width()).toBe(240)
    await page.keyboard.press('[')
    expect(await width()).toBe(56)
    await page.locator('#sidebar').getByRole('link', { name: '节点转换' }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('节点转换')
  })
})

/** The words that have less room than they need. */
const cutIn = (words: Locator): Promise<string[]> =>
  words.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the main tools are in the bar, all by their groups under "More", and the settings say what density a touch screen has', async ({
    page,
  }) => {
    await page.goto('/')
    await alive(page)
    const bar = page.getByRole('navigation', { name: '主要页面' })
    await expect(bar.getByRole('link')).toHaveText(['首页', '转换', '节点', '文件'])
    await bar.getByRole('link', { name: '节点' }).tap()
    await expect(page).toHaveURL(/\/node-table$/)
    await expect(bar.locator('[aria-current]')).toHaveText(['节点'])
    await bar.getByRole('link', { name: '文件' }).tap()
    await expect(page).toHaveURL(/\/files\?/)
    await page.getByRole('button', { name: '更多' }).tap()
    const sheet = page.getByRole('dialog', { name: '更多' })
    await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const { y, height } = (await sheet.boundingBox())!
    expect(y + height).toBeCloseTo(740, 0)
    expect(height).toBeLessThan(740)
    const { categories, pages } = zh
    const groups = TOOLS_BY_CATEGORY.map(({ category }) => categories[category])
    await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(['更多', ...groups])
    const tools = TOOLS_BY_CATEGORY.flatMap(({ tools }) => tools.map(({ name }) => pages[name]))
    await expect(sheet.getByRole('navigation').getByRole('link')).toHaveText(['首页', '收藏', ...tools])
    expect(await cutIn(sheet.getByRole('link'))).toEqual([])
    await sheet.getByRole('link', { name: '设置' }).tap()
    await expect(page).toHaveURL(/\/settings$/)
    await expect(sheet).toBeHidden()
    await page.getByRole('main').getByRole('link', { name: '外观' }).tap()
    await expect(page.getByRole('radio', { name: '宽松' })).toBeChecked()

    await page.setViewportSize({ width: 320, height: 640 })
    for (const name of ['主要页面', 'Main screens']) {
      if (name === 'Main screens') await page.getByTestId('lang-switch').tap()
      const entries = page.getByRole('navigation', { name }).locator('a, button')
      await expect(entries).toHaveCount(5)
      expect(await cutIn(entries.locator('span'))).toEqual([])
    }
  })
})
