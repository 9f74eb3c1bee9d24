import { readFileSync } from 'node:fs'
import type { Locator, Page, Request } from '@playwright/test'
import { FIXED_ADDRESSES } from '../apps/web/app/pages.ts'
import { RULES_ABOUT_WORDS, seriousIssues, seriousIssuesInBothColors } from './axe.ts'
import { open, openComparison, paste, summary, trojan, goTo, counted } from './convert-page.ts'
import { alive, expect, PAGES, test, watch } from './journey.ts'
import { leavesAs } from './leaves.ts'

const MIXED = [
  trojan('A'),
  trojan('A'),
  trojan('B', 'b.example.com'),
  'foo://nothing',
  'hysteria2://s3cret@h.example.com:443?insecure=1#C',
].join('\n')

/** A first visit asks for no more: each request costs a phone a round trip. The screens for lists ask for most, the words of their worker among them. */
const MOST_REQUESTS = 29

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

// --- Every page

/** What does not come in this time is told of, and the walk goes on. */
const WAIT_MS = 15_000

/** A tab goes from page to page and forgets what it kept between them: a page takes half as long to load as in a new one. */
const testInOneTab = test.extend<object, { tab: Page }>({
  tab: [
    async ({ browser }, use, { project }) => {
      const { locale, timezoneId, reducedMotion, serviceWorkers } = project.use
      const baseURL = process.env.E2E_URL
      const context = await browser.newContext({ baseURL, locale, timezoneId, reducedMotion, serviceWorkers })
      context.setDefaultTimeout(WAIT_MS)
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ tab }, use) => use(tab.context()),
  page: async ({ tab }, use) => {
    await use(tab)
    tab.removeAllListeners()
  },
})

/** Doors that draw the screen of another one, element by element with the same classes: axe looks at that one, and here at the words. */
const DRAWN_ALIKE: readonly string[] = ['/mihomo', '/singbox', '/gitlab', '/gitee', '/object-edit']

/** So many pages are walked through in less than ten seconds. */
const PAGES_OF_A_WALK = 3
const WRONG_ADDRESS = '/no-such-page'
const ADDRESSES = PAGES.filter((path) => path !== WRONG_ADDRESS)
const WALKS = [
  ...Array.from({ length: Math.ceil(ADDRESSES.length / PAGES_OF_A_WALK) }, (_, at) =>
    ADDRESSES.slice(at * PAGES_OF_A_WALK, (at + 1) * PAGES_OF_A_WALK),
  ),
  [WRONG_ADDRESS],
]

for (const walk of WALKS)
  testInOneTab.describe(walk.join(', '), () => {
    testInOneTab.use({ expectedErrors: walk.includes(WRONG_ADDRESS) ? /status of 404/ : null })

    testInOneTab(
      'each asks for little and for what the privacy page tells of, fits every width, can be pressed by mouse and finger, and axe finds nothing serious',
      async ({ page, baseURL }) => {
        const debug = await page.context().newCDPSession(page)
        const hasFinger = (enabled: boolean) => debug.send('Emulation.setTouchEmulationEnabled', { enabled })
        for (const path of walk)
          await test.step(path, async () => {
            // What is wrong with one page does not keep the others from being looked at.
            const wrong = await wrongWith(page, path, baseURL!, hasFinger).catch((error: Error) => ({
              stopped: error.message,
            }))
            expect.soft(wrong, path).toEqual({})
            await hasFinger(false)
            await page.emulateMedia({ colorScheme: 'light', forcedColors: null })
            await page.evaluate(() => sessionStorage.clear())
            await debug.send('Storage.clearDataForOrigin', { origin: new URL(baseURL!).origin, storageTypes: 'all' })
          })
        await debug.detach()
      },
    )
  })

/** Opens an address and looks at the page as many people would. Gives back what is wrong, by what was looked for. */
async function wrongWith(
  page: Page,
  path: string,
  site: string,
  hasFinger: (isTrue: boolean) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {}
  const collect = (what: string, issues: readonly string[] | number) => {
    if (typeof issues === 'number' ? issues > 0 : issues.length > 0) wrong[what] = issues
  }
  const asked: string[] = []
  const note = (request: Request) => void asked.push(request.url())
  const errors: string[] = []
  const entry = FIXED_ADDRESSES.find((each) => each.path === path)
  await page.setViewportSize({ width: 1280, height: 800 })
  page.on('request', note)
  watch(page, errors)
  await open(page, path)
  collect('a mouse misses', await page.evaluate(tooSmall, { least: 24, within: 'body' }))
  collect('cut off when text is twice the size', await page.evaluate(cutOffAtTwiceTheSize))
  await page.emulateMedia({ forcedColors: 'active' })
  collect('without an edge in the colours of the system', await page.evaluate(edgeless))
  collect('chosen without a mark in the colours of the system', await page.evaluate(unmarked))
  await page.emulateMedia({ forcedColors: null })

  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  collect('to the side when enlarged four times', await sideways(page))
  if ((await page.getByRole('heading', { level: 1 }).count()) === 0) collect('when enlarged four times', ['no heading'])
  await page.setViewportSize({ width: 320, height: 640 })
  collect('to the side on a phone', await sideways(page))
  if (!DRAWN_ALIKE.includes(path)) collect('axe', await seriousIssuesInBothColors(page, undefined, path === '/'))
  await page.waitForLoadState('networkidle')
  // A first visit asks for little.
  if (asked.length > MOST_REQUESTS) collect('more requests than a first visit may make', [...asked])
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))

  await hasFinger(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByTestId('lang-switch').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
  // The styles of a finger come with the next layout.
  let missed: string[] = []
  const missedByFinger = async () => (missed = await page.evaluate(tooSmall, { least: 44, within: 'body' }))
  await expect
    .poll(missedByFinger, { timeout: 5000 })
    .toEqual([])
    .catch(() => undefined)
  collect('a finger misses, in English', missed)
  collect('to the side on a phone, in English', await sideways(page))
  // An article is written anew in the other language; elsewhere only words are others.
  const isArticle = entry?.messages?.includes('articles')
  const options = isArticle ? { rules: { 'color-contrast': { enabled: false } } } : { runOnly: RULES_ABOUT_WORDS }
  collect('axe, in English', await seriousIssues(page, options))
  if (!entry?.isNamedInBar) {
    const footer = page.getByRole('main').locator('footer')
    for (const way of ['terms', 'privacy'])
      if (!(await footer.locator(`a[href="/en-US/${way}"]`).isVisible())) collect('under what is read', [`no ${way}`])
  }
  const isUntold = (url: string) => leavesAs(url, site)?.startsWith('none') === true
  collect('asks for what the privacy page does not tell of', asked.filter(isUntold))
  collect('errors', path === WRONG_ADDRESS ? [] : errors)
  page.off('request', note)
  return wrong
}

// --- What axe finds

/** Looks at a screen in its states, one after another, in light and dark; what axe finds is told of all at once. */
async function inEachState(
  page: Page,
  walk: (look: (state: string, within?: string) => Promise<void>) => Promise<void>,
) {
  test.slow()
  const found: Record<string, string[]> = {}
  await walk(async (state, within) => {
    const issues = await test.step(state, () => seriousIssuesInBothColors(page, within))
    if (issues.length > 0) found[state] = issues
  })
  expect(found).toEqual({})
}

/** What lies over a page; Escape closes it. */
const MODAL = '[data-modal]'

async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator(MODAL)).toHaveCount(0)
}

test('axe finds nothing serious in the converter before there are nodes, in light and dark', async ({ page }) => {
  const engine = Promise.withResolvers<void>()
  await page.route('**/assets/convert-worker*', async (route) => {
    await engine.promise
    await route.continue()
  })
  await open(page)
  await inEachState(page, async (look) => {
    await look('empty')
    await page.getByRole('button', { name: '订阅地址' }).click()
    await expect(page.getByTestId('url-input')).toBeVisible()
    await look('address', MODAL)
    await closed(page)
    await page.getByRole('button', { name: '从旧订阅链接恢复设置' }).click()
    await expect(page.getByTestId('old-link')).toBeVisible()
    await look('restore', MODAL)
    await closed(page)
    await page.locator('body').press('Control+k')
    await expect(page.getByTestId('palette')).toBeVisible()
    await look('palette', MODAL)
    await closed(page)
    await page.locator('body').press('?')
    await expect(page.getByTestId('help')).toBeVisible()
    await look('shortcuts', MODAL)
    await closed(page)
    await paste(page, 'nothing here')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await look('loading')
    engine.resolve()
    await expect(page.getByTestId('output-error')).toBeVisible()
    await look('error')
  })
})

const nodeB = (page: Page) => page.getByRole('grid').getByRole('gridcell', { name: 'B', exact: true })

test('axe finds nothing serious in the result, the options, the windows of both and where nodes are edited, in light and dark', async ({
  page,
}) => {
  await open(page)
  await paste(page, MIXED)
  await expect(summary(page, 'output')).toHaveText(counted(3))
  await inEachState(page, async (look) => {
    await look('partial')
    for (const tab of ['diff', 'outline', 'problems']) await page.getByTestId(`tab-${tab}`).click()
    await nodeB(page).click()
    await page.getByTestId('options-open').click()
    await expect(page.getByTestId('options-panel')).toBeVisible()
    for (const section of await page.getByTestId('options-panel').locator('summary').all()) await section.click()
    await look('options', '[data-testid=options-panel]')
    await page.getByTestId('options-open').click()
    await page.getByTestId('action-qr').click()
    await expect(page.getByTestId('qr').getByRole('combobox')).toBeVisible()
    await look('qr', MODAL)
    await closed(page)
    await page.getByTestId('convert-more').click()
    await expect(page.getByRole('menu')).toBeVisible()
    await look('menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await openComparison(page)
    await look('compare', MODAL)
    await closed(page)

    await nodeB(page).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '编辑字段' }).click()
    await expect(page.getByTestId('field-editor')).toBeVisible()
    await look('fields', '[data-testid=field-editor]')
    await page.keyboard.press('Escape')
    await page.getByTestId('node-view').click()
    await expect(page.getByTestId('column-chooser')).toBeVisible()
    await look('columns', '[data-testid=column-chooser]')
    await page.keyboard.press('Escape')
    await page.getByTestId('add').click()
    await page.getByRole('menuitem', { name: '手动添加节点' }).click()
    await page.getByTestId('field-editor').getByRole('button', { name: '添加', exact: true }).click()
    await expect(page.getByTestId('field-editor').getByRole('alert')).toBeVisible()
    await look('a new node', '[data-testid=field-editor]')
    await page.keyboard.press('Escape')
    await nodeB(page).focus()
    await page.keyboard.press('Control+a')
    await page.getByTestId('bulk-more').click()
    await page.getByRole('menuitem', { name: '设置字段…' }).click()
    await expect(page.getByTestId('fields-dialog')).toContainText('有此字段')
    await look('fields of many nodes', MODAL)
  })
})

// --- The keyboard alone

test('with the keyboard alone: paste, mend two nodes, choose, compare, copy and download; panes are made wider and stay so, and tabs are walked through', async ({
  page,
}) => {
  await open(page)
  const tabTo = async (matches: (element: Element) => boolean, most = 80) => {
    for (let step = 0; step < most; step++) {
      if (await page.evaluate(`(${matches.toString()})((${focused.toString()})())`)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Not reached with Tab: ${matches.toString()}`)
  }
  // The page's own place to begin: past the bar of the shell.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content')
  await page.keyboard.press('Enter')
  await tabTo((element) => element.matches('[data-testid=write]'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('convert-input')).toBeFocused()
  const text = [trojan('A'), 'trojan://s3cret@b.example.com:99999#B', trojan('C', 'c.example.com')].join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('Control+v')
  await expect(summary(page, 'output')).toHaveText(counted(2))
  await expect(summary(page, 'skipped')).toHaveText(counted(1))

  // To the problem, its line, and a right port in place of the wrong one.
  await page.keyboard.press('Escape')
  await tabTo((element) => element.matches('[data-testid=tab-preview]'))
  await page.keyboard.press('End')
  await expect(page.getByTestId('problem-0')).toBeVisible()
  await tabTo((element) => /第 2 行/.test(element.textContent ?? '') && element.matches('button'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('convert-input')).toBeFocused()
  await page.keyboard.press('End')
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft')
  for (let step = 0; step < 5; step++) await page.keyboard.press('Backspace')
  await page.keyboard.type('443')
  await expect(summary(page, 'output')).toHaveText(counted(3))

  // A node's own name, in the list.
  await page.keyboard.press('Escape')
  await tabTo((element) => element.closest('[role=grid]') !== null)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Tokyo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toContainText('Tokyo')

  // Another client and back, options, the comparison.
  await tabTo((element) => element.matches('[data-testid=target-mihomo] input'))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/target=clash/)
  await expect(page.getByTestId('target-clash').getByRole('radio')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page).not.toHaveURL(/target=clash/)
  await tabTo((element) => element.getAttribute('aria-label') === '比较客户端')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('compare').getByRole('row')).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('compare')).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('比较客户端')
  await tabTo((element) => element.matches('[data-testid=options-open]'), 160)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('options-panel')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('options-panel')).toBeHidden()

  await page.keyboard.press('Control+Alt+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('name: Tokyo')
  await tabTo((element) => element.matches('[data-testid=action-download]'), 160)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const config = readFileSync(await (await download).path(), 'utf8')
  expect(config).toContain('name: Tokyo')
  expect(config).toContain('server: b.example.com')

  await page.setViewportSize({ width: 1600, height: 900 })
  await goTo(page, 'text')
  const width = (name: string) =>
    page
      .getByRole('region', { name, exact: true })
      .last()
      .evaluate((pane) => Math.round(pane.getBoundingClientRect().width))
  for (const [name, pane, wider] of [
    ['输入栏宽度', '原文', 'ArrowRight'],
    ['输出栏宽度', '输出', 'ArrowLeft'],
  ] as const)
    await test.step(`the line ${name} goes by its arrows, to both ends, and back`, async () => {
      const splitter = page.getByRole('separator', { name })
      const before = await width(pane)
      const isAbout = async (wanted: number) =>
        expect(Math.abs((await width(pane)) - wanted), `about ${wanted}`).toBeLessThanOrEqual(1)
      await splitter.focus()
      await page.keyboard.press(wider)
      await isAbout(before + 16)
      await page.keyboard.press('Home')
      await isAbout(Number(await splitter.getAttribute('aria-valuemin')))
      await page.keyboard.press('End')
      await isAbout(Number(await splitter.getAttribute('aria-valuemax')))
      await splitter.dblclick({ position: { x: 4, y: 200 } })
      await isAbout(before)
    })
  await test.step('a width is kept', async () => {
    await page.getByRole('separator', { name: '输入栏宽度' }).press('ArrowRight')
    const wide = await width('原文')
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('app.ui')!) as { splitters: object })
    expect(Object.keys(kept.splitters)).toContain('convertInput')
    await page.reload()
    await alive(page)
    await expect.poll(() => width('原文')).toBe(wide)
  })

  for (const [wide, name, [first, last]] of [
    [768, '输入与结果', ['输入', '结果']],
    [1100, 'What the left pane shows', ['Entries', 'Text']],
  ] as const)
    await test.step(`the arrows, Home and End walk through the tabs ${name}, ${wide} pixels wide`, async () => {
      await page.setViewportSize({ width: wide, height: 740 })
      if (name.startsWith('What')) await page.getByTestId('lang-switch').click()
      const tabs = page.getByRole('tablist', { name, exact: true }).getByRole('tab')
      const isShown = async (tab: Locator, label: string) => {
        await expect(tab).toBeFocused()
        await expect(tab).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tabpanel', { name: new RegExp(`^${label}`) })).toBeVisible()
      }
      await tabs.first().click()
      await page.keyboard.press('End')
      await isShown(tabs.last(), last)
      await page.keyboard.press('ArrowRight')
      await isShown(tabs.first(), first)
      await page.keyboard.press('ArrowLeft')
      await isShown(tabs.last(), last)
      await page.keyboard.press('Home')
      await isShown(tabs.first(), first)
      // One stop: the next Tab leaves them.
      await page.keyboard.press('Tab')
      await expect(tabs.and(page.locator(':focus'))).toHaveCount(0)
    })
})

test('enlarged four times, everything in the converter is still there and nothing scrolls sideways; text of twice the size is not cut off; what has the focus is ringed and under no bar, at a desk and on a phone', async ({
  page,
}) => {
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page)
  await page.getByTestId('sample').click()
  await expect(summary(page, 'output')).toHaveText(counted(6))
  await test.step('enlarged four times, everything is there', async () => {
    for (const place of ['text', 'list', 'options', 'result', 'list'] as const) {
      await goTo(page, place)
      expect([place, await sideways(page)]).toEqual([place, 0])
    }
    await page.getByTestId('action-copy').click()
    await expect(page.getByTestId('action-copy')).toHaveText('已复制')
    // At least half of the window is left to what is read: bars that stick do not fill it.
    const bars = await page.evaluate(() => {
      let free = 0
      for (let y = 0; y < innerHeight; y += 4) {
        let element = document.elementFromPoint(innerWidth / 2, y)
        while (element && !/sticky|fixed/.test(getComputedStyle(element).position)) element = element.parentElement
        if (!element) free += 4
      }
      return free / innerHeight
    })
    expect(bars).toBeGreaterThanOrEqual(0.5)
    await page.getByTestId('toast').getByRole('button').click()
    await expect(page.getByTestId('toast')).toHaveCount(0)
  })
  await test.step('text of twice the size is not cut off', async () => {
    await page.setViewportSize({ width: 1680, height: 900 })
    expect(await page.evaluate(cutOffAtTwiceTheSize)).toEqual([])
  })
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const place of ['text', 'list', 'options', 'result'] as const)
      await test.step(`${place}, ${width} pixels wide`, async () => {
        await goTo(page, place)
        await page.evaluate(forgetFocus, place === 'text')
        const wrong = new Set<string>()
        let reached = 0
        for (; reached < 120; reached++) {
          await page.keyboard.press('Tab')
          const reported = await page.evaluate(reportFocus)
          if (reported === 'end') break
          if (reported) wrong.add(reported)
        }
        expect(reached).toBeGreaterThan(place === 'text' ? 4 : 8)
        expect([...wrong]).toEqual([])
      })
  }
})

/** The way begins anew. What is around the screen is walked through once at each width: in other places of the screen it is as it was. */
function forgetFocus(isFirst: boolean): void {
  for (const met of document.querySelectorAll<HTMLElement>(isFirst ? '[data-met]' : 'main [data-met]'))
    delete met.dataset.met
  if (!isFirst && !document.querySelector('[data-modal]')) document.querySelector<HTMLElement>('#content')!.focus()
}

/** What has the focus; the editors stand in a tree of their own. */
function focused(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/** What is wrong with how the focus is shown: 'end' when it came round, nothing when all is well. */
async function reportFocus(): Promise<string> {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return ''
  if (element.dataset.met !== undefined) return 'end'
  element.dataset.met = ''
  const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? ''}`

  const ringed = (each: Element | null | undefined) => {
    if (!each) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor)
  }
  const editor = element.shadowRoot?.querySelector('.cm-editor')
  const isSplitter = element.getAttribute('role') === 'separator'
  const marked = isSplitter && parseFloat(getComputedStyle(element, '::after').width) >= 2
  const isRinged = () => [element, element.parentElement, element.closest('label'), editor].some(ringed)
  // An editor draws its ring a moment later.
  const isMarked = () => marked || isRinged()
  for (let frame = 0; frame < 30 && !isMarked(); frame++) await new Promise(requestAnimationFrame)
  if (!isMarked()) return `no ring: ${name}`

  const shown = element.matches('.sr-only') ? (element.closest('label') ?? element) : element
  const box = shown.getBoundingClientRect()
  const left = Math.max(box.left, 0)
  const right = Math.min(box.right, innerWidth)
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, innerHeight)
  if (right - left < 2 || bottom - top < 2) return `out of the window: ${name}`
  // The line between two panes can be taken hold of from a little beside it.
  const inset = 6
  const isLong = box.height > innerHeight / 2
  const points = isLong
    ? [[(left + right) / 2, (top + bottom) / 2]]
    : [
        [left + inset, top + inset],
        [right - inset, top + inset],
        [left + inset, bottom - inset],
        [right - inset, bottom - inset],
      ]
  for (const [x, y] of points) {
    const over = document.elementFromPoint(x!, y!)
    const isOwn = over !== null && (shown.contains(over) || over.contains(shown))
    if (!isOwn) return `covered by ${over?.className.toString().slice(0, 60)}: ${name}`
  }
  return ''
}

// --- Sizes

test('everything in the converter can be pressed by mouse and finger, and has an edge in the colours of the system, where it can be told apart', async ({
  page,
}) => {
  const isLargeEnough = async (least: number, ...tabs: readonly string[]) => {
    const look = async (where: string, within = 'body') =>
      expect([where, ...(await page.evaluate(tooSmall, { least, within }))]).toEqual([where])
    for (const place of ['text', 'list', 'options', 'result'] as const) {
      await goTo(page, place)
      if (place === 'text') await expect(page.locator('.cm-content[data-testid=convert-input]')).toBeVisible()
      if (place === 'options') {
        for (const section of await page.getByTestId('options-panel').locator('summary').all())
          if (!(await section.evaluate((each) => (each.parentElement as HTMLDetailsElement).open)))
            await section.click()
      }
      if (place === 'result') await page.getByTestId('tab-preview').click()
      await look(`convert ${place}`, place === 'options' ? '[data-testid=options-panel]' : 'body')
    }
    for (const tab of tabs) {
      await page.getByTestId(`tab-${tab}`).click()
      if (tab === 'outline') await expect(page.getByTestId('rule-list')).toBeVisible()
      await look(tab, 'section[aria-label=输出]')
    }
    // A menu closes when the page is scrolled: that has to be over.
    await page.evaluate(async () => {
      scrollTo(0, 0)
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
    })
    await page.getByTestId('convert-more').click()
    await expect(page.getByRole('menu')).toBeVisible()
    await look('menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await openComparison(page)
    await look('compare', '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('compare')).toBeHidden()
  }
  const hasFinger = () => page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await open(page)
  await paste(page, MIXED)
  await expect(summary(page, 'output')).toHaveText(counted(3))
  await test.step('a mouse has 24 pixels everywhere', async () => {
    expect(await hasFinger()).toBe(false)
    await isLargeEnough(24, 'problems', 'diff', 'outline')
  })
  await test.step('a finger has 44 on a phone', async () => {
    const touch = await page.context().newCDPSession(page)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await hasFinger()).toBe(true)
    await isLargeEnough(44, 'diff', 'outline')
  })
  await test.step('in the colours of the system every control has an edge and what is chosen shows', async () => {
    await page.setViewportSize({ width: 1680, height: 900 })
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('gridcell', { name: 'B', exact: true }).click()
    await goTo(page, 'options')
    expect(await page.evaluate(edgeless)).toEqual([])
    expect(await page.evaluate(unmarked)).toEqual([])
  })
  await test.step('so can the selected row, the focus, parts of the track, badges and switches be told apart', async () => {
    const rowOf = (name: string) => page.locator('[data-row]').filter({ has: page.locator(`[title="${name}"]`) })
    await rowOf('B').getByRole('checkbox').check()
    const [selected, other] = await Promise.all([lines(rowOf('B')), lines(rowOf('C'))])
    expect(selected.outline).toBeGreaterThanOrEqual(2)
    expect(other.outline).toBe(0)

    // Parts of the track touch each other.
    const parts = page.locator('[data-testid^="track-"], [data-testid^="summary-"]')
    expect(await parts.count()).toBeGreaterThanOrEqual(3)
    for (const part of await parts.all()) {
      const { border, outline } = await lines(part)
      expect(border + outline, (await part.getAttribute('data-testid')) ?? '').toBeGreaterThan(0)
    }

    await page.getByTestId('tab-problems').click()
    const badges = page.getByTestId('problems').locator('.badge')
    await expect(badges.first()).toBeVisible()
    for (const badge of await badges.all()) {
      const { border, borderColor } = await lines(badge)
      expect(border).toBeGreaterThan(0)
      expect(borderColor).not.toMatch(/^rgba\(.*, 0\)$/)
    }
    const tabs = await Promise.all(['problems', 'preview'].map((id) => picture(page.getByTestId(`tab-${id}`))))
    expect(tabs[0]).not.toBe(tabs[1])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect((await lines(page.locator(':focus'))).outline).toBeGreaterThanOrEqual(2)

    const lan = page.getByLabel('局域网')
    if (!(await lan.isVisible())) await page.getByTestId('opt-advanced').locator('summary').click()
    const off = await picture(lan)
    await lan.check()
    await page.mouse.move(0, 0)
    expect(await picture(lan)).not.toBe(off)
  })
})

/** What is left where the browser takes colours, shadows and backgrounds: lines. */
const lines = (element: Locator) =>
  element.evaluate((each) => {
    const { outlineStyle, outlineWidth, borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(each)
    return {
      outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      border: borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth),
      borderColor: borderTopColor,
    }
  })

/** What an element looks like, to be compared with another look of it. */
async function picture(element: Locator): Promise<string> {
  return (await element.screenshot({ animations: 'disabled' })).toString('base64')
}

/** What a press does not meet so far around its middle. A link within a line of text is as high as the line. */
function tooSmall({ least, within }: { least: number; within: string }): string[] {
  const found: string[] = []
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role^=menuitem]'
  const reach = least / 2 - 1
  for (const element of document.querySelector(within)!.querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.matches('.skip-link, :disabled') || element.closest('[inert], [aria-hidden=true]')) continue
    const isInline = getComputedStyle(element).display === 'inline' && element.closest('p, li, td') !== null
    if (isInline) continue
    const isBox = element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type)
    // A press anywhere in the first cell of a row selects it.
    const label = isBox ? (element.labels?.[0] ?? element.closest<HTMLElement>('[data-column=select]')) : undefined
    const target = label ?? element
    // A menu closes when the page below it scrolls: it is scrolled alone.
    const menu = target.closest('[role=menu]')
    if (menu) menu.scrollTop = target.offsetTop - menu.clientHeight / 2
    else target.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = target.getBoundingClientRect()
    if (width === 0 && height === 0) continue
    const middle = { x: left + width / 2, y: top + height / 2 }
    const meets = (x: number, y: number) => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true
      const over = document.elementFromPoint(x, y)
      return over !== null && target.contains(over)
    }
    // Below a panel it cannot be pressed at all.
    if (!element.isConnected || !meets(middle.x, middle.y)) continue
    const missed = (
      [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ] as const
    ).filter(([x, y]) => !meets(middle.x + x, middle.y + y))
    if (missed.length > 0)
      found.push(
        `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 20) ?? ''} ${element.className.slice(0, 40)}: ${Math.round(width)}×${Math.round(height)}`,
      )
  }
  return [...new Set(found)]
}

// --- Zoom, colours of the system, less motion

/** What has less room than its words need when they are twice as large, and how far the page goes to the side then. */
async function cutOffAtTwiceTheSize(): Promise<string[]> {
  const root = document.documentElement
  root.style.fontSize = '200%'
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const toTheSide = root.scrollWidth - root.clientWidth
  const found = [...document.querySelectorAll<HTMLElement>('button, a[href], h1, h2, label, summary, [role=tab]')]
    .filter((element) => element.checkVisibility() && !element.matches('.sr-only, .sr-only *'))
    // The title of a group is a line where the sidebar is folded.
    .filter((element) => element.offsetHeight > 1)
    .filter((element) => {
      const { textOverflow, overflowX } = getComputedStyle(element)
      if (textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX)) return false
      const range = document.createRange()
      const box = element.getBoundingClientRect()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        // Words for a screen reader alone are a pixel wide.
        if (walker.currentNode.parentElement!.clientWidth === 1) continue
        range.selectNodeContents(walker.currentNode)
        const text = range.getBoundingClientRect()
        // A font says how high its lines are, Noto Sans CJK 1.45 times its size. Letters fill the size alone.
        const lines = [...range.getClientRects()]
        const lineHeight = Math.max(0, ...lines.map((line) => line.height))
        const letters = parseFloat(getComputedStyle(walker.currentNode.parentElement!).fontSize)
        const height = text.height - lineHeight + letters
        if (height > box.height + 4 || text.width > box.width + 4) return true
      }
      return false
    })
    .map(
      (element) => `${element.tagName} ${element.textContent?.trim().slice(0, 20)} ${element.className.slice(0, 30)}`,
    )
  root.style.fontSize = ''
  return [...(toTheSide > 0 ? [`the page: ${toTheSide} to the side`] : []), ...found]
}

const sideways = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

/** Controls whose edge cannot be told from what is around them, and icons that cannot be seen. */
function edgeless(): string[] {
  const found: string[] = []
  const sees = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  for (const element of document.querySelectorAll<HTMLElement>('button, input, select, textarea')) {
    if (!sees(element) || element.matches('.sr-only, [type=file], [role=tab], [role=option], [role^=menuitem]'))
      continue
    const { borderTopWidth, borderTopStyle, outlineStyle, appearance } = getComputedStyle(element)
    const hasBorder = parseFloat(borderTopWidth) >= 1 && borderTopStyle !== 'none'
    if (!hasBorder && outlineStyle === 'none' && !/checkbox|radio|auto/.test(appearance))
      found.push(
        `no edge: ${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 20)} ${element.className.slice(0, 50)}`,
      )
  }
  const canvas = getComputedStyle(document.body).backgroundColor
  for (const icon of document.querySelectorAll('svg[data-icon]')) {
    if (!sees(icon)) continue
    const drawn = icon.querySelector('path, circle, rect, line, polyline') ?? icon
    const { stroke, fill } = getComputedStyle(drawn)
    const behind = icon.closest<HTMLElement>('button, a')
    const back = behind ? getComputedStyle(behind).backgroundColor : canvas
    if ([stroke, fill].every((color) => color === 'none' || color === back))
      found.push(`no icon: ${icon.getAttribute('data-icon')}`)
  }
  return [...new Set(found)]
}

/** What is chosen and looks like what is not. */
function unmarked(): string[] {
  const look = (element: Element) =>
    ['', '::before', '::after']
      .map((part) => {
        const style = getComputedStyle(element, part || null)
        const isDrawn = !part || style.content !== 'none'
        return isDrawn
          ? [
              style.outlineStyle,
              style.outlineColor,
              style.borderTopWidth,
              style.borderTopColor,
              style.backgroundColor,
              style.color,
            ]
          : []
      })
      .join()
  const found: string[] = []
  for (const [chosen, other] of [
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['[role=row][aria-selected=true]', '[role=row][aria-selected=false]'],
    ['.chip-button[aria-pressed=true]', '.chip-button[aria-pressed=false]'],
    ['label:has(> input[type=radio].sr-only:checked)', 'label:has(> input[type=radio].sr-only:not(:checked))'],
    ['.radio-card:has(:checked)', '.radio-card:not(:has(:checked))'],
    ['nav a[aria-current=page]', 'nav a:not([aria-current])'],
  ] as const) {
    const seen = (selector: string) => [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
    const [first, second] = [seen(chosen), seen(other)]
    if (first && second && look(first) === look(second)) found.push(chosen)
  }
  return found
}
