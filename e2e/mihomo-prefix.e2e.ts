import { readFile } from 'node:fs/promises'
import { seriousIssues } from './axe.ts'
import { alive, expect, test } from './journey.ts'

test('providers with equal names get prefixes, nodes of the file and their groups follow', async ({ page }) => {
  await page.goto('/mihomo-prefix')
  await alive(page)
  // What only the client downloads cannot be converted here.
  await page.getByRole('main').getByRole('textbox').first().fill('https://sub.example.com/a')
  await expect(page.getByTestId('prefix-use')).toBeDisabled()
  await page.getByTestId('prefix-clear').click()
  await page.getByTestId('prefix-sample').click()
  const output = page.getByTestId('prefix-output')
  await expect(page.getByTestId('prefix-collisions')).toContainText('“HK 2倍”：red和blue')
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await page.getByTestId('prefix-auto').click()
  await expect(page.getByTestId('prefix-collisions')).toBeHidden()
  await expect(output).toHaveValue(/additional-prefix: "?red /)
  const inFile = page.getByRole('region', { name: '配置中的节点' })
  await inFile.getByTestId('prefix-add-rename').click()
  await inFile.getByRole('textbox', { name: '正则' }).fill('(.*倍')
  await expect(inFile.getByText(/正则表达式有误|正则/).last()).toBeVisible()
  await expect(inFile.getByRole('textbox', { name: '正则' })).toHaveAttribute('aria-invalid', 'true')
  await inFile.getByRole('textbox', { name: '正则' }).fill('(.*)倍')
  await inFile.getByRole('textbox', { name: '替换为' }).fill('x$1')
  await expect(inFile.getByTestId('prefix-samples')).toContainText('JP 3倍 → xJP 3')
  await expect(output).toHaveValue(/proxies: \[xJP 3, DIRECT\]/)
  await inFile.getByTestId('prefix-prefix').fill('x'.repeat(33))
  await expect(inFile.getByText('最多 32 个字符')).toBeVisible()
  await inFile.getByTestId('prefix-prefix').fill('')
  expect(await seriousIssues(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByTestId('prefix-save').click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(await output.inputValue())
  expect(asked.filter((address) => !/\/assets\/[^?]+[.]js$|^blob:/.test(address))).toEqual([])

  await page.getByTestId('prefix-use').click()
  await expect(page).toHaveURL(/\/convert/)
  await expect(page.getByRole('main')).toContainText('xJP 3')
})
