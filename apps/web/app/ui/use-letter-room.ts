import { useLayoutEffect, useState, type RefObject } from 'react'

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
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(line)
    return () => observer.disconnect()
  }, [element])
  return room
}
