import { readFile } from 'node:fs/promises'
import { seriousIssues } from './axe.ts'
import { copied, openWith, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a mapping is tried while it is typed, saved as a file, and used by the converter', async ({ page }) => {
  await openWith(page, [trojan('HK 1'), trojan('US 1', 'us.example.com'), trojan('JP 1', 'x.example.com')])
  await page.getByRole('navigation').getByRole('link', { name: '分组映射' }).first().click()
  const main = page.getByRole('main')
  await main.getByTestId('mapping-sample').click()
  await expect(main.getByTestId('mapping-new')).toBeFocused()

  // The nodes of the converter are there already; what is typed is tried at once.
  const summary = main.getByTestId('mapping-summary')
  await expect(summary).toHaveText('共 3 个节点，未匹配 2 个')
  const unmatched = main.getByTestId('mapping-unmatched')
  await expect(unmatched).toContainText('US 1')
  await main.getByRole('button', { name: /^\/\(\?i\)iepl/ }).click()
  const regex = main.getByRole('textbox', { name: '名称筛选（正则）' })
  await regex.fill('US|(')
  await expect(main.getByRole('button', { name: /有误/ })).toHaveCount(1)
  await expect(summary).toHaveText('共 3 个节点，未匹配 2 个')
  await regex.fill('US')
  await expect(summary).toHaveText('共 3 个节点，未匹配 1 个')
  await main.getByRole('button', { name: '撤销' }).click()
  await expect(regex).toHaveValue('(?i)iepl|iplc')
  await main.getByRole('button', { name: '重做' }).click()
  await expect(summary).toHaveText('共 3 个节点，未匹配 1 个')

  await main.getByRole('tab', { name: /分组改名/ }).click()
  await main.getByRole('button', { name: '添加改名' }).click()
  await main.getByRole('combobox', { name: '模板分组' }).fill('节点选择')
  await main.getByRole('textbox', { name: '我的分组' }).fill('我的选择')
  expect(await seriousIssues(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByTestId('mapping-more').click()
  await page.getByRole('menuitem', { name: '导出 JSON' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ groups: { 节点选择: '我的选择' } })

  // It is there after a reload, and the file makes the same once more.
  await page.reload()
  await alive(page)
  await expect(summary).toHaveText('共 3 个节点，未匹配 1 个')
  await page.getByTestId('mapping-file').setInputFiles(file)
  await expect(main.getByRole('textbox', { name: '映射名称' })).not.toHaveValue('示例映射')
  await expect(summary).toHaveText('共 3 个节点，未匹配 1 个')

  // A set that is deleted comes back by the key.
  const imported = await main.getByRole('textbox', { name: '映射名称' }).inputValue()
  await page.getByTestId('mapping-more').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(main.getByRole('textbox', { name: '映射名称' })).toHaveValue('示例映射')
  await page.keyboard.press('Control+z')
  await expect(main.getByRole('textbox', { name: '映射名称' })).toHaveValue(imported)

  await page.getByTestId('mapping-use').click()
  await expect(page).toHaveURL(/\/convert$/)
  // What stands there until the mapping is in it has no such group.
  await expect(page.getByTestId('toast').filter({ hasText: '已使用映射' })).toBeVisible()
  await expect.poll(() => copied(page)).toContain('{name: "专线", type: select, proxies: ["US 1"]}')
  const text = await copied(page)
  expect(text).toContain('{name: "香港", type: select, proxies: ["HK 1"]}')
  expect(text).toContain('我的选择')
  expect(text).not.toContain('节点选择')
})
