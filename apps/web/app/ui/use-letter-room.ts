import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

export const USUAL_LETTERS_PX = 16

/** How wide an element is for letters of the usual size: where a person has larger ones it is less. 0 before that is known. */
export function useLetterRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const line = element.current
    if (!line) return
    const measure = () => {
      const lettersPx = parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom((line.clientWidth * USUAL_LETTERS_PX) / lettersPx)
    }
    // The observer calls `measure` after the layout. A call here would force one more layout. What follows is drawn in the
    // same frame, so nobody sees the line as it was before.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(line)
    return () => observer.disconnect()
  }, [element])
  return room
}
