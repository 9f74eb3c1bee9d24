import type { Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { alive, expect, test } from './journey.ts'

const SINGBOX = `{
  // mine
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo", "direct"]},
    {"type": "socks", "tag": "Tokyo", "server": "192.0.2.1", "server_port": 1080},
    {"type": "direct", "tag": "direct"}
  ],
  "route": {
    "rules": [
      {"action": "sniff"},
      {"domain_suffix": ["a.example.com"], "action": "route", "outbound": "direct"}
    ],
    "final": "Select"
  }
}
`
const MIHOMO = `# mine
proxies:
  - {name: Tokyo, type: socks5, server: jp.example.com, port: 443}
proxy-groups:
  - {name: Select, type: select, proxies: [Tokyo, DIRECT]} # by hand
rules:
  - DOMAIN-SUFFIX,example.com,Select # first
  - MATCH,DIRECT
`

async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text!], name!))
      return data
    },
    [name, text],
  )
  await page.dispatchEvent('[data-testid=config-bench]', 'dragenter', { dataTransfer: files })
  await page.dispatchEvent('[data-testid=config-bench]', 'drop', { dataTransfer: files })
}

const added = (page: Page) => page.getByTestId('inject-diff').locator('[data-sign="+"]')
const gone = (page: Page) => page.getByTestId('inject-diff').locator('[data-sign="−"]')

test('a config of sing-box dropped on /inject opens there; of two rules the good one goes in, once; a phone begins with what goes in, and a kept set goes into the next config', async ({
  page,
}) => {
  await page.goto('/inject')
  await alive(page)
  await drop(page, 'mine.json', SINGBOX)
  await expect(page).toHaveURL(/\/inject-singbox$/)
  await page
    .getByTestId('inject-rule-lines')
    .fill('DOMAIN,bad_domain-,DIRECT\nDOMAIN-SUFFIX,b.example.com,Selct\nDOMAIN-SUFFIX,b.example.com,Select')
  await expect(page.getByTestId('inject-counts')).toHaveText('新增 1拒绝 2')
  await expect(page.getByTestId('inject-issues')).toContainText('第 1 行：DOMAIN,bad_domain-,DIRECT → ')
  await expect(page.getByTestId('inject-issues')).toContainText('Select')
  await expect(page.getByTestId('inject-translated')).toContainText(
    '{"domain_suffix":["b.example.com"],"action":"route","outbound":"Select"}',
  )
  await expect(added(page)).toHaveCount(1)
  await expect(gone(page)).toHaveCount(0)
  expect(await seriousIssues(page)).toEqual([])

  await page.getByTestId('inject-rule-lines').press('ControlOrMeta+Enter')
  await expect(page.getByTestId('inject-said')).toHaveText('已应用：新增 1，已存在 0，拒绝 2')
  await expect(page.getByTestId('inject-counts')).toHaveText('新增 0已存在 1拒绝 2')
  await expect(page.getByTestId('inject-apply')).toBeDisabled()
  await page.getByTestId('bench-tab-changes').click()
  await expect(page.getByTestId('diff-stat')).toContainText('+1')
  await expect(page.getByTestId('diff-stat')).toContainText('−0')
  await page.getByTestId('undo').click()
  await expect(page.getByTestId('bench-changed')).toHaveCount(0)

  const lines = page.getByTestId('inject-rule-lines')
  await test.step('a phone shows what goes in', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await drop(page, 'mine.yaml', MIHOMO)
    await expect(page).toHaveURL(/\/inject-clash$/)
    await expect(lines).toBeVisible()
  })

  await test.step('a set is kept, and there again after the page was left', async () => {
    await page.setViewportSize({ width: 1680, height: 900 })
    await lines.fill('DOMAIN,b.example.com,Select')
    await page.getByTestId('inject-kept').click()
    await page.getByTestId('inject-kept-name').fill('家里')
    await page.getByTestId('inject-kept-name').press('Enter')
    await expect(page.getByRole('button', { name: '打开“家里”' })).toBeVisible()
    await page.reload()
    await alive(page)
    await page.getByTestId('inject-kept').click()
    await page.getByRole('button', { name: '打开“家里”' }).click()
    await expect(lines).toHaveValue('DOMAIN,b.example.com,Select')
    await expect(added(page)).toHaveText([/DOMAIN,b\.example\.com,Select/])
  })
})

test('a site is typed, its way is drawn, and one press puts a rule before the one that took it; a list that the answer hangs on is fetched at a press', async ({
  page,
  context,
}) => {
  await page.goto('/mihomo')
  await alive(page)
  const node = page.getByTestId('tester-node')

  await test.step('the way of a site is drawn', async () => {
    await drop(page, 'mine.yaml', MIHOMO)
    await page.getByTestId('bench-tab-tester').click()
    await page.getByTestId('tester-site').fill('https://www.example.com/watch')
    await expect(page.getByTestId('tester-rule')).toHaveText('DOMAIN-SUFFIX,example.com,Select')
    await expect(node).toHaveText('Tokyo')
    await page.getByTestId('tester-site').press('Enter')
    await expect(page.locator('.cm-selectionBackground').first()).toBeVisible()
    await expect(page.getByTestId('tester-site')).toBeFocused()
    expect(await seriousIssues(page)).toEqual([])
  })

  await test.step('one press puts a rule before the one that took it', async () => {
    const form = page.getByTestId('tester-add')
    await form.getByLabel('规则').selectOption('DOMAIN,www.example.com')
    await form.getByLabel('走').fill('DIRECT')
    await page.keyboard.press('Enter')
    await page.getByTestId('tester-add-button').click()
    await expect(page.getByTestId('tester-rule')).toHaveText('DOMAIN,www.example.com,DIRECT')
    await expect(node).toHaveText('DIRECT')
    await page.getByTestId('bench-tab-changes').click()
    await expect(page.getByTestId('diff-stat')).toContainText('+1')
    await expect(page.getByTestId('diff-stat')).toContainText('−0')
  })

  await test.step('a rule list that the answer hangs on is named, and fetched at a press', async () => {
    const asked: string[] = []
    await context.route('https://lists.example.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ body: 'payload:\n  - "+.example.com"\n', headers: { 'access-control-allow-origin': '*' } })
    })
    const list =
      'rule-providers:\n  ads: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}\nrules:\n  - RULE-SET,ads,REJECT'
    await drop(page, 'mine.yaml', MIHOMO.replace('rules:', list))
    await page.getByTestId('bench-tab-tester').click()
    await page.getByTestId('tester-site').fill('www.example.com')
    await expect(node).toHaveText('Tokyo')
    await expect(page.getByTestId('tester-lists')).toContainText('ads')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: '从 lists.example.com 获取 1 个' }).click()
    await expect(node).toHaveText('REJECT')
    await expect(page.getByTestId('tester-lists')).toHaveCount(0)
    expect(asked).toEqual(['https://lists.example.com/ads.yaml'])
  })
})
