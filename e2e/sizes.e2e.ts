import { alive, expect, PAGES, test } from './journey.ts'
import { isPassed, weighed } from '../scripts/budgets.ts'
import { isBuilt, measuredSizes } from '../scripts/page-sizes.ts'

/** A first visit asks for no more: each request costs a phone a round trip. The converter asks for most, the words of its worker among them. */
const MOST_REQUESTS = 26

test.skip(!isBuilt(), 'The web app is not built')

test('the shell, its styles, every page and what comes later are within their budgets', () => {
  const sizes = weighed(measuredSizes())
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.filter(isPassed)).toEqual([])
})

test('a first visit of every page asks for little', async ({ browser, baseURL }) => {
  for (const path of PAGES.filter((each) => each !== '/no-such-page')) {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN', serviceWorkers: 'block' })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(path)
    await alive(page)
    await page.waitForLoadState('networkidle')
    expect(asked.length, `${path} asks for:\n${asked.join('\n')}`).toBeLessThanOrEqual(MOST_REQUESTS)
    await context.close()
  }
})
