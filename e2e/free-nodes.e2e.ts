import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { becomeOwner } from './account.ts'
import { seriousIssuesInBothColors } from './axe.ts'
import { names, rowOf, trojan, vless } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SOURCES = '127.0.0.2'
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const WARNING = '公开节点可被他人监听，请勿传输敏感信息'

let sources: Server
let server: Served
let port: number

test.beforeAll(async () => {
  const night = [trojan('日本 01', 'jp1.example.com'), vless('香港 01')].join('\n')
  const says: Readonly<Record<string, string>> = {
    '/night': night,
    '/page': `<!doctype html><p>${trojan('新加坡 01', 'sg1.example.com')}</p>`,
  }
  sources = createServer(({ url = '' }, answer) => {
    const said = says[url]
    answer.statusCode = said === undefined ? 503 : 200
    answer.end(said)
  })
  await new Promise<void>((resolve) => sources.listen(0, SOURCES, resolve))
  ;({ port } = sources.address() as AddressInfo)
  server = await serve(SERVER, [], {
    PRIVATE_UPSTREAMS: `${SOURCES}/32`,
    FREE_NODE_SOURCES: `夜间=http://${SOURCES}:${port}/night,坏了=http://${SOURCES}:${port}/gone`,
  })
})
test.afterAll(async () => {
  await server.stop()
  sources.close()
})

test('nobody has to sign in to see free nodes, where they come from and how old they are, and to take them along; the owner adds a source', async ({
  page,
  request,
}) => {
  const html = await (
    await request.get(`${server.address}/free-nodes`, { headers: { 'user-agent': 'Googlebot/2.1' } })
  ).text()
  expect(html).toContain(WARNING)
  expect(html).not.toMatch(/trojan:\/\/|vless:\/\//)

  await page.goto(`${server.address}/free-node`)
  await alive(page)
  await expect(page).toHaveURL(/\/free-nodes$/)
  await expect(page.getByTestId('free-warning')).toHaveText(WARNING)
  await expect(page.getByTestId('source-fresh')).toContainText('夜间')
  // One that fails says why, and the other stays.
  await expect(page.getByTestId('source-failing')).toContainText('503')
  await expect.poll(() => names(page)).toEqual(['日本 01', '香港 01'])
  await expect(rowOf(page, '日本 01')).toContainText('夜间')
  await expect(rowOf(page, '日本 01')).toContainText(/获取|刚刚|分钟/)
  expect(await seriousIssuesInBothColors(page)).toEqual([])
  await expect(page.getByTestId('free-convert')).toBeDisabled()

  await page.getByTestId('free-subscribe').click()
  const address = page.getByTestId('address-url')
  await expect(address).toHaveText(`${server.address}/sub/free/all`)
  await page.keyboard.press('Escape')
  const file = await request.get(`${server.address}/sub/free/all`, { headers: { 'user-agent': 'clash-verge/v2.4.3' } })
  expect(await file.text()).toContain('jp1.example.com')

  await rowOf(page, '香港 01').getByRole('checkbox').check()
  const bulk = page.getByTestId('bulk-bar')
  await expect(bulk.getByRole('button')).toHaveText(['', '复制链接', '收藏节点'])
  await bulk.getByRole('button', { name: '收藏节点' }).click()
  await expect(page.getByTestId('toast')).toContainText('1')
  await page.getByTestId('free-convert').click()
  await expect(page).toHaveURL(/\/convert$/)
  await expect.poll(() => names(page)).toEqual(['香港 01'])

  await test.step('the owner looks at what a source answers, adds it, and everybody sees its nodes', async () => {
    await becomeOwner(page, server)
    await page.goto(`${server.address}/settings/node-sites`)
    await alive(page)
    await expect(page.getByText('来自服务器配置').first()).toBeVisible()
    await page.getByTestId('site-add').click()
    const dialog = page.getByTestId('site-dialog')
    await dialog.getByLabel('名称').fill('网页')
    await dialog.getByLabel('地址').fill(`http://${SOURCES}:${port}/page`)
    await dialog.getByLabel('类型').selectOption('page')
    await dialog.getByTestId('site-preview').click()
    await expect(dialog.getByTestId('site-answer')).toContainText('新加坡 01')
    expect(await seriousIssuesInBothColors(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await page.goto(`${server.address}/free-nodes`)
    await alive(page)
    await expect.poll(() => names(page)).toEqual(['日本 01', '新加坡 01', '香港 01'])
  })
})
