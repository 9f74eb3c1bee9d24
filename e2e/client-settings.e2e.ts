import { copied, openWith, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a new conversion starts from the defaults of its client, and a file of settings has them', async ({ page }) => {
  await page.goto('/settings/mihomo')
  await alive(page)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: '默认模板' }).selectOption('minimal')
  await main.getByRole('textbox', { name: '混合端口' }).fill('7001')
  await main.getByRole('textbox', { name: '测速地址' }).fill('probe.example.com')
  await expect(main.getByRole('button', { name: '保存' })).toBeDisabled()
  await main.getByRole('textbox', { name: '测速地址' }).fill('https://probe.example.com/204')
  // Who leaves now is asked first.
  await page.getByRole('link', { name: '设置', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await main.getByRole('button', { name: '保存' }).click()
  await expect(main.getByRole('button', { name: '还原' })).toBeHidden()

  await openWith(page, [trojan('A')])
  await expect.poll(() => copied(page)).toContain('mixed-port: 7001')
  const text = await copied(page)
  expect(text).toContain('https://probe.example.com/204')
  expect(text).not.toContain('Netflix')

  await page.goto('/settings/mihomo')
  await alive(page)
  await main.getByRole('button', { name: '恢复默认' }).click()
  await expect(main.getByRole('textbox', { name: '混合端口' })).toHaveValue('')
})
