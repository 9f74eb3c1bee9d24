import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { ColumnId } from '../columns/columns.ts'
import type { RowList } from './selection.ts'
import { HEADER, type ActiveCell } from './use-active-cell.ts'

interface Request {
  view: RowList
  scroller: RefObject<HTMLElement | null>
  scrollTo: (index: number) => void
  setActive: (cell: ActiveCell) => void
  /** A name is being typed: its field has the focus. */
  isEditing: boolean
  scrollsSideways: boolean
}

export interface CellFocus {
  /** To the cell with the tab stop, now. */
  take: () => void
  /** To the cell with the tab stop, when it is drawn. */
  want: () => void
  leave: () => void
  /** Moves the tab stop and the focus; null = to the row of headers. */
  goTo: (id: string | null, column: ColumnId) => void
}

/** The focus follows the tab stop, and comes back when its row was drawn anew or is gone. */
export function useCellFocus(request: Request): CellFocus {
  const { view, scroller: scrollerRef, scrollTo, setActive, isEditing, scrollsSideways } = request
  const wanted = useRef(false)
  /** The focus was last seen on a cell: should its row go, it is given back. */
  const held = useRef(false)
  const take = useCallback(() => {
    scrollerRef.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
  }, [scrollerRef])
  const want = useCallback(() => void (wanted.current = true), [])
  const leave = useCallback(() => void (wanted.current = false), [])

  useLayoutEffect(() => {
    const lost = held.current && (document.activeElement === document.body || document.activeElement === null)
    if ((!wanted.current && !lost) || isEditing) return
    wanted.current = false
    take()
  })
  useEffect(() => {
    const elsewhere = (event: Event) => {
      held.current = event.target instanceof Node && scrollerRef.current?.contains(event.target) === true
    }
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('pointerdown', elsewhere)
    }
  }, [scrollerRef])

  const goTo = useCallback(
    (id: string | null, column: ColumnId) => {
      setActive({ row: id ?? HEADER, column })
      wanted.current = true
      const at = id === null ? -1 : view.indexOf(id)
      if (at >= 0) scrollTo(at)
      if (!scrollsSideways) return
      requestAnimationFrame(() =>
        scrollerRef.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      )
    },
    [view, scrollTo, setActive, scrollerRef, scrollsSideways],
  )
  return { take, want, leave, goTo }
}
