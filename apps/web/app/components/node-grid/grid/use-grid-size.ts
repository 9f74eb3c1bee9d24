import { useLayoutEffect, useState, type RefObject } from 'react'
import { PHONE, useMedia } from '../../../lib/use-media.ts'

/** Windows that have no room for a list that scrolls by itself: the page scrolls, and with it what stands above the list. */
const PAGED = '(width < 640px), (width < 1024px) and (height < 480px)'
const FIRST_ROW_PX = 36

/** How wide the grid is, how high a row is in the density chosen, whether rows are cards and what scrolls them. */
export function useGridSize(root: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, row: FIRST_ROW_PX, cards: false })
  const isPaged = useMedia(PAGED)
  useLayoutEffect(() => {
    const phone = matchMedia(PHONE)
    const measure = () => {
      const width = Math.round(root.current!.getBoundingClientRect().width)
      const row = probe.current!.offsetHeight
      const cards = phone.matches
      setSize((now) => (now.width === width && now.row === row && now.cards === cards ? now : { width, row, cards }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(root.current!)
    observer.observe(probe.current!)
    phone.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      phone.removeEventListener('change', measure)
    }
  }, [root, probe])
  return { ...size, isPaged }
}
