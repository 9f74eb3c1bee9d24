import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from '../apps/server/test/certificates.ts'
import { startCodeHost } from '../apps/web/app/components/presets/emulated-host.ts'
import { FOLDER, MADE_UP } from '../apps/web/app/components/presets/made-up.ts'
import { openAt } from './account.ts'
import { seriousIssues } from './axe.ts'
import { paste, trojan } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { serve, type Served } from './serve.ts'

const RESET_AT = Date.UTC(2036, 0, 2, 3, 4)
const LIMIT = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-ratelimit-remaining, x-ratelimit-reset',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(RESET_AT / 1000),
}
const place = `${FOLDER.owner}/${FOLDER.repo}/${FOLDER.path}@${FOLDER.ref}`

/** The code host behind TLS, as a page asks it; what it was asked for, and whether its limit is reached. */
const host = { asked: [] as string[], isLimited: false }
let front: Server
let codeHost: Awaited<ReturnType<typeof startCodeHost>>
let server: Served

test.beforeAll(async () => {
  codeHost = await startCodeHost(FOLDER, MADE_UP)
  front = createServer(await makeCertificate({ host: 'localhost' }), (request, response) => {
    host.asked.push(decodeURIComponent(request.url ?? ''))
    if (host.isLimited) response.writeHead(403, LIMIT).end('{}')
    else
      void fetch(`${codeHost.base}${request.url}`).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        response.end(await answer.text())
      })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  server = await serve(fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url)), [], {
    PRESETS_BASE: `https://localhost:${(front.address() as AddressInfo).port}`,
  })
})
test.afterAll(async () => {
  await server.stop()
  front.close()
  await codeHost.close()
})

test.describe('the presets of a public repository', () => {
  test.use({ ignoreHTTPSErrors: true, expectedErrors: /status of 40[34]/ })

  test('a folder is opened, one of its presets is seen, starred, kept for a day, and used in the converter', async ({
    page,
  }) => {
    // The code host has no folder of this name: the list that comes with the app stands in.
    await openAt(page, `${server.address}/presets`)
    const list = page.getByRole('list', { name: '规则预设' })
    await expect(list.getByRole('listitem')).toHaveCount(33)
    await expect(page.getByTestId('preset-failure')).toContainText('56fc2a6')
    expect(await seriousIssues(page)).toEqual([])

    await page.getByTestId('preset-place').fill('')
    await page.keyboard.press('Enter')
    await expect(page.getByText('输入不能为空')).toBeVisible()
    await page.getByTestId('preset-place').fill(place)
    await page.keyboard.press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(3)
    const one = page.getByTestId('preset-one.ini')
    await one.click()
    await expect(page.getByTestId('template-preview')).toContainText('3 个分组')
    await one.press('f')
    await expect(page.getByText('已收藏“one.ini”')).toBeVisible()
    expect(await seriousIssues(page)).toEqual([])
    const asked = host.asked.length

    // A second visit on the same day asks nobody. A limit that is reached is said with its time.
    await openAt(page, `${server.address}/favor`)
    await page.getByRole('main').getByRole('link', { name: 'one.ini' }).click()
    await expect(page.getByTestId('template-preview')).toContainText('4 条规则')
    await expect(list.getByRole('listitem')).toHaveCount(3)
    expect(host.asked).toHaveLength(asked)
    host.isLimited = true
    await page.getByTestId('preset-refresh').click()
    await expect(page.getByTestId('preset-failure')).toContainText('2036')
    await expect(list.getByRole('listitem')).toHaveCount(3)

    await page.getByTestId('preset-use').click()
    await expect(page.getByText('转换的模板已换成“one.ini”')).toBeVisible()
    await expect(page.getByTestId('empty-screen')).toBeVisible()
    await paste(page, trojan('A'))
    await page.getByTestId('template-open').click()
    const dialog = page.getByTestId('template-dialog')
    await expect(dialog).toContainText('正在使用：one.ini')
    await expect(dialog.getByTestId('template-preview')).toContainText('3 个分组')
    await page.getByTestId('preset-save').click()
    await expect(page.getByTestId('template-own')).toContainText('one.ini')
    expect(await seriousIssues(page)).toEqual([])
  })
})
