import { useCallback, useMemo, useState } from 'react'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { countTallies, tallyOf, type CheckTally } from '../../components/reachability/standing.ts'
import { useStore } from '../../lib/store.ts'
import { useNow } from '../../lib/use-now.ts'
import { NOTHING_CHECKED } from './check-state.ts'
import { createCheckedRows, type NodeTargets } from './checked-rows.ts'
import type { LiveNodesSession } from './live-session.ts'
import { ownColumns, type SortedBy } from './own-columns.tsx'

const NO_TARGETS: NodeTargets = new Map()
const NOBODY: ReadonlySet<string> = new Set()

/** The rows with what is known of them, those that are to be shown, and how many stand how. */
export function useChecks(session: LiveNodesSession, rows: readonly ListedNode[]) {
  const state = useStore(session.checks, NOTHING_CHECKED)
  const targets = useStore(session.targets, NO_TARGETS)
  const now = useNow()
  const { log, run } = state
  const [checkedRows] = useState(createCheckedRows)
  const checked = useMemo(
    () => checkedRows(rows, targets, log, run?.awaited ?? NOBODY),
    [checkedRows, rows, targets, log, run?.awaited],
  )
  const [shown, setShown] = useState<CheckTally>()
  const [hidesUnreachable, setHidesUnreachable] = useState(false)
  const counts = useMemo(
    () =>
      countTallies(
        checked.flatMap(({ check }) => check ?? []),
        now,
      ),
    [checked, now],
  )
  // While a run goes on, rows are hidden by what was known before it.
  const shownLog = run?.before ?? log
  const inView = useMemo(() => {
    if (shown === undefined && !hidesUnreachable) return checked
    return checked.filter(({ id, check }) => {
      if (!check) return shown === undefined
      const keyed = targets.get(id)
      const tally = tallyOf({ target: check.target, results: (keyed && shownLog.get(keyed.key)) ?? [] }, now)
      return shown === undefined ? tally !== 'unreachable' : tally === shown
    })
  }, [checked, shown, hidesUnreachable, targets, shownLog, now])

  const [sortedBy, setSortedBy] = useState<SortedBy>({ log, at: now })
  const own = useMemo(() => ownColumns(targets, sortedBy), [targets, sortedBy])
  const [isSorted, setSorted] = useState(false)
  const sortAnew = useCallback(() => setSortedBy({ log: session.checks.get().log, at: Date.now() }), [session])
  const onSorted = useCallback(
    (sort: unknown) => {
      setSorted(sort !== null)
      sortAnew()
    },
    [sortAnew],
  )
  return {
    state,
    checked,
    inView,
    counts,
    filter: { shown, setShown, hidesUnreachable, setHidesUnreachable },
    /** `sortAnew`: absent while the rows stand as they would be sorted now. */
    sorting: { own, onSorted, sortAnew: isSorted && sortedBy.log !== log ? sortAnew : undefined },
  }
}
