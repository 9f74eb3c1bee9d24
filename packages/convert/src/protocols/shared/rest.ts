import type { Findings } from '../../issue.ts'
import type { ParamName, Query } from '../../link/query.ts'
import type { Rest } from '../../nodes/node.ts'

/** The parameters of a link that its protocol does not know: reported, and kept for the way back. */
export function restOf(query: Query, params: ReadonlySet<ParamName>, findings: Findings): Rest | undefined {
  const link = query.rest(params)
  if (link === undefined) return undefined
  for (const [key] of link) findings.note('parameter-unknown', key.slice(0, 40))
  return { link }
}
