import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousIssuesInBothColors } from './axe.ts'
import {
  copied as result,
  open,
  openComparison,
  output,
  pasteByKey,
  trojan,
  vless,
  goTo,
  counted,
  fromMenu,
} from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

const NODES = [
  trojan('香港 01', 'h1.example.com'),
  trojan('香港 01', 'h2.example.com'),
  trojan('日本 02', 't.example.com'),
  vless('美国 03'),
  trojan('剩余流量：10 GB', 'i.example.com'),
].join('\n')
const SECTIONS = ['target', 'template', 'rules', 'groups', 'exclude', 'naming', 'providers', 'advanced'] as const
type SectionName = (typeof SECTIONS)[number]

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** The convert screen with nodes in it and a section of its options open. */
async function openSection(page: Page, section: SectionName, path = '/convert'): Promise<void> {
  await open(page, path)
  await pasteByKey(page, NODES)
  await expect(page.getByTestId('summary-output')).toHaveText(counted(5))
  await page.getByTestId('options-open').click()
  await unfold(page, section)
}

const opt = (page: Page, section: SectionName) => page.getByTestId(`opt-${section}`)

/** Opens a section of the options that are shown. */
async function unfold(page: Page, section: SectionName): Promise<void> {
  const details = opt(page, section)
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click()
  await expect(details).toHaveAttribute('open')
}

/** What describes a field to a screen reader. */
async function describedBy(page: Page, field: ReturnType<Page['locator']>): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(ids.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
  return texts.join(' ')
}

/** What is selected in a plain text field. */
const selected = (field: ReturnType<Page['locator']>): Promise<string> =>
  field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))

test('a client is chosen by the app that one has or by its card, each says what it takes, and all are compared', async ({
  page,
}) => {
  await test.step('how many nodes each takes stands below its name with the first result, and moves nothing', async () => {
    await open(page, '/convert?tpl=minimal')
    await pasteByKey(page, NODES)
    const clients = page.getByRole('radiogroup', { name: '目标' })
    /** As they are drawn: what stands above them is measured within a frame. */
    const places = () =>
      clients.locator('label').evaluateAll(async (labels) => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return labels.map((label) => label.getBoundingClientRect().toJSON())
      })
    await clients.waitFor()
    const before = await places()
    await expect(page.getByTestId('target-clash')).toContainText('可用 4/5')
    await expect(page.getByTestId('target-singbox')).toContainText('可用 5/5')
    expect(await places()).toEqual(before)
  })

  await page.getByTestId('options-open').click()
  await unfold(page, 'target')
  const app = opt(page, 'target').getByRole('combobox', { name: '你的客户端' })
  await test.step('an app of phones sets its format, says so, and gets a TUN', async () => {
    await app.click()
    await app.fill('sfa')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/target=singbox/)
    await expect(page.getByTestId('app-set')).toContainText('sing-box for Android → sing-box 配置 · 兼容')
    await expect(page.getByTestId('app-set').getByRole('link')).toHaveAttribute('rel', /noopener/)
    await expect(opt(page, 'target').getByRole('switch', { name: /TUN/ })).toBeChecked()
    await expect.poll(() => result(page)).toContain('"type": "tun"')
  })

  await test.step('the secret of the controller stays as the options change', async () => {
    const secretOf = async () => /"secret": "([\w-]{24})"/.exec(await result(page))?.[1]
    const secret = await secretOf()
    expect(secret).toBeDefined()
    await unfold(page, 'advanced')
    await expect(opt(page, 'advanced').getByLabel('控制密钥')).toHaveValue(secret!)
    await unfold(page, 'naming')
    await page.getByTestId('prefix-input').fill('X-')
    await expect.poll(() => result(page)).toContain('X-')
    expect(await secretOf()).toBe(secret)
  })

  await test.step('another format by hand ends the app, an app that is no longer made is told', async () => {
    await page.getByTestId('card-mihomo').click()
    await expect(page.getByTestId('app-set')).toHaveCount(0)
    await expect(app).toHaveValue('')
    await app.fill('clash for windows')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('app-set')).toContainText('已停止维护')
    await expect(opt(page, 'target').getByRole('switch', { name: /使用 rule-providers/ })).toBeChecked()
  })

  await test.step('the card of Xray writes its config and says what it cannot do', async () => {
    await page.getByTestId('card-xray').click()
    await expect(opt(page, 'target')).toContainText('Xray 不能手动切换策略组')
    await expect(page.getByTestId('card-xray')).toContainText('5/5')
    await expect(page).toHaveURL(/target=xray/)
    await expect.poll(() => result(page)).toContain('"remarks":"X-美国 03","protocol":"vless"')
  })

  await test.step('every format tells how many nodes it takes, and each number of the comparison opens its reasons', async () => {
    await expect(page.getByTestId('card-clash')).toContainText('可用 4/5')
    for (const target of ['mihomo', 'singbox', 'links', 'base64'])
      await expect(page.getByTestId(`card-${target}`)).toContainText('可用 5/5')
    await page.getByRole('button', { name: '比较客户端' }).click()
    const row = page.getByTestId('compare-clash')
    await row.getByRole('button', { name: 'Clash, 未写入: 1' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('compare')).toContainText('Clash 不支持 vless')
    // All versions of sing-box agree: they are one row.
    await page.getByTestId('compare').getByRole('button', { name: '使用 sing-box' }).click()
    await expect(page).toHaveURL(/target=singbox/)
  })
})

test('a service is routed by a tick, a list of one’s own by its address, a wrong rule is told with its line; a rule set is kept as it was typed, and comes from a repository or a file', async ({
  page,
}) => {
  await openSection(page, 'rules')
  const services = page.getByTestId('services')
  await test.step('a tick routes a service', async () => {
    await expect(services.getByRole('button', { name: '常用' })).toHaveAttribute('aria-pressed', 'true')
    await services.getByRole('button', { name: '最少' }).click()
    await expect.poll(() => result(page)).not.toContain('广告拦截')
    await services.getByLabel('奈飞').check()
    await expect(opt(page, 'rules').getByTestId('changed')).toBeVisible()
    await expect.poll(() => result(page)).toContain('name: "奈飞"')
  })

  await test.step('a list of one’s own comes by name and address, and each is one step back', async () => {
    const own = page.getByTestId('own-service')
    await own.getByRole('button', { name: '添加服务' }).click()
    expect(await describedBy(page, own.getByLabel('规则列表地址'))).toContain('https://')
    await own.getByLabel('规则列表地址').fill('https://lists.example/论坛.list')
    await own.getByLabel('规则列表地址').press('Enter')
    await expect.poll(() => result(page)).toMatch(/RULE-SET,论坛,论坛/)
    expect(await result(page)).toContain('{name: "论坛", type: select')
    await page.getByTestId('action-undo').click()
    await expect.poll(() => result(page)).not.toContain('论坛')
    await page.getByTestId('action-undo').click()
    await expect(services.getByLabel('奈飞')).not.toBeChecked()
  })

  await test.step('a wrong rule is told with its line, and MATCH is chosen, not typed', async () => {
    const editor = page.getByTestId('rules-input')
    await editor.fill('DOMAIN,a.example,自动选泽\nMATCH,自动选择\nDOMAIN,good.example,DIRECT')
    const reported = page
      .getByTestId('rule-problems')
      .getByRole('button', { name: /第 1 行：DOMAIN,a\.example,自动选泽 → .*自动选择/ })
    await reported.click()
    await expect(editor).toBeFocused()
    expect(await selected(editor)).toBe('DOMAIN,a.example,自动选泽')
    await opt(page, 'rules').getByRole('button', { name: '改为其余流量走 自动选择' }).click()
    await expect(editor).toHaveValue('DOMAIN,a.example,自动选泽\nDOMAIN,good.example,DIRECT')
    await expect(opt(page, 'rules').getByLabel('其余流量')).toHaveValue('自动选择')
    const text = await result(page)
    expect(text).toMatch(/MATCH,自动选择\s*$/)
    expect(text.match(/MATCH,/g)).toHaveLength(1)
    expect(text).not.toContain('自动选泽')
  })

  const section = opt(page, 'rules')
  const url = section.getByLabel('地址', { exact: true })
  await test.step('an address that was typed last is kept when Esc closes the options', async () => {
    await section.getByRole('button', { name: '恢复默认' }).click()
    await section.getByRole('button', { name: '添加规则集' }).click()
    await expect(section.getByLabel('规则集名称')).toBeFocused()
    await url.fill('https://lists.example.com/ban.list')
    await page.keyboard.press('Escape')
    await expect(section).toHaveCount(0)
    await expect.poll(() => result(page)).toContain('https://lists.example.com/ban.list')
  })

  await test.step('an address of a private network is told at its field', async () => {
    await page.getByTestId('options-open').click()
    await unfold(page, 'rules')
    const row = page.getByTestId('rule-sets').locator('button[aria-expanded]')
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
    await url.fill('http://192.168.1.1/list')
    await url.press('Enter')
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, url)).toContain('地址指向内网')
    await url.fill('')
    await url.press('Enter')
  })

  await test.step('the group that was meant is offered, and the list stands in the result', async () => {
    await section.getByLabel('或仓库路径').fill('ACL4SSR/ACL4SSR/Clash/BanAD.list')
    await section.getByLabel('规则集名称').fill('ban')
    await section.getByLabel('分组', { exact: true }).fill('广告拦截组')
    await section.getByRole('button', { name: '广告拦截', exact: true }).click()
    await expect(section.getByText('客户端将存为 ./providers/ban.txt')).toBeVisible()
    const text = await result(page)
    expect(text).toContain('https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/Clash/BanAD.list')
    expect(text).toContain('RULE-SET,ban,广告拦截')
  })

  await test.step('rules come from a file, and one that is too large is refused', async () => {
    await section.getByLabel('来源', { exact: true }).selectOption({ label: '粘贴或文件' })
    const rules = section.getByRole('textbox', { name: '规则' }).last()
    // A file of the device: the browser is given its place, not its text.
    const file = test.info().outputPath('rules.list')
    const choose = async (text: string) => {
      await writeFile(file, text)
      await section.locator('input[type=file]').setInputFiles(file)
    }
    await choose('# mine\nDOMAIN,a.example\n')
    await expect(rules).toHaveValue('DOMAIN,a.example')
    await choose('DOMAIN,b.example\n'.repeat(320_000))
    await expect(page.locator('[data-toast=error]')).toContainText('内容过大（上限 5 MB）')
    await expect(rules).toHaveValue('DOMAIN,a.example')
  })
})

test('a group of one’s own is given members, nodes go to a group by their name, an empty group is filled or deleted; a group and the rules that name it lead to each other, also under a new name', async ({
  page,
}) => {
  await openSection(page, 'groups', '/convert?tpl=minimal')
  const section = opt(page, 'groups')
  await test.step('a group of one’s own is given members, and the main group offers it', async () => {
    await section.getByRole('button', { name: '添加分组' }).click()
    const own = page.getByTestId('group-rows').locator('li', { has: page.getByLabel('名称', { exact: true }) })
    await own.getByLabel('名称', { exact: true }).fill('看剧')
    await page.keyboard.press('Enter')
    const members = own.getByRole('list', { name: '成员' })
    await expect(members.getByRole('listitem')).toHaveText(['全部节点'])
    await members.getByRole('button', { name: '移除全部节点' }).click()
    const add = own.getByRole('combobox', { name: '添加成员…' })
    await expect(add).toBeFocused()
    await add.selectOption('自动选择')
    await add.selectOption('DIRECT')
    await add.selectOption('节点')
    await members.getByRole('combobox', { name: '节点' }).fill('日本 02')
    await members.getByRole('button', { name: '上移节点' }).click()
    const text = await result(page)
    expect(text).toContain('- {name: "看剧", type: select, proxies: ["自动选择", "日本 02", DIRECT]}')
    expect(text).toMatch(/name: "节点选择", type: select, proxies: \[.*"看剧"/)
  })

  await test.step('a mapping sends nodes to a group; a row with a bad regex is marked and the others still apply', async () => {
    await section.getByRole('button', { name: '添加映射' }).click()
    const first = page.getByTestId('mapping-rows').locator('li').first()
    await first.getByLabel('名称筛选（正则）').fill('香港')
    await first.getByLabel('进入分组').fill('港')
    await expect(first).toContainText('没有这个分组，将新增一个')
    await section.getByRole('button', { name: '添加映射' }).click()
    const second = page.getByTestId('mapping-rows').locator('li').nth(1)
    const pattern = second.getByLabel('名称筛选（正则）')
    await pattern.fill('(日本')
    await second.getByLabel('进入分组').fill('日')
    await expect(pattern).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, pattern)).toContain('缺少右括号')
    const text = await result(page)
    expect(text).toContain('- {name: "港", type: select, proxies: ["香港 01", "香港 01_1"]}')
    expect(text).not.toContain('name: "日"')
  })

  await test.step('a group without nodes is told, filled with DIRECT or deleted, each undone in one step', async () => {
    const auto = page.getByTestId('group-rows').locator('li').nth(1)
    const head = auto.locator('button[aria-expanded]')
    await head.click()
    await auto.getByLabel('名称筛选（正则）').fill('没有这样的节点')
    await expect(head).toContainText('没有节点')
    await auto.getByRole('button', { name: '填入 DIRECT' }).click()
    await expect(head).toContainText('url-test · 1')
    await page.getByTestId('action-undo').click()
    await expect(head).toContainText('没有节点')
    await auto.getByRole('button', { name: '删除该组' }).click()
    await expect(head).toContainText('已删除')
    await page.getByTestId('action-undo').click()
    await expect(auto.getByRole('button', { name: '删除该组' })).toBeVisible()
  })

  const editor = page.getByTestId('rules-input')
  const auto = page.getByTestId('group-rows').locator('li').nth(1)
  const head = auto.locator('button[aria-expanded]')
  const link = page.getByTestId('group-rows').getByRole('button', { name: '2 条规则：转到指向 自动选择 的规则' })
  await test.step('a group leads to its rules, one after the other, and they lead back', async () => {
    await section.getByRole('button', { name: '恢复默认' }).click()
    await unfold(page, 'rules')
    await editor.fill('DOMAIN,a.example,DIRECT\nDOMAIN,b.example,自动选择')
    await opt(page, 'rules').getByLabel('其余流量').selectOption('自动选择')
    await unfold(page, 'groups')
    await link.press('Enter')
    await expect(editor).toBeFocused()
    expect(await selected(editor)).toBe('DOMAIN,b.example,自动选择')
    await page.keyboard.press('Escape')
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '下一条规则' }).press('Enter')
    await expect(opt(page, 'rules').getByLabel('其余流量')).toBeFocused()
    await page.getByRole('button', { name: '返回 自动选择' }).press('Enter')
    await expect(link).toBeFocused()
  })

  await test.step('a rule leads to its group and back, and only then Esc closes the options', async () => {
    const groupOfLine = page.getByRole('button', { name: '第 2 行 · 分组 自动选择' })
    await groupOfLine.press('Enter')
    await expect(head).toBeFocused()
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(groupOfLine).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('options')).toHaveCount(0)
  })

  await test.step('a name that is taken or built in is refused, another stands in the rules at once', async () => {
    await page.getByTestId('options-open').click()
    await unfold(page, 'rules')
    await unfold(page, 'groups')
    await editor.fill('DOMAIN,a.example,自动选择')
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    const name = auto.getByLabel('名称', { exact: true })
    await name.fill('DIRECT')
    await name.press('Enter')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, name)).toContain('DIRECT 是客户端的内置名称')
    await name.fill('节点选择')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, name)).not.toContain('内置名称')
    await name.fill('最快')
    await name.press('Enter')
    await expect(editor).toHaveValue('DOMAIN,a.example,最快')
    await expect(page.getByTestId('rule-problems')).toHaveCount(0)
    const text = await result(page)
    expect(text).toContain('DOMAIN,a.example,最快')
    expect(text).not.toContain('自动选择')
  })
})

test('a rule is added without knowing how one is written, changed in the form, and its groups keep their names in another language', async ({
  page,
}) => {
  await openSection(page, 'rules', '/convert?tpl=minimal')
  const site = page.getByLabel('内容', { exact: true })
  const editor = page.getByTestId('rules-input')
  await test.step('from the palette', async () => {
    await page.getByTestId('options').getByRole('button', { name: '关闭' }).click()
    await page.keyboard.press('Control+k')
    await page.getByTestId('palette').getByRole('combobox').fill('tjgz')
    await page.keyboard.press('Enter')
    await expect(site).toBeFocused()
    await page.keyboard.type('https://www.netflix.com/browse')
    await page.getByLabel('走哪个分组').selectOption('自动选择')
    await expect(page.getByTestId('rule-line')).toHaveText('DOMAIN-SUFFIX,netflix.com,自动选择')
    await site.press('Enter')
    await expect(editor).toHaveValue('DOMAIN-SUFFIX,netflix.com,自动选择\n')
    await expect.poll(() => result(page)).toContain('- DOMAIN-SUFFIX,netflix.com,自动选择')
  })

  await test.step('a value that is none is told, and a line is changed in the form', async () => {
    await site.fill('exa mple')
    await page.getByTestId('rule-write').click()
    await expect(site).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, site)).toContain('不能有空白')
    await expect(editor).toHaveValue('DOMAIN-SUFFIX,netflix.com,自动选择\n')
    await editor.press('Control+Home')
    await expect(page.getByLabel('匹配什么')).toHaveValue('DOMAIN-SUFFIX')
    await expect(site).toHaveValue('netflix.com')
    await page.getByLabel('走哪个分组').selectOption('REJECT')
    await page.getByRole('button', { name: '更新第 1 行' }).click()
    await expect(editor).toHaveValue('DOMAIN-SUFFIX,netflix.com,REJECT\n')
  })

  await test.step('from a group', async () => {
    await page.getByTestId('tab-outline').click()
    const group = page.locator('[data-group="全球直连"]')
    await group.locator('summary').click()
    await group.getByRole('button', { name: '添加走 全球直连 的规则' }).click()
    await expect(site).toBeFocused()
    await expect(page.getByLabel('走哪个分组')).toHaveValue('全球直连')
  })

  await test.step('groups are called what they were when the page speaks another language, until that is chosen', async () => {
    await editor.fill('DOMAIN,a.example,节点选择')
    await expect.poll(() => result(page)).toContain('DOMAIN,a.example,节点选择')
    const before = await result(page)
    await page.getByTestId('lang-switch').click()
    await expect(page).toHaveURL(/\/en-US\/convert/)
    await expect(page.getByTestId('summary-output')).toContainText('Output')
    expect(await result(page)).toBe(before)
    await page.reload()
    await alive(page)
    await expect(page.getByTestId('summary-output')).toHaveText(counted(5))
    expect(await result(page)).toBe(before)
    await goTo(page, 'options')
    await expect(page.getByTestId('group-lang')).toHaveValue('zh-CN')
    await page.getByTestId('group-lang').selectOption('English')
    await expect.poll(() => result(page)).toContain('name: Select')
    await page.getByTestId('action-undo').click()
    await expect.poll(() => result(page)).toBe(before)
  })
})

test('rule lists of another site are asked for once that was allowed, and the settings know the way back', async ({
  page,
}) => {
  let isDown = true
  const asked: string[] = []
  await page.context().route('https://raw.githubusercontent.com/**', (route) => {
    asked.push(route.request().url())
    const headers = { 'access-control-allow-origin': '*' }
    return route.fulfill(isDown ? { status: 503, headers } : { headers, body: 'DOMAIN-SUFFIX,listed.example\n' })
  })
  await openSection(page, 'template', '/convert?target=singbox')
  const question = page.getByTestId('lists-ask')
  const told = page.getByText(/此配置的分流少于预期：缺少 \d+ 个规则列表/).first()
  await test.step('without an answer nothing is asked, and the config says what it is short of', async () => {
    await expect(question).toContainText(/配置可用，但缺 \d+ 个规则列表/)
    await expect(question).toContainText(
      '其中的网站按其余规则走。要从 raw.githubusercontent.com 获取吗？对方会看到你的 IP，看不到节点',
    )
    await question.getByRole('button', { name: '就这样用' }).click()
    await expect(question).toHaveCount(0)
    await expect(told).toBeVisible()
    expect(asked).toEqual([])
  })

  await test.step('lists that do not come are told with the way to try again, and the rest is written', async () => {
    await page.getByRole('button', { name: '允许 raw.githubusercontent.com' }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await expect(told).toBeVisible()
    await expect.poll(() => result(page)).toContain('"outbounds"')
    isDown = false
    await page.getByRole('button', { name: '重试' }).click()
    await expect.poll(() => result(page)).toContain('listed.example')
    await expect(page.getByText('此配置的分流少于预期')).toHaveCount(0)
  })

  await test.step('the settings take the permission back, and the next result asks again', async () => {
    await page.goto('/settings/data')
    await alive(page)
    await page.getByRole('button', { name: '下次再问：raw.githubusercontent.com' }).click()
    await expect(page.getByText('尚未允许任何网站')).toBeVisible()
    await page.goBack()
    await alive(page)
    await question.getByRole('button', { name: '获取', exact: true }).click()
    await expect.poll(() => result(page)).toContain('listed.example')
    await expect(told).toHaveCount(0)
  })
})

test('excludes, regions and filters tell what they take out, a changed section goes back in one step; rows change places by keys and by dragging; options that cover the result lead to it, and on a tablet they stand beside the list', async ({
  page,
}) => {
  await openSection(page, 'exclude')
  const exclude = opt(page, 'exclude')
  await test.step('types and names are left out, and what is no regex is told', async () => {
    await expect(page.getByTestId('exclude-trojan')).toHaveText('trojan4')
    await page.getByTestId('exclude-vless').click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(4))
    await page.getByTestId('exclude-info').click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(3))
    await expect(exclude).toContainText('已排除 2 个节点')
    await page.getByTestId('name-exclude').fill('^日本')
    await expect(exclude).toContainText('已排除 1 个节点')
    // What a person excludes is not left out by the client.
    await expect(page.getByTestId('target-mihomo')).toHaveAttribute('title', /个未写入/)
    await expect(page.getByTestId('summary-output')).toHaveText(counted(2))
    const include = page.getByTestId('name-include')
    await include.fill('(香港')
    await expect(include).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, include)).toContain('缺少右括号，在“(香港”；按文字查找，已排除 5 个节点')
    await exclude.getByRole('button', { name: '恢复默认' }).click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(5))
  })

  await test.step('regions are left out or kept alone', async () => {
    const left = page.getByTestId('exclude-region-HK')
    const kept = page.getByTestId('keep-region-JP')
    await expect(left).toHaveText('香港2')
    await left.click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(3))
    await kept.click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(1))
    expect(await result(page)).toContain('日本 02')
    await exclude.getByRole('button', { name: '恢复默认' }).click()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(5))
    for (const chip of [left, kept]) await expect(chip).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('a changed section has a mark, and goes back to its defaults in one step', async () => {
    await unfold(page, 'advanced')
    const section = opt(page, 'advanced')
    await expect(section.getByTestId('changed')).toHaveCount(0)
    await section.getByLabel('混合端口').fill('99999')
    expect(await describedBy(page, section.getByLabel('混合端口'))).toContain('端口须为 1–65535 的整数')
    await section.getByLabel('混合端口').fill('7000')
    await section.getByLabel('容差（毫秒）').fill('80')
    await expect(section.getByTestId('changed')).toBeVisible()
    await expect.poll(() => result(page)).toContain('mixed-port: 7000')
    await section.getByRole('button', { name: '恢复默认' }).click()
    await expect(section.getByTestId('changed')).toHaveCount(0)
    await expect(section.getByLabel('混合端口')).toHaveValue('')
    await page.getByTestId('action-undo').click()
    await expect(section.getByLabel('容差（毫秒）')).toHaveValue('80')
  })

  await test.step('the section of names shows the first ones, before and after', async () => {
    await unfold(page, 'naming')
    await page.getByTestId('prefix-input').fill('A-')
    await opt(page, 'naming').getByRole('switch').click()
    const examples = page.getByTestId('name-examples').locator('li')
    await expect(examples).toHaveText([/^香港 01→.*A-香港 01$/, /^香港 01→.*A-香港 01_1$/, /^日本 02→.*A-日本 02$/])
  })

  const rows = page.getByTestId('group-rows').locator('li')
  const names = () =>
    rows
      .locator('button[aria-expanded]')
      .evaluateAll((all) => all.slice(0, 3).map((one) => one.textContent.replace(/(select|url-test).*/, '')))
  const auto = rows.nth(1).locator('button[aria-expanded]')
  await test.step('by Alt and an arrow, with the focus kept', async () => {
    await unfold(page, 'groups')
    await expect.poll(names).toEqual(['节点选择', '自动选择', '手动选择'])
    await auto.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(names).toEqual(['节点选择', '手动选择', '自动选择'])
    await expect(rows.nth(2).locator('button[aria-expanded]')).toBeFocused()
    await expect(opt(page, 'groups').getByRole('status').first()).toHaveText(/自动选择 已移到第 3 位/)
  })

  await test.step('by dragging, and back by undo', async () => {
    const handle = rows.nth(2).getByRole('button', { name: /^拖动/ })
    const from = (await handle.boundingBox())!
    const to = (await rows.nth(0).boundingBox())!
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 2, { steps: 5 })
    await page.mouse.up()
    await expect.poll(names).toEqual(['自动选择', '节点选择', '手动选择'])
    await expect(output(page)).toBeVisible()
    expect((await result(page)).match(/- \{name: [^,]+, type: (?:select|url-test)/)?.[0]).toContain('自动选择')

    await page.getByTestId('action-undo').click()
    await page.getByTestId('action-undo').click()
    await expect.poll(names).toEqual(['节点选择', '自动选择', '手动选择'])
  })

  await test.step('a name that was typed last is kept when Esc closes the options', async () => {
    await auto.click()
    await rows.nth(1).getByLabel('名称', { exact: true }).fill('我的自动')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('options')).toHaveCount(0)
    await expect.poll(() => result(page)).toContain('我的自动')
  })

  await test.step('options that cover the result leave its buttons in sight, say what it has, and lead to it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, 'options')
    await unfold(page, 'target')
    await page.getByTestId('card-clash').click()
    await expect(page.getByTestId('options').getByRole('heading', { name: '选项' })).toContainText(
      /Clash · 4\/5 · \d+ 行/,
    )
    await page.getByTestId('action-copy').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('proxies:')
    await expect(page.getByTestId('options')).toBeVisible()
    await page.getByRole('button', { name: '查看结果' }).click()
    await expect(page.getByTestId('options')).toBeHidden()
  })

  await test.step('a press on the list of a tablet closes the options', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await goTo(page, 'list')
    await goTo(page, 'options')
    const { x, width } = (await page.getByTestId('options').boundingBox())!
    expect([x, width]).toEqual([368, 400])
    await page.mouse.click(200, 600)
    await expect(page.getByTestId('options')).toHaveCount(0)
    await expect(page.getByTestId('options-open')).toBeFocused()
    await goTo(page, 'options')
    await page.getByRole('button', { name: '查看结果' }).click()
    await expect(page.getByTestId('output-editor')).toBeVisible()
  })
})

test('a provider keeps its secrets and sing-box says that it leaves it out; a route is laid over its result; no serious finding of axe with every section open and filled; an old link says what it brings', async ({
  page,
}) => {
  await openSection(page, 'providers')
  const providers = opt(page, 'providers')
  await test.step('a provider has its own intervals and a masked password', async () => {
    await page.getByTestId('use-provider').click()
    await providers.getByLabel('地址', { exact: true }).fill('https://sub.example.com/canary')
    const password = providers.getByLabel('密码', { exact: true })
    await password.fill('pass-word')
    await expect(password).toHaveAttribute('type', 'password')
    await providers.getByRole('button', { name: '显示' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await providers.getByLabel('更新间隔（秒）').fill('7200')
    await providers.getByLabel('检查间隔（秒）').fill('0')
    await expect(providers.getByLabel('检查间隔（秒）')).toHaveAttribute('aria-invalid', 'true')
    const text = await result(page)
    expect(text).toMatch(/provider:\s+type: http/)
    expect(text).toContain('interval: 7200')
    expect(text).toContain('interval: 600')
    expect(text).toContain('pass-word')
    expect(page.url()).not.toMatch(/canary|pass-word/)
    await page.getByTestId('target-singbox').click()
    await expect(providers).toContainText('sing-box 没有代理集合')
  })

  await test.step('a route of sing-box is laid over the result, and what is no JSON says its line', async () => {
    await unfold(page, 'rules')
    const route = page.getByTestId('route-input')
    await route.fill('{\n  "final": "direct",\n}')
    await expect.poll(() => result(page)).toContain('"final": "direct"')
    expect(JSON.parse(await result(page))).toMatchObject({ route: { final: 'direct' } })
    await route.fill('{\n  "final" "direct"\n}')
    await expect(route).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(page, route)).toContain('第 2 行')
    await page.getByTestId('target-mihomo').click()
    await goTo(page, 'options')
    await expect(route).toHaveCount(0)
  })

  await test.step('no serious finding of axe with every section open and filled, in light and in dark', async () => {
    for (const section of SECTIONS) await unfold(page, section)
    await page.getByTestId('services').getByRole('button', { name: '最少' }).click()
    await page.getByTestId('services').getByLabel('奈飞').check()
    await opt(page, 'rules').getByRole('button', { name: '添加规则集' }).click()
    await opt(page, 'rules').getByLabel('分组', { exact: true }).fill('节点选泽')
    await page.getByTestId('rules-input').fill('DOMAIN,example.org,DIRECT\nDOMAIN,example.net\nMATCH,DIRECT')
    await page.getByTestId('rules-input').press('Control+Home')
    await expect(page.getByLabel('匹配什么')).toHaveValue('DOMAIN')
    await opt(page, 'groups').getByRole('button', { name: '添加映射' }).click()
    await opt(page, 'groups').getByRole('button', { name: '添加分组' }).click()
    const own = page.getByTestId('group-rows').locator('li', { has: page.getByLabel('名称', { exact: true }) })
    await own.getByRole('combobox', { name: '添加成员…' }).selectOption('节点')
    await expect(own.getByRole('list', { name: '成员' }).getByRole('combobox', { name: '节点' })).toBeVisible()
    await page.getByTestId('group-rows').locator('button[aria-expanded]').nth(1).click()
    await page.getByTestId('name-include').fill('(')
    await expect(page.getByTestId('rule-problems')).toBeVisible()
    await expect(page.getByTestId('name-include')).toHaveAttribute('aria-invalid', 'true')
    expect(await seriousIssuesInBothColors(page, '[data-testid=options]')).toEqual([])
  })

  await test.step('an old link says what it brings and what it cannot', async () => {
    await fromMenu(page, '从旧订阅链接恢复设置')
    const box = page.getByTestId('old-link')
    const dialog = page.getByRole('dialog').filter({ has: box })
    await box.fill('https://suo.example/MbQ2xy')
    await expect(dialog).toContainText('短链接须先展开')
    await expect(dialog.getByRole('button', { name: '恢复', exact: true })).toBeDisabled()
    const address = encodeURIComponent('https://a.example.com/s?token=t')
    await box.fill(
      `https://api.example.com/sub?target=surge&ver=4&url=${address}%7C${address}&exclude=${encodeURIComponent('过期')}&list=true&udp=true&interval=3600`,
    )
    await expect(dialog).toContainText('2 个订阅地址')
    await expect(dialog).toContainText('排除名称含 过期')
    await expect(dialog).toContainText('这里不能输出 surge 格式')
    await expect(dialog).toContainText('1 个步骤')
    await expect(dialog).toContainText('未用到：ver, interval')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('every section fits the sheet, the comparison the screen, the result is edited without scrolling sideways, and Back closes what is on top before it leaves', async ({
    page,
  }) => {
    await page.goto('/favicon.svg')
    await open(page)
    await pasteByKey(page, NODES)
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    await test.step('every section fits the sheet, and the comparison the screen', async () => {
      await goTo(page, 'options')
      for (const section of SECTIONS) await unfold(page, section)
      await page.getByTestId('use-provider').click()
      await opt(page, 'rules').getByRole('button', { name: '添加规则集' }).click()
      await opt(page, 'groups').getByRole('button', { name: '添加映射' }).click()
      expect(await wide()).toBeLessThanOrEqual(360)
      await openComparison(page)
      const comparison = page.getByTestId('compare')
      await expect(page.getByTestId('compare-base64')).toBeVisible()
      const over = await comparison.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
      expect(over).toBeLessThanOrEqual(0)
      await page.keyboard.press('Escape')
      await expect(comparison).toBeHidden()
    })

    await test.step('the options end with a button that closes them, and begin with one that leads to the result', async () => {
      await goTo(page, 'options')
      await page.getByTestId('options').getByRole('button', { name: '完成' }).tap()
      await expect(page.getByTestId('options')).toBeHidden()
      await goTo(page, 'options')
      await page.getByRole('button', { name: '查看结果' }).tap()
      await expect(page.getByTestId('options')).toBeHidden()
      await expect(page.getByTestId('output-editor')).toBeInViewport()
    })

    await test.step('the result is edited and a template chosen without scrolling sideways', async () => {
      await expect(output(page)).toHaveAttribute('contenteditable', 'true')
      await page.getByTestId('action-edit').click()
      await expect(output(page)).toBeFocused()
      await page.keyboard.press('Control+Home')
      await page.keyboard.insertText('# by hand\n')
      await expect(page.getByTestId('edit-banner')).toBeVisible()
      expect(await wide()).toBeLessThanOrEqual(360)
      const templateEntry = page.getByRole('menuitem', { name: '模板：' })
      await page.getByTestId('convert-more').click()
      await templateEntry.click()
      await page.getByTestId('template-minimal').click()
      expect(await wide()).toBeLessThanOrEqual(360)
      await page.getByTestId('template-use').click()
      await page.getByTestId('convert-more').click()
      await expect(templateEntry).toHaveText('模板：精简')
      await page.keyboard.press('Escape')
      await page.getByTestId('edit-discard').click()
    })

    await test.step('Back closes the sheet on top, keeps what was set there, and only then leaves the page', async () => {
      await goTo(page, 'list')
      await goTo(page, 'options')
      await page
        .getByTestId('options')
        .getByRole('radio', { name: /sing-box/ })
        .first()
        .tap()
      await goBackFromSheet(page)
      await expect(page.getByTestId('options')).toBeHidden()
      await expect(page).toHaveURL(/\/convert\?.*target=singbox/)
      await goTo(page, 'result')
      await goBackFromSheet(page)
      await expect(page.getByTestId('result-toggle')).toHaveAttribute('aria-expanded', 'false')
      await page.goBack()
      await expect(page).toHaveURL(/\/favicon\.svg$/)
    })
  })
})

/** A person is slower than a script: by then the history knows of the sheet. */
async function goBackFromSheet(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as { usr?: { isOverPage?: boolean } } | null)?.usr?.isOverPage)
  await page.goBack()
}
