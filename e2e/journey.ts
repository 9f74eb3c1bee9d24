import { expect, test as base, type Page } from '@playwright/test'
import { FIXED_ADDRESSES } from '../apps/web/app/pages.ts'

interface Fixtures {
  /** What a journey expects to go wrong: an error of the console that says so is none. */
  expectedErrors: RegExp | null
  /** The person has opened the text of the converter before. Otherwise a wide window keeps it closed. */
  isTextOpen: boolean
  watched: void
}

/** A journey in the browser. It fails on any error in the console, on any violation of the policy, on any lost exception. */
export const test = base.extend<Fixtures>({
  expectedErrors: [null, { option: true }],
  isTextOpen: [true, { option: true }],
  baseURL: async ({}, use) => use(process.env.E2E_URL),
  watched: [
    async ({ expectedErrors, isTextOpen, context, page }, use) => {
      const errors: string[] = []
      if (isTextOpen) await context.addInitScript(openText)
      watch(page, errors)
      await use()
      const unexpected = errors.filter((error) => !expectedErrors?.test(error))
      expect(unexpected, 'errors of the page').toEqual([])
    },
    { auto: true },
  ],
})

/** What a server answers, asked without a browser. */
export const asked = base.extend({ baseURL: async ({}, use) => use(process.env.E2E_URL) })

export { expect }

/** Of the pages to read, those that hold all that can be drawn in one: cards, lists, tables, code. */
const READ: readonly string[] = ['/c/tools', '/c/nodes', '/c/help', '/c/formats']

/** Doors that draw the screen of `/inject`, and that inject.e2e.ts goes through. */
const DRAWN_ALIKE: readonly string[] = ['/inject-clash', '/inject-singbox']

/** Every address that a visitor may open, and a wrong one. Of pages that are drawn alike, there is one. */
export const PAGES = [
  ...FIXED_ADDRESSES.filter(({ guard, path }) => !guard && !DRAWN_ALIKE.includes(path))
    .filter(({ content, path, file }, at, all) =>
      content ? READ.includes(path) : all.findIndex((page) => page.file === file) === at,
    )
    .map(({ path }) => path),
  '/no-such-page',
]

/** Runs in the page. A page without an address keeps nothing. */
function openText(): void {
  if (location.origin !== 'null') localStorage['app.ui'] ??= JSON.stringify({ convertTextFolded: false })
}

/** Notes every error of the console, every violation of the policy and every lost exception. */
export function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(`${error.name}: ${error.message}`))
}

/** Until the page is alive: its scripts run and its words are there. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement?.dataset.ready === '')
}
