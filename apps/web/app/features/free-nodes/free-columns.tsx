import { useTranslations } from 'use-intl'
import type { FreeNode } from '@switchyard/contract'
import type { OwnColumnId } from '../../components/node-grid/columns/own-columns.ts'
import type { ListedNode, OwnColumns } from '../../components/node-grid/types.ts'
import { CheckedAgo } from '../../components/reachability/checked-ago.tsx'
import { HistoryBars } from '../../components/reachability/history-bars.tsx'
import { StandingBadge } from '../../components/reachability/standing-badge.tsx'
import { useAgo } from '../../lib/use-ago.ts'
import { useNow } from '../../lib/use-now.ts'

/** The levels stay out: where a node comes from has to have room. */
const IDS: ReadonlySet<OwnColumnId> = new Set<OwnColumnId>(['reach', 'checked', 'history'])

/** The columns about checks. Sorted by them is what was checked when, never how fast it answered. */
export function freeColumns(nodes: readonly FreeNode[]): OwnColumns {
  const fetchedAt = new Map(nodes.map((node) => [node.key, node.fetchedAt]))
  return {
    ids: IDS,
    cell: (row, column) => <CheckCell row={row} column={column} fetchedAt={fetchedAt.get(row.id)} />,
    card: (row) => <CardFoot row={row} fetchedAt={fetchedAt.get(row.id)} />,
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

function CheckCell({ row, column, fetchedAt }: Props) {
  const { check } = row
  if (!check) return null
  switch (column) {
    case 'reach':
      return <StandingBadge check={check} />
    case 'checked':
      return (
        <span className="flex min-w-0 flex-col leading-5">
          <Age checkedAt={check.results.at(-1)?.checkedAt} fetchedAt={fetchedAt} />
          <span className="truncate text-xs text-muted">{row.source}</span>
        </span>
      )
    case 'history':
      return <HistoryBars results={check.results} />
    default:
      return null
  }
}

/** On a phone: how it stands, where it comes from, and when it was looked at. */
function CardFoot({ row, fetchedAt }: Omit<Props, 'column'>) {
  if (!row.check) return null
  return (
    <span className="flex max-w-32 min-w-0 flex-col items-end gap-0.5">
      <StandingBadge check={row.check} />
      <span className="flex max-w-full gap-1 text-xs text-muted">
        <span className="truncate">{row.source}</span>
        <Age checkedAt={row.check.results.at(-1)?.checkedAt} fetchedAt={fetchedAt} />
      </span>
    </span>
  )
}

/** When it was checked; of what never was: when it was fetched. */
function Age({ checkedAt, fetchedAt }: { checkedAt: number | undefined; fetchedAt: number | undefined }) {
  const t = useTranslations('freeNodes')
  const ago = useAgo(useNow())
  if (checkedAt !== undefined || fetchedAt === undefined) return <CheckedAgo at={checkedAt} />
  return <span className="truncate text-muted">{t('fetchedAgo', { ago: ago(fetchedAt) })}</span>
}
