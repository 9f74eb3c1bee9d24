import { useState } from 'react'
import type { ColumnId } from '../columns/columns.ts'
import type { RowList } from './selection.ts'
import type { ShownColumn } from '../columns/use-columns.ts'
import { nearestShown } from './view.ts'

/** The row of headers, where an id of a row may stand. */
export const HEADER = ''

/** Which cell holds the tab stop. */
export interface ActiveCell {
  /** Undefined = the first row there is. */
  row: string | undefined
  column: ColumnId
}

/** The one tab stop of the grid. When its row is gone it goes to the next one that is left. */
export function useActiveCell(view: RowList, columns: readonly ShownColumn[], cards: boolean) {
  const [cell, setCell] = useState<ActiveCell>({ row: undefined, column: 'name' })
  const [seen, setSeen] = useState(view)
  if (seen !== view) {
    setSeen(view)
    // While nothing is shown the row is remembered: it may come back.
    if (cell.row && view.count > 0 && view.indexOf(cell.row) < 0) {
      const next = nearestShown(seen, Math.max(0, seen.indexOf(cell.row)), view)
      setCell({ ...cell, row: next ?? undefined })
    }
  }
  const id = activeRow(cell.row, view)
  return {
    /** Null = the row of headers. */
    id,
    index: id === null ? -1 : view.indexOf(id),
    column: columns.some(({ id }) => id === cell.column) ? cell.column : nameColumn(cards),
    set: setCell,
  }
}

/** Where the name of a node stands. */
export function nameColumn(cards: boolean): ColumnId {
  return cards ? 'card' : 'name'
}

function activeRow(row: string | undefined, view: RowList): string | null {
  if (view.count === 0 || row === HEADER) return null
  return row !== undefined && view.indexOf(row) >= 0 ? row : view.idAt(0)
}
