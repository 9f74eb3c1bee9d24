import type { FocusEvent, MouseEvent, PointerEvent } from 'react'
import type { ColumnId } from '../columns/columns.ts'
import { isInNameField, menuButton, type GridParts } from './grid-parts.ts'
import { isOwnColumn } from '../columns/own-columns.ts'
import { dropMove } from '../drag/ordering.ts'
import { selectOnly, selectRange, toggle, type RowList } from './selection.ts'
import type { RowFix, RowMove } from '../types.ts'
import { useCardGestures } from '../drag/use-card-gestures.ts'
import { useRowDrag } from '../drag/use-row-drag.ts'
import { closestElement } from '../../../lib/closest-element.ts'

/** What of a cell may hold the tab stop. */
const STOPS = '[role=gridcell], .checkbox, [data-act=menu]'

interface Request extends GridParts {
  order: RowList
  movable: boolean
  move: (move: RowMove | undefined) => void
  isMenuOpen: boolean
  fixesOf: (id: string) => readonly RowFix[]
  closeMenu: () => void
}

/** What clicks, presses and swipes do in the grid. They are heard once, for all rows. */
export function usePointer(parts: Request) {
  const { scroller, headerHeight, rowHeight, cards, can, view, active, focus, selection, select, commands } = parts
  const { targetsOf, rename, openMenu, order, movable, move, isMenuOpen, closeMenu, fixesOf, isNodeId } = parts
  const { drag, start: startDrag } = useRowDrag({
    scroller,
    headerHeight,
    rowHeight,
    count: view.count,
    onDrop: ({ ids, index }) => move(dropMove(view, order, ids, index)),
  })
  const gestures = useCardGestures({
    on: cards,
    onLongPress(id) {
      navigator.vibrate?.(10)
      select(toggle(selection, id))
    },
    onSwipe(id) {
      const button = menuButton(parts, id)
      if (button) openMenu(id, button)
    },
  })

  const cellAt = (target: EventTarget) => {
    const id = closestElement(target, '[data-row]')?.dataset.row
    // Cells write the names of their columns.
    const column = closestElement(target, '[data-column]')?.dataset.column as ColumnId | undefined
    return id ? { id, column: column ?? active.column } : undefined
  }
  const press = (id: string, button: HTMLElement): void => {
    switch (button.dataset.act) {
      case 'menu':
      case 'state':
        return isMenuOpen ? closeMenu() : openMenu(id, button)
      case 'repair':
        return fixesOf(id)
          .find((fix) => fix.id === button.dataset.fix)
          ?.run()
      case 'undo-rename':
        return commands.undoRename([id])
      default:
    }
  }

  const handlers = {
    ...gestures.handlers,
    onClick({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) {
      const at = cellAt(target)
      if (!at || gestures.wasGesture() || isInNameField(target)) return
      const { id, column } = at
      const button = closestElement(target, '[data-act]')
      active.set({ row: id, column })
      if (button?.dataset.act !== 'menu' && button?.dataset.act !== 'state') focus.want()
      if (button) return press(id, button)
      if (shiftKey) return select(selectRange(selection, view, id, ctrlKey || metaKey))
      if (column === 'select' || ctrlKey || metaKey) return select(toggle(selection, id))
      if (column === 'index' && parts.expand(id)) return undefined
      if (isOwnColumn(column) && isNodeId(id) && can.has('onShowChecks')) return commands.checks(id)
      if (!cards) return select(selectOnly(id))
      if (selection.ids.size > 0) return select(toggle(selection, id))
      if (parts.expand(id) || !isNodeId(id)) return undefined
      return can.has('loadNode') ? commands.edit(id) : undefined
    },
    onDoubleClick({ target }: MouseEvent) {
      const at = cellAt(target)
      if (at?.column === 'name' && isNodeId(at.id) && !closestElement(target, 'button,input')) rename(at.id)
    },
    onMouseDown(event: MouseEvent) {
      // A range of rows is meant, and no letters.
      if (event.shiftKey && cellAt(event.target) && !isInNameField(event.target)) event.preventDefault()
    },
    onContextMenu(event: MouseEvent) {
      const at = cellAt(event.target)
      if (!at || isInNameField(event.target)) return
      event.preventDefault()
      const { nativeEvent } = event
      if (cards && 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch') return
      const button = menuButton(parts, at.id)
      // The key for menus has no place of its own.
      if (event.button === 2) openMenu(at.id, { x: event.clientX, y: event.clientY })
      else if (button) openMenu(at.id, button)
    },
    onPointerDown(event: PointerEvent) {
      gestures.handlers.onPointerDown(event)
      const at = cellAt(event.target)
      if (!at || !closestElement(event.target, '[data-act="drag"]') || event.button !== 0 || !movable) return
      event.preventDefault()
      parts.collapse()
      active.set({ row: at.id, column: 'select' })
      focus.want()
      startDrag(event.clientY, new Set(targetsOf(at.id).filter(isNodeId)), view.indexOf(at.id))
    },
    onFocus({ target }: FocusEvent) {
      // A screen reader puts the focus where it likes: the tab stop follows.
      const at = cellAt(target)
      if (!at || (at.id === active.id && at.column === active.column)) return
      if (target.matches(STOPS)) active.set({ row: at.id, column: at.column })
    },
  }
  return { drag, swipe: gestures.swipe, handlers }
}
