import { isLeftOut, isNode } from '../../lib/node-row.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { useGrid } from './grid-context.ts'
import type { NodeRow } from './types.ts'

/** So many ways stand in the row; its menu has all of them. */
const SHOWN = 2

/**
 * These repairs stand only in the menu of a row. The banner above the list offers the other client once for all rows. It
 * is of no use to delete a node that is left out anyway.
 */
const IN_MENU_ALONE: ReadonlySet<string> = new Set(['target', 'delete-node'])

/** A card shows an icon for a repair, because the reason needs the room. A repair without an icon here shows its words. */
const SIGNS: Readonly<Partial<Record<string, IconName>>> = {
  edit: 'pencil',
  cipher: 'pencil',
  keep: 'equal',
  restore: 'undo-2',
  'delete-line': 'trash-2',
  'delete-entry': 'trash-2',
}

interface Props {
  row: NodeRow
  few: boolean
  isCard?: boolean
}

/** What can be done about a row that is not written, the best way first. */
export function RowRepair({ row, few, isCard = false }: Props) {
  const { fixesOf } = useGrid()
  if (isNode(row) && !isLeftOut(row)) return null
  const fixes = fixesOf(row.id)
    .filter(({ id }) => !IN_MENU_ALONE.has(id))
    .filter(({ id }, at) => at === 0 || id !== 'jump')
  if (fixes.length === 0) return null
  return (
    <span className="ml-auto flex shrink-0 gap-1">
      {fixes.slice(0, few ? 1 : SHOWN).map(({ id, label }) => {
        const sign = isCard ? SIGNS[id] : undefined
        return (
          <button
            key={id}
            type="button"
            tabIndex={-1}
            data-act="repair"
            data-fix={id}
            className={`badge target border-line-strong hover:bg-hover ${sign ? 'size-9! justify-center px-0!' : 'h-6'}`}
            {...(sign ? { 'aria-label': label, ...tooltip(label) } : {})}
          >
            {sign ? <Icon name={sign} className="size-4" /> : label}
          </button>
        )
      })}
    </span>
  )
}
