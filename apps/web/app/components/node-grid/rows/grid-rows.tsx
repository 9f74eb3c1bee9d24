import { memo, useImperativeHandle, type Ref, type RefObject } from 'react'
import type { ColumnId } from '../columns/columns.ts'
import { GridRow } from './grid-row.tsx'
import type { ShownColumn } from '../columns/use-columns.ts'
import { useRowWindow } from './use-row-window.ts'
import type { View } from '../grid/view.ts'

export interface GridRowsHandle {
  scrollTo: (index: number) => void
}

interface Props {
  ref: Ref<GridRowsHandle>
  view: View
  scroller: RefObject<HTMLElement | null>
  isPaged: boolean
  rowHeight: number
  headerHeight: number
  columns: readonly ShownColumn[]
  cards: boolean
  /** The cell with the tab stop. */
  activeId: string | null
  activeIndex: number
  activeColumn: ColumnId
  /** The row that is open, or -1, and how high what it shows is. */
  openIndex: number
  openHeight: number
  canExpand: boolean
  expanded: string | undefined
  selected: ReadonlySet<string>
  editing: string | undefined
  dragged: ReadonlySet<string> | undefined
  /** The row with the open menu. */
  menuId: string | undefined
  /** The card that is swiped, and how far. */
  swipedId: string | undefined
  swipedPx: number
}

/** The rows in sight. Scrolling draws these alone: what stands around them is left as it is. */
export const GridRows = memo(function GridRows(props: Props) {
  const { ref, columns, cards, activeId, activeColumn, canExpand, expanded } = props
  const { selected, editing, dragged, menuId, swipedId, swipedPx } = props
  const { items, scrollTo } = useRowWindow(props)
  useImperativeHandle(ref, () => ({ scrollTo }), [scrollTo])
  return (
    <>
      {items.map(({ index: at, row, slot, top }) => (
        <GridRow
          key={slot}
          row={row}
          index={at}
          rowIndex={at + (cards ? 1 : 2)}
          top={top}
          expanded={canExpand && row.state !== 'deleted' ? row.id === expanded : undefined}
          columns={columns}
          active={row.id === activeId ? activeColumn : undefined}
          selected={selected.has(row.id)}
          editing={editing === row.id}
          dragged={dragged?.has(row.id) === true}
          isMenuOpen={row.id === menuId}
          swiped={swipedId === row.id ? swipedPx : 0}
        />
      ))}
    </>
  )
})
