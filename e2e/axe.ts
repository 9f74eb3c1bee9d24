import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface NodeIssue {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

interface AxeOptions {
  /** What is looked at, as a selector: what lies over a page that was looked at before. Absent: the whole page. */
  within?: string | undefined
  runOnly?: readonly string[]
  rules?: Readonly<Record<string, { enabled: boolean }>>
}

interface Axe {
  run: (where: unknown, options: object) => Promise<{ violations: NodeIssue[] }>
}

/** Found only moderate, and yet how a screen reader walks through a page. */
const WAYS_THROUGH = /^(?:heading-order|landmark-)/

/** What axe finds serious or worse on a page as it is shown now, each with the elements it is about. */
export async function seriousIssues(page: Page, { within, ...options }: AxeOptions = {}): Promise<string[]> {
  // As a string it is run by the debugger, which the page's policy does not bind.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await settled(page)
  const issues = await page.evaluate(
    async ({ within, options }) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      return (await axe.run(within ?? document, options)).violations
    },
    // What is well is not written down.
    { within, options: { resultTypes: ['violations'], ...options } },
  )
  return issues
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || WAYS_THROUGH.test(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
    )
}

/** What is fading in has no colours to judge yet. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  )
}

/** The same in light and in dark: what is no matter of colours is looked for once. */
export async function seriousIssuesInBothColors(page: Page, within?: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction((scheme) => document.documentElement.classList.contains(scheme), colorScheme)
    const options = { within, ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }) }
    found.push(...(await seriousIssues(page, options)).map((issue) => `${colorScheme} ${issue}`))
  }
  return found
}
