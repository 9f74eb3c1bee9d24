import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  useVirtualizer,
  type Range,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { NO_SLOTS, nextSlots } from './row-slots.ts'
import type { View } from '../grid/view.ts'

const OVERSCAN = 6
/** When the rows change, only rows in sight are drawn at first. The rest follows when the browser has shown those. */
const OVERSCAN_AT_FIRST = 1
/** Longer than people take from one key to the next. */
const WHOLE_AFTER_MS = 200
/** No more rows than these are ever in the document, the one with the focus among them. */
const MOST_ROWS = 79

/** Bars that lie over the page when it scrolls: what is scrolled to stands between them. */
const TOP_BAR_PX = 48
const BARS_PX = 136

type Scroll = Pick<
  VirtualizerOptions<HTMLElement, Element>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn'
>

const ELEMENT_SCROLL: Scroll = { observeElementRect, observeElementOffset, scrollToFn: elementScroll }

/** The page as what scrolls the rows: offsets count from the top of the grid, wherever on the page that is. */
function pageScroll(grid: RefObject<HTMLElement | null>): Scroll {
  const offset = () => Math.max(0, -(grid.current?.getBoundingClientRect().top ?? 0))
  return {
    observeElementRect: (_, report) => {
      const measure = () => report({ width: innerWidth, height: innerHeight })
      measure()
      window.addEventListener('resize', measure)
      return () => window.removeEventListener('resize', measure)
    },
    observeElementOffset: (_, report) => {
      const scrolled = () => report(offset(), true)
      const settled = () => report(offset(), false)
      settled()
      window.addEventListener('scroll', scrolled, { passive: true })
      window.addEventListener('scrollend', settled)
      return () => {
        window.removeEventListener('scroll', scrolled)
        window.removeEventListener('scrollend', settled)
      }
    },
    scrollToFn: (top, { adjustments = 0, behavior = 'auto' }) => {
      // Where it is already: the page is not moved for what stands above the grid.
      if (top + adjustments === offset()) return
      const above = (grid.current?.getBoundingClientRect().top ?? 0) + scrollY
      window.scrollTo({ top: above + top + adjustments, behavior })
    },
  }
}

interface Request {
  view: View
  scroller: RefObject<HTMLElement | null>
  /** The rows scroll with the page. */
  isPaged: boolean
  rowHeight: number
  headerHeight: number
  /** The row with the tab stop: it stays in the document wherever the list is scrolled to. */
  activeId: string | null
  activeIndex: number
  /** The row that is open, or -1, and how high what it shows is. */
  openIndex: number
  openHeight: number
}

/** The rows that are in the document, each with the element it is drawn in. */
export function useRowWindow(request: Request) {
  const { view, scroller, isPaged, rowHeight, headerHeight, activeId, activeIndex, openIndex, openHeight } = request
  const rangeOf = useCallback(
    (range: Range) => {
      const wanted = defaultRangeExtractor(range)
      const spare = Math.ceil((wanted.length - MOST_ROWS) / 2)
      const shown = spare > 0 ? wanted.slice(spare, -spare) : wanted
      if (activeIndex < 0 || shown.includes(activeIndex)) return shown
      return [...shown, activeIndex].sort((a, b) => a - b)
    },
    [activeIndex],
  )
  // What scrolls the rows stands around them: it is there once they are in the page.
  const [, setInPage] = useState(false)
  useLayoutEffect(() => setInPage(true), [])
  const [whole, setWhole] = useState(view)
  useEffect(() => {
    if (whole === view) return
    const timer = setTimeout(() => startTransition(() => setWhole(view)), WHOLE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [whole, view])
  // New functions would make it place all rows anew.
  const estimateSize = useCallback(
    (at: number) => (at === openIndex ? rowHeight + openHeight : rowHeight),
    [rowHeight, openIndex, openHeight],
  )
  const getItemKey = useCallback((at: number) => (at < view.count ? view.idAt(at) : at), [view])
  // oxlint-disable-next-line react/incompatible-library -- it hands out new items by rendering anew
  const virtualizer = useVirtualizer({
    count: view.count,
    getScrollElement: () => (isPaged ? document.documentElement : scroller.current),
    ...(isPaged ? pageScroll(scroller) : ELEMENT_SCROLL),
    estimateSize,
    getItemKey,
    overscan: whole === view ? OVERSCAN : OVERSCAN_AT_FIRST,
    scrollMargin: headerHeight,
    scrollPaddingStart: isPaged ? TOP_BAR_PX : headerHeight,
    scrollPaddingEnd: isPaged ? BARS_PX : 0,
    rangeExtractor: rangeOf,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, estimateSize])
  const shown = virtualizer.getVirtualItems().filter(({ index }) => index < view.count)
  const [drawn] = useState(() => ({ slots: NO_SLOTS }))
  const ids = shown.map(({ index }) => view.idAt(index))
  const slots = nextSlots(drawn.slots, ids, activeId)
  // What was drawn in the end counts: a key may have called a drawing off.
  useLayoutEffect(() => {
    drawn.slots = slots
  })
  const scrollTo = useCallback((at: number) => virtualizer.scrollToIndex(at, { align: 'auto' }), [virtualizer])
  return {
    items: shown.map(({ index }) => ({
      index,
      top: index * rowHeight + (openIndex >= 0 && index > openIndex ? openHeight : 0),
      row: view.rows[index]!,
      slot: slots.byId.get(view.idAt(index))!,
    })),
    scrollTo,
  }
}
