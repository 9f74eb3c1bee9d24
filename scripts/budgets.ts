import { PAGES } from '../apps/web/app/pages.ts'
import type { OnDemand, Sizes } from './page-sizes.ts'

/** Kilobytes of gzip. Why they are what they are: docs/decisions/web-budgets.md. */
const BUDGETS = {
  shell: 155,
  styles: 35,
  lightPage: 40,
  heavyPage: 70,
  onDemand: {
    editor: 160,
    'config-worker': 125,
    'convert-worker': 315,
    'of-worker': 135,
    'qr-worker': 70,
    palette: 15,
    'words-of-worker': 15,
  } satisfies Record<OnDemand, number>,
}

/** A budget may be passed by so much before anything fails. */
const ROOM = 1.05

const HEAVY_PAGES: ReadonlySet<string> = new Set(
  PAGES.filter(({ weight }) => weight === 'heavy').map(({ name }) => name),
)

export interface Weighed {
  name: string
  kilobytes: number
  budget: number
}

/** Every part of the app beside its budget. */
export function weighed({ shell, styles, pages, onDemand }: Sizes): Weighed[] {
  const pageRows = Object.entries(pages).map(([name, kilobytes]) => ({
    name,
    kilobytes,
    budget: HEAVY_PAGES.has(name) ? BUDGETS.heavyPage : BUDGETS.lightPage,
  }))
  const chunks = Object.entries(onDemand).map(([name, kilobytes]) => ({
    name: `chunk ${name}`,
    kilobytes,
    budget: BUDGETS.onDemand[name as keyof typeof onDemand],
  }))
  return [
    { name: 'shell', kilobytes: shell, budget: BUDGETS.shell },
    { name: 'styles', kilobytes: styles, budget: BUDGETS.styles },
    ...pageRows.sort((a, b) => b.kilobytes - a.kilobytes),
    ...chunks,
  ]
}

export function isPassed({ kilobytes, budget }: Weighed): boolean {
  return kilobytes > budget * ROOM
}
