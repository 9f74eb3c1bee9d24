import { useLayoutEffect, useState, type RefObject } from 'react'

const GAP_PX = 6

/** How much of a line ends with a whole chip: of chips that end at `ends`, as many as fit beside the button for the rest. */
export function wholeWidth(ends: readonly number[], room: number, morePx: number): number | undefined {
  const last = ends.at(-1)
  if (last === undefined || last <= room) return undefined
  const beside = room - morePx - GAP_PX
  return ends.findLast((end) => end <= beside) ?? beside
}

/**
 * How wide a line of chips is so that none is cut; undefined where all of them fit. `content`: other chips stand in it.
 * `morePx`: the width of the button for the rest.
 */
export function useWholeChips(
  line: RefObject<HTMLElement | null>,
  content: unknown,
  morePx: number,
): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = line.current
    const frame = element?.parentElement
    if (!element || !frame) return
    const measure = () => {
      const start = element.getBoundingClientRect().left - element.scrollLeft
      const chips = [...element.querySelectorAll(':scope > button')]
      const ends = chips.map((chip) => Math.ceil(chip.getBoundingClientRect().right - start))
      setWidth(wholeWidth(ends, frame.clientWidth, morePx))
    }
    // The observer calls `measure` after the layout. A call here would force one more layout.
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    // A font that comes late makes chips wider.
    for (const chip of element.children) observer.observe(chip)
    return () => observer.disconnect()
  }, [line, content, morePx])
  return width
}
