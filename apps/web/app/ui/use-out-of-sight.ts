import { useLayoutEffect, useState, type RefObject } from 'react'

/** What of a line that scrolls sideways is out of sight. */
export interface OutOfSight {
  /** How many things. */
  out: number
  /** At which ends they lie: `data-fade` of a `.chip-line`. */
  fade: 'none' | 'start' | 'end' | 'both'
}

/** Looks at the things in a line again when it scrolls, gets another width, or has other `content`. */
export function useOutOfSight(line: RefObject<HTMLElement | null>, content: unknown): OutOfSight {
  const [sight, setSight] = useState<OutOfSight>({ out: 0, fade: 'none' })
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const measure = () => {
      const { left, right } = element.getBoundingClientRect()
      // What is not shown at this width has no box.
      const boxes = [...element.querySelectorAll(':scope > :is(button, label)')]
        .map((thing) => thing.getBoundingClientRect())
        .filter(({ width }) => width > 0)
      const before = boxes.filter((box) => box.left < left - 1).length
      const after = boxes.filter((box) => box.right > right + 1).length
      const fade = before > 0 ? (after > 0 ? 'both' : 'start') : after > 0 ? 'end' : 'none'
      const out = before + after
      setSight((now) => (now.out === out && now.fade === fade ? now : { out, fade }))
    }
    // The observer calls `measure` after the layout. A call here would force one more layout.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A font that comes late makes the things in it wider.
    for (const thing of element.children) observer.observe(thing)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [line, content])
  return sight
}
