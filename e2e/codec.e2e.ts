import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const LINKS = `${trojan('JP 01')}\n${trojan('HK 01')}`
const input = (page: Page) => page.getByTestId('codec-input')
const output = (page: Page) => page.getByTestId('codec-output')
const steps = (page: Page) => page.getByTestId('codec-steps').getByRole('listitem')

async function open(page: Page, path = '/codec'): Promise<void> {
  await page.goto(path)
  await alive(page)
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /添加步骤|Add a step/ }).fill(name)
  await page.keyboard.press('Enter')
}

test('a subscription in base64 is read with one press and written again, a code is made and read from its picture, and nothing leaves the page; steps by the keyboard alone, in English', async ({
  page,
}) => {
  await open(page)
  await input(page).fill('warm up')
  await expect(output(page)).toHaveValue('warm up')
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await test.step('what it is is known, and it is read, swapped, copied, cleared and brought back', async () => {
    await input(page).fill(btoa(LINKS).replaceAll('=', ''))
    await expect(page.getByTestId('codec-next')).toContainText('看起来是：Base64 解码')
    await page.keyboard.press('Control+Enter')
    await expect(output(page)).toHaveValue(LINKS)
    await expect(page).toHaveURL('/codec?steps=base64-decode')

    await page.getByTestId('codec-swap').click()
    await expect(input(page)).toHaveValue(LINKS)
    await expect(output(page)).toHaveValue(btoa(LINKS).replaceAll('=', ''))
    await page.getByTestId('codec-copy').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(btoa(LINKS).replaceAll('=', ''))
    await page.getByTestId('codec-clear').click()
    await expect(input(page)).toHaveValue('')
    await page.getByTestId('toast').getByRole('button', { name: '撤销' }).last().click()
    await expect(input(page)).toHaveValue(LINKS)
  })

  await test.step('keys are made, each time others', async () => {
    const key = page.getByRole('textbox', { name: 'WireGuard（Base64） 私钥' })
    await page.getByTestId('codec-keys').click()
    await expect(key).toHaveValue(/^[A-Za-z0-9+/]{43}=$/)
    const first = await key.inputValue()
    await page.getByTestId('codec-keys').click()
    await expect(key).not.toHaveValue(first)
    expect(await seriousIssues(page)).toEqual([])
  })

  await test.step('a code that was made here is read again from its picture', async () => {
    await page.getByTestId('codec-clear').click()
    await steps(page).first().getByRole('button', { name: '移除' }).click()
    await expect(steps(page)).toHaveCount(0)
    await input(page).fill(trojan('JP 01'))
    await add(page, 'qr-make')
    await expect(page.getByTestId('codec-picture')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByTestId('codec-download').click()
    const picture = await readFile(await (await download).path())
    await page.getByTestId('codec-clear').click()
    await steps(page).first().getByRole('button', { name: '移除' }).click()
    await page.getByTestId('codec-file').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByTestId('codec-next')).toContainText('识别二维码 → 分享链接转字段')
    await page.getByTestId('codec-take').click()
    await expect(output(page)).toHaveValue(/"name": "JP 01"/)
  })

  // An idle page loads scripts of its own. A blob is a file or a picture that the page already has.
  expect(asked.filter((address) => !/^blob:|\/assets\/[^?]+[.]js$/.test(address))).toEqual([])
  expect(page.url()).not.toContain('example')

  await test.step('steps by the keyboard alone, in English: added, moved, removed, brought back; a bad text says where and stays', async () => {
    await page.getByTestId('codec-clear').click()
    for (const _ of await steps(page).all()) await steps(page).first().getByRole('button', { name: '移除' }).click()
    await expect(steps(page)).toHaveCount(0)
    await page.getByTestId('lang-switch').click()
    await expect(page).toHaveURL(/\/en-US\/codec/)
    await input(page).fill('{"a": 1,}\n]')
    await add(page, 'minify')
    await expect(page.getByTestId('codec-failure')).toContainText('Invalid JSON: line 2, column 1')
    await expect(input(page)).toHaveValue('{"a": 1,}\n]')
    await input(page).fill('{"a": "\\u9999"}')
    await add(page, 'base64-encode')
    await expect(output(page)).toHaveValue(btoa('{"a":"\\u9999"}'))

    await steps(page).nth(1).getByRole('button', { name: 'Remove' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page).toHaveURL('/en-US/codec?steps=base64-encode%2Cjson-minify')
    await expect(steps(page).first().getByRole('button', { name: 'Remove' })).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(steps(page)).toHaveText([/Minify JSON/])
    await expect(steps(page).first().getByRole('button', { name: 'Remove' })).toBeFocused()
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect(steps(page)).toHaveCount(2)
  })
})
