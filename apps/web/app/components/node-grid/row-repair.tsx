import { isLeftOut, isNode } from '../../lib/node-row.ts'
import { useGrid } from './grid-context.ts'
import type { NodeRow } from './types.ts'

/** So many ways stand in the row; its menu has all of them. */
const SHOWN = 2

/** Another client would take all such rows. It is offered once for all of them, and in the menu of a row. */
const FOR_ALL = 'target'

/** What can be done about a row that is not written, the best way first. */
export function RowRepair({ row, few }: { row: NodeRow; few: boolean }) {
  const { fixesOf } = useGrid()
  if (isNode(row) && !isLeftOut(row)) return null
  const fixes = fixesOf(row.id)
    .filter(({ id }) => id !== FOR_ALL)
    .filter(({ id }, at) => at === 0 || id !== 'jump')
  if (fixes.length === 0) return null
  return (
    <span className="ml-auto flex shrink-0 gap-1">
      {fixes.slice(0, few ? 1 : SHOWN).map(({ id, label }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          data-act="repair"
          data-fix={id}
          className="badge target h-6 border-line-strong hover:bg-hover"
        >
          {label}
        </button>
      ))}
    </span>
  )
}
