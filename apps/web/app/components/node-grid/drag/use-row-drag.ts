import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

const EDGE_PX = 40
const SPEED_PX = 12

export interface RowDrag {
  ids: ReadonlySet<string>
  /** Rows above the place where they would go. */
  index: number
}

interface Request {
  scroller: RefObject<HTMLElement | null>
  headerHeight: number
  rowHeight: number
  count: number
  onDrop: (drag: RowDrag) => void
}

/** Rows that are drawn to another place. The list scrolls at its edges; Esc lets everything be. */
export function useRowDrag({ scroller, headerHeight, rowHeight, count, onDrop }: Request) {
  const [drag, setDrag] = useState<RowDrag>()
  const held = useRef<RowDrag>(undefined)
  const pointer = useRef(0)
  const hold = useCallback((next: RowDrag | undefined) => {
    held.current = next
    setDrag(next)
  }, [])
  const dropped = useEffectEvent((last: RowDrag) => onDrop(last))
  const dragging = drag !== undefined

  const indexNow = useEffectEvent(() => {
    const box = scroller.current!.getBoundingClientRect()
    const y = pointer.current - box.top - headerHeight + scroller.current!.scrollTop
    return Math.max(0, Math.min(count, Math.round(y / rowHeight)))
  })

  useEffect(() => {
    if (!dragging) return
    let frame = 0
    const follow = () => {
      const grid = scroller.current!
      const box = grid.getBoundingClientRect()
      const isPaged = getComputedStyle(grid).overflowY === 'visible'
      const element = isPaged ? document.documentElement : grid
      const above = Math.max(0, box.top + headerHeight) + EDGE_PX - pointer.current
      const below = pointer.current - (Math.min(innerHeight, box.bottom) - EDGE_PX)
      if (above > 0) element.scrollTop -= SPEED_PX
      else if (below > 0) element.scrollTop += SPEED_PX
      const index = indexNow()
      if (held.current && held.current.index !== index) hold({ ...held.current, index })
      frame = requestAnimationFrame(follow)
    }
    const move = ({ clientY }: PointerEvent) => (pointer.current = clientY)
    const drop = () => {
      const last = held.current && { ...held.current, index: indexNow() }
      hold(undefined)
      if (last) dropped(last)
    }
    const cancel = () => hold(undefined)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key, true)
    frame = requestAnimationFrame(follow)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, true)
    }
  }, [dragging, scroller, headerHeight, hold])

  const start = (clientY: number, ids: ReadonlySet<string>, index: number) => {
    pointer.current = clientY
    hold({ ids, index })
  }
  return { drag, start }
}
