import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { drafts, paste } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// What a provider is to the server: another address of this machine, which it is allowed to ask.
const PROVIDER = '127.0.0.2'
const DAY_S = 86_400
const NAMES = ['tokyo', 'osaka', 'seoul']
const program = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

let server: Served
let provider: Server

test.describe.configure({ mode: 'serial' })
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test.beforeAll(async () => {
  provider = createServer((_, response) => {
    response.setHeader(
      'subscription-userinfo',
      `upload=0; download=6442450944; total=107374182400; expire=${Math.floor(Date.now() / 1000) + 5 * DAY_S}`,
    )
    response.end(NAMES.map((name) => `trojan://secret@${name}.example:443#${name}`).join('\n'))
  })
  await new Promise<void>((resolve) => provider.listen(0, PROVIDER, resolve))
  server = await serve(program, [], { PRIVATE_UPSTREAMS: '127.0.0.0/8' })
})
test.afterAll(async () => {
  await server.stop()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

const providerUrl = () => `http://${PROVIDER}:${(provider.address() as AddressInfo).port}/sub?token=hidden`

async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.address + path)
  await alive(page)
}

/** Signs this page's browser in: the form is told in accounts.e2e.ts. */
async function enter(page: Page): Promise<void> {
  const data = { email: 'me@example.com', password: 'correct horse battery' }
  const headers = { origin: server.address }
  const answer = await page.request.post(`${server.address}/api/auth/login`, { data, headers })
  expect(answer.status()).toBe(200)
}

async function fetchAs(agent: string, url: string): Promise<Response> {
  return fetch(url, { headers: { 'user-agent': agent } })
}

const SUB = 'https://sub.example.com/list?token=hidden'

async function addHere(page: Page, name: string, body: string): Promise<void> {
  await page.getByTestId('new-item').click()
  const dialog = page.getByTestId('item-dialog')
  await dialog.getByLabel('名称', { exact: true }).fill(name)
  await dialog.getByLabel('地址或分享链接').fill(body)
  await dialog.getByRole('button', { name: '保存在此设备' }).click()
  await expect(dialog).toHaveCount(0)
}

test.describe('without an account', () => {
  test.use({ expectedErrors: /CORS policy|ERR_FAILED/ })

  test('sources stay on the device: the browser fetches them, they are merged into a conversion, and a passphrase guards them', async ({
    page,
  }) => {
    let isAllowed = true
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
    await page.context().route('https://sub.example.com/**', (route) =>
      route.fulfill({
        headers: isAllowed
          ? {
              'access-control-allow-origin': '*',
              'access-control-expose-headers': 'subscription-userinfo',
              'subscription-userinfo': `download=6442450944; total=107374182400; expire=${Math.floor(Date.now() / 1000) + 5 * DAY_S}`,
            }
          : { 'access-control-allow-origin': 'https://elsewhere.example' },
        body: NAMES.map((name) => `trojan://secret@${name}.example:443#${name}`).join('\n'),
      }),
    )

    await test.step('an address is fetched by the browser, and the last good copy stays', async () => {
      await open(page, '/subscribe')
      await addHere(page, '主力机场', SUB)
      const item = page.getByTestId('item').first()
      await expect(item).toContainText('3 个节点')
      await expect(item).toContainText('已用 6 / 100 GB')
      await expect(item).toContainText('到期')
      await expect(page.locator('body'), 'the address is masked').not.toContainText('hidden')

      isAllowed = false
      await item.getByRole('button', { name: '刷新' }).click()
      await expect(item).toContainText('该网站不允许网页读取')
      await expect(item, 'the last good copy stays').toContainText('3 个节点')
      await expect(item.getByRole('button', { name: '经服务器获取一次' })).toBeVisible()
      expect(await seriousIssues(page)).toEqual([])
    })

    await test.step('they change places, and a deleted one comes back', async () => {
      await addHere(page, '自建', 'trojan://secret@paris.example:443#paris')
      await page.reload()
      await alive(page)
      await expect(page.getByTestId('item')).toHaveCount(2)
      await page.getByTestId('item').nth(1).getByTestId('item-handle').press('ArrowUp')
      await expect(page.getByTestId('item').first()).toContainText('自建')
      await expect(page.getByTestId('item').first().getByTestId('item-handle')).toBeFocused()

      await page
        .getByTestId('item')
        .first()
        .getByRole('button', { name: /的操作/ })
        .click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      await expect(page.getByTestId('item')).toHaveCount(1)
      await page.getByRole('button', { name: '撤销' }).click()
      await expect(page.getByTestId('item').first()).toContainText('自建')
    })

    await test.step('they are merged into a conversion, and nothing goes to the server', async () => {
      for (const box of await page.getByRole('checkbox', { name: /^选择/ }).all()) await box.check()
      await page.getByRole('button', { name: '在转换页打开' }).click()
      await expect(page).toHaveURL(/\/convert/)
      await expect(page.getByTestId('node-grid')).toContainText('paris')
      const leaked = asked.filter(
        (line) => /token=hidden|secret@/.test(line) && !line.startsWith('GET https://sub.example.com/'),
      )
      expect(leaked, 'nothing goes to the server').toEqual([])
    })

    await test.step('a passphrase guards them: a wrong one opens nothing, and who forgot it starts anew', async () => {
      await page.goBack()
      await expect(page.getByTestId('item')).toHaveCount(2)
      await page.getByTestId('guard').click()
      await page.getByRole('menuitem', { name: '设置口令' }).click()
      const dialog = page.getByTestId('passphrase-dialog')
      await dialog.getByLabel('新口令').fill('correct horse')
      await dialog.getByLabel('再次输入口令').fill('correct horse')
      expect(await seriousIssues(page, { within: '[data-testid=passphrase-dialog]' })).toEqual([])
      await dialog.getByRole('button', { name: '保存' }).click()
      await expect(dialog).toHaveCount(0)
      expect(await storedText(page), 'the rows are sealed').not.toMatch(/paris|自建/)

      await page.reload()
      await alive(page)
      const locked = page.getByTestId('locked-items')
      await locked.getByLabel('口令').fill('wrong horse')
      await locked.getByRole('button', { name: '解锁' }).click()
      await expect(locked).toContainText('口令不正确')
      expect(await seriousIssues(page)).toEqual([])
      await locked.getByLabel('口令').fill('correct horse')
      await locked.getByRole('button', { name: '解锁' }).click()
      await expect(page.getByTestId('item').first()).toContainText('自建')

      await page.getByTestId('guard').click()
      await page.getByRole('menuitem', { name: '立即锁定' }).click()
      await locked.getByRole('button', { name: '忘记口令' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '全部删除' }).click()
      await expect(page.getByText('还没有来源')).toBeVisible()
    })
  })
})

/** All that this page keeps of its sources, as text. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('switchyard-items')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asking = opening.result.transaction('items').objectStore('items').getAll()
    await new Promise((resolve) => asking.addEventListener('success', resolve))
    const texts = asking.result.map((row: { sealed?: { data: ArrayBuffer } }) =>
      row.sealed ? new TextDecoder().decode(row.sealed.data) : JSON.stringify(row),
    )
    opening.result.close()
    return texts.join('\n')
  })
}

test('who is signed out is told what it is for, and signs in without leaving; an address is kept, fetched and published, and each client gets its own format', async ({
  page,
}) => {
  await test.step('what can be used without an account', async () => {
    await open(page, '/settings/subscribe/position')
    const positions = page.getByTestId('position')
    await expect(positions.first()).toContainText('无需账号')
    await expect(positions.first()).toContainText('使用中')
    await expect(positions.nth(1)).toContainText('登录后可用')
    await expect(positions.getByLabel('文件名')).toHaveCount(1)
    // What cannot be used has nothing to choose. A second place can be moved: on a phone with the menu of its card.
    await expect(positions.getByRole('button', { name: '的操作' })).toHaveCount(0)
    await page.getByRole('button', { name: '添加位置' }).click()
    await expect(page.getByRole('menuitem', { name: '服务器订阅' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: '本机文件' }).click()
    await page.setViewportSize({ width: 360, height: 740 })
    const actions = (at: number) => positions.nth(at).getByRole('button', { name: '的操作' })
    await actions(0).click()
    await page.getByRole('menuitem', { name: '下移' }).click()
    await expect(positions.nth(1)).toContainText('本机文件')
    await expect(actions(1)).toBeFocused()
    await actions(1).click()
    await page.getByRole('menuitem', { name: '上移' }).click()
    await page.getByRole('button', { name: '还原' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('signing up without leaving', async () => {
    await open(page, '/subscribe')
    await expect(page.getByText('服务器替你保存来源')).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    await page.getByRole('button', { name: '登录', exact: true }).click()
    const dialog = page.getByTestId('sign-in-dialog')
    await dialog.getByRole('tab', { name: '注册' }).click()
    const setupCode = readFileSync(`${server.data}/setup-code`, 'utf8').trim()
    await dialog.getByLabel('初始化代码').fill(setupCode)
    await dialog.getByLabel('显示名称').fill('我')
    await dialog.getByLabel('邮箱').fill('me@example.com')
    await dialog.getByLabel('密码', { exact: true }).fill('correct horse battery')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: '注册' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('还没有来源')).toBeVisible()
  })

  const item = page.getByTestId('item')
  await test.step('an address is kept and fetched, and shown masked', async () => {
    await page.getByTestId('new-item').click()
    await page.getByLabel('名称', { exact: true }).fill('主力机场')
    await page.getByLabel('地址或分享链接').fill(providerUrl())
    await page.getByRole('button', { name: '保存到服务器' }).click()
    await expect(item).toContainText('3 个节点')
    await expect(item).toContainText('已用 6 / 100 GB')
    await expect(page.locator('body'), 'the address is masked').not.toContainText('hidden')
    expect(await seriousIssues(page)).toEqual([])

    await item.getByRole('button', { name: '对“主力机场”的操作' }).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const form = page.getByTestId('item-dialog')
    await form.getByRole('button', { name: '显示现在的内容' }).click()
    await expect(form.getByLabel('地址或分享链接')).toHaveValue(providerUrl())
    await form.getByRole('button', { name: '取消' }).click()
  })

  await test.step('it is published, and each client gets its own format from one address', async () => {
    await item.getByRole('button', { name: '对“主力机场”的操作' }).click()
    await page.getByRole('menuitem', { name: '发布' }).click()
    await page.getByTestId('publish').getByRole('button', { name: '保存到服务器并发布' }).click()
    const published = page.getByTestId('published')
    const url = await published.getByTestId('address-url').innerText()
    expect(await seriousIssues(page, { within: '[data-testid=published]' })).toEqual([])

    const mihomo = await fetchAs('clash-verge/v2.4.3', url)
    expect(mihomo.headers.get('subscription-userinfo')).toContain('total=107374182400')
    expect(await mihomo.text()).toContain('tokyo.example')
    const singbox = await fetchAs('SFA/1.14.1 (sing-box 1.14.1)', url)
    expect(JSON.stringify(await singbox.json())).toContain('seoul.example')
    const links = Buffer.from(await (await fetchAs('v2rayN/7.16.3', url)).text(), 'base64').toString()
    expect(links).toContain('trojan://secret@osaka.example')
    await published.getByRole('link', { name: '查看这个发布' }).click()
    await expect(page).toHaveURL(/\/subscribe\/[^/?]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('主力机场')
  })
})

test('what came from an account leaves the page and the device when its session ends; what was pasted stays', async ({
  page,
}) => {
  await enter(page)

  await test.step('the text that an address serves opens in the config workbench, and leaves it', async () => {
    await open(page, '/mihomo')
    await page.getByRole('main').getByRole('button', { name: '已发布的订阅' }).click()
    await page.getByTestId('bench-output').getByRole('button', { name: /^打开/ }).first().click()
    await expect(page.getByTestId('health')).toContainText('检查')
    await expect.poll(async () => JSON.stringify(await drafts(page))).toContain('tokyo.example')
    await page.getByTestId('account').click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(page.getByTestId('bench-open')).toBeVisible()
    await expect.poll(async () => JSON.stringify(await drafts(page))).not.toContain('tokyo.example')
  })

  await test.step('nodes on the convert screen', async () => {
    await enter(page)
    await open(page, '/subscribe')
    await page.getByRole('button', { name: '主力机场', exact: true }).click()
    await expect(page).toHaveURL(/\/convert$/)
    await expect(page.getByTestId(/^node-row-/)).toHaveCount(3)
    await paste(page, 'trojan://mine@lima.example:443#lima')
    await expect(page.getByTestId(/^node-row-/)).toHaveCount(4)
    await page.getByTestId('account').click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(page.getByTestId(/^node-row-/)).toHaveCount(1)
    await expect(page.getByTestId(/^node-row-/)).toContainText('lima')
    await expect.poll(async () => JSON.stringify(await drafts(page))).not.toContain('secret@')
    expect(JSON.stringify(await drafts(page))).toContain('lima.example')
    await page.goBack()
    await expect(page.getByText('登录后即可发布')).toBeVisible()
    await expect(page.locator('body')).not.toContainText('主力机场')
  })
})

test('what is on the device is moved to the server by one button, and not before; a backup of Sub-Store and an old address of a converter become sources and something published', async ({
  page,
}) => {
  await test.step('what is on the device is moved', async () => {
    await open(page, '/subscribe')
    await addHere(page, '主力机场', 'trojan://secret@paris.example:443#paris')
    await enter(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.postData() ?? ''))
    await open(page, '/subscribe')
    const device = page.getByTestId('device-items')
    await expect(device.getByTestId('item')).toContainText('主力机场')
    expect(asked.filter((body) => body.includes('secret@'))).toEqual([])
    expect(await seriousIssues(page)).toEqual([])
    await device.getByRole('button', { name: '移到服务器' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '移到服务器' }).click()
    await expect(device).toHaveCount(0)
    await expect(page.getByTestId('item').filter({ hasText: '主力机场 2' })).toContainText('1 个节点')
  })

  await test.step('a backup of Sub-Store is looked at first', async () => {
    const backup = {
      subs: [
        { name: 'a', displayName: '备用机场', source: 'remote', url: providerUrl(), process: [] },
        { name: 'b', source: 'local', content: 'trojan://secret@lyon.example:443#lyon', process: [] },
      ],
      collections: [
        {
          name: 'all',
          displayName: '全部',
          subscriptions: ['a', 'b'],
          process: [
            { type: 'Regex Rename Operator', args: [{ expr: 'osaka', now: 'renamed' }] },
            { type: 'Script Operator', args: { mode: 'script', content: 'steal()' } },
          ],
        },
      ],
      settings: { gistToken: 'canary' },
      files: [{ name: 'my-config', type: 'mihomoProfile' }],
    }
    await page.getByRole('button', { name: '导入' }).click()
    const dialog = page.getByTestId('import-dialog')
    await dialog.getByTestId('backup').setInputFiles({
      name: 'sub-store.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(backup)),
    })
    await expect(dialog).toContainText('脚本不会运行，也不导入')
    await expect(dialog).toContainText('文件 my-config')
    await expect(dialog).toContainText('1 个令牌与密钥')
    await expect(dialog).not.toContainText(/canary|steal|hidden/)
    expect(await seriousIssues(page, { within: '[data-testid=import-dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '保存 2 个来源到服务器' }).click()
    await expect(dialog).toContainText('已添加 2 个来源、1 个发布')
    await dialog.getByRole('link', { name: '全部' }).click()
    await page.getByTestId('show-address').click()
    const url = await page.getByTestId('address').getByTestId('address-url').innerText()
    const config = await (await fetchAs('mihomo/1.19', url)).text()
    expect(config).toContain('name: renamed')
    expect(config).toContain('lyon.example')
  })

  await test.step('an old address of a converter is opened by nobody', async () => {
    await open(page, '/subscribe')
    await page.getByRole('button', { name: '导入' }).click()
    const dialog = page.getByTestId('import-dialog')
    const address = dialog.getByLabel('旧的转换地址')
    await address.fill('https://converter.example/s/abc123')
    await dialog.getByRole('button', { name: '读取地址' }).click()
    await expect(dialog.getByRole('alert')).toContainText('短链接须先展开')
    const query = new URLSearchParams({
      target: 'clash',
      url: `${providerUrl()}|trojan://p@oslo.example:443#oslo`,
      exclude: 'osaka',
      config: 'https://x.example/acl.ini',
    })
    await address.fill(`https://converter.example/sub?${query.toString()}`)
    await dialog.getByRole('button', { name: '读取地址' }).click()
    await expect(dialog).toContainText('转换地址：2 个来源')
    await expect(dialog).toContainText('外部模板不导入')
    await expect(dialog).not.toContainText('hidden')
    await dialog.getByRole('button', { name: '保存 2 个来源到服务器' }).click()
    await expect(dialog).toContainText('已添加 2 个来源、1 个发布')
    await dialog.getByRole('listitem').getByRole('link').click()
    await page.getByTestId('show-address').click()
    const url = await page.getByTestId('address').getByTestId('address-url').innerText()
    const config = await (await fetchAs('mihomo/1.19', url)).text()
    expect(config).toContain('oslo.example')
    expect(config).not.toContain('osaka')
  })
})

test('profiles of clash-verge-rev and an address of a converter are kept on the device; after a tick they are in the exported settings, and another browser adds them', async ({
  page,
  browser,
}) => {
  await open(page, '/subscribe')

  await test.step('profiles are read, and what is none is refused', async () => {
    await page.getByRole('button', { name: '导入' }).click()
    const dialog = page.getByTestId('import-dialog')
    const choose = (text: string) =>
      dialog.getByTestId('backup').setInputFiles({ name: 'x.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
    await choose('proxies: []')
    await expect(dialog.getByRole('alert')).toContainText('不是 Sub-Store 备份')
    await choose(`items:\n- {uid: R, type: remote, name: 主力, url: "${SUB}"}\n`)
    await dialog.getByRole('button', { name: '添加 1 个来源到此设备' }).click()
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(page.getByTestId('item')).toContainText('sub.example.com')
  })

  await test.step('out again, as a file that says what is in it', async () => {
    await page.getByTestId('device-items').getByRole('button', { name: '导出' }).click()
    const ask = page.getByRole('alertdialog', { name: '导出此设备上的 1 个来源？' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ask.getByRole('button', { name: '导出', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('switchyard-subscriptions.json')
    expect(readFileSync(await download.path(), 'utf8')).toContain('token=hidden')
  })

  await test.step('an address of a converter that is typed as a source is taken apart where that is wished', async () => {
    await page.getByTestId('new-item').click()
    const dialog = page.getByTestId('item-dialog')
    const body = dialog.getByLabel('地址或分享链接')
    await body.fill('https://air.example/sub?token=hidden')
    await expect(dialog.getByTestId('converter')).toHaveCount(0)
    const sources = encodeURIComponent('https://one.example/a?token=hidden\nhttps://two.example/b')
    await body.fill(`https://sublink.example/singbox?config=${sources}&selectedRules=balanced`)
    await expect(dialog.getByTestId('converter')).toContainText('其中有 2 个来源')
    expect(await seriousIssues(page, { within: '[data-testid=item-dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '拆成来源' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByTestId('import-dialog').getByRole('button', { name: '添加 2 个来源到此设备' }).click()
    await page.getByTestId('import-dialog').getByRole('button', { name: '完成' }).click()
    await expect(page.getByTestId('item')).toContainText([/sub\.example\.com/, /one\.example/, /two\.example/])
  })

  await test.step('the exported settings', async () => {
    await open(page, '/settings/data')
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '导出', exact: true }).click(),
      ])
      return download.path()
    }
    expect(readFileSync(await save(), 'utf8')).not.toContain('hidden')
    await page.getByRole('checkbox', { name: '也导出此设备上的来源' }).check()
    await expect(page.getByText('3 个来源的地址与节点会以明文写入文件')).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    const file = await save()
    expect(readFileSync(file, 'utf8')).toContain(SUB)

    const other = await browser.newPage({ locale: 'en-US' })
    await open(other, '/en-US/settings/data')
    await other.locator('input[type=file][accept*=json]').setInputFiles(file)
    await expect(other.getByRole('checkbox', { name: /^Add to this device \(3\): 主力/ })).toBeChecked()
    await other.getByRole('button', { name: 'Apply' }).click()
    await expect(other.getByRole('status').filter({ hasText: '3 sources' })).toBeVisible()
    await open(other, '/en-US/subscribe')
    await expect(other.getByTestId('item')).toContainText([/sub\.example\.com/, /one\.example/, /two\.example/])
    await other.close()
  })
})

test('what is on the convert screen is published, another device gets an address of its own, and the history lists every version', async ({
  page,
}) => {
  let file = ''
  let url = ''
  await enter(page)

  await test.step('it is downloaded and published', async () => {
    await open(page, '/convert')
    const node = 'trojan://secret@paris.example:443#paris'
    await paste(page, `${node}\n${node}`)
    const saving = page.waitForEvent('download')
    await page.getByTestId('action-download').click()
    file = (await saving).suggestedFilename()
    await page.getByTestId('action-publish').click()
    const dialog = page.getByTestId('publish')
    await expect(dialog).toContainText('你粘贴的内容会保存到服务器，不会自动更新。')
    await dialog.getByLabel('名称', { exact: true }).fill('路由器')
    await dialog.getByRole('button', { name: '保存到服务器并发布' }).click()
    url = await page.getByTestId('published').getByTestId('address-url').innerText()
    expect(await (await fetchAs('mihomo/1.19', url)).text()).toContain('paris.example')
    await page.getByTestId('published').getByRole('button', { name: '完成' }).click()
  })

  await test.step('its page, its copied address, and what was left out', async () => {
    await open(page, '/subscribe?tab=outputs')
    const published = page.getByRole('main').getByRole('listitem').filter({ hasText: '路由器' })
    await published.getByRole('button', { name: '复制地址' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await published.getByRole('link', { name: '路由器' }).click()
    const leftOut = page.getByTestId('left-out')
    await expect(leftOut.locator('summary')).toHaveText('读取 2 个节点，写入 1 个重复 1 个')
    await leftOut.locator('summary').click()
    await expect(leftOut.getByRole('listitem')).toContainText('与第 1 行重复')
    await page.getByLabel('为另一台设备添加地址').fill('手机')
    await page.getByRole('button', { name: '添加' }).click()
    await expect(page.getByTestId('show-address')).toHaveCount(2)
    // The page is called by its name, and tells an address only to who copies it.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('路由器')
    const own = page.locator('#sidebar').getByRole('list', { name: '我的输出' })
    await expect(own.getByRole('link', { name: '路由器' })).toHaveAttribute('aria-current', 'page')
    expect(await page.content()).not.toContain(new URL(url).pathname)
    await page.getByRole('button', { name: '复制', exact: true }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  })

  await test.step('the history compares any two versions and brings one back; downloads are listed on the device', async () => {
    // Another device edits what is published.
    await page.evaluate(async () => {
      const ask = async (method: string, path: string, body?: unknown) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
        return (await answer.json()).data
      }
      const { outputs } = await ask('GET', '/api/outputs')
      const { id } = outputs.find(({ name }: { name: string }) => name === '路由器')
      const { revision, recipe } = await ask('GET', `/api/outputs/${id}`)
      await ask('PATCH', `/api/outputs/${id}`, { revision, recipe: recipe.replaceAll('paris', 'nizza') })
    })
    await open(page, '/settings/subscribe/history')
    await expect(page.getByTestId('download-row')).toContainText(file)
    await page.getByRole('searchbox').fill('路由器')
    const rows = page.getByTestId('history-row')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('#2')
    await expect(rows.first()).toContainText('服务器')
    await expect(rows.last()).toContainText('首次发布')
    expect(await seriousIssues(page)).toEqual([])
    await rows.first().getByRole('button', { name: '历史' }).click()
    const dialog = page.getByTestId('history-window')
    await dialog.getByRole('button', { name: '与 #1 比较' }).click()
    const difference = page.getByTestId('version-diff')
    await expect(difference).toContainText('nizza.example')
    await expect(difference).toContainText('paris.example')
    expect(await seriousIssues(page, { within: '[data-testid=version-diff]' })).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: '恢复到此版本' }).click()
    await expect(dialog).toContainText('#3')
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(3)
    await page.getByRole('button', { name: '清除发布记录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '清除发布记录' }).click()
    await page.getByRole('searchbox').fill('')
    await expect(rows).toHaveCount(0)
    await expect(page.getByText('还没有发布记录。')).toBeVisible()
  })
})

test('a paused address answers like a wrong one, a leaked one is changed, and a place that was chosen is offered first when something is published', async ({
  page,
}) => {
  await enter(page)

  await test.step('an address is paused, resumed and changed', async () => {
    const old = await addressOf(page)
    const actions = page.getByRole('button', { name: '对“主地址”的操作' })
    await actions.click()
    await page.getByRole('menuitem', { name: '暂停' }).click()
    await expect(page.getByText('已暂停')).toBeVisible()
    expect((await fetchAs('mihomo/1.19', old)).status).toBe(404)
    await actions.click()
    await page.getByRole('menuitem', { name: '恢复' }).click()
    await expect(page.getByText('已暂停')).toHaveCount(0)
    expect((await fetchAs('mihomo/1.19', old)).status).toBe(200)

    await actions.click()
    await page.getByRole('menuitem', { name: '更换地址' }).click()
    await page.getByRole('button', { name: '已泄露，立即失效' }).click()
    await expect(page.getByText('地址已更换')).toBeVisible()
    expect((await fetchAs('mihomo/1.19', old)).status).toBe(404)
    expect(await seriousIssues(page)).toEqual([])
  })

  await test.step('a place is chosen, with its name for files', async () => {
    await open(page, '/settings/subscribe/position')
    const download = page.getByTestId('position').nth(1)
    await download.getByLabel('文件名').fill('sub/{name}')
    await expect(download).toContainText('这里没有文件夹')
    await download.getByLabel('文件名').fill('我的-')
    await download.getByRole('button', { name: '插入客户端' }).click()
    await expect(download.getByLabel('文件名')).toHaveValue('我的-{client}')
    await expect(download).toContainText('我的-mihomo.yaml')
    await download.getByRole('button', { name: '设为默认' }).click()
    await expect(download.getByText('默认', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '上移：2. 本机文件' }).click()
    await expect(page.getByRole('button', { name: '下移：1. 本机文件' })).toBeFocused()
    await expect(page.getByTestId('position').first().getByText('默认', { exact: true })).toBeVisible()
    await page.getByTestId('position').nth(1).getByRole('button', { name: '测试连接' }).click()
    await expect(page.getByText('可用', { exact: true })).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已保存')).toBeVisible()
  })

  await test.step('it is offered first', async () => {
    await page.locator('#sidebar a[href="/convert"]').click()
    await expect(page.getByTestId('empty-screen')).toBeVisible()
    await paste(page, 'trojan://secret@paris.example:443#paris')
    await page.getByTestId('action-publish').click()
    const dialog = page.getByTestId('publish')
    await expect(dialog).toContainText('不会发送到服务器')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: '下载' }).click()
    expect((await saving).suggestedFilename()).toBe('我的-mihomo.yaml')
  })
})

/** Opens the page of what was published first, and gives its address. */
async function addressOf(page: Page): Promise<string> {
  await open(page, '/subscribe?tab=outputs')
  await page
    .getByRole('main')
    .getByRole('link', { name: /主力机场/ })
    .click()
  await page.getByTestId('show-address').click()
  const url = await page.getByTestId('address').getByTestId('address-url').innerText()
  await page.keyboard.press('Escape')
  return url
}
