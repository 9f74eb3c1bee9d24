import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { becomeOwner, openAt, OWNER, PASSWORD } from './account.ts'
import { seriousIssues } from './axe.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// What a provider is to the server: another address of this machine, which it is allowed to ask.
const PROVIDER = '127.0.0.2'
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

let server: Served
let provider: Server
const asked: string[] = []

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(request.headers['user-agent'] ?? '')
    if (request.url === '/gone') return response.writeHead(404).end()
    return response.end('trojan://secret@tokyo.example:443#tokyo\ntrojan://secret@osaka.example:443#osaka')
  })
  await new Promise<void>((resolve) => provider.listen(0, PROVIDER, resolve))
  server = await serve(SERVER, [], { PRIVATE_UPSTREAMS: '127.0.0.0/8', RELAY: 'users' })
})
test.afterAll(async () => {
  await server.stop()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

const addressOf = (path: string) => `http://${PROVIDER}:${(provider.address() as AddressInfo).port}${path}`

// 401 and 502 are what the server answers before somebody is signed in, and for an address that gives nothing.
test.use({ expectedErrors: /401|502/ })

test('an address that the browser may not read comes through the server once, by a button that says so', async ({
  browser,
  page,
}) => {
  const owner = await browser.newPage()
  await becomeOwner(owner, server)
  await owner.close()

  await openAt(page, `${server.address}/convert`)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByRole('button', { name: '订阅地址' }).click()
  await page.getByTestId('url-input').fill(addressOf('/sub?token=hidden'))
  await page.getByRole('dialog').getByRole('button', { name: '添加', exact: true }).click()
  const source = page.getByTestId('source-0')
  await expect(source.getByTestId('fetch-refused')).toContainText('浏览器不会获取 http:// 地址')
  await source.getByRole('button', { name: '经服务器获取一次' }).click()
  const dialog = page.getByTestId('relay')
  await expect(dialog).toContainText('服务器会看到该地址与内容，但不会保存')
  expect(await seriousIssues(page)).toEqual([])
  expect(sent.join('\n'), 'nothing is sent before the button').not.toContain('hidden')

  await dialog.getByLabel('以哪个客户端的身份请求').selectOption('Clash Verge')
  await dialog.getByRole('button', { name: '经服务器获取一次' }).click()
  const signIn = page.getByTestId('sign-in-dialog')
  await signIn.getByLabel('邮箱').fill(OWNER)
  await signIn.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('tabpanel').getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(source).toContainText('2 个节点')
  await expect(page.getByRole('gridcell', { name: 'osaka', exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('clash-verge')

  // Once more by the menu of the source: nothing is fetched by itself.
  await source.getByRole('button', { name: /来源操作/ }).click()
  await page.getByRole('menuitem', { name: '经服务器获取一次' }).click()
  await dialog.getByRole('button', { name: '经服务器获取一次' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(source).toContainText('2 个节点')
  expect(asked).toHaveLength(2)

  await test.step('what the address answered the server is said where it was asked', async () => {
    await page.getByRole('button', { name: '订阅地址' }).click()
    await page.getByTestId('url-input').fill(addressOf('/gone'))
    await page.getByRole('dialog').getByRole('button', { name: '添加', exact: true }).click()
    await page.getByTestId('source-1').getByRole('button', { name: '经服务器获取一次' }).click()
    await dialog.getByRole('button', { name: '经服务器获取一次' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('无法获取该地址：服务器返回 404')
  })
})
