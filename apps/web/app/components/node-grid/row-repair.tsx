import { isLeftOut, isNode } from '../../lib/node-row.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { useGrid } from './grid-context.ts'
import type { NodeRow } from './types.ts'

/** So many ways stand in the row; its menu has all of them. */
const SHOWN = 2

/** Another client would take all such rows. Where there is little room, the reason is worth more than the same button in each. */
const FOR_ALL = 'target'

/** A sign for each way that may have no room for its words. */
const SIGNS: Partial<Record<string, IconName>> = { edit: 'pencil', 'delete-line': 'trash-2' }

interface Props {
  row: NodeRow
  few: boolean
  /** The reason needs the room: its words are in the tooltip. */
  isSign?: boolean
}

/** What can be done about a row that is not written, the best way first. */
export function RowRepair({ row, few, isSign = false }: Props) {
  const { fixesOf } = useGrid()
  if (isNode(row) && !isLeftOut(row)) return null
  const fixes = fixesOf(row.id)
    .filter(({ id }, at) => at === 0 || id !== 'jump')
    .filter(({ id }) => !few || id !== FOR_ALL)
  if (fixes.length === 0) return null
  return (
    <span className="ml-auto flex shrink-0 gap-1">
      {fixes.slice(0, few || isSign ? 1 : SHOWN).map(({ id, label }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          data-act="repair"
          data-fix={id}
          className="badge target border-line-strong hover:bg-hover"
          {...(isSign ? { 'aria-label': label, ...tooltip(label) } : {})}
        >
          {isSign ? <Icon name={SIGNS[id] ?? 'circle-check'} className="size-3.5" /> : label}
        </button>
      ))}
    </span>
  )
}
