import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'
import type { GridRowProps } from './grid-row.tsx'
import { RowName } from './row-name.tsx'
import { addressOf, channelOf } from './row-words.ts'

/** A node in two lines, for a phone. */
export function RowCard(props: Pick<GridRowProps, 'row' | 'repeats' | 'unfolded' | 'repeat'>) {
  const { row } = props
  const { flags, regionName } = useGrid()
  if (row.state === 'skipped') {
    return (
      <div className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <RowName {...props} room={Number.POSITIVE_INFINITY} stateShown={false} />
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
        <RowName {...props} room={Number.POSITIVE_INFINITY} stateShown={false} />
      </div>
      <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        <span className="shrink-0 font-medium">{row.protocol}</span>
        <span aria-hidden="true">·</span>
        <span className="truncate font-mono">{addressOf(row)}</span>
        <span className="truncate max-[379px]:hidden">{channelOf(row)}</span>
      </div>
    </>
  )
}
