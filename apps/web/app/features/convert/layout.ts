import { useMedia } from '../../lib/use-media.ts'

/**
 * Text, entries and result beside each other; text or entries beside the result; the list or the result; the list with the
 * result as a sheet.
 */
export type Layout = 'panes' | 'pair' | 'tabs' | 'phone'

const PANES = '(width >= 1600px)'
const PAIR = '(width >= 1024px)'
const TABS = '(width >= 640px)'

/** The layout of the window as it is. */
export function layoutNow(): Layout {
  return layoutOf((query) => matchMedia(query).matches)
}

export function useLayout(): Layout {
  const holds: Readonly<Record<string, boolean>> = {
    [PANES]: useMedia(PANES, true),
    [PAIR]: useMedia(PAIR, true),
    [TABS]: useMedia(TABS, true),
  }
  return layoutOf((query) => holds[query]!)
}

function layoutOf(holds: (query: string) => boolean): Layout {
  if (holds(PANES)) return 'panes'
  if (holds(PAIR)) return 'pair'
  return holds(TABS) ? 'tabs' : 'phone'
}
