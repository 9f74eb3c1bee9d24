import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { GITEE, GITLAB, ownProvider } from '../apps/server/test/own-provider.ts'
import { becomeOwner, enterAsOwner, forgetProofs, openAt, OWNER, PASSWORD } from './account.ts'
import { seriousIssues } from './axe.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

// The real providers cannot be reached: these are of the tests' own, written from their documents.
const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const PROVIDER = '127.0.0.2'
const APP = { id: 'our-app', secret: 'our-secret' }
const ANNA = { id: 7, login: 'anna-gl', name: 'Anna', email: 'anna@example.com', isConfirmed: true }
const SAME_ADDRESS = { id: 8, login: 'owner-gitee', name: '站长', email: OWNER, isConfirmed: true }

type Provider = Awaited<ReturnType<typeof ownProvider>>

let gitlab: Provider
let gitee: Provider
let server: Served

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ playwright }) => {
  gitlab = await ownProvider(GITLAB, APP, { person: ANNA, address: PROVIDER })
  gitee = await ownProvider(GITEE, APP, { person: SAME_ADDRESS, address: PROVIDER })
  server = await serve(SERVER, [], {
    REGISTRATION: 'open',
    PRIVATE_UPSTREAMS: '127.0.0.0/8',
    OAUTH_GITLAB: `${APP.id}:${APP.secret}@${gitlab.origin}`,
    OAUTH_GITEE: `${APP.id}:${APP.secret}@${gitee.origin}`,
  })
  const request = await playwright.request.newContext()
  await becomeOwner({ request }, server)
  await request.dispose()
})
test.afterAll(async () => {
  await server.stop()
  await gitlab.stop()
  await gitee.stop()
})

/** A browser that opens no windows. */
async function withoutWindows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null
  })
}

async function windowAfter(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), press()])
  return window
}

const account = (page: Page) => page.getByTestId('account')

test('a provider signs up in a window of 960 by 600, and the page that opened it goes on', async ({ page }) => {
  await openAt(page, `${server.address}/login`)
  const button = page.getByRole('button', { name: '使用 GitLab 继续' })
  await test.step('what is set up is offered, and no more', async () => {
    await expect(button).toBeVisible()
    await expect(page.getByRole('button', { name: 'GitHub' }), 'it is not set up').toHaveCount(0)
    expect(await seriousIssues(page)).toEqual([])
  })
  await test.step('a window that is closed says nothing', async () => {
    const closed = await windowAfter(page, () => button.click())
    await closed.waitForURL(`${gitlab.origin}/**`)
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await closed.close()
    await expect(button).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await test.step('one where somebody says no says so', async () => {
    const refused = await windowAfter(page, () => button.click())
    await refused.getByRole('link', { name: 'No' }).click()
    await expect(page.getByRole('alert')).toHaveText('你在第三方取消了授权：未登录')
    await expect(account(page)).toHaveCount(0)
  })
  await test.step('one where somebody says yes makes the account', async () => {
    await page.getByRole('tab', { name: '注册' }).click()
    await button.click()
    await expect(page.getByText('请先勾选同意'), 'a new account needs the terms').toBeVisible()
    await page.getByRole('checkbox').check()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const window = await windowAfter(page, () => button.click())
    await window.waitForURL(`${gitlab.origin}/**`)
    expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([960, 600])
    await Promise.all([window.waitForEvent('close'), window.getByRole('link', { name: 'Yes' }).click()])
    await account(page).click()
    await expect(page.getByRole('menu')).toContainText(ANNA.email)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem('switchyard.oauth'))).toBeNull()
  })
})

test('where no window opens, the whole page goes there and comes back to what it was, or says what is wrong', async ({
  page,
}) => {
  await withoutWindows(page)
  await test.step('an address that is taken is said in the language of the page, and the address bar is clean', async () => {
    for (const [prefix, button, words] of [
      ['', '使用 Gitee 继续', '该邮箱已有账号：请直接登录'],
      ['/en-US', 'Continue with Gitee', 'There is an account with this address: sign in to it'],
    ] as const) {
      await openAt(page, `${server.address}${prefix}/login`)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('link', { name: 'Yes' }).click()
      await expect(page).toHaveURL(`${server.address}${prefix}/login`)
      await expect(page.getByRole('alert')).toHaveText(words)
      await expect(page.getByRole('button', { name: button })).toBeVisible()
    }
  })
  await test.step('who signs in is where one wanted to be', async () => {
    await openAt(page, `${server.address}/login?redirect=%2Fprofile%3Ftab%3Dlogin`)
    await page.getByRole('button', { name: '使用 GitLab 继续' }).click()
    await page.waitForURL(`${gitlab.origin}/**`)
    await page.getByRole('link', { name: 'Yes' }).click()
    await expect(page).toHaveURL(`${server.address}/profile?tab=login`)
    await expect(page.getByText('anna-gl')).toBeVisible()
  })
})

test.describe('long after signing in', () => {
  test.use({ expectedErrors: /403/ })
  test('an account is linked after the person showed who they are, signs in, and is unlinked', async ({ page }) => {
    await enterAsOwner(page, server.address)
    forgetProofs(server)
    await openAt(page, `${server.address}/profile?tab=login`)
    await page.getByRole('button', { name: '关联 Gitee' }).click()
    const proof = page.getByRole('dialog', { name: '请确认是你本人' })
    await proof.getByLabel('密码', { exact: true }).fill(PASSWORD)
    const window = await windowAfter(page, () => proof.getByRole('button', { name: '继续' }).click())
    await window.getByRole('link', { name: 'Yes' }).click()
    await expect(page.getByText('已关联', { exact: true })).toBeVisible()
    await expect(page.getByText(/owner-gitee/)).toBeVisible()
    await expect(page.getByRole('button', { name: '关联 Gitee' })).toHaveCount(0)
    expect(await seriousIssues(page)).toEqual([])

    // Whose account at GitLab it is, is Anna's already.
    const taken = await windowAfter(page, () => page.getByRole('button', { name: '关联 GitLab' }).click())
    await taken.getByRole('link', { name: 'Yes' }).click()
    await expect(page.getByRole('alert')).toHaveText('该第三方账号已关联到另一个账号')

    // It is a proof too.
    forgetProofs(server)
    await page.getByRole('button', { name: '移除' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
    const again = await windowAfter(page, () => proof.getByRole('button', { name: '使用 Gitee 确认' }).click())
    await again.getByRole('link', { name: 'Yes' }).click()
    await expect(page.getByText(/owner-gitee/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: '移除' })).toBeDisabled()
  })
})
