import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { becomeOwner, enterAsOwner, openAt } from './account.ts'
import { seriousIssuesInBothColors } from './axe.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
/** With comments, spaces at the end of a line, and a group that does not exist. */
const CONFIG = `# 我的配置 — 不要动
mixed-port: 7890   # 端口\x20\x20
proxies:
  - {name: HK, type: ss, server: hk.example.com, port: 8388, cipher: aes-256-gcm, password: geheim}
proxy-groups:
  - {name: Proxy, type: select, proxies: [HK]}
rules:
  - DOMAIN-SUFFIX,example.com,Prxy # 错字
  - MATCH,DIRECT
`
const MENDED = CONFIG.replace('Prxy', 'Proxy')

let server: Served

test.beforeAll(async ({ browser }) => {
  server = await serve(SERVER, [])
  const page = await browser.newPage()
  await becomeOwner(page, server)
  await page.close()
})
test.afterAll(() => server.stop())

const dialog = (page: Page) => page.getByTestId('publish')

/** What a client gets at the address that is shown. */
async function published(page: Page): Promise<{ url: string; text: string }> {
  const shown = page.getByTestId('published')
  const url = await shown.getByTestId('address-url').innerText()
  await shown.getByRole('button', { name: '完成' }).click()
  const answer = await fetch(url, { headers: { 'user-agent': 'mihomo/1.19' } })
  return { url, text: Buffer.from(await answer.arrayBuffer()).toString() }
}

test('a config with comments is published to the letter, and again under the same address with its diff shown first', async ({
  page,
}) => {
  await enterAsOwner(page, server.address)
  await openAt(page, `${server.address}/mihomo`)
  const buffer = Buffer.from(CONFIG)
  await page.getByTestId('file-input').setInputFiles({ name: 'home.yaml', mimeType: 'text/yaml', buffer })
  // What the client would refuse is said before, and can be passed over.
  await page.getByTestId('action-publish').click()
  await expect(dialog(page).getByTestId('publish-warning')).toContainText('1 个错误')
  await expect(dialog(page)).toContainText('拿到地址的人可以读取其中的节点')
  await expect(dialog(page).getByRole('button', { name: '仍然发布' })).toBeEnabled()
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '取消' }).click()

  await page.getByTestId('health-open').click()
  await page.getByRole('button', { name: '改为 Proxy（第 8 行）' }).click()
  await page.getByTestId('action-publish').click()
  await expect(dialog(page).getByTestId('publish-warning')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: '保存到服务器并发布' }).click()
  const first = await published(page)
  expect(first.text).toBe(MENDED)

  await page.getByTestId('bench-editor').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('# 家里')
  await expect(page.getByTestId('bench-published')).toHaveText('已发布')
  await page.getByTestId('action-publish').click()
  await expect(dialog(page).getByTestId('publish-diff')).toContainText('+ # 家里')
  await dialog(page).getByRole('button', { name: '更新“home”' }).click()
  expect(await published(page)).toEqual({ url: first.url, text: `${MENDED}# 家里` })

  // Its page shows the text without its secrets, its versions, and the way back into the workbench.
  await page.getByTestId('bench-published').click()
  await expect(page.getByTestId('output-text')).toContainText('# 我的配置')
  await expect(page.getByTestId('output-text')).not.toContainText('geheim')
  await page.getByRole('button', { name: '与 #1 比较' }).click()
  await expect(page.getByTestId('version-diff')).toContainText('+ # 家里')
  await page.getByTestId('version-diff').getByRole('button', { name: '关闭' }).click()
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  await page.getByRole('button', { name: '在工作台打开' }).click()
  await expect(page.getByTestId('bench-editor')).toContainText('# 家里')
  await page.getByTestId('action-publish').click()
  await expect(dialog(page)).toContainText('与已发布的内容相同')
  await expect(dialog(page).getByRole('button', { name: '更新“home”' })).toBeEnabled()
})
