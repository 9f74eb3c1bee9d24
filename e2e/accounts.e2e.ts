import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { enterAsOwner, openAt, OWNER, PASSWORD } from './account.ts'
import { seriousIssues } from './axe.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// Accounts change what everybody at a server meets: these journeys have one of their own.
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const MATE = 'mate@example.com'
const NEW_PASSWORD = 'another horse battery'

let server: Served

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => void (server = await serve(SERVER)))
test.afterAll(() => server.stop())

const open = (page: Page, path: string) => openAt(page, server.address + path)

async function signIn(page: Page, password: string): Promise<void> {
  const form = page.getByRole('tabpanel', { name: '登录' })
  await form.getByLabel('邮箱').fill(OWNER)
  await form.getByLabel('密码', { exact: true }).fill(password)
  await form.getByRole('button', { name: '登录', exact: true }).click()
}

async function register(page: Page, name: string, email: string): Promise<void> {
  const form = page.getByRole('tabpanel', { name: '注册' })
  await form.getByLabel('显示名称').fill(name)
  await form.getByLabel('邮箱').fill(email)
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: '注册' }).click()
}

test.describe('the first person', () => {
  // A password that is wrong is answered so.
  test.use({ expectedErrors: /401/ })

  test('comes by the link with the setup code, is the owner, signs out of all tabs, and comes back to where one wanted; changes the name, takes a copy of all, and a reset takes the account back from devices and programs', async ({
    page,
    context,
    playwright,
  }) => {
    await test.step('registers with the setup code', async () => {
      const setupCode = readFileSync(`${server.data}/setup-code`, 'utf8').trim()
      await open(page, `/login#setup=${setupCode}`)
      await expect(page.getByText('这是本站的第一个账号')).toBeVisible()
      await expect(page.getByLabel('初始化代码')).toHaveValue(setupCode)
      expect(page.url(), 'the code is gone from the address').not.toContain(setupCode)
      expect(await seriousIssues(page)).toEqual([])

      await page.getByRole('tabpanel').getByRole('button', { name: '注册' }).click()
      await expect(page.getByText('请填写此项').first()).toBeVisible()
      await expect(page.getByText('请先勾选同意')).toBeVisible()
      await register(page, '站长', OWNER)
      await page.getByTestId('account').click()
      await expect(page.getByRole('menu')).toContainText(OWNER)
      await page.getByRole('menuitem', { name: '人员' }).click()
      await expect(page).toHaveURL(/\/settings\/people$/)
    })
    await test.step('signs out in another tab, and this one hears of it', async () => {
      const other = await context.newPage()
      await open(other, '/terms')
      await other.getByTestId('account').click()
      await other.getByRole('menuitem', { name: '退出登录' }).click()
      await expect(other.getByTestId('sign-in')).toBeVisible()
      await expect(page.getByTestId('sign-in')).toBeVisible()
      await expect(page, 'who signs in again is there again').toHaveURL(/\/login\?redirect=%2Fsettings%2Fpeople$/)
      await expect(page.getByLabel('邮箱')).toBeVisible()
      await other.close()
    })
    await test.step('a wrong password is said in place, and the right one leads to where one wanted', async () => {
      await open(page, '/profile?tab=security')
      await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile%3Ftab%3Dsecurity$/)
      await signIn(page, 'not the password')
      await expect(page.getByRole('alert')).toHaveText('账号或密码不正确')
      await expect(page.getByLabel('邮箱')).toHaveValue(OWNER)
      await signIn(page, PASSWORD)
      await expect(page).toHaveURL(/\/profile\?tab=security$/)
      await expect(page.getByText('本设备')).toBeVisible()
      expect(await seriousIssues(page)).toEqual([])
    })
    await test.step('a name that is not saved is not lost without asking', async () => {
      await open(page, '/profile')
      await page.getByLabel('显示名称').fill('新名字')
      await page.getByRole('link', { name: '节点转换' }).first().click()
      const question = page.getByRole('alertdialog')
      await expect(question).toHaveText(/放弃未保存的修改/)
      await question.getByRole('button', { name: '取消' }).click()
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByTestId('account').click()
      await expect(page.getByRole('menu')).toContainText('新名字')
      await page.keyboard.press('Escape')
    })
    await test.step('what the account holds is a file for its person', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: '导出', exact: true }).click()
      const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as object
      expect(file).toMatchObject({ switchyard: 'account', user: { email: OWNER }, subscriptions: [], outputs: [] })
    })
    await test.step('a session that is ended from here is out elsewhere', async () => {
      const elsewhere = await playwright.request.newContext({ baseURL: server.address })
      const data = { email: OWNER, password: PASSWORD }
      await elsewhere.post('/api/auth/login', { data, headers: { origin: server.address } })
      const who = async () => (await elsewhere.get('/api/_auth/session')).json() as Promise<object>
      expect(await who()).toMatchObject({ user: { email: OWNER } })
      await open(page, '/profile?tab=security')
      await page.getByRole('button', { name: '让其他设备退出登录' }).click()
      await expect(page.getByRole('button', { name: '结束' })).toHaveCount(0)
      expect(await who()).toEqual({})
      await elsewhere.dispose()
    })
    await test.step('a program gets a token', async () => {
      await page.getByRole('button', { name: '新建令牌' }).click()
      const token = page.getByRole('dialog')
      await token.getByLabel('名称').fill('路由器')
      await token.getByRole('checkbox').first().check()
      await token.getByRole('button', { name: '创建', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
    })
    await test.step('after a reset the page says what still opens the account', async () => {
      await open(page, '/settings/people')
      await page.getByRole('button', { name: '对 新名字 的操作' }).click()
      await page.getByRole('menuitem', { name: '生成重设密码链接' }).click()
      const link = await page.getByRole('dialog').getByLabel('重设密码链接').inputValue()
      await page.goto('about:blank')
      await page.goto(link)
      await page.getByLabel('新密码').fill(NEW_PASSWORD)
      await page.getByRole('button', { name: '设置密码' }).click()
      await expect(page.getByText('密码已更改')).toBeVisible()
      await expect(page.getByText('1 个 API 令牌已吊销')).toBeVisible()
      expect(await seriousIssues(page)).toEqual([])
    })
  })
})

test.describe('a member', () => {
  // The page of the owner answers so.
  test.use({ expectedErrors: /status of 403/ })

  test('registers with an invitation, is kept from what is the owner’s, and deletes the account', async ({
    browser,
    page,
  }) => {
    await test.step('nobody registers without an invitation', async () => {
      await open(page, '/register')
      await expect(page).toHaveURL(/\/login\?tab=register$/)
      await expect(page.getByText('此站点凭邀请注册')).toBeVisible()
    })
    const link = await test.step('the owner makes one', async () => {
      const ownersBrowser = await browser.newContext({ locale: 'zh-CN', serviceWorkers: 'block' })
      const owner = await ownersBrowser.newPage()
      await enterAsOwner(owner, server.address, NEW_PASSWORD)
      await open(owner, '/settings/people')
      await owner.getByLabel('备注（可选）').fill('同事')
      await owner.getByRole('button', { name: '生成邀请链接' }).click()
      const link = await owner.getByRole('dialog').getByLabel('邀请链接').inputValue()
      expect(new URL(link).origin).toBe(server.address)
      expect(await seriousIssues(owner)).toEqual([])
      await ownersBrowser.close()
      return link
    })
    await test.step('it makes a member, who sees nothing of the people', async () => {
      await page.goto(link)
      await register(page, '同事', MATE)
      await expect(page.getByTestId('account')).toBeVisible()
      await open(page, '/settings/people')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有权限')
      await expect(page.getByRole('main')).not.toContainText('邀请')
      expect(await seriousIssues(page)).toEqual([])
      await page.getByRole('link', { name: '返回设置' }).click()
      await expect(page).toHaveURL(/\/settings$/)
      await expect(page.getByRole('link', { name: /外观/ }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: /人员/ })).toHaveCount(0)
    })
    await test.step('who deletes their account types its address, and is out', async () => {
      await open(page, '/profile?tab=security')
      await page.getByRole('button', { name: '删除账号' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: '永久删除' })).toBeDisabled()
      await dialog.getByLabel(/请输入 mate@example.com/).fill(MATE)
      await dialog.getByRole('button', { name: '永久删除' }).click()
      await expect(page.getByTestId('sign-in')).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
    })
  })
})
