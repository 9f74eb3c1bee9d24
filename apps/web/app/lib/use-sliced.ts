import { startTransition, useEffect, useMemo, useState } from 'react'
import { runInSlices, runNow } from './slices.ts'

/** More rows than these are gone through in slices. */
export const ROWS_AT_ONCE = 4000

/** What a job comes to: at once where it is short, else a little later, and what came before stays until then. */
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
