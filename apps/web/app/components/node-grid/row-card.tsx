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
 * stands in the middle of both lines.
 */
export function RowCard({ row }: { row: NodeRow }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        {isNameless(row) ? <Nameless row={row} /> : <TwoLines row={row} />}
      </div>
      <span className="flex shrink-0 empty:hidden *:*:h-8 *:*:px-2.5">
        <RowRepair row={row} few />
      </span>
    </div>
  )
}

function TwoLines({ row }: { row: NodeRow }) {
  const { flags, regionName } = useGrid()
  return (
    <>
      <div className={`flex min-w-0 items-center gap-1.5 font-medium ${isPale(row) ? 'text-muted' : ''}`}>
        {row.region && (flags || !saysRegion(row)) && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted" title={regionName(row.region)}>
            {flags && <Flag code={row.region} />}
            {!saysRegion(row) && row.region}
          </span>
        )}
        <Named row={row} flag={false} />
        {/* Beside the button of a broken line its name needs the room. */}
        <RowState row={row} look={row.state === 'skipped' ? 'icon' : 'name'} />
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
    </div>
  )
}

/** Told from the other numbers of the row by its sign. */
function LineNumber({ line }: { line: string }) {
  return <span className="shrink-0 tabular-nums">#{line}</span>
}
