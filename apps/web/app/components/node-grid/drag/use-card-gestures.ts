import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { closestElement } from '../../../lib/closest-element.ts'

const LONG_PRESS_MS = 500
const SLACK_PX = 10
const OPEN_PX = 56
const FAR_PX = 88

interface Request {
  on: boolean
  onLongPress: (id: string) => void
  onSwipe: (id: string) => void
}

/** A long press selects a card, a swipe to the left opens its menu. The box and the ⋯ button do the same. */
export function useCardGestures({ on, onLongPress, onSwipe }: Request) {
  const [swipe, setSwipe] = useState<{ id: string; px: number }>()
  const touch = useRef<{ id: string; x: number; y: number; timer: ReturnType<typeof setTimeout>; swiping: boolean }>(
    undefined,
  )
  /** The click that follows a gesture is none. */
  const used = useRef(false)
  useEffect(() => () => clearTimeout(touch.current?.timer), [])

  const end = () => {
    clearTimeout(touch.current?.timer)
    touch.current = undefined
    setSwipe(undefined)
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      used.current = false
      if (!on || event.pointerType !== 'touch') return
      const id = closestElement(event.target, '[data-row]')?.dataset.row
      if (!id || closestElement(event.target, 'button,input,.checkbox')) return
      const timer = setTimeout(() => {
        used.current = true
        touch.current = undefined
        onLongPress(id)
      }, LONG_PRESS_MS)
      touch.current = { id, x: event.clientX, y: event.clientY, timer, swiping: false }
    },
    onPointerMove(event: PointerEvent) {
      const now = touch.current
      if (!now) return
      const dx = event.clientX - now.x
      const dy = Math.abs(event.clientY - now.y)
      if (dy > SLACK_PX && !now.swiping) return end()
      if (Math.abs(dx) <= SLACK_PX && !now.swiping) return
      clearTimeout(now.timer)
      now.swiping = true
      used.current = true
      setSwipe({ id: now.id, px: Math.max(-FAR_PX, Math.min(0, dx)) })
    },
    onPointerUp(event: PointerEvent) {
      const now = touch.current
      end()
      if (now?.swiping && event.clientX - now.x < -OPEN_PX) onSwipe(now.id)
    },
    onPointerCancel: end,
  }
  return { swipe, handlers, wasGesture: () => used.current }
}
