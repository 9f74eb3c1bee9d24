import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { becomeOwner, openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { paste } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

let server: Served

test.describe.configure({ mode: 'serial' })
// What is refused is what these journeys are about.
test.use({ expectedErrors: /409/ })

let context: BrowserContext

test.beforeAll(async ({ browser }) => {
  server = await serve(SERVER)
  context = await browser.newContext({ locale: 'zh-CN', serviceWorkers: 'block' })
  const page = await context.newPage()
  await becomeOwner(page, server)
  const headers = { origin: server.address }
  const item = { name: '主力', body: 'trojan://secret@tokyo.example:443#tokyo' }
  await page.request.post(`${server.address}/api/subscriptions`, { data: item, headers })
  await page.close()
})
test.afterAll(async () => {
  await context.close()
  await server.stop()
})

async function twoPages(path: string): Promise<[Page, Page]> {
  const pages: [Page, Page] = [await context.newPage(), await context.newPage()]
  for (const page of pages) await openAt(page, server.address + path)
  return pages
}

const conflict = (page: Page) => page.getByTestId('conflict')

test('a source that was changed in two tabs: both edits are shown, and what was not touched stays', async () => {
  const [one, other] = await twoPages('/subscribe')
  const edit = async (page: Page) => {
    await page.getByTestId('item').getByRole('button', { name: '对“主力”的操作' }).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    return page.getByTestId('item-dialog')
  }
  const [here, there] = [await edit(one), await edit(other)]
  await there.getByLabel('名称', { exact: true }).fill('别处的名字')
  await there.getByLabel('名称前缀').fill('B-')
  await there.getByRole('button', { name: '保存' }).click()
  await expect(there).toHaveCount(0)

  await here.getByLabel('名称', { exact: true }).fill('我的名字')
  await here.getByRole('button', { name: '保存' }).click()
  await expect(conflict(one).getByRole('row', { name: '名称' })).toHaveText('名称别处的名字我的名字')
  await expect(conflict(one).getByRole('row')).toHaveCount(2)
  expect(await seriousIssues(one)).toEqual([])
  await conflict(one).getByRole('button', { name: '继续编辑' }).click()
  await expect(here.getByLabel('名称', { exact: true }), 'nothing that was typed is lost').toHaveValue('我的名字')
  await here.getByRole('button', { name: '保存' }).click()
  await conflict(one).getByRole('button', { name: '保存我的' }).click()
  await expect(here).toHaveCount(0)
  await expect(one.getByTestId('item')).toContainText('我的名字')

  await one.getByTestId('item').getByRole('button', { name: '对“我的名字”的操作' }).click()
  await one.getByRole('menuitem', { name: '编辑' }).click()
  await expect(here.getByLabel('名称前缀'), 'the other change stays').toHaveValue('B-')
})

test('a source on the device is no different', async ({ browser }) => {
  const device = await browser.newContext({ locale: 'zh-CN', serviceWorkers: 'block' })
  const [one, other] = [await device.newPage(), await device.newPage()]
  await openAt(one, `${server.address}/subscribe`)
  await one.getByTestId('new-item').click()
  await one.getByLabel('名称', { exact: true }).fill('主力')
  await one.getByLabel('地址或分享链接').fill('trojan://secret@tokyo.example:443#tokyo')
  await one.getByTestId('item-dialog').getByRole('button', { name: '保存在此设备' }).click()
  await expect(one.getByTestId('item')).toBeVisible()
  await openAt(other, `${server.address}/subscribe`)
  for (const page of [one, other]) {
    await page.getByTestId('item').getByRole('button', { name: '对“主力”的操作' }).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
  }
  await other.getByLabel('名称', { exact: true }).fill('别处的名字')
  await other.getByRole('button', { name: '保存' }).click()
  await expect(other.getByTestId('item-dialog')).toHaveCount(0)
  await one.getByLabel('名称', { exact: true }).fill('我的名字')
  await one.getByRole('button', { name: '保存' }).click()
  await conflict(one).getByRole('button', { name: '采用别处的' }).click()
  await expect(one.getByTestId('item-dialog')).toHaveCount(0)
  await expect(one.getByTestId('item')).toContainText('别处的名字')
  await device.close()
})

test('a profile that was changed in two tabs', async () => {
  const [one, other] = await twoPages('/profile')
  await other.getByLabel('显示名称').fill('别处')
  await other.getByRole('button', { name: '保存' }).click()
  await expect(other.getByTestId('toast').getByText('已保存')).toBeVisible()
  await one.getByLabel('显示名称').fill('这里')
  await one.getByRole('button', { name: '保存' }).click()
  await expect(conflict(one).getByRole('row', { name: '显示名称' })).toHaveText('显示名称别处这里')
  expect(await seriousIssues(one)).toEqual([])
  await conflict(one).getByRole('button', { name: '采用别处的' }).click()
  await expect(one.getByLabel('显示名称')).toHaveValue('别处')
  await expect(one.getByRole('button', { name: '保存' })).toBeDisabled()
})

test('an output that was published over in two tabs, and renamed in two tabs', async () => {
  const [one, other] = await twoPages('/convert')
  await paste(one, 'trojan://secret@paris.example:443#paris')
  await one.getByTestId('action-publish').click()
  await one.getByTestId('publish').getByLabel('名称', { exact: true }).fill('路由器')
  await one.getByRole('button', { name: '保存到服务器并发布' }).click()
  await one.getByTestId('published').getByRole('button', { name: '完成' }).click()

  await paste(other, 'trojan://secret@berlin.example:443#berlin')
  for (const page of [one, other]) {
    await page.getByTestId('action-publish').click()
    const where = page.getByTestId('publish').getByLabel('发布到')
    await where.selectOption({ index: 1 })
  }
  await other.getByTestId('publish').locator('[type=submit]').click()
  await expect(other.getByTestId('published')).toBeVisible()
  await one.getByTestId('publish').locator('[type=submit]').click()
  await expect(conflict(one)).toContainText('第 2 版')
  await conflict(one).getByRole('button', { name: '采用别处的' }).click()
  await expect(one.getByTestId('publish')).toHaveCount(0)

  const [first, second] = await twoPages('/subscribe?tab=outputs')
  for (const page of [first, second]) {
    await page
      .getByRole('main')
      .getByRole('link', { name: /路由器/ })
      .click()
    await page.getByRole('button', { name: '对“路由器”的操作' }).first().click()
    await page.getByRole('menuitem', { name: '重命名' }).click()
  }
  const rename = async (page: Page, name: string) => {
    await page.getByRole('dialog').getByLabel('名称').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  }
  await rename(second, '卧室')
  await expect(second.getByRole('heading', { name: '卧室' })).toBeVisible()
  await rename(first, '客厅')
  await expect(conflict(first).getByRole('row', { name: '名称' })).toHaveText('名称卧室客厅')
  await conflict(first).getByRole('button', { name: '保存我的' }).click()
  await expect(first.getByRole('heading', { name: '客厅' })).toBeVisible()
})
