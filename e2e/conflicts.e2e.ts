import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { becomeOwner, enterAsOwner, openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { paste } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// What a provider is to the server: another address of this machine, which it is allowed to ask.
const PROVIDER = '127.0.0.2'
const NAMES = ['tokyo', 'osaka', 'seoul']
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

let server: Served
let provider: Server

test.describe.configure({ mode: 'serial' })
// A conflict is refused first.
test.use({ expectedErrors: /409/ })

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

const NODE = 'trojan://secret@tokyo.example:443#tokyo'

const conflict = (page: Page) => page.getByTestId('conflict')
const name = (page: Page) => page.getByTestId('item-dialog').getByLabel('名称', { exact: true })

async function editItem(page: Page, item: string): Promise<void> {
  await page
    .getByTestId('item')
    .getByRole('button', { name: `对“${item}”的操作` })
    .click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
}

interface Revised {
  id: string
  name: string
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

/** The one output, as the server keeps it. */
async function published(page: Page) {
  const list = await page.request.get(`${server.address}/api/outputs`)
  const { data } = (await list.json()) as { data: { outputs: { id: string; version: number }[] } }
  expect(data.outputs).toHaveLength(1)
  const [{ id, version }] = data.outputs as [{ id: string; version: number }]
  const text = await (await page.request.get(`${server.address}/api/outputs/${id}`)).text()
  const { revision, recipe } = (JSON.parse(text) as { data: { revision: number; recipe: string } }).data
  return { id, version, text, revision, recipe }
}

async function served(page: Page): Promise<string> {
  const url = await page.getByTestId('published').getByTestId('address-url').innerText()
  await page.getByTestId('published').getByRole('button', { name: '完成' }).click()
  return (await fetch(url, { headers: { 'user-agent': 'mihomo/1.19' } })).text()
}

// It stands first: there is one output yet.
test.describe('in a session that runs out', () => {
  test.use({ expectedErrors: /409|401/ })

  test('what is published is edited on the convert screen, and saved over with its sources as they were', async ({
    page,
  }) => {
    await edit(page)
    await test.step('all its nodes are there, and can be changed', async () => {
      for (const name of [...NAMES, 'paris']) await expect(cell(page, name)).toBeVisible()
      expect(await seriousIssues(page)).toEqual([])
      await rename(page, 'osaka', 'OSAKA-2')
    })

    await test.step('a session that runs out asks to sign in over the page, and what was edited stays', async () => {
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

    await test.step('with a session again, a reload goes on with it, and it is saved over', async () => {
      await enterAsOwner(page, server.address)
      await page.reload()
      await expect(banner(page)).toBeVisible()
      await expect(cell(page, 'OSAKA-2')).toBeVisible()
      await update(page)
      const config = await served(page)
      expect(config).toContain('OSAKA-2')
      expect(config).toContain('tokyo.example')
      expect(config).toContain('paris.example')
    })

    await test.step('its address stays with its item alone', async () => {
      const { version, text } = await published(page)
      expect(version).toBe(2)
      expect(text).not.toContain('hidden')
      const items = await page.request.get(`${server.address}/api/subscriptions`)
      expect(((await items.json()) as { data: { items: object[] } }).data.items).toHaveLength(1)
    })

    await test.step('the next edit is made on what was just saved', async () => {
      await rename(page, 'tokyo', 'TOKYO-3')
      await update(page)
      expect(await served(page)).toContain('TOKYO-3')
    })

    await test.step('an edit that was made on another device meanwhile is shown, and one of both stays', async () => {
      await rename(page, 'TOKYO-3', 'MINE')
      const { id, revision, recipe } = await published(page)
      const theirs = { revision, recipe: recipe.replaceAll('TOKYO-3', 'THEIRS') }
      const headers = { origin: server.address }
      const answer = await page.request.patch(`${server.address}/api/outputs/${id}`, { data: theirs, headers })
      expect(answer.status()).toBe(200)

      await update(page)
      await expect(conflict(page)).toContainText('本页的配置')
      await conflict(page).getByRole('button', { name: '继续编辑' }).click()
      const again = page.getByTestId('publish').getByRole('button', { name: /^更新“.*”$/ })
      await again.click()
      await conflict(page).getByRole('button', { name: '采用别处的' }).click()
      await expect(cell(page, 'THEIRS')).toBeVisible()
      await page.getByTestId('action-undo').click()
      await expect(cell(page, 'MINE'), 'nothing is lost: undo brings it back').toBeVisible()
      await update(page)
      await conflict(page).getByRole('button', { name: '保存我的' }).click()
      expect(await served(page)).toContain('MINE')
      await page.getByRole('button', { name: '取消关联' }).click()
      await expect(banner(page)).toHaveCount(0)
    })
  })
})

test('a source on the device that was changed in two tabs is shown with both edits', async ({ page, context }) => {
  const other = await context.newPage()
  await openAt(page, `${server.address}/subscribe`)
  await page.getByTestId('new-item').click()
  await name(page).fill('主力')
  await page.getByLabel('地址或分享链接').fill(NODE)
  await page.getByTestId('item-dialog').getByRole('button', { name: '保存在此设备' }).click()
  await expect(page.getByTestId('item')).toBeVisible()
  await openAt(other, `${server.address}/subscribe`)
  await editItem(page, '主力')
  await editItem(other, '主力')
  await name(other).fill('别处的名字')
  await other.getByRole('button', { name: '保存' }).click()
  await expect(other.getByTestId('item-dialog')).toHaveCount(0)
  await name(page).fill('我的名字')
  await page.getByRole('button', { name: '保存' }).click()
  await conflict(page).getByRole('button', { name: '采用别处的' }).click()
  await expect(page.getByTestId('item-dialog')).toHaveCount(0)
  await expect(page.getByTestId('item')).toContainText('别处的名字')
})

test('a source and a profile that were changed elsewhere: both edits are shown, and what was not touched stays; so it is with an output that was published over elsewhere, and renamed elsewhere', async ({
  page,
}) => {
  await enterAsOwner(page, server.address)
  const { id, revision } = await call(page, 'POST', 'subscriptions', { name: '主力', body: NODE })
  await openAt(page, `${server.address}/subscribe`)
  const dialog = page.getByTestId('item-dialog')
  await test.step('the source', async () => {
    await editItem(page, '主力')
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
    await expect(page.getByTestId('item').filter({ hasText: '我的名字' })).toBeVisible()
    await editItem(page, '我的名字')
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

  await openAt(page, `${server.address}/convert`)
  await paste(page, 'trojan://secret@paris.example:443#paris')
  const publishing = page.getByTestId('publish')
  const path = await test.step('it is published', async () => {
    await page.getByTestId('action-publish').click()
    await publishing.getByLabel('名称', { exact: true }).fill('客房')
    await page.getByRole('button', { name: '保存到服务器并发布' }).click()
    await page.getByTestId('published').getByRole('button', { name: '完成' }).click()
    const answer = await page.request.get(`${server.address}/api/outputs`)
    const { outputs } = ((await answer.json()) as { data: { outputs: Revised[] } }).data
    return `outputs/${outputs.find(({ name }) => name === '客房')!.id}`
  })
  await test.step('it is published over elsewhere while it is here', async () => {
    await page.getByTestId('action-publish').click()
    await publishing
      .getByLabel('发布到')
      .selectOption({ label: await publishing.getByLabel('发布到').getByRole('option', { name: /客房/ }).innerText() })
    const { revision, recipe } = await call(page, 'GET', path)
    await call(page, 'PATCH', path, { revision, recipe: recipe.replaceAll('paris', 'berlin') })
    await publishing.locator('[type=submit]').click()
    await expect(conflict(page)).toContainText('第 2 版')
    await conflict(page).getByRole('button', { name: '采用别处的' }).click()
    await expect(publishing).toHaveCount(0)
  })
  await test.step('it is renamed elsewhere while it is here', async () => {
    await openAt(page, `${server.address}/subscribe?tab=outputs`)
    await page.getByRole('main').getByRole('link', { name: /客房/ }).click()
    await page.getByRole('button', { name: '对“客房”的操作' }).first().click()
    await page.getByRole('menuitem', { name: '重命名' }).click()
    await expect(page.getByRole('dialog').getByLabel('名称')).toHaveValue('客房')
    const { revision } = await call(page, 'GET', path)
    await call(page, 'PATCH', path, { revision, name: '卧室' })
    await page.getByRole('dialog').getByLabel('名称').fill('客厅')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect(conflict(page).getByRole('row', { name: '名称' })).toHaveText('名称卧室客厅')
    await conflict(page).getByRole('button', { name: '保存我的' }).click()
    await expect(page.getByRole('heading', { name: '客厅' })).toBeVisible()
  })
})
