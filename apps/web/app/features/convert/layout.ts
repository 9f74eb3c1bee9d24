import { useSyncExternalStore } from 'react'

/** Three panes beside each other, two of them in tabs, or one step after the other. */
export type Layout = 'panes' | 'tabs' | 'steps'

// The widths of the `lg` and `min-[100rem]` classes, which lay the panes out before any script runs.
const STEPS = '(width < 64rem)'
const TABS = '(64rem <= width < 100rem)'

export function layoutNow(): Layout {
  if (matchMedia(STEPS).matches) return 'steps'
  return matchMedia(TABS).matches ? 'tabs' : 'panes'
}

/** The layout of the window as it is; what depends on it before the page is alive is left to the styles. */
export function useLayout(): Layout {
  return useSyncExternalStore(follow, layoutNow, () => 'panes')
}

function follow(listener: () => void): () => void {
  const queries = [matchMedia(STEPS), matchMedia(TABS)]
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
