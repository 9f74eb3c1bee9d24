import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed as it changes. On the server nobody knows: `onServer` is drawn first. */
export function useMedia(query: string, onServer = false): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => onServer,
  )
}
