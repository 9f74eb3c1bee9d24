import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import type { RowOutcome } from '@switchyard/recipe/model'
import { useMemo } from 'react'
import { useStore } from '../../../lib/store.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'

const NO_OUTCOMES: ReadonlyMap<string, RowOutcome> = new Map()

/** The client that takes more nodes than the chosen one, and how many more. Undefined: no client takes more. */
export function useOtherClient(): { client: string; n: number } | undefined {
  const outcomes = useStore(useSession().outcomes, NO_OUTCOMES)
  const output = useModelPart(({ output }) => output)
  // The result can still be that of the client before. Its outcomes are not about the chosen client.
  const isOfOutput = useStatePart(({ madeFor }) => madeFor === output)
  const n = useMemo(() => countTakenElsewhere(outcomes), [outcomes])
  return n === 0 || !isOfOutput ? undefined : { client: clientFacts(WIDEST_CLIENT).title, n }
}

function countTakenElsewhere(outcomes: ReadonlyMap<string, RowOutcome>): number {
  let count = 0
  for (const { issues } of outcomes.values()) if (issues.some(({ isTakenElsewhere }) => isTakenElsewhere)) count++
  return count
}
