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
  expect(await seriousIssues(page)).toEqual([])

  await page.getByTestId('object-tab-raw').click()
  await expect(page.getByTestId('object-raw')).toContainText('mixed-port: 7891 # the port')
  await expect(page.getByTestId('object-raw')).toHaveText(/^proxies:/)
  await page.keyboard.press('Control+s')
  await expect(dirty(page)).toBeHidden()
})
