import { useFormatter, useTranslations } from 'use-intl'
import { MINUTE_MS } from '@switchyard/sources/spans'

/** '13 min ago': how long something is past. A clock that moves once a minute puts what was just done into the future. */
export function useAgo(now: number): (at: number) => string {
  const t = useTranslations('ui')
  const format = useFormatter()
  return (at) => {
    // "now" before a verb reads as if it were yet to be done.
    if (now - at < MINUTE_MS) return t('justNow')
    // English puts a dot behind what it shortens: '13 min. ago'.
    return format.relativeTime(at, { now, style: 'short' }).replace('. ', ' ')
  }
}
