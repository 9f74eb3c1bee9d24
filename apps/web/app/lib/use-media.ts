import { useCallback, useSyncExternalStore } from 'react'

/** A window as narrow as a phone. */
export const PHONE = '(width < 640px)'

const lists = new Map<string, MediaQueryList>()

/** The list of a query: asked for anew with every drawing, the browser would make a new one each time. */
function listOf(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known) return known
  const list = matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query holds, followed as it changes. On the server nobody knows: `onServer` is drawn first. */
export function useMedia(query: string, onServer = false): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    follow,
    () => listOf(query).matches,
    () => onServer,
  )
}
