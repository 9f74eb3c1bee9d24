import { useTranslations } from 'use-intl'
import type { FreeNode } from '@switchyard/contract'
import { OWN_COLUMN_IDS, type OwnColumnId } from '../../components/node-grid/columns/own-columns.ts'
import type { ListedNode, OwnColumns } from '../../components/node-grid/types.ts'
import { CheckedAgo } from '../../components/reachability/checked-ago.tsx'
import { HistoryBars } from '../../components/reachability/history-bars.tsx'
import { LevelCell } from '../../components/reachability/level-cell.tsx'
import { StandingBadge } from '../../components/reachability/standing-badge.tsx'
import { useAgo } from '../../lib/use-ago.ts'
import { useNow } from '../../lib/use-now.ts'

const IDS: ReadonlySet<OwnColumnId> = new Set(OWN_COLUMN_IDS)

/** The columns about checks. Sorted by them is what was checked when, never how fast it answered. */
export function freeColumns(nodes: readonly FreeNode[]): OwnColumns {
  const fetchedAt = new Map(nodes.map((node) => [node.key, node.fetchedAt]))
  return {
    ids: IDS,
    cell: (row, column) => <CheckCell row={row} column={column} fetchedAt={fetchedAt.get(row.id)} />,
    card: ({ check }) => check && <StandingBadge check={check} />,
    sortKey: ({ check }, column) => {
      const last = check?.results.at(-1)
      if (!last) return ''
      return column === 'checked' ? String(last.checkedAt).padStart(16, '0') : last.outcome
    },
  }
}

interface Props {
  row: ListedNode
  column: OwnColumnId
  fetchedAt: number | undefined
}

function CheckCell({ row: { check }, column, fetchedAt }: Props) {
  if (!check) return null
  switch (column) {
    case 'reach':
      return <StandingBadge check={check} />
    case 'checked': {
      const checkedAt = check.results.at(-1)?.checkedAt
      return checkedAt === undefined ? <FetchedAgo at={fetchedAt} /> : <CheckedAgo at={checkedAt} />
    }
    case 'history':
      return <HistoryBars results={check.results} />
    default:
      return <LevelCell check={check} level={column} />
  }
}

/** Of what was never checked: when it was fetched. */
function FetchedAgo({ at }: { at: number | undefined }) {
  const t = useTranslations('freeNodes')
  const ago = useAgo(useNow())
  return <span className="truncate text-muted">{at === undefined ? '–' : t('fetchedAgo', { ago: ago(at) })}</span>
}
