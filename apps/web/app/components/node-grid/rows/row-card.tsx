import { isLeftOut, isNode } from '../listed-node.ts'
import { Flag } from './flag.tsx'
import { useGrid } from '../grid-context.ts'
import { Named, OnlyReason } from './row-name.tsx'
import { RowRepair } from './row-repair.tsx'
import { RowStateBadge } from './row-state-badge.tsx'
import { addressOf, channelOf, isNameless, isPale, saysRegion, warningOf } from './row-words.ts'
import type { ListedNode } from '../types.ts'

/** An entry on a phone: its name, and below it the address. If the entry is not written, the reason stands there. */
export function RowCard({ row }: { row: ListedNode }) {
  const { own } = useGrid()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-col">
        {isNameless(row) ? (
          <div className="flex min-w-0 items-center gap-1.5 text-xs leading-5 text-muted">
            <LineNumber line={row.line} />
            <RowStateBadge row={row} look="name" />
          </div>
        ) : (
          <NameLine row={row} />
        )}
        {isNameless(row) ? <OnlyReason row={row} /> : isLeftOut(row) ? <Reason row={row} /> : <Address row={row} />}
      </div>
      {own && isNode(row) && <span className="shrink-0">{own.card(row)}</span>}
      <RowRepair row={row} few isCard />
    </div>
  )
}

function NameLine({ row }: { row: ListedNode }) {
  const { flags, regionName, isOneState } = useGrid()
  return (
    <div
      className={`flex min-w-0 items-center gap-1.5 leading-5 font-medium ${isPale(row, isOneState) ? 'text-muted' : ''}`}
    >
      {row.region && (flags || !saysRegion(row)) && (
        <span className="flex shrink-0 items-center gap-1 text-xs text-muted" title={regionName(row.region)}>
          {flags && <Flag code={row.region} />}
          {!saysRegion(row) && <span className="min-w-5">{row.region}</span>}
        </span>
      )}
      <Named row={row} flag={false} />
      <RowStateBadge row={row} look="name" />
    </div>
  )
}

function Reason({ row }: { row: ListedNode }) {
  return (
    <div className="flex min-w-0 gap-2 text-xs leading-4 text-muted" title={row.reason}>
      <LineNumber line={row.line} /> <span className="line-clamp-2 text-pretty">{row.reason}</span>
    </div>
  )
}

function Address({ row }: { row: ListedNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs leading-4 text-muted">
      <LineNumber line={row.line} />
      <span className="shrink-0">{row.protocol}</span>
      <span aria-hidden="true" className="size-[3px] shrink-0 rounded-full bg-current" />
      <span className="truncate">{warningOf(row) || addressOf(row)}</span>
      <span className="truncate max-[379px]:hidden">{channelOf(row)}</span>
    </div>
  )
}

/** Told from the other numbers of the row by its sign. */
function LineNumber({ line }: { line: string }) {
  return <span className="shrink-0 tabular-nums">#{line}</span>
}
