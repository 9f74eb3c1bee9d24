import type { ConvertReport } from '@switchyard/contract'

/** What becomes of an entry that is not written. */
export const WAYS_OUT = ['duplicates', 'excluded', 'disabled', 'deleted', 'refused', 'skipped'] as const
export type WayOut = (typeof WAYS_OUT)[number]

type Issue = ConvertReport['issues'][number]

/** How many entries are not written, by what became of them. Numbers of zero are left out. */
export function countsOut(report: ConvertReport): { way: WayOut; n: number }[] {
  return WAYS_OUT.map((way) => ({ way, n: report[way] ?? 0 })).filter(({ n }) => n > 0)
}

const entryOf = ({ source, line, inner, node }: Issue) => JSON.stringify([source, line, inner, node])

/** How many of the written entries tell of traffic or expiry: they are no nodes to connect through. */
export function noticesWritten({ issues }: Pick<ConvertReport, 'issues'>): number {
  const out = new Set(issues.filter(({ kept }) => kept === false).map(entryOf))
  return issues.filter((issue) => issue.code === 'info-entry' && !out.has(entryOf(issue))).length
}

/** The issues that say why an entry is not written. Issues of groups and rules are left out: they belong to no entry. */
export function reasonsOut({ issues }: Pick<ConvertReport, 'issues'>): Issue[] {
  return issues.filter(({ node, source, kept, severity }) =>
    node === undefined ? source !== undefined && kept === undefined && severity !== 'note' : kept === false,
  )
}
