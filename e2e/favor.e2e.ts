import { fileURLToPath } from 'node:url'
import { becomeOwner, openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { openWith, rowOf, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

test('tools and nodes are starred with f, moved and renamed by keys, and used again', async ({ page }) => {
  await page.goto('/favor')
  await alive(page)
  await expect(page.getByTestId(/^star-tool-/)).toHaveCount(3)
  expect(await seriousIssues(page)).toEqual([])

  await page.goto('/client')
  await alive(page)
  await page.locator('body').press('f')
  await expect(page.getByText('已收藏“客户端”')).toBeVisible()
  await expect(page.getByTestId('star-tool-client')).toHaveAttribute('aria-pressed', 'true')

  await openWith(page, [trojan('香港'), trojan('日本')])
  await rowOf(page, '日本').getByRole('gridcell').first().click()
  await page.keyboard.press('f')
  await expect(page.getByText('已收藏 1 个节点')).toBeVisible()

  await page.goto('/favor')
  await alive(page)
  const rows = page.getByRole('list', { name: '收藏列表' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('日本')
  await page.getByRole('button', { name: '编辑“日本”' }).click()
  await page.getByRole('dialog').getByLabel('分组标签').fill('备用')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('备用')
  await rows.first().getByRole('button', { name: '编辑“日本”' }).press('Alt+ArrowDown')
  await expect(rows.last()).toContainText('日本')
  // What is starred holds links, so it stands where no script of a page reads it by accident.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('s3cret')

  await page.reload()
  await alive(page)
  await expect(rows.last()).toContainText('日本')
  expect(await seriousIssues(page)).toEqual([])
  await page.getByRole('button', { name: '取消收藏“客户端”' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: '去转换' }).click()
  await expect(rowOf(page, '日本')).toBeVisible()
})

test.describe('with an account', () => {
  let server: Served
  test.beforeAll(async () => {
    server = await serve(fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url)))
  })
  test.afterAll(() => server.stop())

  test('favourites are synced when that is chosen, and nodes by their own button alone', async ({ page, browser }) => {
    await becomeOwner(page, server)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await openWith(page, [trojan('香港')], `${server.address}/convert`)
    await rowOf(page, '香港').getByRole('gridcell').first().click()
    await page.keyboard.press('f')
    await openAt(page, `${server.address}/client`)
    await page.locator('body').press('f')
    await expect(page.getByText('已收藏“客户端”')).toBeVisible()

    await openAt(page, `${server.address}/favor`)
    await page.getByRole('switch', { name: /同步到我的账号/ }).check()
    await expect(page.getByText('保存到账号 1 项')).toBeVisible()
    expect(sent.join(''), 'no node is sent').not.toContain('s3cret')
    await page.getByRole('button', { name: '把 1 个节点保存到服务器' }).click()
    await expect(page.getByTestId(/^favourite-node-/)).toContainText('账号中也有')

    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.request.post(`${server.address}/api/auth/login`, {
      data: { email: 'owner@example.com', password: 'correct horse battery' },
      headers: { origin: server.address },
    })
    await openAt(other, `${server.address}/favor`)
    await other.getByRole('switch', { name: /同步到我的账号/ }).check()
    await expect(other.getByText('从账号得到 2 项')).toBeVisible()
    await other.getByRole('button', { name: '取消收藏“客户端”' }).click()
    await expect(other.getByTestId(/^favourite-tool-/)).toHaveCount(0)
    // Who signs out there leaves nothing of the account on that device.
    await other.getByTestId('account').click()
    await other.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(other.getByTestId(/^favourite-/)).toHaveCount(0)
    await other.reload()
    await alive(other)
    await expect(other.getByText('还没有收藏')).toBeVisible()
    await elsewhere.close()

    await page.getByRole('button', { name: '立即同步' }).click()
    await expect(page.getByTestId(/^favourite-tool-/)).toHaveCount(0)
  })
})
