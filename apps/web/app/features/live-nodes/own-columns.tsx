import type { OwnColumnId } from '../../components/node-grid/columns/own-columns.ts'
import { OWN_COLUMN_IDS } from '../../components/node-grid/columns/own-columns.ts'
import type { ListedNode, OwnColumns } from '../../components/node-grid/types.ts'
import { CheckedAgo } from '../../components/reachability/checked-ago.tsx'
import { freshnessOf } from '../../components/reachability/freshness.ts'
import { HistoryBars } from '../../components/reachability/history-bars.tsx'
import { tellingLevel } from '../../components/reachability/level.ts'
import { LevelCell } from '../../components/reachability/level-cell.tsx'
import type { NodeCheck } from '../../components/reachability/node-check.ts'
import { StandingBadge } from '../../components/reachability/standing-badge.tsx'
import type { CheckLog } from '../../components/reachability/check-log.ts'
import { useNow } from '../../lib/use-now.ts'
import type { NodeTargets } from './checked-rows.ts'
import { sortKeyOf } from './sort-key.ts'

const IDS: ReadonlySet<OwnColumnId> = new Set(OWN_COLUMN_IDS)

/** What the order of the rows is made of: it stays until somebody asks for a new one. */
export interface SortedBy {
  log: CheckLog
  at: number
}

/** The columns about checks, sorted by what was known at a moment, so that no row moves while results come in. */
export function ownColumns(targets: NodeTargets, { log, at }: SortedBy): OwnColumns {
  return {
    ids: IDS,
    cell: (row, column) => <CheckCell row={row} column={column} />,
    card: ({ check }) => check && <CardFoot check={check} />,
    sortKey({ id, check }, column) {
      if (!check) return ''
      const keyed = targets.get(id)
      return sortKeyOf({ target: keyed?.target, results: (keyed && log.get(keyed.key)) ?? [] }, column, at)
    },
  }
}

function CheckCell({ row: { check }, column }: { row: ListedNode; column: OwnColumnId }) {
  if (!check) return null
  switch (column) {
    case 'reach':
      return <StandingBadge check={check} />
    case 'checked':
      return check.target && <CheckedAgo at={check.results.at(-1)?.checkedAt} />
    case 'history':
      return <HistoryBars results={check.results} />
    default:
      return <LevelCell check={check} level={column} />
  }
}

/** On a phone: how it stands, how old that is, and at which level unless it is too old to count. */
function CardFoot({ check }: { check: NodeCheck }) {
  const now = useNow()
  const last = check.results.at(-1)
  const isStale = last && freshnessOf(last.checkedAt, now) === 'stale'
  const level = last && !isStale && check.target && tellingLevel(last, check.target.transport)
  return (
    <span className="flex max-w-40 min-w-0 flex-col items-end gap-0.5">
      <StandingBadge check={check} />
      {last && (
        <span className="flex max-w-full gap-1.5 text-xs">
          {/* Why a name was not found stands beside the badge. */}
          {level && level !== 'dns' && <LevelCell check={check} level={level} />}
          <span className="shrink-0">
            <CheckedAgo at={last.checkedAt} />
          </span>
        </span>
      )}
    </span>
  )
}
