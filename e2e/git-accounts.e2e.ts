import { openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { openWith, paste, trojan } from './convert-page.ts'
import { startJourneyHost, type JourneyHost } from './git-host.ts'
import { expect, test } from './journey.ts'

const PASSPHRASE = 'correct horse battery'

let host: JourneyHost
test.beforeAll(async () => {
  host = await startJourneyHost()
})
test.afterAll(() => host.close())
test.use({ ignoreHTTPSErrors: true, expectedErrors: /status of 40[14]/ })

test('who connects GitHub by a token publishes a config there twice: created, updated, and gone back to', async ({
  page,
}) => {
  const repository = await host.newRepository()
  const toOurServer: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(host.base)) toOurServer.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const main = page.getByRole('main')
  await openAt(page, `${process.env.E2E_URL}/settings/github`)
  await main.getByRole('button', { name: '添加 GitHub 账号' }).click()
  const dialog = page.getByTestId('git-account-dialog')
  await dialog.getByRole('textbox', { name: 'API 地址' }).fill('http://git.example/api/v3')
  await dialog.getByLabel('访问令牌').fill('wrong')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog.getByText('须以 https:// 开头')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'API 地址' }).fill(host.base)
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText('令牌无效或已过期')).toBeVisible()
  await expect(dialog.getByLabel('访问令牌')).toBeFocused()
  // What the host has refused is not kept.
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog.getByText('令牌无效或已过期')).toBeVisible()
  await dialog.getByLabel('访问令牌').fill(host.token)
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByTestId('git-user')).toContainText('ana')
  await dialog.getByText('记住', { exact: true }).click()
  await dialog.getByLabel('口令', { exact: true }).fill(PASSPHRASE)
  await dialog.getByLabel('再次输入口令').fill(PASSPHRASE)
  expect(await seriousIssues(page)).toEqual([])
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(main.getByTestId('git-account')).toContainText('令牌已记住')

  // Another visit asks for the passphrase; nothing is kept in clear.
  await openWith(page, [trojan('A')])
  await page.getByTestId('action-publish').click()
  const publish = page.getByTestId('git-publish')
  await publish.getByLabel('口令', { exact: true }).fill('wrong horse battery')
  await publish.getByRole('button', { name: '解锁' }).click()
  await expect(publish.getByText('口令不正确')).toBeVisible()
  await publish.getByLabel('口令', { exact: true }).fill(PASSPHRASE)
  await publish.getByRole('button', { name: '解锁' }).click()
  await publish.getByTestId('git-repository').fill(repository)
  await publish.getByRole('textbox', { name: '名称' }).fill('家')
  await expect(publish.getByTestId('file-change')).toContainText('将新建')
  const go = publish.getByRole('button', { name: '发布', exact: true })
  await expect(go).toBeDisabled()
  await publish.getByText('我知道任何人都能读取其中的密码').click()
  expect(await seriousIssues(page)).toEqual([])
  await go.click()
  const done = page.getByTestId('git-published')
  await expect(done).toContainText('已创建')
  await expect(done.getByTestId('address-url')).toContainText('sub/')
  await expect(done.getByRole('link', { name: 'Clash Verge' })).toHaveAttribute('href', /^clash-verge:.*sub%2F/)
  await done.getByRole('button', { name: '完成' }).click()
  expect(await host.textOf(repository, 'sub/家.yaml')).toContain('name: A')

  // The window shows what a second commit changes, and that somebody else was faster.
  await paste(page, trojan('B'))
  await expect(page.getByTestId('summary-output')).toContainText('2')
  await page.getByTestId('action-publish').click()
  await publish.getByTestId('git-repository').fill(repository)
  await publish.getByRole('textbox', { name: '名称' }).fill('家')
  await expect(publish.getByTestId('file-change')).toContainText('增加')
  await publish.getByText('我知道任何人都能读取其中的密码').click()
  await host.writeAsOther(repository, 'sub/家.yaml', 'theirs\n')
  await publish.getByRole('button', { name: '更新', exact: true }).click()
  const conflict = page.getByTestId('file-conflict')
  await expect(conflict.getByTestId('text-diff')).toContainText('theirs')
  expect(await host.textOf(repository, 'sub/家.yaml')).toBe('theirs\n')
  expect(await seriousIssues(page)).toEqual([])
  await conflict.getByTestId('conflict-mine').click()
  await expect(done).toContainText('已更新')
  expect(await host.textOf(repository, 'sub/家.yaml')).toContain('name: B')
  expect(await host.messagesOf(repository, 'sub/家.yaml')).toHaveLength(3)

  await done.getByRole('link', { name: '发布记录' }).click()
  const rows = main.getByTestId('git-history-row')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('button').click()
  const version = page.getByTestId('git-version')
  await expect(version.getByTestId('file-change')).toContainText('删除')
  await version.getByRole('button', { name: '恢复此版本' }).click()
  await expect(rows).toHaveCount(3)
  const text = await host.textOf(repository, 'sub/家.yaml')
  expect(text).toContain('name: A')
  expect(text).not.toContain('name: B')
  expect(await host.messagesOf(repository, 'sub/家.yaml')).toHaveLength(4)
  expect(toOurServer.filter((request) => request.includes(host.token))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain(host.token)
})
