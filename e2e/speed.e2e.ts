import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { AS_WRITTEN } from './browser.ts'
import { manyLinks, open, paste, summary, counted } from './convert-page.ts'
import { alive, asked, expect, test, watch } from './journey.ts'

const MOST_ROWS = 80
// What a first visit may ask for: the page, styles, words, scripts, a worker, the session.
const MOST_REQUESTS = { '/': 18, '/convert': 28 }
const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// These lists are long. The browser optimizes code here, as it does for people.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: launchOptions.args?.filter((arg) => arg !== AS_WRITTEN) }),
})

test('a long reading can be cancelled and taken up again, and of 100,000 nodes the page holds few rows', async ({
  page,
}) => {
  const count = 100_000
  await page.setViewportSize({ width: 1280, height: 2000 })
  await open(page)
  await paste(page, manyLinks(count))
  await test.step('the reading is cancelled, and the text stays', async () => {
    const cancel = page.getByRole('region', { name: '输出' }).getByRole('button', { name: '取消' })
    await expect(page.getByRole('progressbar', { name: '正在读取 文本' })).toBeVisible()
    await cancel.click()
    await expect(cancel).toBeHidden()
    await expect(page.getByText('已取消，内容仍在')).toBeVisible()
    await expect(page.getByTestId('convert-input')).toContainText('n0.example.com')
  })
  await test.step('it is read after all', async () => {
    await page.getByRole('button', { name: '重试' }).click()
    await expect(summary(page, 'waiting')).toHaveText(counted(count), { timeout: 30_000 })
    await expect(page.getByTestId('node-count')).not.toBeEmpty()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', `${count + 1}`, { timeout: 30_000 })
  })
  await test.step('the page holds few rows, wherever the list is scrolled to', async () => {
    for (const part of [0, 0.25, 0.5, 0.999, 1, 0.1]) {
      const rows = await scrollTo(page, part)
      expect(rows.count).toBeLessThanOrEqual(MOST_ROWS)
      expect(rows.first).toBeLessThanOrEqual(Math.max(1, part * count) + 1)
      expect(rows.last).toBeGreaterThanOrEqual(Math.min(count, part * count))
    }
  })
})

/** Scrolls the list to a part of it; how many rows there are then, and which by their number. */
async function scrollTo(page: Page, part: number): Promise<{ count: number; first: number; last: number }> {
  return page.getByRole('grid').evaluate(async (grid, part) => {
    const scroller = [grid, ...grid.querySelectorAll('*'), grid.parentElement!].find(
      (element) => element.scrollHeight > element.clientHeight + 1000,
    )!
    scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight)
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    const rows = [...document.querySelectorAll('[role=row][data-row]')]
    const box = scroller.getBoundingClientRect()
    const shown = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > box.top && top < box.bottom
    })
    const places = shown.map((row) => Number(row.getAttribute('aria-rowindex')) - 1)
    return { count: rows.length, first: Math.min(...places), last: Math.max(...places) }
  }, part)
}

test('of many rows a comment touches none, and each letter in the filter shows at once while the rows wait for a pause', async ({
  page,
}) => {
  await open(page)
  await paste(page, manyLinks(4500))
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '4501')
  await expect(summary(page, 'output')).toHaveText(counted(4500))
  await test.step('a comment typed in the input touches nothing in the table of nodes', async () => {
    const input = page.getByRole('textbox', { name: '节点内容' })
    await input.press('Control+End')
    // Rows that are still being drawn are none of its doing.
    await expect.poll(() => grid.evaluate(isAtRest)).toBe(true)
    await grid.evaluate((grid) => {
      const touched: string[] = []
      Object.assign(window, { touched })
      new MutationObserver((list) =>
        touched.push(...list.map(({ type, attributeName }) => `${type} ${attributeName}`)),
      ).observe(grid, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    await input.press('Enter')
    await page.keyboard.type('# a note')
    await expect(page.getByTestId('detected')).toContainText('4,501')
    expect(await page.evaluate(() => (window as unknown as { touched: string[] }).touched)).toEqual([])
  })
  await test.step('the filter', async () => {
    const filter = page.getByTestId('node-filter')
    await filter.pressSequentially('n44')
    await expect(filter).toHaveValue('n44')
    await expect(grid).toHaveAttribute('aria-rowcount', '112')
    // Who leaves the box does not wait for a pause.
    await filter.pressSequentially('99')
    await filter.press('ArrowDown')
    await expect(page.locator('[role=row]:focus-within')).toContainText('N 4499')
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    // What was typed last does not come back after the text was cleared.
    await filter.pressSequentially('x')
    await filter.press('Escape')
    await expect(grid).toHaveAttribute('aria-rowcount', '4501')
    await expect(filter).toHaveValue('')
  })
})

/** Runs in the page: whether nothing in an element changes for some frames. */
async function isAtRest(element: Element): Promise<boolean> {
  const before = element.innerHTML
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
  return element.innerHTML === before
}

test('a first visit of the converter asks for few things, and what is pasted is never read on the thread of the page', async ({
  page,
}) => {
  const askedAtMost = countRequests(page)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { parsedOnPage: seen })
    const watch = <Name extends string>(owner: Record<Name, unknown>, name: Name) => {
      const original = owner[name] as (...args: unknown[]) => unknown
      owner[name] = new Proxy(original, {
        apply: (target, self, args: unknown[]) => {
          note(name, args)
          return Reflect.apply(target, self, args)
        },
        construct: (target, args: unknown[], newTarget) => {
          note(name, args)
          return Reflect.construct(target, args, newTarget) as object
        },
      })
    }
    const note = (name: string, args: unknown[]) => {
      if (args.some((each) => typeof each === 'string' && /canary|Y2FuYXJ5/.test(each))) seen.push(name)
    }
    watch(JSON, 'parse')
    watch(window, 'atob')
    watch(window, 'decodeURIComponent')
    watch(window, 'decodeURI')
    watch(window, 'unescape')
    watch(window, 'URL')
    watch(window, 'URLSearchParams')
    if ('fromBase64' in Uint8Array) watch(Uint8Array as unknown as Record<'fromBase64', unknown>, 'fromBase64')
  })
  await open(page)
  await askedAtMost(MOST_REQUESTS['/convert'])
  // The watch itself works.
  await page.evaluate(() => JSON.parse('"canary"') as unknown)
  expect(await parsed(page)).toEqual(['parse'])

  const body = { ps: 'canary', v: '2', add: 'a.example.com', port: '443', id: crypto.randomUUID(), net: 'tcp' }
  await paste(
    page,
    [
      'trojan://canary@a.example.com:443?sni=canary.example.com#canary%20%E6%97%A5',
      // In base64 it reads Y2FuYXJ5 whatever stands before it.
      `vmess://${Buffer.from(`   ${JSON.stringify(body)}`).toString('base64')}`,
      `ss://${Buffer.from('canary').toString('base64')}@s.example.com:8388#one`,
    ].join('\n'),
  )
  await expect(page.getByRole('grid')).toContainText('canary 日')
  await page.getByRole('textbox', { name: '节点内容' }).press('Control+a')
  await page.keyboard.insertText(
    JSON.stringify({ outbounds: [{ type: 'socks', tag: 'canary', server: 'b.example.com', server_port: 1 }] }),
  )
  await expect(summary(page, 'output')).toHaveText(counted(1))
  await expect(page.getByRole('grid')).toContainText('canary')
  for (const tab of ['diff', 'outline', 'problems']) await page.getByTestId(`tab-${tab}`).click()
  expect(await parsed(page)).toEqual(['parse'])
})

const parsed = (page: Page) => page.evaluate(() => (window as unknown as { parsedOnPage: string[] }).parsedOnPage)

// What the filter box runs, and what that asks about other dialects.
const USER_REGEX = 'packages/convert/src/text/user-regex.ts'
const REGEX_SOURCES = [
  USER_REGEX,
  ...['dotnet-regex', 'regex-chars', 'regex-issue-codes', 'automaton'].map(
    (name) => `packages/convert/src/text/${name}.ts`,
  ),
]

asked('the engine is in the script of the worker and in none that a page loads', () => {
  const manifest = JSON.parse(readFileSync(file('apps/web/dist/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; isDynamicEntry?: boolean }
  >
  const assets = file('apps/web/dist/client/assets')
  const worker = readdirSync(assets).find((name) => /^convert-worker-.*\.js$/.test(name))!
  const inWorker = phrasesOf(join(assets, worker))
  const inPages = Object.values(manifest).map(({ file: name }) => ({
    name,
    phrases: phrasesOf(file(`apps/web/dist/client/${name}`)),
  }))

  // Words that only the engine says: long strings of its sources that neither the page's own sources have nor what it
  // may load beside the engine: facts, forms, what fetches lists, the services with their names, the programs, what is saved, and
  // the words of every issue, which say why a provider let nobody in.
  const inPageSources = [
    ...sourcesUnder('apps/web/app', /\.(?:tsx?|json)$/),
    ...sourcesUnder('packages/recipe/src/model'),
    ...sourcesUnder('packages/recipe/src/programs'),
    ...sourcesUnder('packages/locale/src', /\.(?:ts|json)$/),
    ...sourcesUnder(
      'packages/convert/src',
      /(?:\.form|\/form|facts|rule-types|fetch-lists|list-mirrors|services|setting-limits|group-keys)\.ts$|group-names\//,
    ),
    ...REGEX_SOURCES.map(file),
    // The filter box runs the patterns that people type as the engine does, once there is one.
    createRequire(import.meta.url).resolve('re2js'),
  ]
    .map(phrasesOf)
    .join('\n')
  const strings = sourcesUnder('packages/convert/src').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/'([\w:/. -]{16,})'/g)].map(([, words]) => words!),
  )
  const spoken = [...new Set(strings)].filter((words) => inWorker.includes(words) && !inPageSources.includes(words))
  expect(spoken.length).toBeGreaterThan(50)
  expect(manifest[`../../${USER_REGEX}`]).toMatchObject({ isDynamicEntry: true })
  const reported = inPages.map(({ name, phrases }) => [name, spoken.filter((words) => phrases.includes(words))])
  expect(reported.filter(([, words]) => words!.length > 0)).toEqual([])
})

/** What a file has that may hold a long string of the engine, and nothing else: megabytes are searched a thousand times. */
function phrasesOf(path: string): string {
  return (readFileSync(path, 'latin1').match(/[\w:/. -]{16,}/g) ?? []).join('\n')
}

function sourcesUnder(folder: string, kinds = /\.tsx?$/): string[] {
  return readdirSync(file(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => kinds.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => file(join(folder, name)))
}

test.describe('the first page', () => {
  test.use({ expectedErrors: /Content Security Policy|Failed to fetch/ })

  test('asks for few things at a first visit, and cannot reach a foreign origin', async ({ page }) => {
    const errors: string[] = []
    watch(page, errors)
    const askedAtMost = countRequests(page)
    await page.goto('/')
    await alive(page)
    await askedAtMost(MOST_REQUESTS['/'])
    // Errors are expected of what follows alone.
    expect(errors).toEqual([])
    const reached = await page.evaluate(async () => {
      try {
        await fetch('https://example.com/')
        return true
      } catch {
        return false
      }
    })
    expect(reached).toBe(false)
  })
})

/** From now on; then that there were at most so many. */
function countRequests(page: Page): (most: number) => Promise<void> {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return async (most) => {
    await page.waitForLoadState('networkidle')
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(most)
  }
}
