import { isLeftOut } from '../../lib/node-row.ts'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import { Named, OnlyReason } from './row-name.tsx'
import { RowRepair } from './row-repair.tsx'
import { RowState } from './row-state.tsx'
import { addressOf, channelOf, isNameless, isPale, saysRegion, warningOf } from './row-words.ts'
import type { NodeRow } from './types.ts'

/**
 * An entry in two lines, for a phone. The second line shows the address, or why nothing is written. The repair button
 * stands beside the name, so that the reason has the whole second line.
 */
export function RowCard({ row }: { row: NodeRow }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-0.5">
      {isNameless(row) ? <Nameless row={row} /> : <TwoLines row={row} />}
    </div>
  )
}

function TwoLines({ row }: { row: NodeRow }) {
  const { flags, regionName } = useGrid()
  return (
    <>
      <div className={`flex min-w-0 items-center gap-1.5 font-medium ${isPale(row) ? 'text-muted' : ''}`}>
        {row.region && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted" title={regionName(row.region)}>
            {flags && <Flag code={row.region} />}
            {!saysRegion(row) && row.region}
          </span>
        )}
        <Named row={row} flag={false} />
        <RowState row={row} look="name" />
        {/* A little lower, so that all 44 pixels that a finger needs are within the row. */}
        <span className="ml-auto flex shrink-0 translate-y-0.5 *:*:h-7 *:*:px-2.5">
          <RowRepair row={row} few />
        </span>
      </div>
      {isLeftOut(row) ? (
        <div className="flex min-w-0 gap-2 text-xs text-muted" title={row.reason}>
          <LineNumber line={row.line} /> <span className="truncate">{row.reason}</span>
        </div>
      ) : (
        <div className="flex min-w-0 items-center gap-2 text-xs text-muted">
          <LineNumber line={row.line} />
          <span className="shrink-0">{row.protocol}</span>
          <span aria-hidden="true" className="size-[3px] shrink-0 rounded-full bg-current" />
          <span className="truncate">{warningOf(row) || addressOf(row)}</span>
          <span className="truncate max-[379px]:hidden">{channelOf(row)}</span>
        </div>
      )}
    </>
  )
}

/** A skipped entry without a name. The state is only an icon, so that the reason has more room. */
function Nameless({ row }: { row: NodeRow }) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs text-muted">
      <LineNumber line={row.line} />
      <RowState row={row} look="icon" />
      <OnlyReason row={row} />
      <RowRepair row={row} few />
    </div>
  )
}

/** Told from the other numbers of the row by its sign. */
function LineNumber({ line }: { line: string }) {
  return <span className="shrink-0 tabular-nums">#{line}</span>
}
