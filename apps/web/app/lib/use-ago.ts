import { useFormatter } from 'use-intl'

/** '13 min ago': how long something is past. A clock that moves once a minute puts what was just done into the future. */
export function useAgo(now: number): (at: number) => string {
  const format = useFormatter()
  // English puts a dot behind what it shortens: '13 min. ago'.
  return (at) => format.relativeTime(at, { now: Math.max(now, at), style: 'short' }).replace('. ', ' ')
}
