import type { OwnColumnId } from '../../components/node-grid/columns/own-columns.ts'
import type { NodeCheck } from '../../components/reachability/node-check.ts'
import { standingOf, STANDINGS } from '../../components/reachability/standing.ts'

/** By what a node is sorted in a column about checks: what answers first, then what was found last, the fastest first. */
export function sortKeyOf(check: NodeCheck, column: OwnColumnId, now: number): string {
  const last = check.results.at(-1)
  switch (column) {
    case 'reach':
      return String(STANDINGS.indexOf(standingOf(check, now)))
    case 'checked':
      return last ? String(now - last.checkedAt) : ''
    case 'tcp':
      return last?.tcp ? String(Math.round(last.tcp.ms)) : ''
    default:
      return ''
  }
}
