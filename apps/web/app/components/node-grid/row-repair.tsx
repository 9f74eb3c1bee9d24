import { useGrid } from './grid-context.ts'
import type { NodeRow } from './types.ts'

/** The first thing that can be done about a row that is no node: its other ways are in the menu. */
export function RowRepair({ row }: { row: NodeRow }) {
  const { fixesOf } = useGrid()
  const [fix] = fixesOf(row.id)
  if (!fix) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      data-act="repair"
      className="badge target ml-auto shrink-0 border-line-strong hover:bg-hover"
    >
      {fix.label}
    </button>
  )
}
