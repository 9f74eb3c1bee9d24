import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import type { RowOutcome } from '@switchyard/recipe/model'
import { useMemo } from 'react'
import { useStore } from '../../../lib/store.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'

const NO_OUTCOMES: ReadonlyMap<string, RowOutcome> = new Map()

/** The client that takes nodes which the chosen one leaves out, and how many they are. Undefined: there is nothing to offer. */
export function useOtherClient(): { client: string; n: number } | undefined {
  const outcomes = useStore(useSession().outcomes, NO_OUTCOMES)
  const output = useModelPart(({ output }) => output)
  // While the result is that of another client, its outcomes say nothing about the chosen one.
  const isOfOutput = useStatePart(({ madeFor }) => madeFor === output)
  const n = useMemo(() => countTakenElsewhere(outcomes), [outcomes])
  return n === 0 || !isOfOutput ? undefined : { client: clientFacts(WIDEST_CLIENT).title, n }
}

function countTakenElsewhere(outcomes: ReadonlyMap<string, RowOutcome>): number {
  let count = 0
  for (const { issues } of outcomes.values()) if (issues.some(({ isTakenElsewhere }) => isTakenElsewhere)) count++
  return count
}
