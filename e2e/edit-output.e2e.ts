import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { becomeOwner, enterAsOwner, openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// What a provider is to the server: another address of this machine, which it is allowed to ask.
const PROVIDER = '127.0.0.2'
const NAMES = ['tokyo', 'osaka', 'seoul']
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

let server: Served
let provider: Server

test.describe.configure({ mode: 'serial' })
// A conflict is refused first, and so is a call of a session that ran out.
test.use({ expectedErrors: /409|401/ })

test.beforeAll(async ({ browser }) => {
  provider = createServer((_, response) =>
    response.end(NAMES.map((name) => `trojan://secret@${name}.example:443#${name}`).join('\n')),
  )
  await new Promise<void>((resolve) => provider.listen(0, PROVIDER, resolve))
  server = await serve(SERVER, [], { PRIVATE_UPSTREAMS: '127.0.0.0/8' })
  const page = await browser.newPage()
  await becomeOwner(page, server)
  const headers = { origin: server.address }
  const post = async (path: string, data: object) =>
    ((await (await page.request.post(server.address + path, { data, headers })).json()) as { data: { id: string } })
      .data
  const url = `http://${PROVIDER}:${(provider.address() as AddressInfo).port}/sub?token=hidden`
  const { id } = await post('/api/subscriptions', { name: '主力机场', body: url })
  await post(`/api/subscriptions/${id}/refresh`, {})
  const recipe = {
    switchyard: 'recipe',
    version: 1,
    target: 'mihomo',
    sources: [
      { id: 'airport', name: '主力机场', kind: 'url' },
      { id: 'text', name: '', kind: 'text', text: 'trojan://secret@paris.example:443#paris' },
    ],
  }
  const output = { name: '路由器', recipe: JSON.stringify(recipe), items: { airport: id }, client: 'mihomo' }
  await post('/api/outputs', output)
  await page.close()
})
test.afterAll(async () => {
  await server.stop()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

const banner = (page: Page) => page.getByTestId('edited-output')
/** A node that was renamed says its old name behind the new one. */
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}(?: 原名|$)`) })

async function edit(page: Page): Promise<void> {
  await enterAsOwner(page, server.address)
  await openAt(page, `${server.address}/subscribe?tab=outputs`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /路由器/ })
    .click()
  await page.getByRole('button', { name: '在转换页编辑' }).click()
  await expect(banner(page)).toContainText('正在编辑已发布的“路由器”')
  await expect(cell(page, 'seoul')).toBeVisible()
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await cell(page, from).click()
  await page.keyboard.press('F2')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
  await expect(cell(page, to)).toBeVisible()
}

async function update(page: Page): Promise<void> {
  await page.getByTestId('action-publish').click()
  const dialog = page.getByTestId('publish')
  await expect(dialog.getByRole('button', { name: /^更新“.*”$/ })).toBeEnabled()
  await dialog.getByRole('button', { name: /^更新“.*”$/ }).click()
}

async function served(page: Page): Promise<string> {
  const url = await page.getByTestId('published').getByTestId('address-url').innerText()
  await page.getByTestId('published').getByRole('button', { name: '完成' }).click()
  return (await fetch(url, { headers: { 'user-agent': 'mihomo/1.19' } })).text()
}

test('a session that runs out asks to sign in over the page, and what was edited stays', async ({ page }) => {
  await edit(page)
  await rename(page, 'osaka', 'OSAKA-2')
  await page.context().clearCookies()
  await page.getByTestId('action-publish').click()
  const signIn = page.getByTestId('sign-in-dialog')
  await expect(signIn).toBeVisible()
  await signIn.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByTestId('sign-in')).toBeVisible()
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await expect(cell(page, 'OSAKA-2')).toBeVisible()
})

test('what is published is edited on the convert screen, and saved over with its sources as they were', async ({
  page,
}) => {
  await edit(page)
  for (const name of [...NAMES, 'paris']) await expect(cell(page, name)).toBeVisible()
  expect(await seriousIssues(page)).toEqual([])
  await rename(page, 'osaka', 'OSAKA-2')
  await page.reload()
  await expect(banner(page), 'a reload goes on with it').toBeVisible()
  await expect(cell(page, 'OSAKA-2')).toBeVisible()
  await update(page)
  const config = await served(page)
  expect(config).toContain('OSAKA-2')
  expect(config).toContain('tokyo.example')
  expect(config).toContain('paris.example')

  const outputs = await page.request.get(`${server.address}/api/outputs`)
  const { data } = (await outputs.json()) as { data: { outputs: { id: string; version: number }[] } }
  expect(data.outputs).toMatchObject([{ version: 2 }])
  const output = await (await page.request.get(`${server.address}/api/outputs/${data.outputs[0]!.id}`)).text()
  expect(output, 'the address stays with its item alone').not.toContain('hidden')
  const items = await page.request.get(`${server.address}/api/subscriptions`)
  expect(((await items.json()) as { data: { items: object[] } }).data.items).toHaveLength(1)

  // The next edit is made on what was just saved.
  await rename(page, 'tokyo', 'TOKYO-3')
  await update(page)
  expect(await served(page)).toContain('TOKYO-3')
})

test('an edit that was made on another device meanwhile is shown, and one of both stays', async ({ browser }) => {
  const pages = [await (await browser.newContext({ locale: 'zh-CN' })).newPage()]
  pages.push(await (await browser.newContext({ locale: 'zh-CN' })).newPage())
  const [one, other] = pages as [Page, Page]
  await edit(one)
  await edit(other)
  await rename(other, 'seoul', 'THEIRS')
  await update(other)
  expect(await served(other)).toContain('THEIRS')

  await rename(one, 'seoul', 'MINE')
  await update(one)
  const conflict = one.getByTestId('conflict')
  await expect(conflict).toContainText('本页的配置')
  await conflict.getByRole('button', { name: '继续编辑' }).click()
  await one
    .getByTestId('publish')
    .getByRole('button', { name: /^更新“.*”$/ })
    .click()
  await conflict.getByRole('button', { name: '采用别处的' }).click()
  await expect(cell(one, 'THEIRS')).toBeVisible()
  await one.getByTestId('action-undo').click()
  await expect(cell(one, 'MINE'), 'nothing is lost: undo brings it back').toBeVisible()
  await update(one)
  await conflict.getByRole('button', { name: '保存我的' }).click()
  expect(await served(one)).toContain('MINE')
  await one.getByRole('button', { name: '取消关联' }).click()
  await expect(banner(one)).toHaveCount(0)
})
