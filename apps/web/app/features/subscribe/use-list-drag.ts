import { useEffect, useEffectEvent, useRef, useState, type PointerEvent as HeldBy, type RefObject } from 'react'

const EDGE_PX = 60
const SPEED_PX = 10
const MAIN_BUTTON = 0

/**
 * Rows of any height that are drawn to another place by a handle. The page scrolls at its edges; Esc lets everything be.
 * `held` is the row that is drawn, `to` the gap it would go to, counted from above.
 */
export function useListDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ held: number; to: number }>()
  const pointerY = useRef(0)
  const held = drag?.held
  const dropped = useEffectEvent((from: number) => {
    const gap = gapAt(list.current!, pointerY.current)
    // The gaps above and below a row are where it stands.
    if (gap !== from && gap !== from + 1) onDrop(from, gap > from ? gap - 1 : gap)
  })

  useEffect(() => {
    if (held === undefined) return
    let frame = 0
    const follow = () => {
      const page = document.documentElement
      if (pointerY.current < EDGE_PX) page.scrollTop -= SPEED_PX
      else if (pointerY.current > innerHeight - EDGE_PX) page.scrollTop += SPEED_PX
      const to = gapAt(list.current!, pointerY.current)
      setDrag((before) => (before?.to === to ? before : { held, to }))
      frame = requestAnimationFrame(follow)
    }
    const move = ({ clientY }: PointerEvent) => (pointerY.current = clientY)
    const end = () => setDrag(undefined)
    const drop = () => {
      end()
      dropped(held)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', end)
    addEventListener('keydown', key, true)
    frame = requestAnimationFrame(follow)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', key, true)
    }
  }, [held, list])

  const start = (event: HeldBy, at: number) => {
    if (event.button !== MAIN_BUTTON) return
    pointerY.current = event.clientY
    setDrag({ held: at, to: at })
  }
  return { held, to: drag?.to, start }
}

/** How many rows have their middle above a height of the window. */
function gapAt(list: HTMLElement, y: number): number {
  return [...list.children].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
