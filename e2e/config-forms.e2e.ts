import type { Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { alive, expect, test } from './journey.ts'

const MIHOMO = `# mine
mixed-port: 7890 # the port
mode: rule
my-key: {a: 1} # kept
proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast
  - {name: Osaka, type: http, server: os.example.com, port: 80}
proxy-groups:
  # the first
  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT]}
  - {name: Auto, type: url-test, include-all-proxies: true, filter: "(?i)o"}
rules:
  - DOMAIN-SUFFIX,a.example.com,Select # one
  - MATCH,Select
`

const SINGBOX = `{
  // mine
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["direct"]},
    {"type": "direct", "tag": "direct"}
  ],
  "route": {"rules": [{"action": "sniff"}], "final": "Select"}
}
`

async function open(page: Page, path: string, name: string, text: string): Promise<void> {
  await page.goto(path)
  await alive(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await expect(page.getByTestId('form-panel')).toBeVisible()
}

/** The text of the config, read where it is downloaded from. */
async function textOf(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('main').getByRole('button', { name: '下载', exact: true }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString()
}

test('a config is changed in its form, each change is undone, a mistake in the text pauses it, and sing-box has its own sections', async ({
  page,
}) => {
  await open(page, '/mihomo', 'mine.yaml', MIHOMO)
  const panel = page.getByTestId('form-panel')
  const section = (id: string) => panel.getByTestId(`form-section-${id}`).click()
  await expect(panel.getByTestId('other-fields')).toContainText('{a: 1}')

  await section('inbounds')
  await panel.getByRole('textbox', { name: 'mixed-port', exact: true }).fill('7891')
  await panel.getByRole('textbox', { name: 'mixed-port', exact: true }).press('Enter')

  await section('groups')
  await expect(panel.getByTestId('form-rows-group').getByRole('listitem')).toHaveCount(2)
  expect(await seriousIssues(page)).toEqual([])
  await panel.getByRole('button', { name: /^Auto.*url-test/ }).click()
  await expect(panel.getByTestId('member-preview')).toContainText('实际成员（2）')
  await panel.getByRole('textbox', { name: '名称', exact: true }).fill('最快')
  await panel.getByRole('textbox', { name: '名称', exact: true }).press('Enter')
  await expect(panel.getByRole('heading', { name: '最快' })).toBeVisible()
  // The page around the form is the same.
  expect(await seriousIssues(page, { within: '[data-testid=form-panel]' })).toEqual([])
  await panel.getByRole('button', { name: '分组' }).last().click()

  await panel.getByRole('button', { name: /^Select.*select/ }).click()
  const members = panel.getByRole('list', { name: 'proxies' }).getByRole('listitem')
  await expect(members).toHaveText([/最快/, /Tokyo/, /DIRECT/])
  await members.nth(1).getByRole('group').press('Alt+ArrowUp')
  await expect(members).toHaveText([/Tokyo/, /最快/, /DIRECT/])

  await section('rules')
  await panel.getByRole('button', { name: '添加规则' }).click()
  await panel.getByRole('textbox', { name: '内容', exact: true }).fill('https://www.b.example.com/x')
  await panel.getByTestId('rule-form').getByRole('button', { name: '添加' }).click()
  await expect(panel.getByTestId('form-rows-rule').getByRole('listitem').first()).toContainText('b.example.com')

  const expected = MIHOMO.replace('7890', '7891')
    .replace('[Auto, Tokyo, DIRECT]', '[Tokyo, 最快, DIRECT]')
    .replace('name: Auto', 'name: 最快')
    .replace('rules:\n', 'rules:\n  - DOMAIN-SUFFIX,b.example.com,Select\n')
  expect(await textOf(page)).toBe(expected)

  const undo = page.getByRole('main').getByRole('button', { name: '撤销' }).first()
  await undo.click()
  await undo.click()
  // The new name and all that names it are one step.
  await undo.click()
  expect(await textOf(page)).toBe(MIHOMO.replace('7890', '7891'))

  await test.step('a mistake in the text pauses the form and says where', async () => {
    await section('groups')
    await expect(panel.getByRole('button', { name: /^Auto.*url-test/ })).toBeVisible()
    await page.getByTestId('bench-editor').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('dns: a: b')
    const frozen = page.getByTestId('form-frozen')
    await expect(frozen).toContainText('第 15 行')
    await expect(panel.getByRole('button', { name: /^Auto.*url-test/ })).toBeVisible()
    await expect(panel.getByRole('combobox', { name: '添加分组…' })).toBeHidden()
    for (let left = 3; left > 0; left--) await page.keyboard.press('Backspace')
    await expect(frozen).toBeHidden()
    await expect(panel.getByRole('combobox', { name: '添加分组…' })).toBeVisible()
  })

  await test.step('a config of sing-box has its own sections', async () => {
    await open(page, '/singbox', 'mine.json', SINGBOX)
    await section('groups')
    await panel.getByRole('combobox', { name: '添加分组…' }).selectOption('urltest')
    await expect(panel.getByRole('textbox', { name: 'tolerance', exact: true })).toHaveValue('50')
    await expect(panel.getByRole('textbox', { name: 'interval', exact: true })).toHaveValue('10m')
    expect(await textOf(page)).toContain('"interval": "10m", "tolerance": 50')
  })
})
