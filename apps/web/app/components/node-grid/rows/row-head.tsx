import { addressOf, titleOf } from './row-words.ts'
import type { ListedNode } from '../types.ts'

/** Which node a sheet is about: the sheet covers its row. */
export function RowHead({ row }: { row: ListedNode }) {
  const place = [row.protocol, addressOf(row)].filter(Boolean).join(' · ')
  return (
    <>
      <p className="truncate font-medium">{titleOf(row)}</p>
      {place && <p className="truncate text-xs text-muted">{place}</p>}
    </>
  )
}
