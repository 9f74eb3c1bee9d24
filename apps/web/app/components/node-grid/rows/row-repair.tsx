import { isLeftOut, isNode } from '../listed-node.ts'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useGrid } from '../grid-context.ts'
import { FIX_ICONS } from '../menu/row-actions.ts'
import type { ListedNode } from '../types.ts'

/** So many ways stand in the row; its menu has all of them. */
const SHOWN = 2

/** The other client stands only in the menu of a row. The banner above the list offers it once for all rows. */
const IN_MENU_ALONE = 'target'

interface Props {
  row: ListedNode
  few: boolean
  isCard?: boolean
}

/** What can be done about a row that is not written, the best way first. */
export function RowRepair({ row, few, isCard = false }: Props) {
  const { fixesOf } = useGrid()
  if (isNode(row) && !isLeftOut(row)) return null
  const fixes = fixesOf(row.id)
    .filter(({ id }) => id !== IN_MENU_ALONE)
    .filter(({ id }, at) => at === 0 || id !== 'jump')
  if (fixes.length === 0) return null
  return (
    <span className="ml-auto flex shrink-0 gap-1">
      {fixes.slice(0, few ? 1 : SHOWN).map(({ id, label }) => {
        // On a card the reason needs the room. A repair without an icon shows its words.
        const sign = isCard ? FIX_ICONS[id] : undefined
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
