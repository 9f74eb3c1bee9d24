import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { seriousIssues as scan } from './axe.ts'
import { alive, expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// Accounts change what everybody at a server meets: these journeys have one of their own.
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const PASSWORD = 'correct horse battery'
const OWNER = 'owner@example.com'

let server: Served
let setupCode: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  server = await serve(SERVER)
  setupCode = readFileSync(`${server.data}/setup-code`, 'utf8').trim()
})
test.afterAll(() => server.stop())

async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.address + path)
  await alive(page)
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = page.getByRole('tabpanel', { name: '登录' })
  await form.getByLabel('邮箱').fill(email)
  await form.getByLabel('密码', { exact: true }).fill(password)
  await form.getByRole('button', { name: '登录', exact: true }).click()
}

async function enter(page: Page, email: string): Promise<void> {
  await open(page, '/login')
  await signIn(page, email)
  await expect(page.getByTestId('account')).toBeVisible()
}

async function register(page: Page, name: string, email: string): Promise<void> {
  const form = page.getByRole('tabpanel', { name: '注册' })
  await form.getByLabel('显示名称').fill(name)
  await form.getByLabel('邮箱').fill(email)
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: '注册' }).click()
}

async function asOwner(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(page, OWNER)
  return page
}

test('the first person comes by the link with the setup code, and is the owner', async ({ page }) => {
  await open(page, `/login#setup=${setupCode}`)
  await expect(page.getByText('这是本站的第一个账号')).toBeVisible()
  await expect(page.getByLabel('初始化代码')).toHaveValue(setupCode)
  expect(page.url(), 'the code is gone from the address').not.toContain(setupCode)
  expect(await scan(page)).toEqual([])

  await page.getByRole('tabpanel').getByRole('button', { name: '注册' }).click()
  await expect(page.getByText('请填写此项').first()).toBeVisible()
  await expect(page.getByText('请先勾选同意')).toBeVisible()
  await register(page, '站长', OWNER)
  await page.getByTestId('account').click()
  await expect(page.getByRole('menu')).toContainText(OWNER)
  await expect(page.getByRole('menuitem', { name: '人员' })).toBeVisible()
})

test.describe('with a password that is wrong', () => {
  test.use({ expectedErrors: /401/ })
  test('it is said in place, the address stays, and the right one leads to where one wanted', async ({ page }) => {
    await open(page, '/profile?tab=security')
    await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile%3Ftab%3Dsecurity$/)
    await signIn(page, OWNER, 'not the password')
    await expect(page.getByRole('alert')).toHaveText('账号或密码不正确')
    await expect(page.getByLabel('邮箱')).toHaveValue(OWNER)
    await signIn(page, OWNER)
    await expect(page).toHaveURL(/\/profile\?tab=security$/)
    await expect(page.getByText('本设备')).toBeVisible()
    expect(await scan(page)).toEqual([])
  })
})

test.describe('of who is no owner', () => {
  // The page of the owner answers so.
  test.use({ expectedErrors: /status of 403/ })

  test('nobody registers without an invitation; with one it works once', async ({ browser, page }) => {
    await open(page, '/register')
    await expect(page).toHaveURL(/\/login\?tab=register$/)
    await expect(page.getByText('此站点凭邀请注册')).toBeVisible()

    const owner = await asOwner(browser)
    await open(owner, '/settings/people')
    await owner.getByLabel('备注（可选）').fill('同事')
    await owner.getByRole('button', { name: '生成邀请链接' }).click()
    const link = await owner.getByRole('dialog').getByLabel('邀请链接').inputValue()
    expect(new URL(link).origin).toBe(server.address)
    expect(await scan(owner)).toEqual([])

    await page.goto(link)
    await register(page, '同事', 'mate@example.com')
    await expect(page.getByTestId('account')).toBeVisible()
    await open(page, '/settings')
    await expect(page.getByRole('link', { name: /人员/ })).toHaveCount(0)
    await open(page, '/settings/people')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有权限')
    await expect(page.getByRole('main')).not.toContainText('邀请')
    expect(await scan(page)).toEqual([])
    await page.getByRole('link', { name: '返回设置' }).click()
    await expect(page).toHaveURL(/\/settings$/)
  })
})

test('another tab hears that somebody signed out', async ({ context, page }) => {
  await enter(page, OWNER)
  await open(page, '/settings/people')
  const other = await context.newPage()
  await open(other, '/convert')
  await other.getByTestId('account').click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(other.getByTestId('sign-in')).toBeVisible()
  await expect(page.getByTestId('sign-in')).toBeVisible()
  await expect(page, 'who signs in again is there again').toHaveURL(/\/login\?redirect=%2Fsettings%2Fpeople$/)
  await expect(page.getByLabel('邮箱')).toBeVisible()
})

test('a session that was ended elsewhere is out', async ({ browser, page }) => {
  await enter(page, OWNER)
  const elsewhere = await asOwner(browser)
  await open(elsewhere, '/profile?tab=security')
  await elsewhere.getByRole('button', { name: '让其他设备退出登录' }).click()
  await expect(elsewhere.getByRole('button', { name: '结束' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByTestId('sign-in')).toBeVisible()
})

test('a name that is not saved is not lost without asking', async ({ page }) => {
  await enter(page, OWNER)
  await open(page, '/profile')
  await page.getByLabel('显示名称').fill('新名字')
  await page.getByRole('link', { name: '节点转换' }).first().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveText(/放弃未保存的修改/)
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByTestId('account').click()
  await expect(page.getByRole('menu')).toContainText('新名字')
})

test('what an account holds is a file for its person', async ({ page }) => {
  await enter(page, OWNER)
  await open(page, '/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as object
  expect(file).toMatchObject({ switchyard: 'account', user: { email: OWNER }, subscriptions: [], outputs: [] })
})

test('who deletes their account types its address, and is out', async ({ page }) => {
  await enter(page, 'mate@example.com')
  await open(page, '/profile?tab=security')
  await page.getByRole('button', { name: '删除账号' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: '永久删除' })).toBeDisabled()
  await dialog.getByLabel(/请输入 mate@example.com/).fill('mate@example.com')
  await dialog.getByRole('button', { name: '永久删除' }).click()
  await expect(page.getByTestId('sign-in')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a reset takes the account back: devices and programs are out, and the page says what still opens it', async ({
  page,
}) => {
  await enter(page, OWNER)
  await open(page, '/profile?tab=security')
  await page.getByRole('button', { name: '新建令牌' }).click()
  const token = page.getByRole('dialog')
  await token.getByLabel('名称').fill('路由器')
  await token.getByRole('checkbox').first().check()
  await token.getByRole('button', { name: '创建', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  await open(page, '/settings/people')
  await page.getByRole('button', { name: /新名字/ }).click()
  await page.getByRole('menuitem', { name: '生成重设密码链接' }).click()
  const link = await page.getByRole('dialog').getByLabel('重设密码链接').inputValue()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('新密码').fill('another horse battery')
  await page.getByRole('button', { name: '设置密码' }).click()
  await expect(page.getByText('密码已更改')).toBeVisible()
  await expect(page.getByText('1 个 API 令牌已吊销')).toBeVisible()
  expect(await scan(page)).toEqual([])
})
