import { useEffect, useRef } from 'react'
import type { ProbeSchedule } from '@switchyard/contract'
import { targetKey } from '../../components/reachability/node-check.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useNow } from '../../lib/use-now.ts'
import type { LiveNodesSession } from './live-session.ts'

interface ScheduleNow {
  schedule?: ProbeSchedule | undefined
  nextAt?: number | undefined
}

/** What is checked by the clock for who is signed in. What that found joins what is known in this tab, anew every minute. */
export function useSchedule(session: LiveNodesSession, isSignedIn: boolean): ScheduleNow {
  const { data } = useApi('GET /api/probes/schedule', { quiet: true }, isSignedIn)
  const schedule = isSignedIn ? data?.schedule : undefined
  const history = useApi('GET /api/probes/history', { quiet: true }, schedule !== undefined)
  const now = useNow()
  const { reload } = history
  const loadedAt = useRef(now)
  useEffect(() => {
    if (loadedAt.current === now) return
    loadedAt.current = now
    reload()
  }, [now, reload])
  const found = history.data?.targets
  useEffect(() => {
    if (!schedule || !found) return
    const targets = new Map(schedule.targets.map(({ key, target }) => [key, targetKey(target)]))
    session.bring(
      found.flatMap(({ key, results }) => {
        const target = targets.get(key)
        return target === undefined ? [] : [[target, results] as const]
      }),
    )
  }, [session, schedule, found])
  return { schedule, nextAt: isSignedIn ? data?.nextAt : undefined }
}
