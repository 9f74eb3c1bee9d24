import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '../apps/server/test/certificates.ts'
import { findGitea, HOW_TO_GET_GITEA } from '../packages/git-hosts/test/find-gitea.ts'
import { startGitea } from '../packages/git-hosts/test/gitea-server.ts'
import { openAt } from './account.ts'
import { expect, test } from './journey.ts'

const program = findGitea()
const NAME = '规则 #1 🚀.yaml'
const BEGUN = 'a: 1\nb: 2\nc: 3\n'

test.skip(program === undefined, HOW_TO_GET_GITEA)
test.use({ ignoreHTTPSErrors: true, expectedErrors: /status of 4(?:0[149]|22)/ })

/** TLS before a server of this machine: the fetch worker asks no other. */
async function startFront(target: string): Promise<{ origin: string; close: () => void }> {
  const front = createServer(await makeCertificate({ host: 'localhost' }), (from, to) => {
    const { method, headers, url = '' } = from
    const asked = request(target + url, { method, headers: { ...headers, host: new URL(target).host } }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(to)
    })
    from.pipe(asked)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const close = () => {
    front.closeAllConnections()
    front.close()
  }
  return { origin: `https://localhost:${(front.address() as AddressInfo).port}`, close }
}

test('at a real Gitea: files go into an empty repository, and who is beaten to a save merges both', async ({
  page,
}) => {
  const gitea = await startGitea(program!)
  const { origin, pathname } = new URL(gitea.base)
  const front = await startFront(origin)
  try {
    const repository = await gitea.newRepository(true)
    const second = gitea.connect()
    const textOf = async () => new TextDecoder().decode((await second.readFile(repository, 'main', NAME)).bytes)

    const main = page.getByRole('main')
    await openAt(page, `${process.env.E2E_URL}/settings/gitea`)
    await main.getByRole('button', { name: '添加 Gitea 账号' }).click()
    const dialog = page.getByTestId('git-account-dialog')
    await dialog.getByRole('textbox', { name: 'API 地址' }).fill(front.origin + pathname)
    await dialog.getByLabel('访问令牌').fill(gitea.token)
    await dialog.getByRole('button', { name: '测试连接' }).click()
    await expect(dialog.getByTestId('git-user')).toContainText('ana')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(main.getByTestId('git-account')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: '文件管理', exact: true }).first().click()
    await main
      .getByRole('link', { name: 'Gitea' })
      .or(main.getByRole('button', { name: 'Gitea' }))
      .first()
      .click()
    await main.getByRole('link', { name: repository }).click()

    const choosing = page.waitForEvent('filechooser')
    await main.getByRole('button', { name: '上传文件' }).click()
    await (
      await choosing
    ).setFiles([
      { name: NAME, mimeType: 'text/yaml', buffer: Buffer.from(BEGUN) },
      { name: 'b.list', mimeType: 'text/plain', buffer: Buffer.from('DOMAIN,b.example.com\n') },
    ])
    const upload = page.getByTestId('upload-dialog')
    await upload.getByText('我知道任何人都能读取其中的密码').click()
    await upload.getByRole('button', { name: '上传' }).click()
    const list = main.getByTestId('file-list')
    await expect(list.getByTestId(`file-${NAME}`)).toBeVisible()
    expect(await textOf()).toBe(BEGUN)

    await list.getByTestId(`file-${NAME}`).dblclick()
    const editor = page.getByTestId('file-editor')
    await expect(editor).toContainText('c: 3')
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('mine: true\n')
    const { version } = await second.readFile(repository, 'main', NAME)
    const bytes = new TextEncoder().encode(`theirs: true\n${BEGUN}`)
    await second.write(repository, 'main', {
      message: 'From another device',
      changes: [{ kind: 'update', path: NAME, bytes, version }],
    })
    await page.keyboard.press('Control+s')
    await expect(page.getByTestId('save-message')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByTestId('file-conflict').getByTestId('conflict-merge').click()
    await expect(page.getByTestId('file-dirty')).toBeHidden()
    expect(await textOf()).toBe(`theirs: true\n${BEGUN}mine: true\n`)
  } finally {
    front.close()
    await gitea.close()
  }
})
