import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import type { RowOutcome } from '@switchyard/recipe/model'
import { useMemo } from 'react'
import { useStore } from '../../../lib/store.ts'
import { useIsOfOutput, useSession } from '../session/use-convert.ts'

const NO_OUTCOMES: ReadonlyMap<string, RowOutcome> = new Map()

/** Returns a client that takes `n` more nodes than the chosen one. Returns undefined if no client takes more. */
export function useOtherClient(): { client: string; n: number } | undefined {
  const outcomes = useStore(useSession().desk.outcomes, NO_OUTCOMES)
  const isOfOutput = useIsOfOutput()
  const n = useMemo(() => countTakenElsewhere(outcomes), [outcomes])
  return n === 0 || !isOfOutput ? undefined : { client: clientFacts(WIDEST_CLIENT).title, n }
}

function countTakenElsewhere(outcomes: ReadonlyMap<string, RowOutcome>): number {
  let count = 0
  for (const { issues } of outcomes.values()) if (issues.some(({ isTakenElsewhere }) => isTakenElsewhere)) count++
  return count
}
