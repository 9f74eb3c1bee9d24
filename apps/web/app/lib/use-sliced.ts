import { startTransition, useEffect, useMemo, useState } from 'react'
import { runInSlices, runNow } from './slices.ts'

/** More rows than these are gone through in slices. */
export const ROWS_AT_ONCE = 4000

/** The result of a job. A short job runs at once. A long one runs in slices, and the last result stays until it is done. */
export function useSliced<T>(job: () => Generator<undefined, T>, isShort: boolean, first: T): T {
  const now = useMemo(() => (isShort ? { result: runNow(job()) } : undefined), [isShort, job])
  const [last, setLast] = useState(first)
  if (now && now.result !== last) setLast(now.result)
  useEffect(() => {
    if (isShort) return
    const stop = new AbortController()
    void runInSlices(job(), stop.signal).then((result) => {
      // Drawing the rows anew makes way for the next key.
      if (result !== undefined) startTransition(() => setLast(result))
    })
    return () => stop.abort()
  }, [isShort, job])
  return now ? now.result : last
}
