import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { becomeOwner, enterAsOwner, forgetProofs, openAt, PASSWORD } from './account.ts'
import { seriousIssues } from './axe.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

let server: Served
/** The same server under the one name that needs no https for passkeys. */
let site: string

test.describe.configure({ mode: 'serial' })
// Who has to show first who they are is refused, and so is a passkey that was removed.
test.use({ expectedErrors: /401|403/ })

test.beforeAll(async () => {
  server = await serve(SERVER)
  site = server.address.replace('127.0.0.1', 'localhost')
})
test.afterAll(() => server.stop())

interface Authenticator {
  cdp: CDPSession
  authenticatorId: string
}

/** An authenticator inside the browser, like that of a phone or a laptop: whoever is asked says yes. */
async function withAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** A browser that offers no passkeys under a field: the one in this test would take the offer by itself. */
async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

type Credentials = Awaited<ReturnType<typeof credentialsOf>>

async function credentialsOf({ cdp, authenticatorId }: Authenticator) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

/** Each journey has a browser of its own, with the passkeys that the one before had: they count how often they were used. */
async function carry({ cdp, authenticatorId }: Authenticator): Promise<void> {
  for (const credential of carried) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
}

let carried: Credentials

test('a passkey is added after the person showed who they are, and signs in', async ({ page }) => {
  await withoutOffers(page)
  const authenticator = await withAuthenticator(page)
  await becomeOwner(page, server, site)
  forgetProofs(server)
  await openAt(page, `${site}/profile?tab=login`)
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  await test.step('it is added', async () => {
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await expect(dialog).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    await dialog.getByLabel('名称').fill('旧电脑')
    await dialog.getByRole('button', { name: '继续' }).click()
    const proof = page.getByRole('dialog', { name: '请确认是你本人' })
    await proof.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await proof.getByRole('button', { name: '继续' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('旧电脑 · 从未使用')).toBeVisible()
  })
  await test.step('the same device has no second one', async () => {
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await dialog.getByLabel('名称').fill('再来一次')
    await dialog.getByRole('button', { name: '继续' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('这台设备上已有此账号的通行密钥')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).click()
  })
  await test.step('it is called otherwise', async () => {
    await page.getByRole('button', { name: '重命名' }).click()
    await page.getByRole('dialog', { name: '重命名通行密钥' }).getByLabel('名称').fill('办公室的电脑')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('办公室的电脑 · 从未使用')).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
  })
  await test.step('it signs in on the sign-in page', async () => {
    await page.context().clearCookies()
    await openAt(page, `${site}/login?redirect=%2Fprofile%3Ftab%3Dlogin`)
    await page.getByRole('button', { name: '使用通行密钥登录' }).click()
    await expect(page).toHaveURL(/\/profile\?tab=login$/)
    await expect(page.getByText(/办公室的电脑 · .*使用/)).toBeVisible()
    await expect(page.getByText('办公室的电脑 · 从未使用')).toHaveCount(0)
  })
  await test.step('it signs in over a page that keeps what was typed', async () => {
    await page.context().clearCookies()
    await openAt(page, `${site}/subscribe`)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByTestId('sign-in-dialog').getByRole('button', { name: '使用通行密钥登录' }).click()
    await expect(page.getByTestId('sign-in-dialog')).toHaveCount(0)
    await expect(page.getByText('还没有来源')).toBeVisible()
  })
  carried = await credentialsOf(authenticator)
})

test('a passkey is offered under the field for the address, opens nothing once it is removed, and needs a browser that has them', async ({
  page,
}) => {
  const authenticator = await withAuthenticator(page)
  await carry(authenticator)
  await test.step('the list under the field offers it', async () => {
    await openAt(page, `${site}/login`)
    // Nothing is pressed: the authenticator of this test picks what is offered there.
    await expect(page.getByTestId('account')).toBeVisible()
    await expect(page).toHaveURL(`${site}/`)
  })
  await test.step('it is removed, and until then says who this is', async () => {
    await withoutOffers(page)
    forgetProofs(server)
    await openAt(page, `${site}/profile?tab=login`)
    await page.getByRole('button', { name: '移除' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
    const proof = page.getByRole('dialog', { name: '请确认是你本人' })
    await proof.getByRole('button', { name: '使用通行密钥确认' }).click()
    await expect(page.getByText('办公室的电脑')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '移除' })).toBeDisabled()
  })
  await test.step('it opens nothing any more, and that is said', async () => {
    await page.context().clearCookies()
    await openAt(page, `${site}/login`)
    await page.getByRole('button', { name: '使用通行密钥登录' }).click()
    await expect(page.getByRole('alert').first()).toHaveText('这个通行密钥不能登录这里的账号，它可能已被移除')
  })
  await test.step('where a browser has no passkeys, none are offered', async () => {
    await openAt(page, `${server.address}/login`)
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '使用通行密钥登录' })).toHaveCount(0)
    await enterAsOwner(page, server.address)
    await openAt(page, `${server.address}/profile?tab=login`)
    await expect(page.getByRole('button', { name: '添加通行密钥' })).toBeDisabled()
    await expect(page.getByText('通行密钥需要 https 或 localhost')).toBeVisible()
  })
})
