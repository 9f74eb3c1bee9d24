import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { runInSlices, runNow } from './slices.ts'

/** More rows than these are gone through in slices. */
export const ROWS_AT_ONCE = 4000

/**
 * The result of a job. A short job runs at once. A long one is given the last result and runs in slices; that result
 * stays until it is done.
 */
export function useSliced<T>(job: (last: T) => Generator<undefined, T>, isShort: boolean, first: T): T {
  const now = useMemo(() => (isShort ? { result: runNow(job(first)) } : undefined), [isShort, job, first])
  const [last, setLast] = useState(first)
  if (now && now.result !== last) setLast(now.result)
  const begin = useEffectEvent(() => job(last))
  useEffect(() => {
    if (isShort) return
    const stop = new AbortController()
    void runInSlices(begin(), stop.signal).then((result) => {
      // Drawing the rows anew makes way for the next key.
      if (result !== undefined) startTransition(() => setLast(result))
    })
    return () => stop.abort()
  }, [isShort, job])
  return now ? now.result : last
}
