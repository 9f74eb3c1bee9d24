import { fileURLToPath } from 'node:url'
import { seriousIssues } from './axe.ts'
import { becomeOwner, openAt } from './account.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const program = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const FIRST = 'https://sub.example.com/list?token=hidden'
const NEXT = 'https://new.example.org/list'
/** A service of somebody else, which lets web pages call it. */
const SERVICE = 'https://short.example.net'

// All of them use one server.
test.describe.configure({ mode: 'default' })

let server: Served
test.beforeAll(async () => {
  server = await serve(program)
})
test.afterAll(() => server.stop())

/** What a program is told at a short link. */
async function visit(code: string): Promise<string | number> {
  const { status, headers } = await fetch(`${server.address}/s/${code}`, { redirect: 'manual' })
  return headers.get('location') ?? status
}

test('a short link is made, opened, pointed elsewhere with the same code, switched off, deleted and brought back', async ({
  page,
  browser,
}) => {
  await openAt(page, `${server.address}/short`)
  const main = page.getByRole('main')
  // What was typed before somebody signs in is still there.
  await main.getByLabel('目标地址').fill(FIRST)
  await main.getByLabel('短码', { exact: true }).fill('admin')
  await main.getByRole('button', { name: '生成短链接' }).click()
  await expect(main.getByLabel('短码', { exact: true })).toHaveAccessibleDescription('这个短码留给站点自己用。')
  await becomeOwner(page, server)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.reload()
  await main.getByLabel('目标地址').fill(FIRST)
  await main.getByLabel('短码', { exact: true }).fill('router')
  await main.getByRole('button', { name: '生成短链接' }).click()
  await expect(main.getByTestId('made-link')).toContainText(`${server.address}/s/router`)
  const row = main.getByTestId('short-link')
  await expect(row).toContainText('sub.example.com')
  expect(await visit('router')).toBe(FIRST)
  expect(await seriousIssues(page)).toEqual([])

  // Somebody who is not signed in sees where it leads, and goes there by a press.
  const stranger = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await stranger.goto(`${server.address}/s/router`)
  await expect(stranger.getByText('sub.example.com', { exact: true })).toBeVisible()
  await expect(stranger.getByRole('link', { name: '继续访问' })).toHaveAttribute('href', FIRST)
  expect(await seriousIssues(stranger)).toEqual([])

  await row.getByRole('button', { name: '编辑 router' }).click()
  const dialog = page.getByTestId('edit-link')
  await expect(dialog.getByLabel('目标地址')).toHaveValue(FIRST)
  await dialog.getByLabel('目标地址').fill(NEXT)
  expect(await seriousIssues(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('new.example.org')
  expect(await visit('router')).toBe(NEXT)

  const act = async (name: string) => {
    await row.getByRole('button', { name: 'router 的操作' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('停用')
  await expect(row).toContainText('已停用')
  expect(await visit('router')).toBe(410)
  await stranger.reload()
  await expect(stranger.getByRole('heading')).toHaveText('这个短链接已经失效')
  await act('启用')
  await expect(row).toContainText('启用')

  await act('删除')
  await expect(row).toHaveCount(0)
  expect(await visit('router')).toBe(404)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toContainText('new.example.org')
  expect(await visit('router')).toBe(NEXT)

  // A visitor reports it; the owner of the site sees that, and stops it for everybody.
  await stranger.goto(`${server.address}/s/router`)
  await stranger.getByRole('button', { name: '向本站站长举报这个链接' }).click()
  await expect(stranger.getByRole('heading')).toHaveText('已举报，谢谢')
  await page.reload()
  const reported = main.getByTestId('reported-links')
  await expect(reported).toContainText('站长 创建 · 被举报 1 次')
  expect(await seriousIssues(page)).toEqual([])
  await reported.getByRole('button', { name: '停用' }).click()
  await expect(reported).toContainText('被站长停用')
  expect(await visit('router')).toBe(410)
  await reported.getByRole('button', { name: '恢复' }).click()
  // Who looked at it and lets it be has answered the report.
  await expect(reported).toHaveCount(0)
  expect(await visit('router')).toBe(NEXT)
  await stranger.context().close()
})

test('where the server makes no short links there is no form, but the way to a service of others; where it fetches for nobody it says what else can be done', async ({
  page,
}) => {
  const without = await serve(program, [], { SHORT_API: 'off', RELAY: 'off' })
  try {
    await openAt(page, `${without.address}/short`)
    const main = page.getByRole('main')
    await expect(main.getByText('本站不提供短链接')).toBeVisible()
    await expect(page.getByTestId('new-link')).toHaveCount(0)
    await main.getByRole('link', { name: '添加服务' }).click()
    await expect(main.getByRole('radio', { name: /本站/ })).toBeDisabled()

    await test.step('nor does it fetch for anybody', async () => {
      await openAt(page, `${without.address}/en-US/convert`)
      await page.getByRole('button', { name: 'Subscription' }).click()
      await page.getByTestId('url-input').fill('http://192.0.2.1/sub')
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      const source = page.getByTestId('source-0')
      await expect(source.getByTestId('fetch-refused').getByRole('button')).toHaveText([
        'Let the client download it',
        'Paste its content',
      ])
      await source.getByRole('button', { name: /^Source actions/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Fetch once through the server' })).toHaveCount(0)
    })
  } finally {
    await without.stop()
  }
})

test.describe('a service of somebody else', () => {
  test.use({ expectedErrors: /CORS|ERR_FAILED|Failed to load resource/ })

  test('is described, refuses a key that is written out, is tried, and makes the link that is wanted', async ({
    page,
  }) => {
    const asked: string[] = []
    await page.context().route(`${SERVICE}/**`, async (route) => {
      asked.push(`${route.request().headers()['x-api-key'] ?? ''} ${route.request().postData() ?? ''}`)
      // A browser says no more of a service that refuses it than of one that is away.
      if (asked.length === 1) return route.abort('failed')
      await route.fulfill({
        json: { shortUrl: `${SERVICE}/abc` },
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      })
    })
    await openAt(page, `${server.address}/settings/api/short`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: '添加服务' }).click()
    await page.getByRole('menuitem', { name: 'Shlink' }).click()
    await main.getByLabel('接口地址').fill(`${SERVICE}/rest/v3/short-urls`)
    await main.getByLabel('请求头的值').fill('canary-key')
    await expect(main.getByLabel('请求头的值')).toHaveAccessibleDescription(/密钥填在下面/)
    await main.getByLabel('请求头的值').fill('{token}')
    await main.getByLabel('密钥', { exact: true }).fill('canary-key')
    await main.getByRole('button', { name: '立即测试' }).click()
    await expect(main.getByRole('alert')).toContainText('CORS')
    await main.getByRole('button', { name: '立即测试' }).click()
    await expect(main.getByText(`可以使用：${SERVICE}/abc`)).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    // Remembered under a passphrase.
    await main.getByTestId('keep-token').click()
    await main.getByLabel('口令', { exact: true }).fill('correct horse battery')
    await main.getByLabel('再次输入口令').fill('correct horse battery')
    await main.getByRole('button', { name: '保存' }).click()
    await expect(main.getByRole('radio', { name: /Shlink/ })).toBeChecked()
    // The key is nowhere on the device.
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('canary-key')

    await page.getByRole('link', { name: '短链接', exact: true }).click()
    await expect(page).toHaveURL(`${server.address}/short`)
    // The tab is another one: the key opens again by its passphrase.
    await page.reload()
    await main.getByTestId('locked-tokens').getByLabel('口令').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await expect(main.getByTestId('locked-tokens')).toHaveCount(0)
    const form = page.getByTestId('new-link')
    await form.getByLabel('目标地址').fill(FIRST)
    await form.getByLabel('短码', { exact: true }).fill('mine')
    await form.getByRole('button', { name: '生成短链接' }).click()
    await expect(main.getByTestId('made-link')).toContainText(`${SERVICE}/abc`)
    expect(asked.at(-1)).toBe(
      `canary-key ${JSON.stringify({ longUrl: FIRST, customSlug: 'mine', findIfExists: true })}`,
    )
  })
})
