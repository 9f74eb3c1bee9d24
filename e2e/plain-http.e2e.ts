import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { open, output, paste, rowOf, trojan, counted } from './convert-page.ts'
import { expect, test } from './journey.ts'
import { PLAIN_HOST } from './browser.ts'
import { serve, type Served } from './serve.ts'

const main = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

/** A port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

test.describe('over plain http, where browsers have no clipboard, no locks and no service worker', () => {
  // The browser says that it ignores the header here.
  test.use({ expectedErrors: /Cross-Origin-Opener-Policy header has been ignored/ })
  let served: Served
  let site: string
  test.beforeAll(async () => {
    const port = await freePort()
    site = `http://${PLAIN_HOST}:${port}`
    served = await serve(main, [], { PORT: String(port), SITE_URL: site })
  })
  test.afterAll(() => served.stop())

  test('a list is converted, changed and converted again, and sources and templates are added', async ({ page }) => {
    await open(page, `${site}/convert`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await paste(page, trojan('A'))
    await expect(output(page)).toContainText('mixed-port')
    await paste(page, trojan('B', 'b.example.com'))
    await expect(rowOf(page, 'B')).toBeVisible()
    await expect(page.getByTestId('summary-output')).toHaveText(counted(2))

    await page.getByTestId('file-input').setInputFiles({
      name: 'more.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(trojan('C', 'c.example.com')),
    })
    await expect(page.getByTestId('summary-output')).toHaveText(counted(3))
    await page.getByTestId('tab-diff').click()
    await expect(page.getByTestId('diff')).toContainText('c.example.com')
  })
})
