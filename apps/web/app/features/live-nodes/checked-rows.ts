import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { isNode } from '../../components/node-grid/listed-node.ts'
import type { CheckLog } from '../../components/reachability/check-log.ts'
import type { NodeCheck } from '../../components/reachability/node-check.ts'
import type { KeyedTarget } from './check-batches.ts'

/** What can be tried at each node, by its id. Undefined: nothing. A node that is not in it was not asked about yet. */
export type NodeTargets = ReadonlyMap<string, KeyedTarget | undefined>

const NO_RESULTS: NodeCheck['results'] = []

/** Rows with what is known of them. It remembers what it made: a row of which nothing new is known stays the same object. */
export function createCheckedRows() {
  let made = new Map<string, { row: ListedNode; key: string | undefined; results: NodeCheck['results']; isAwaited: boolean; checked: ListedNode }>() // oxfmt-ignore
  return (
    rows: readonly ListedNode[],
    targets: NodeTargets,
    log: CheckLog,
    awaited: ReadonlySet<string>,
  ): ListedNode[] => {
    const next: typeof made = new Map()
    const list = rows.map((row) => {
      if (!isNode(row) || !targets.has(row.id)) return row
      const keyed = targets.get(row.id)
      const results = (keyed && log.get(keyed.key)) ?? NO_RESULTS
      const isAwaited = keyed !== undefined && awaited.has(keyed.key)
      const known = made.get(row.id)
      const isSame =
        known?.row === row && known.key === keyed?.key && known.results === results && known.isAwaited === isAwaited
      const entry = isSame
        ? known
        : {
            row,
            key: keyed?.key,
            results,
            isAwaited,
            checked: { ...row, check: { target: keyed?.target, results, ...(isAwaited ? { isAwaited } : {}) } },
          }
      next.set(row.id, entry)
      return entry.checked
    })
    made = next
    return list
  }
}
