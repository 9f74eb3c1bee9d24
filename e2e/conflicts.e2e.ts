import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { becomeOwner, enterAsOwner, openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { paste } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const NODE = 'trojan://secret@tokyo.example:443#tokyo'

let server: Served

test.describe.configure({ mode: 'serial' })
// What is refused is what these journeys are about.
test.use({ expectedErrors: /409/ })

test.beforeAll(async () => void (server = await serve(SERVER)))
test.afterAll(() => server.stop())

const conflict = (page: Page) => page.getByTestId('conflict')
const name = (page: Page) => page.getByTestId('item-dialog').getByLabel('名称', { exact: true })

async function edit(page: Page, item: string): Promise<void> {
  await page
    .getByTestId('item')
    .getByRole('button', { name: `对“${item}”的操作` })
    .click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
}

interface Revised {
  id: string
  revision: number
  recipe: string
}

/** What this person's account answers, asked as by a page on another device. */
async function call(page: Page, method: string, path: string, data?: object): Promise<Revised> {
  const headers = { origin: server.address }
  const answer = await page.request.fetch(`${server.address}/api/${path}`, { method, headers, data })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { data: Revised }).data
}

test('a source on the device that was changed in two tabs is shown with both edits', async ({ page, context }) => {
  const other = await context.newPage()
  await openAt(page, `${server.address}/subscribe`)
  await page.getByTestId('new-item').click()
  await name(page).fill('主力')
  await page.getByLabel('地址或分享链接').fill(NODE)
  await page.getByTestId('item-dialog').getByRole('button', { name: '保存在此设备' }).click()
  await expect(page.getByTestId('item')).toBeVisible()
  await openAt(other, `${server.address}/subscribe`)
  await edit(page, '主力')
  await edit(other, '主力')
  await name(other).fill('别处的名字')
  await other.getByRole('button', { name: '保存' }).click()
  await expect(other.getByTestId('item-dialog')).toHaveCount(0)
  await name(page).fill('我的名字')
  await page.getByRole('button', { name: '保存' }).click()
  await conflict(page).getByRole('button', { name: '采用别处的' }).click()
  await expect(page.getByTestId('item-dialog')).toHaveCount(0)
  await expect(page.getByTestId('item')).toContainText('别处的名字')
})

test('a source and a profile that were changed elsewhere: both edits are shown, and what was not touched stays', async ({
  page,
}) => {
  await becomeOwner(page, server)
  const { id, revision } = await call(page, 'POST', 'subscriptions', { name: '主力', body: NODE })
  await openAt(page, `${server.address}/subscribe`)
  const dialog = page.getByTestId('item-dialog')
  await test.step('the source', async () => {
    await edit(page, '主力')
    await expect(name(page)).toHaveValue('主力')
    await call(page, 'PATCH', `subscriptions/${id}`, { revision, name: '别处的名字', prefix: 'B-' })
    await name(page).fill('我的名字')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(conflict(page).getByRole('row', { name: '名称' })).toHaveText('名称别处的名字我的名字')
    await expect(conflict(page).getByRole('row')).toHaveCount(2)
    expect(await seriousIssues(page)).toEqual([])
    await conflict(page).getByRole('button', { name: '继续编辑' }).click()
    await expect(name(page), 'nothing that was typed is lost').toHaveValue('我的名字')
    await page.getByRole('button', { name: '保存' }).click()
    await conflict(page).getByRole('button', { name: '保存我的' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByTestId('item')).toContainText('我的名字')
    await edit(page, '我的名字')
    await expect(dialog.getByLabel('名称前缀'), 'the other change stays').toHaveValue('B-')
  })
  await test.step('the profile', async () => {
    await openAt(page, `${server.address}/profile`)
    await expect(page.getByLabel('显示名称'), 'the page has loaded the profile').not.toHaveValue('')
    await call(page, 'PATCH', 'profile', { name: '别处' })
    await page.getByLabel('显示名称').fill('这里')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(conflict(page).getByRole('row', { name: '显示名称' })).toHaveText('显示名称别处这里')
    expect(await seriousIssues(page)).toEqual([])
    await conflict(page).getByRole('button', { name: '采用别处的' }).click()
    await expect(page.getByLabel('显示名称')).toHaveValue('别处')
    await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
  })
})

test('an output that was published over elsewhere, and renamed elsewhere', async ({ page }) => {
  await enterAsOwner(page, server.address)
  await openAt(page, `${server.address}/convert`)
  await paste(page, 'trojan://secret@paris.example:443#paris')
  const dialog = page.getByTestId('publish')
  const path = await test.step('it is published', async () => {
    await page.getByTestId('action-publish').click()
    await dialog.getByLabel('名称', { exact: true }).fill('路由器')
    await page.getByRole('button', { name: '保存到服务器并发布' }).click()
    await page.getByTestId('published').getByRole('button', { name: '完成' }).click()
    const answer = await page.request.get(`${server.address}/api/outputs`)
    const { outputs } = ((await answer.json()) as { data: { outputs: Revised[] } }).data
    return `outputs/${outputs[0]!.id}`
  })
  await test.step('it is published over elsewhere while it is here', async () => {
    await page.getByTestId('action-publish').click()
    await dialog.getByLabel('发布到').selectOption({ index: 1 })
    const { revision, recipe } = await call(page, 'GET', path)
    await call(page, 'PATCH', path, { revision, recipe: recipe.replaceAll('paris', 'berlin') })
    await dialog.locator('[type=submit]').click()
    await expect(conflict(page)).toContainText('第 2 版')
    await conflict(page).getByRole('button', { name: '采用别处的' }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('it is renamed elsewhere while it is here', async () => {
    await openAt(page, `${server.address}/subscribe?tab=outputs`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /路由器/ })
      .click()
    await page.getByRole('button', { name: '对“路由器”的操作' }).first().click()
    await page.getByRole('menuitem', { name: '重命名' }).click()
    await expect(page.getByRole('dialog').getByLabel('名称')).toHaveValue('路由器')
    const { revision } = await call(page, 'GET', path)
    await call(page, 'PATCH', path, { revision, name: '卧室' })
    await page.getByRole('dialog').getByLabel('名称').fill('客厅')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect(conflict(page).getByRole('row', { name: '名称' })).toHaveText('名称卧室客厅')
    await conflict(page).getByRole('button', { name: '保存我的' }).click()
    await expect(page.getByRole('heading', { name: '客厅' })).toBeVisible()
  })
})
