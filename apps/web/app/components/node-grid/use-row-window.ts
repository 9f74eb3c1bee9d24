import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { NO_SLOTS, nextSlots } from './row-slots.ts'
import type { View } from './view.ts'

const OVERSCAN = 6
/** When the rows change, only rows in sight are drawn at first. The rest follows when the browser has shown those. */
const OVERSCAN_AT_FIRST = 1
/** Longer than people take from one key to the next. */
const WHOLE_AFTER_MS = 200
/** No more rows than these are ever in the document, the one with the focus among them. */
const MOST_ROWS = 79

interface Request {
  view: View
  scroller: RefObject<HTMLElement | null>
  rowHeight: number
  headerHeight: number
  /** The row with the tab stop: it stays in the document wherever the list is scrolled to. */
  active: { id: string | null; index: number }
}

/** The rows that are in the document, each with the element it is drawn in. */
export function useRowWindow({ view, scroller, rowHeight, headerHeight, active }: Request) {
  const rangeOf = useCallback(
    (range: Range) => {
      const wanted = defaultRangeExtractor(range)
      const spare = Math.ceil((wanted.length - MOST_ROWS) / 2)
      const shown = spare > 0 ? wanted.slice(spare, -spare) : wanted
      if (active.index < 0 || shown.includes(active.index)) return shown
      return [...shown, active.index].sort((a, b) => a - b)
    },
    [active.index],
  )
  const [whole, setWhole] = useState(view)
  useEffect(() => {
    if (whole === view) return
    const timer = setTimeout(() => startTransition(() => setWhole(view)), WHOLE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [whole, view])
  // New functions would make it place all rows anew.
  const estimateSize = useCallback(() => rowHeight, [rowHeight])
  const getItemKey = useCallback((at: number) => (at < view.count ? view.idAt(at) : at), [view])
  // oxlint-disable-next-line react/incompatible-library -- it hands out new items by rendering anew
  const virtualizer = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: whole === view ? OVERSCAN : OVERSCAN_AT_FIRST,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor: rangeOf,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const shown = virtualizer.getVirtualItems().filter(({ index }) => index < view.count)
  const [drawn] = useState(() => ({ slots: NO_SLOTS }))
  const ids = shown.map(({ index }) => view.idAt(index))
  const slots = nextSlots(drawn.slots, ids, active.id)
  // What was drawn in the end counts: a key may have called a drawing off.
  useLayoutEffect(() => {
    drawn.slots = slots
  })
  const scrollTo = useCallback((at: number) => virtualizer.scrollToIndex(at, { align: 'auto' }), [virtualizer])
  return {
    items: shown.map(({ index }) => ({ index, row: view.rows[index]!, slot: slots.byId.get(view.idAt(index))! })),
    scrollTo,
  }
}
