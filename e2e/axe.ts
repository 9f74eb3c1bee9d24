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
  /** Selectors of what is not looked at. */
  without?: readonly string[] | undefined
  runOnly?: readonly string[]
  rules?: Readonly<Record<string, { enabled: boolean }>>
}

interface Axe {
  run: (where: unknown, options: object) => Promise<{ violations: NodeIssue[] }>
  _audit: { rules: { id: string; impact: string | null; enabled: boolean }[] }
}

type Holder = typeof globalThis & { axe?: Axe }

const SERIOUS = ['serious', 'critical']

/** Found only moderate, and yet how a screen reader walks through a page. */
const WAYS_THROUGH = '^(?:heading-order|landmark-)'

/** Rules that another language can break although the elements are the same. They are about names, languages and scrolling. */
export const RULES_ABOUT_WORDS = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'frame-title',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'landmark-unique',
  'link-name',
  'role-img-alt',
  'scrollable-region-focusable',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'valid-lang',
] as const

/** What every page has around it. Its colours are the same on all. */
const SHELL = ['#sidebar', '.top-bar']

/** What axe finds serious or worse on a page as it is shown now, each with the elements it is about. */
export async function seriousIssues(page: Page, { within, without, ...options }: AxeOptions = {}): Promise<string[]> {
  const where = without ? { exclude: without.map((selector) => [selector]) } : within
  let issues = await found(page, where, options)
  if (!issues) {
    // As a string it is run by the debugger, which the page's policy does not bind.
    await page.evaluate(source)
    await page.evaluate(leaveOutOthers, { serious: SERIOUS, waysThrough: WAYS_THROUGH })
    issues = (await found(page, where, options))!
  }
  return issues
    .filter(({ id, impact }) => SERIOUS.includes(impact ?? '') || new RegExp(WAYS_THROUGH).test(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
    )
}

/** Runs in the page. What axe looks for and would not call serious takes a fifth of its time. */
function leaveOutOthers({ serious, waysThrough }: { serious: string[]; waysThrough: string }): void {
  for (const rule of (globalThis as Holder).axe!._audit.rules)
    if (!serious.includes(rule.impact ?? '') && !new RegExp(waysThrough).test(rule.id)) rule.enabled = false
}

/** Nothing where axe has not been loaded. What is fading in has no colours to judge yet: it is waited for. */
function found(page: Page, where: unknown, options: object): Promise<NodeIssue[] | undefined> {
  return page.evaluate(
    async ({ where, options }) => {
      const { axe } = globalThis as Holder
      if (!axe) return undefined
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
      return (await axe.run(where ?? document, options)).violations
    },
    // What is well is not written down.
    { where, options: { resultTypes: ['violations'], ...options } },
  )
}

/**
 * The same in light and in dark, beginning with what is shown. What is no matter of colours is looked for once, and the
 * shell, which is the same on every page, is looked at in both only where this is asked for.
 */
export async function seriousIssuesInBothColors(page: Page, within?: string, withShell = false): Promise<string[]> {
  const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
  const [shown, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const inShown = await seriousIssues(page, { within })
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => document.documentElement.classList.contains(scheme), other)
  const without = within || withShell ? undefined : SHELL
  const inOther = await seriousIssues(page, { within, without, runOnly: ['color-contrast'] })
  return [...inShown.map((issue) => `${shown} ${issue}`), ...inOther.map((issue) => `${other} ${issue}`)]
}
