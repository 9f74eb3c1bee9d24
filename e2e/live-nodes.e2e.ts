import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { makeCertificate } from '../apps/server/test/certificates.ts'
import { becomeOwner, enterAsOwner, openAt } from './account.ts'
import { seriousIssues, seriousIssuesInBothColors } from './axe.ts'
import { names, paste, rowOf, UUID } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// Where the nodes of the journey stand: another address of this machine, which the server may ask.
const NODES = '127.0.0.2'
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const PASSWORD = 'horse-staple'

const listeners: Server[] = []

async function listen(listener: Server): Promise<number> {
  listeners.push(listener)
  await new Promise<void>((resolve) => listener.listen(0, NODES, resolve))
  return (listener.address() as AddressInfo).port
}

async function closedPort(): Promise<number> {
  const listener = createTcpServer()
  const port = await listen(listener)
  await new Promise((resolve) => listener.close(resolve))
  return port
}

const ss = (name: string, server: string, port: number) =>
  `ss://${btoa(`aes-128-gcm:${PASSWORD}`)}@${server}:${port}#${encodeURIComponent(name)}`
const trojan = (name: string, port: number) =>
  `trojan://${PASSWORD}@${NODES}:${port}?sni=tokyo.example&alpn=h2#${encodeURIComponent(name)}`
const WIREGUARD = `wireguard://${encodeURIComponent('sM4m2n8gZ0sYg2yqBdJ6ZtDJLTMQK0gIJEbnnUqWn3c=')}@${NODES}:51820?publickey=${encodeURIComponent('2ULnhdc2z9bEsxu7UlLQPTeKJGoAPzPV6hP6bqxCkU0=')}&address=10.0.0.2/32#WG`

const cell = (page: Page, name: string, column: string): Locator =>
  rowOf(page, name).locator(`[data-column="${column}"]`)

const tally = (page: Page, name: string): Locator => page.getByTestId(`tally-${name}`)

let list: string[]
let order: string[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const tls = createTlsServer({ ...(await makeCertificate({ host: 'tokyo.example' })), ALPNProtocols: ['h2'] }).on(
    'tlsClientError',
    () => undefined,
  )
  // A port that takes connections and never says a word.
  const silent = createTcpServer((socket) => socket.on('error', () => undefined))
  list = [
    ss('首尔 关', NODES, await closedPort()),
    trojan('静默', await listen(silent)),
    trojan('东京 TLS', await listen(tls)),
    WIREGUARD,
    ss('大阪 TCP', NODES, await listen(createTcpServer((socket) => socket.on('error', () => undefined)))),
    ss('本机', '127.0.0.1', 8388),
    ss('本机名', 'localhost', 8388),
    `vless://${UUID}@${NODES}:${await closedPort()}?security=tls&sni=v.example#${encodeURIComponent('香港 关')}`,
  ]
  order = ['首尔 关', '静默', '东京 TLS', 'WG', '大阪 TCP', '本机', '本机名', '香港 关']
})
test.afterAll(() => {
  for (const listener of listeners) listener.close()
})

test.describe('where everybody may check', () => {
  let server: Served
  test.beforeAll(async () => {
    server = await serve(SERVER, [], { PRIVATE_UPSTREAMS: `${NODES}/32`, RELAY: 'public' })
  })
  test.afterAll(() => server.stop())

  test('a person agrees once, sees which nodes answer and how far, stops, and is never shown an old green', async ({
    page,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width: 1280, height: 800 })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/probes')) sent.push(request.postData() ?? '')
    })
    await openAt(page, `${server.address}/live-node`)
    await expect(page).toHaveURL(/\/live-nodes$/)
    await expect(page.getByTestId('vantage')).toHaveText(/^检测点：.+ · 端口可达不代表可用，也不代表从你的网络可达$/)
    await paste(page, list.join('\n'))
    await expect.poll(() => names(page)).toEqual(order)
    await expect(tally(page, 'unknown')).toHaveText('8未知')
    await expect(cell(page, 'WG', 'reach')).toContainText('不可检测')

    // Nothing is sent before somebody agreed.
    const check = page.getByTestId('check')
    await check.click()
    const consent = page.getByTestId('check-consent')
    for (const field of ['主机', '端口', '传输', 'SNI', 'ALPN']) await expect(consent).toContainText(field)
    await expect(consent).toContainText('不含任何凭据')
    expect(await seriousIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(consent).toBeHidden()
    expect(sent).toEqual([])
    await check.click()
    await consent.getByRole('button', { name: '同意并检测' }).click()

    // One node never answers: meanwhile the others have what was found, and no row has moved.
    await expect(cell(page, '东京 TLS', 'reach')).toContainText('可达')
    await expect(cell(page, '首尔 关', 'reach')).toContainText('不可达')
    await expect(cell(page, '本机', 'reach')).toContainText('已拒绝')
    await expect(cell(page, '静默', 'reach')).toContainText('检测中')
    expect(await names(page)).toEqual(order)
    await page.getByTestId('stop').click()
    await expect(cell(page, '静默', 'reach')).toContainText('从未检测')
    await expect(cell(page, '东京 TLS', 'tls')).toContainText('自签')
    await expect(cell(page, '大阪 TCP', 'tcp')).toHaveText(/^TCP \d+ ms$/)
    await expect(cell(page, '首尔 关', 'tcp')).toHaveText('拒绝连接')
    await expect(cell(page, '本机', 'tcp')).toHaveText('内网地址')
    await expect(cell(page, '大阪 TCP', 'checked')).toContainText('刚刚')
    await expect(cell(page, '大阪 TCP', 'history').getByRole('img', { name: '1 次中 1 次可达' })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await expect(page.locator('[data-row]').filter({ hasText: '大阪 TCP' })).toContainText(/TCP \d+ ms\s*刚刚/)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(cell(page, '本机名', 'reach').locator('[data-tooltip]')).toHaveAttribute(
      'data-tooltip',
      '已拒绝：内网地址',
    )
    await expect(cell(page, 'WG', 'reach').locator('[data-standing=uncheckable]')).toBeVisible()
    await expect(tally(page, 'reachable')).toHaveText('2可达')
    await expect(tally(page, 'unreachable')).toHaveText('2不可达')
    await expect(tally(page, 'unknown')).toHaveText('4未知')

    expect(sent).toHaveLength(1)
    const { targets } = JSON.parse(sent[0]!) as { targets: Record<string, unknown>[] }
    expect(targets).toHaveLength(7)
    const fields = new Set(targets.flatMap((target) => Object.keys(target)))
    expect([...fields].sort()).toEqual(['alpn', 'host', 'port', 'sni', 'transport'])
    expect(sent[0]).not.toMatch(new RegExp(`${PASSWORD}|${UUID}`))

    expect(await seriousIssuesInBothColors(page)).toEqual([])

    await test.step('tiles and the menu hide rows, and the record of a node has its raw reason', async () => {
      await tally(page, 'unreachable').click()
      await expect.poll(() => names(page)).toEqual(['首尔 关', '香港 关'])
      await tally(page, 'unreachable').click()
      await page.getByTestId('live-more').click()
      await page.getByRole('menuitemcheckbox', { name: '隐藏不可达' }).click()
      await expect.poll(() => names(page)).toEqual(order.filter((name) => !name.endsWith('关')))
      await page.getByTestId('live-more').click()
      await page.getByRole('menuitemcheckbox', { name: '隐藏不可达' }).click()
      await rowOf(page, '首尔 关').click({ button: 'right' })
      await page.getByRole('menuitem', { name: '检测记录' }).click()
      const drawer = page.getByTestId('check-drawer')
      await expect(drawer.getByText('refused', { exact: true })).toBeVisible()
      await expect(drawer).toContainText('端口拒绝连接')
      expect(await seriousIssues(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      // What stands about a check opens it, by a press and by Enter.
      await cell(page, '首尔 关', 'reach').click()
      await expect(drawer).toContainText('端口拒绝连接')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await cell(page, '首尔 关', 'reach').focus()
      await page.keyboard.press('Enter')
      await expect(drawer).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('sorted by state, rows wait for a new order until they are asked to', async () => {
      await paste(
        page,
        ss('名古屋 TCP', NODES, await listen(createTcpServer((socket) => socket.on('error', () => undefined)))),
      )
      await expect(rowOf(page, '名古屋 TCP')).toBeVisible()
      await page.getByRole('columnheader', { name: '状态' }).getByRole('button').click()
      const sorted = ['东京 TLS', '大阪 TCP', '首尔 关', '香港 关', '本机', '本机名', '静默', '名古屋 TCP', 'WG']
      await expect.poll(() => names(page)).toEqual(sorted)
      await cell(page, '静默', 'select').click()
      await cell(page, '名古屋 TCP', 'select').click()
      await page.getByTestId('check').click()
      await expect(cell(page, '名古屋 TCP', 'reach')).toContainText('可达')
      // The other one was asked within the minute: the server leaves it out, and the page says when it may go on.
      await expect(page.getByTestId('left')).toHaveText(/^受频率限制，还有 1 个地址未检测，.+ 之后可以继续$/)
      expect(await names(page)).toEqual(sorted)
      await page.getByTestId('sort-anew').click()
      await expect.poll(() => names(page)).toEqual(['东京 TLS', '大阪 TCP', '名古屋 TCP', ...sorted.slice(2, 7), 'WG'])
    })

    await test.step('after an hour nothing is green any more, also when the page was loaded anew', async () => {
      await page.clock.fastForward('01:02:00')
      await expect(cell(page, '东京 TLS', 'reach')).toContainText('过期')
      await expect(tally(page, 'stale')).toHaveText('7过期')
      await expect(tally(page, 'reachable')).toHaveText('0可达')
      await expect(page.getByRole('grid').locator('.text-success')).toHaveCount(0)
      await page.reload()
      await expect(cell(page, '东京 TLS', 'reach')).toContainText('过期')
      await expect(page.getByRole('grid').locator('.text-success')).toHaveCount(0)
    })

    await test.step('what is removed comes back by Undo, and only what is chosen goes to the converter', async () => {
      await cell(page, 'WG', 'select').click()
      await page.keyboard.press('Delete')
      await expect(rowOf(page, 'WG')).toBeHidden()
      await page.getByRole('button', { name: '撤销' }).last().click()
      await expect(rowOf(page, 'WG')).toBeVisible()
      await cell(page, '东京 TLS', 'select').click()
      await cell(page, '大阪 TCP', 'select').click()
      await page.getByTestId('live-more').click()
      await page.getByRole('menuitem', { name: '送到转换' }).click()
      await expect(page).toHaveURL(/\/convert/)
      await expect.poll(() => names(page)).toEqual(['东京 TLS', '大阪 TCP'])
    })

    await test.step('on a phone, in English', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await openAt(page, `${server.address}/en-US/live-nodes`)
      await expect(page.getByTestId('vantage')).toContainText('Checked from')
      const card = page.locator('[data-row]').filter({ hasText: '东京 TLS' })
      await expect(card).toContainText('Stale')
      await expect(card.locator('time[data-freshness=stale]')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(await seriousIssues(page)).toEqual([])
    })
  })
})

test.describe('where people of the site may check', () => {
  let server: Served
  test.beforeAll(async () => {
    server = await serve(SERVER, [], { PRIVATE_UPSTREAMS: `${NODES}/32`, RELAY: 'users' })
  })
  test.afterAll(() => server.stop())

  test('who is not signed in is told why, and who is has what the account holds checked by the clock', async ({
    browser,
    page,
  }) => {
    const owner = await browser.newPage()
    await becomeOwner(owner, server)
    await owner.close()
    await openAt(page, `${server.address}/live-nodes`)
    await expect(page.getByText('本站只为登录的用户检测节点')).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    await paste(page, list.join('\n'))
    await expect(page.getByTestId('check')).toBeDisabled()

    await enterAsOwner(page, server.address)
    const kept = await page.evaluate(
      async ([name, body]) =>
        (
          await fetch('/api/subscriptions', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name, body }),
          })
        ).status,
      ['我的来源', list[4]!],
    )
    expect(kept).toBe(200)
    const nodesOf = () =>
      page.evaluate(async () => (await (await fetch('/api/subscriptions')).json()).data.items[0].good?.nodes as unknown)
    await expect.poll(nodesOf).toBe(1)
    await openAt(page, `${server.address}/live-nodes`)
    await expect(page.getByTestId('check')).toBeEnabled()
    await page.getByTestId('live-more').click()
    await page.getByRole('menuitem', { name: '清空' }).click()
    await page.getByTestId('kept').click()
    const dialog = page.getByTestId('kept-dialog')
    await dialog.getByRole('checkbox', { name: /我的来源/ }).check()
    expect(await seriousIssues(page)).toEqual([])
    await dialog.getByRole('button', { name: '添加 1 个' }).click()
    await expect.poll(() => names(page)).toEqual(['大阪 TCP'])

    await page.getByTestId('live-more').click()
    await page.getByRole('menuitem', { name: '定时检测' }).click()
    const schedule = page.getByTestId('schedule-dialog')
    await schedule.getByRole('radio', { name: '每 10 分钟' }).check()
    await expect(schedule.getByRole('button', { name: '开启' })).toBeDisabled()
    await schedule.getByRole('checkbox', { name: /^我同意服务器保存/ }).check()
    expect(await seriousIssues(page)).toEqual([])
    await schedule.getByRole('button', { name: '开启' }).click()
    await expect(page.getByTestId('schedule-line')).toContainText('每 10 分钟自动检测 1 个地址')
    await page.getByTestId('schedule-line').getByRole('button', { name: '更改' }).click()
    await schedule.getByRole('radio', { name: '关闭' }).check()
    await schedule.getByRole('button', { name: '关闭定时检测' }).click()
    await expect(page.getByTestId('schedule-line')).toBeHidden()
  })
})
