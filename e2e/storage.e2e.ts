import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { becomeOwner, enterAsOwner, openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { openWith, paste, trojan } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const SERVER = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))
const RULES = 'DOMAIN-SUFFIX,例子.cn\n'

// All of them use one server.
test.describe.configure({ mode: 'default' })

let server: Served

test.beforeAll(async ({ browser }) => {
  server = await serve(SERVER, [])
  const page = await browser.newPage()
  await becomeOwner(page, server)
  await page.close()
})
test.afterAll(() => server.stop())
test.use({ expectedErrors: /status of 40[149]/ })

/** Puts a file into the bucket in the name of the same person, as another device does it. */
async function writeElsewhere(page: Page, path: string, text: string): Promise<void> {
  const answer = await page.request.put(
    `${server.address}/api/minio/file?${new URLSearchParams({ path }).toString()}`,
    {
      data: Buffer.from(text),
      headers: {
        origin: server.address,
        'content-type': 'application/octet-stream',
        'x-requested-with': 'another device',
      },
    },
  )
  expect(answer.status()).toBe(200)
}

test('a file with a Chinese name is uploaded, shared with a password for a day, opened by a stranger, and taken back', async ({
  page,
  browser,
}) => {
  await openAt(page, `${server.address}/files?place=storage`)
  const main = page.getByRole('main')
  await expect(main.getByText('登录后使用存储')).toBeVisible()
  await enterAsOwner(page, server.address)
  await openAt(page, `${server.address}/files?place=storage`)
  await expect(main.getByText('这里还没有文件')).toBeVisible()
  await main.getByTestId('upload-files').setInputFiles({
    name: '规则 1.list',
    mimeType: 'text/plain',
    buffer: Buffer.from(RULES),
  })
  const list = main.getByTestId('file-list')
  await list.getByRole('button', { name: '规则 1.list', exact: true }).click()
  const preview = page.getByTestId('preview')
  await expect(preview).toContainText('例子.cn')
  await expect(main.getByTestId('uploads').getByRole('status')).toHaveText('已上传 1 / 1')
  await preview.getByRole('button', { name: '分享' }).click()
  const dialog = page.getByTestId('share-dialog')
  await dialog.getByRole('combobox', { name: '有效期' }).selectOption('1 天')
  await dialog.getByRole('textbox', { name: '口令' }).fill('芝麻开门')
  expect(await seriousIssues(page)).toEqual([])
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const share = dialog.getByTestId('share')
  await expect(share).toContainText('需要口令')
  const url = await share.getByTestId('share-url').innerText()

  const stranger = await browser.newPage()
  await stranger.goto(url)
  const open = async (password: string) => {
    await stranger.locator('input[name=password]').fill(password)
    await stranger.keyboard.press('Enter')
  }
  await open('falsch')
  await expect(stranger.getByRole('alert')).toBeVisible()
  const download = stranger.waitForEvent('download')
  await open('芝麻开门')
  expect((await download).suggestedFilename()).toBe('规则 1.list')

  // The list of all shares has it too; taken back, it opens nothing any more.
  await page.keyboard.press('Escape')
  await main.getByRole('link', { name: '管理存储' }).click()
  await expect(main.getByTestId('share-list')).toContainText('规则 1.list')
  await main.getByTestId('bucket-default').getByRole('button', { name: '测试读写' }).click()
  await expect(main.getByTestId('bucket-default')).toContainText('已上传并删除一个小文件')
  expect(await seriousIssues(page)).toEqual([])
  await main.getByTestId('share-list').getByRole('button', { name: '收回' }).click()
  await expect(main.getByTestId('share-list')).toContainText('还没有分享')
  expect((await stranger.goto(url))?.status()).toBe(404)
  await stranger.close()

  // A bucket goes once its name is typed.
  await main.getByRole('textbox', { name: '新建存储桶' }).fill('photos')
  await main.getByRole('button', { name: '新建', exact: true }).click()
  await main.getByTestId('bucket-photos').getByRole('button', { name: '删除存储桶' }).click()
  const confirm = page.getByTestId('typed-confirm')
  await expect(confirm.getByRole('button', { name: '删除存储桶' })).toBeDisabled()
  await confirm.getByRole('textbox').fill('photos')
  await page.keyboard.press('Enter')
  await expect(main.getByTestId('bucket-photos')).toHaveCount(0)
})

test('a config is published into the storage and imported by its address; a save that somebody beat opens the diff', async ({
  page,
}) => {
  await enterAsOwner(page, server.address)
  await openWith(page, [trojan('A')], `${server.address}/convert`)
  await page.getByTestId('action-publish').click()
  await page.getByTestId('publish').getByRole('combobox', { name: '保存位置' }).selectOption('存储')
  const publish = page.getByTestId('storage-publish')
  await publish.getByRole('textbox', { name: '名称' }).fill('家')
  await expect(publish.getByTestId('who-reads')).toContainText('拿到分享链接的人')
  await expect(publish.getByTestId('file-change')).toContainText('将新建')
  expect(await seriousIssues(page)).toEqual([])
  await publish.getByRole('button', { name: '发布', exact: true }).click()
  const done = page.getByTestId('storage-published')
  await expect(done).toContainText('已创建')
  const url = await done.getByTestId('address-url').innerText()
  await expect(done.getByRole('link', { name: 'Clash Verge' })).toHaveAttribute('href', /^clash-verge:.*%2Ff%2F/)
  const text = async () => (await fetch(url, { headers: { 'user-agent': 'mihomo/1.19' } })).text()
  expect(await text()).toContain('name: A')
  await done.getByRole('button', { name: '完成' }).click()

  await paste(page, trojan('B'))
  await expect(page.getByTestId('summary-output')).toContainText('2')
  await page.getByTestId('action-publish').click()
  await page.getByTestId('publish').getByRole('combobox', { name: '保存位置' }).selectOption('存储')
  await publish.getByRole('textbox', { name: '名称' }).fill('家')
  await expect(publish.getByTestId('file-change')).toContainText('增加')
  await writeElsewhere(page, 'sub/家.yaml', 'theirs\n')
  await publish.getByRole('button', { name: '更新', exact: true }).click()
  const conflict = page.getByTestId('file-conflict')
  await expect(conflict.getByTestId('text-diff')).toContainText('theirs')
  expect(await text()).toBe('theirs\n')
  await conflict.getByTestId('conflict-mine').click()
  await expect(done).toContainText('已更新')
  expect(await done.getByTestId('address-url').innerText()).toBe(url)
  expect(await text()).toContain('name: B')

  await done.getByRole('link', { name: '发布记录' }).click()
  const rows = page.getByRole('main').getByTestId('storage-history-row')
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('link', { name: '打开文件' }).click()
  await expect(page.getByTestId('file-edit')).toContainText('mixed-port: 7890')
  expect(await seriousIssues(page)).toEqual([])
})
