import { useMedia } from '../../lib/use-media.ts'

/**
 * Text, entries and result beside each other; text or entries beside the result; the list or the result; the list with the
 * result as a sheet.
 */
export type PaneLayout = 'panes' | 'pair' | 'tabs' | 'phone'

const PANES = '(width >= 1600px)'
const PAIR = '(width >= 1024px)'
const TABS = '(width >= 640px)'

/** The layout that the window has room for. */
export function useLayout(): PaneLayout {
  const isPanes = useMedia(PANES, true)
  const isPair = useMedia(PAIR, true)
  const isTabs = useMedia(TABS, true)
  if (isPanes) return 'panes'
  if (isPair) return 'pair'
  return isTabs ? 'tabs' : 'phone'
}
