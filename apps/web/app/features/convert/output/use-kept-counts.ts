import { useEffect, useMemo } from 'react'
import { useStore } from '../../../lib/store.ts'
import { isComparisonOf, keptByOutput } from '../session/comparison.ts'
import { useModel, useSession, useStatePart } from '../session/use-convert.ts'

/** All clients are converted to: that waits until nobody types. */
const COUNT_AFTER_MS = 400
/** So many nodes are compared within the blink of an eye; more of them when the comparison is opened. */
const COUNTED_MAX = 2000

const NONE: ReadonlyMap<string, number> = new Map()

/** How many nodes each output would have, as far as that is known. */
export function useKeptCounts(): ReadonlyMap<string, number> {
  const comparison = useStore(useSession().comparison, undefined)
  const model = useModel()
  const known = comparison && isComparisonOf(comparison, model) ? comparison : undefined
  return useMemo(() => (known ? keptByOutput(known) : NONE), [known])
}

/** The same, asked for where it is not known. */
export function useCountedOutputs(): ReadonlyMap<string, number> {
  const session = useSession()
  const counts = useKeptCounts()
  const isWanted = useStatePart(
    ({ result, isOld }) =>
      !isOld && result !== undefined && result.counts.nodes > 0 && result.counts.nodes <= COUNTED_MAX,
  )
  const isKnown = counts !== NONE
  useEffect(() => {
    if (!isWanted || isKnown) return
    // What a worker cannot count is not shown.
    const timer = setTimeout(() => void session.compare().catch(() => undefined), COUNT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [session, isWanted, isKnown])
  return counts
}
