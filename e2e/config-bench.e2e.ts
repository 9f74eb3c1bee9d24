import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousIssuesInBothColors } from './axe.ts'
import { fromMenu, openWith, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

/** As somebody wrote it last year, with a reason beside every line. */
const COMMENTS = Array.from({ length: 300 }, (_, at) => `# ${at + 1}: 为什么这样写 / why this is so`)
const MIHOMO = `${COMMENTS.slice(0, 200).join('\n')}
mixed-port: 7890
unified-dealy: true # 延迟
proxies:
  - {name: HK, type: ss, server: hk.example.com, port: 8388, cipher: aes-256-gcm, password: sample}
proxy-groups:
  - {name: Proxy, type: select, proxies: [HK, DIRECT]}
  - {name: Media, type: select, proxies: [Prxy, HK]} # 看电影
${COMMENTS.slice(200).join('\n')}
rules:
  - DOMAIN-SUFIX,netflix.com,Media # 剧
  - MATCH,Proxy
`
const SINGBOX = `{
  // 2024
  "dns": {"servers": [{"tag": "remote", "address": "tls://8.8.8.8"}, {"tag": "local", "address": "local"}],
    "rules": [{"outbound": "any", "server": "local"}]},
  "inbounds": [{"type": "tun", "tag": "tun", "inet4_address": "172.19.0.1/30", "auto_route": true, "sniff": true}],
  "outbounds": [
    {"type": "selector", "tag": "Proxy", "outbounds": ["HK"]},
    {"type": "shadowsocks", "tag": "HK", "server": "hk.example.com", "server_port": 8388, "method": "aes-256-gcm", "password": "sample"},
    {"type": "dns", "tag": "dns-out"}
  ],
  "route": {"rules": [{"protocol": "dns", "outbound": "dns-out"}], "final": "Proxy"}
}
`

const health = (page: Page) => page.getByTestId('health')
const editor = (page: Page) => page.getByTestId('bench-editor')

const openFile = (page: Page, name: string, text: string) =>
  page.getByTestId('file-input').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.keyboard.press('Control+s')
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('last year’s config is mended in three presses, and a file of another client goes to its own door and is brought to its newest version', async ({
  page,
}) => {
  await page.goto('/mihomo')
  await alive(page)
  const issues = page.getByTestId('issues')

  await test.step('every fix is one press, and the diff has exactly those lines', async () => {
    await openFile(page, 'home.yaml', MIHOMO)
    await expect(health(page)).toContainText('2 个错误')
    await expect(health(page)).toContainText('1 个警告')
    await page.getByTestId('health-open').click()
    await expect(issues.getByRole('listitem')).toHaveText([
      /第 207 行.*Prxy/,
      /第 309 行.*DOMAIN-SUFIX/,
      /第 202 行.*unified-dealy/,
    ])
    expect(await seriousIssuesInBothColors(page)).toEqual([])
    await page.getByTestId('fix-all').click()
    await issues.getByRole('button', { name: '改为 Proxy（第 207 行）' }).click()
    await issues.getByRole('button', { name: '改为 DOMAIN-SUFFIX（第 309 行）' }).click()
    await expect(health(page)).toContainText('没有发现问题')
    await page.getByTestId('bench-tab-changes').click()
    await expect(page.getByTestId('diff-stat')).toContainText('新增 3 行，删除 3 行')
    const { name, text } = await downloaded(page)
    const changed = text.split('\n').filter((line, at) => line !== MIHOMO.split('\n')[at])
    expect([name, ...changed]).toEqual([
      'home.yaml',
      'unified-delay: true # 延迟',
      '  - {name: Media, type: select, proxies: [Proxy, HK]} # 看电影',
      '  - DOMAIN-SUFFIX,netflix.com,Media # 剧',
    ])
  })

  await test.step('typing and fixes are one history, also by the keys of the editor; what is open outlives the page', async () => {
    await editor(page).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('# mine')
    await expect(editor(page)).toContainText('# mine# 1')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(health(page)).toContainText('1 个错误')
    await page.keyboard.press('Control+Shift+z')
    await expect(health(page)).toContainText('没有发现问题')
    const line = page.getByRole('separator', { name: '面板宽度' })
    await line.press('ArrowLeft')
    await line.press('ArrowLeft')
    const width = await line.getAttribute('aria-valuenow')
    await page.reload()
    await alive(page)
    await expect(page.getByTestId('bench-changed')).toBeVisible()
    await expect(line).toHaveAttribute('aria-valuenow', width!)
    await expect(health(page)).toContainText('没有发现问题')
  })

  await test.step('a file of sing-box 1.10 goes to its own door and is brought to 1.14, each change named', async () => {
    await openFile(page, 'config.json', SINGBOX)
    await expect(page).toHaveURL(/\/singbox$/)
    await expect(page.getByTestId('toast')).toContainText('已转到对应页面')
    await page.getByTestId('to-upgrade').click()
    const upgrade = page.getByTestId('upgrade')
    const changes = upgrade.getByTestId('upgrade-change')
    await expect(changes.locator('code')).toHaveText([
      'dns-address', 'dns-address', 'dns-outbound-rule', 'tun-address', 'inbound-actions', 'dns-outbound',
    ]) // oxfmt-ignore
    await expect(upgrade).toContainText('按 sing-box 1.14 检查：没有错误')
    // What is not ticked stays as it is, and what that leaves is said before anything is done.
    const tun = changes.filter({ hasText: 'tun-address' }).getByRole('checkbox')
    await tun.uncheck()
    await expect(upgrade).toContainText('还有 1 个错误')
    await tun.check()
    await expect(upgrade).toContainText('没有错误')
    await page.getByTestId('upgrade-apply').click()
    await expect(health(page)).toContainText('没有发现问题')
    const { text } = await downloaded(page)
    expect(text).toContain('// 2024')
    expect(text).toContain('"address": ["172.19.0.1/30"]')
    await page.getByTestId('undo').click()
    await expect(health(page)).toContainText('个错误')
    expect((await downloaded(page)).text).toBe(SINGBOX)
  })
})

test('on a phone one thing is shown at a time: an issue leads to its line, the converter’s result comes along', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openWith(page, [trojan('Tokyo')], '/en-US/convert')
  await fromMenu(page, 'Open in the config workbench')
  await expect(page).toHaveURL(/\/en-US\/mihomo$/)
  await expect(health(page)).toContainText('No problems found')
  await page.getByTestId('bench-tab-changes').click()
  await expect(page.getByTestId('diff')).toBeVisible()
  await expect(editor(page)).toBeHidden()
  await page.getByTestId('bench-tab-text').click()
  await editor(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('mdoe: rule\n')
  await expect(health(page)).toContainText('1 warning')
  await page.getByTestId('bench-tab-upgrade').click()
  await page.getByTestId('health-open').click()
  await page
    .getByTestId('issues')
    .getByRole('button', { name: /^Warning\s*Line 1 / })
    .click()
  await expect(editor(page)).toBeFocused()
  expect(await seriousIssuesInBothColors(page)).toEqual([])

  // What cannot be opened is said where it was asked for, and stays there.
  await openFile(page, 'a.bin', '\0\0')
  await expect(page.getByTestId('bench-failure')).toHaveText(/a\.bin is not a text file/)
  await openFile(page, 'a.yaml', ' \n')
  await expect(page.getByTestId('bench-failure')).toHaveText(/a\.yaml is empty/)
  await page.getByTestId('bench-failure').getByRole('button').click()
  await expect(page.getByTestId('bench-failure')).toHaveCount(0)
})
