import type { Locator, Page } from '@playwright/test'
import { openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { type JourneyHost, startJourneyHost } from './git-host.ts'
import { alive, expect, test } from './journey.ts'

const NINE = Array.from({ length: 9 }, (_, at) => `${at + 1}.list`)

/** Drops files on the page. Those whose names are given cannot be read the first time, as on a disk that was pulled out. */
async function drop(page: Page, names: readonly string[], unreadable: readonly string[] = []) {
  await page.evaluate(
    ({ names, unreadable }) => {
      const left = new Set(unreadable)
      const read = Reflect.get(Blob.prototype, 'arrayBuffer')
      Blob.prototype.arrayBuffer = function (this: Blob) {
        return this instanceof File && left.delete(this.name) ? Promise.reject(new Error('gone')) : read.call(this)
      }
      const data = new DataTransfer()
      for (const name of names) data.items.add(new File([`DOMAIN,${name}\n`], name))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    { names, unreadable },
  )
}

const rows = (list: Locator) => list.getByRole('row').filter({ has: list.page().getByRole('gridcell') })

async function newEntry(page: Page, kind: string, name: string) {
  await page.getByRole('main').getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  await page.getByTestId('name-dialog').getByRole('textbox', { name: '名称' }).fill(name)
  await page.keyboard.press('Enter')
}

test('without an account: a folder of nine files of which two fail at first, found again after a reload', async ({
  page,
}) => {
  await page.goto('/files')
  await alive(page)
  const main = page.getByRole('main')
  await expect(main.getByText('这里还没有文件')).toBeVisible()
  await newEntry(page, '文件夹', '规则')
  await main.getByRole('link', { name: '规则' }).click()
  await expect(page).toHaveURL(/path=%E8%A7%84%E5%88%99/)
  // What keeps the folder there is not shown.
  await expect(main.getByText('这里还没有文件')).toBeVisible()

  await drop(page, NINE, ['3.list', '7.list'])
  const uploads = main.getByTestId('uploads')
  await expect(uploads.getByRole('status')).toHaveText('已上传 7 / 9，2 个失败')
  const list = main.getByTestId('file-list')
  await expect(rows(list)).toHaveCount(7)
  await uploads.getByRole('button', { name: '重试 2 个失败的文件' }).click()
  await expect(uploads.getByRole('status')).toHaveText('已上传 9 / 9')
  await expect(rows(list)).toHaveCount(9)

  await page.reload()
  await alive(page)
  await expect(rows(list)).toHaveCount(9)
  expect(await seriousIssues(page)).toEqual([])

  // By keys: down to the third, its new name, two more chosen, all three deleted and brought back.
  await list.getByTestId('file-规则/1.list').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.getByTestId('name-dialog').getByRole('textbox', { name: '名称' }).fill('广告.list')
  await page.keyboard.press('Enter')
  await expect(list.getByTestId('file-规则/广告.list')).toHaveAttribute('aria-selected', 'true')
  await list.getByTestId('file-规则/4.list').click()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(main.getByTestId('chosen')).toContainText('已选 2 项')
  await page.keyboard.press('Delete')
  await expect(rows(list)).toHaveCount(7)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(rows(list)).toHaveCount(9)

  await page.keyboard.press('/')
  await expect(main.getByRole('searchbox', { name: '筛选文件' })).toBeFocused()
  await page.keyboard.type('广告')
  await expect(rows(list)).toHaveCount(1)
  await main.getByRole('button', { name: '广告.list', exact: true }).click()
  const preview = page.getByTestId('preview')
  await expect(preview).toContainText('DOMAIN,2.list')
  await preview.getByRole('button', { name: '历史' }).click()
  const versions = page.getByTestId('history-window').getByRole('list', { name: '版本' })
  await expect(versions.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  // The folder that was shown last is there again without an address.
  await page.goto('/files')
  await expect(rows(list)).toHaveCount(9)
})

/** The id of the connected place. */
function placeOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('switchyard-git')
        opening.onsuccess = () => {
          const table = opening.result.objectStoreNames[0]!
          const asked = opening.result.transaction(table).objectStore(table).getAll()
          asked.onsuccess = () => resolve(`git.${asked.result.find((row: { account?: unknown }) => row.account).id}`)
        }
      }),
  )
}

test.describe('at GitHub', () => {
  let host: JourneyHost
  test.beforeAll(async () => {
    host = await startJourneyHost()
  })
  test.afterAll(() => host.close())
  test.use({ ignoreHTTPSErrors: true, expectedErrors: /status of 40[149]/ })

  test('a repository is found, files go up as one commit, last Tuesday’s version comes back, and who is beaten to a save merges both', async ({
    page,
  }) => {
    const repository = await host.newRepository({ 'sub/home.yaml': 'port: 7890\n' })
    await host.writeAsOther(repository, 'sub/home.yaml', 'port: 1080\n', 'Another port')
    await openAt(page, `${process.env.E2E_URL}/github`)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: '连接 GitHub' }).last().click()
    await main.getByRole('button', { name: '添加 GitHub 账号' }).click()
    const dialog = page.getByTestId('git-account-dialog')
    await dialog.getByRole('textbox', { name: 'API 地址' }).fill(host.base)
    await dialog.getByLabel('访问令牌').fill(host.token)
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(main.getByTestId('git-account')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'GitHub', exact: true }).first().click()

    await main.getByRole('link', { name: repository }).click()
    const list = main.getByTestId('file-list')
    await expect(page).toHaveURL(/ref=main/)
    await list.getByRole('link', { name: 'sub' }).click()
    await expect(main.getByText('公开仓库')).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])

    await drop(page, ['a.list', 'b.list'])
    const upload = page.getByTestId('upload-dialog')
    await expect(upload.getByRole('button', { name: '上传' })).toBeDisabled()
    await upload.getByText('我知道任何人都能读取其中的密码').click()
    await upload.getByRole('textbox', { name: '提交说明' }).fill('Two lists')
    await upload.getByRole('button', { name: '上传' }).click()
    await expect(rows(list)).toHaveCount(3)
    expect(await host.messagesOf(repository)).toEqual([
      'Two lists',
      'Another port',
      'Files to begin with',
      'Initial commit',
    ])

    // The list says what was done last, and the history of the folder what each commit changed.
    await expect(list.getByRole('row', { name: /a\.list/ })).toContainText('Two lists')
    await main.getByRole('button', { name: '此文件夹的历史' }).click()
    const commits = page.getByTestId('commits-window')
    await expect(commits.getByTestId('commit-changes')).toContainText('sub/a.list')
    await commits.getByRole('button', { name: /Another port/ }).click()
    await expect(commits.getByTestId('commit-changes')).toContainText('port: 1080')
    await page.keyboard.press('Escape')

    await list.getByRole('button', { name: 'home.yaml', exact: true }).click()
    await page.getByTestId('preview').getByRole('button', { name: '历史' }).click()
    const history = page.getByTestId('history-window')
    await history.getByRole('button', { name: /Files to begin with/ }).click()
    await expect(history.getByTestId('history-diff')).toContainText('7890')
    await history.getByRole('button', { name: '恢复此版本' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '恢复此版本' }).click()
    await expect(page.getByText('已恢复“home.yaml”')).toBeVisible()
    expect(await host.textOf(repository, 'sub/home.yaml')).toBe('port: 7890\n')

    // A branch of its own, and gone again when its name is typed.
    await main.getByRole('button', { name: '分支：main' }).click()
    const branches = page.getByTestId('branches')
    await branches.getByRole('button', { name: '新建分支' }).click()
    await page.getByRole('textbox', { name: '名称' }).fill('people/ana')
    await page.getByRole('button', { name: '新建', exact: true }).last().click()
    await expect(page).toHaveURL(/ref=people%2Fana/)
    await main.getByRole('button', { name: '分支：people/ana' }).click()
    await branches.getByRole('button', { name: '删除分支“people/ana”' }).click()
    const asked = page.getByTestId('delete-branch')
    await expect(asked.getByRole('button', { name: '删除', exact: true })).toBeDisabled()
    await asked.getByRole('textbox').fill('people/ana')
    await asked.getByRole('button', { name: '删除', exact: true }).click()
    await expect(page).toHaveURL(/ref=main/)

    await test.step('somebody else commits first: the conflict window shows both, and the merge is one commit with both', async () => {
      page.on('dialog', (dialog) => void dialog.accept())
      const path = 'rules/家 a.yaml'
      const other = await host.newRepository({ [path]: 'a: 1\r\nb: 2\r\nc: 3\r\n' })
      const query = new URLSearchParams({ place: await placeOf(page), repo: other, path })
      await openAt(page, `${process.env.E2E_URL}/file-edit?${query}`)
      // The token was in the tab alone.
      await page.getByTestId('token-missing').getByLabel('访问令牌').fill(host.token)
      await page.keyboard.press('Enter')
      const editor = page.getByTestId('file-editor')
      const dirty = page.getByTestId('file-dirty')
      await expect(editor).toContainText('b: 2')
      await expect(page.getByTestId('file-status')).toContainText('CRLF')
      expect(new URL(page.url()).searchParams.get('ref')).toBe('main')

      await editor.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.insertText('mine: true\n')
      await host.writeAsOther(other, path, 'theirs: true\r\na: 1\r\nb: 2\r\nc: 3\r\n')
      await page.keyboard.press('Control+s')
      await expect(page.getByTestId('save-message')).toHaveValue(`update ${path}`)
      await page.keyboard.press('Enter')
      const window = page.getByTestId('file-conflict')
      await expect(window).toContainText('已被他人修改')
      await expect(window.getByTestId('conflict-state')).toContainText('双方改的是不同的行')
      await expect(window.getByTestId('text-diff')).toContainText('mine: true')
      expect(await seriousIssues(page)).toEqual([])
      expect(await host.textOf(other, path)).not.toContain('mine')

      await window.getByTestId('conflict-merge').click()
      await expect(page.getByTestId('toast')).toContainText('已保存')
      await expect(editor).toContainText('theirs: true')
      await expect(dirty).toBeHidden()
      expect(await host.textOf(other, path)).toBe('theirs: true\r\na: 1\r\nb: 2\r\nc: 3\r\nmine: true\r\n')
      expect(await host.messagesOf(other, path)).toEqual([
        `update ${path}`,
        'From another device',
        'Files to begin with',
      ])

      // The same lines on both sides: nothing is saved before each place is decided.
      await editor.click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.insertText('x')
      await host.writeAsOther(other, path, 'y\r\n')
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Enter')
      await expect(window.getByTestId('conflict-merge')).toBeDisabled()
      await window.getByTestId('conflict-place').first().getByText('都保留').click()
      await expect(window.getByTestId('conflict-merge')).toBeEnabled()
      await page.keyboard.press('Escape')
      await expect(dirty).toBeVisible()
      expect(await host.textOf(other, path)).toBe('y\r\n')

      // A token that may only read: it can be read, and is said to be so.
      host.refuse = ({ method }) => (method === 'GET' ? undefined : 403)
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('git-failure')).toBeVisible()
      host.refuse = undefined
      await expect(dirty).toBeVisible()
    })
  })
})
