import { isLeftOut } from '../../lib/node-row.ts'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import { RowName, RowReason } from './row-name.tsx'
import { addressOf, channelOf } from './row-words.ts'
import type { NodeRow } from './types.ts'

/** An entry in two lines, for a phone: below the name its address, or why nothing is written for it. */
export function RowCard({ row }: { row: NodeRow }) {
  const { flags, regionName } = useGrid()
  const line = <span className="shrink-0 tabular-nums">{row.line}</span>
  if (row.state === 'skipped') {
    return (
      <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        {line}
        <RowName row={row} room={Number.POSITIVE_INFINITY} />
      </div>
    )
  }
  return (
    <>
      <div className={`flex min-w-0 items-center gap-1.5 font-medium ${row.state === 'kept' ? '' : 'text-muted'}`}>
        {row.region && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted" title={regionName(row.region)}>
            {flags && <Flag code={row.region} />}
            {row.region}
          </span>
        )}
        <RowName row={row} room={Number.POSITIVE_INFINITY} />
      </div>
      <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        {line}
        {isLeftOut(row) ? (
          <RowReason row={row} few />
        ) : (
          <>
            <span className="shrink-0 font-medium">{row.protocol}</span>
            <span aria-hidden="true">·</span>
            <span className="truncate font-mono">{addressOf(row)}</span>
            <span className="truncate max-[379px]:hidden">{channelOf(row)}</span>
          </>
        )}
      </div>
    </>
  )
}
