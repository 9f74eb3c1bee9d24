import type { RefObject } from 'react'
import type { ColumnId } from '../columns/columns.ts'
import type { RowCommands } from '../menu/row-actions.ts'
import type { Selection } from './selection.ts'
import type { GivenActions } from '../menu/use-actions.ts'
import type { ActiveCell } from './use-active-cell.ts'
import type { CellFocus } from './use-cell-focus.ts'
import type { Columns } from '../columns/use-columns.ts'
import type { View } from './view.ts'
import { closestElement } from '../../../lib/closest-element.ts'

/** A row's menu opens beside its button, or where the pointer is. */
export type MenuAnchor = Element | { x: number; y: number }

/** What keys and pointer work on. */
export interface GridParts {
  scroller: RefObject<HTMLElement | null>
  headerHeight: number
  rowHeight: number
  cards: boolean
  can: GivenActions
  view: View
  /** The rows in view are still those of an earlier filter. */
  searching: boolean
  columns: Columns
  active: { id: string | null; index: number; column: ColumnId; set: (cell: ActiveCell) => void }
  focus: CellFocus
  selection: Selection
  select: (next: Selection) => void
  commands: RowCommands
  /** The rows something is done to: all selected ones when this one is among them. */
  targetsOf: (id: string) => readonly string[]
  rename: (id: string) => void
  /** Whether the row stands for a node: others can only be looked at and repaired. */
  isNodeId: (id: string) => boolean
  openMenu: (id: string, anchor: MenuAnchor) => void
  /** Opens a row to what its entry says, or closes it; false where there is nothing to open. */
  expand: (id: string) => boolean
  collapse: () => void
}

/** The ⋯ of a row that is on the screen. */
export function menuButton({ scroller }: Pick<GridParts, 'scroller'>, id: string): Element | null {
  return scroller.current?.querySelector(`[data-row="${CSS.escape(id)}"] [data-act="menu"]`) ?? null
}

/** Where a name is typed, and in an open row, keys and clicks are those of the field. */
export function isInNameField(target: EventTarget): boolean {
  return closestElement(target, '[data-rename], [data-entry]') !== null
}
