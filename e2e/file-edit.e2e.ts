import type { Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { alive, expect, test } from './journey.ts'

const ADDRESS = 'place=device&path=configs%2Fhome.yaml'
const CONFIG = 'mixed-port: 7890 # the port\nproxies:\n  - {name: A, type: socks5, server: a.example.com, port: 1}\nrules:\n  - MATCH,A\n' // oxfmt-ignore

const dirty = (page: Page) => page.getByTestId('file-dirty')

test('a new file of this device: a draft comes back after a reload, Ctrl S saves it, and the tree changes one line', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/file-edit?${ADDRESS}`)
  await alive(page)
  await page.getByTestId('file-editor').click()
  await page.keyboard.insertText(CONFIG)
  await expect(dirty(page)).toBeVisible()
  await expect(page).toHaveTitle(/^● home[.]yaml/)
  await expect(page.getByTestId('file-issues')).toContainText('Mihomo')

  // Esc leaves, and asks first.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('放弃未保存的修改？')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dirty(page)).toBeVisible()

  // The draft is kept after a pause.
  await page.waitForTimeout(700)
  await page.reload()
  await alive(page)
  await expect(page.getByTestId('file-editor')).not.toContainText('the port')
  await page.getByTestId('draft-restore').click()
  await expect(page.getByTestId('file-editor')).toContainText('7890 # the port')
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('toast')).toContainText('已保存')
  await expect(dirty(page)).toBeHidden()
  expect(await seriousIssues(page)).toEqual([])

  await page.getByTestId('file-more').click()
  await page.getByRole('menuitem', { name: '对象编辑' }).click()
  const tree = page.getByRole('tree')
  await expect(tree.getByRole('treeitem')).toHaveCount(4)
  await tree.getByRole('treeitem', { name: /^mixed-port/ }).click()
  await expect(page.getByTestId('object-hint')).toHaveText('同时提供 HTTP 与 SOCKS 代理的端口。')
  await page.getByTestId('object-value').fill('7891x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('这不是数字')).toBeVisible()
  await page.getByTestId('object-value').fill('7891')
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('treeitem', { name: 'mixed-port: 7891' })).toBeVisible()
  // By keys: into the list of nodes, down to the name of the first one.
  await tree.getByRole('treeitem', { name: 'mixed-port: 7891' }).focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect(tree.getByRole('treeitem', { name: 'name: A' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(tree.getByRole('treeitem').nth(1)).toHaveAccessibleName(/^proxies/)
  // A key that Mihomo knows is offered, with what it takes.
  await tree.getByRole('treeitem').first().click()
  await page.getByTestId('object-add').click()
  await page.getByTestId('object-new-key').fill('mode')
  await page.getByTestId('object-new-value-values').getByRole('button', { name: 'global' }).click()
  await page.getByTestId('object-add-apply').click()
  await expect(tree.getByRole('treeitem', { name: 'mode: global' })).toBeVisible()
  expect(await seriousIssues(page)).toEqual([])

  await page.getByTestId('object-tab-raw').click()
  await expect(page.getByTestId('object-raw')).toContainText('mixed-port: 7891 # the port')
  await expect(page.getByTestId('object-raw')).toHaveText(/^proxies:/)
  await page.keyboard.press('Control+s')
  await expect(dirty(page)).toBeHidden()
  await page.getByTestId('object-raw').click()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('file-configs/home.yaml')).toBeVisible()

  // A file that is not there, and a place that this browser does not have: why nothing was opened stays on the page.
  const failure = page.getByTestId('bench-failure')
  await page.goto('/mihomo?place=device&path=none.yaml')
  await expect(failure).toContainText('的这个位置没有内容')
  await page.goto('/mihomo?place=git.none&path=a.yaml')
  await expect(failure).toContainText('此浏览器中没有这个文件所在的位置')
})
