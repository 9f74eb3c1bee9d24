import { useMemo, useState } from 'react'
import { isWhole, type StepScope } from './step-scope.ts'
import type { ListedNode } from '../types.ts'

/** The nodes that a change is about: those chosen, or all that its step is about once it is to be kept as one. */
export function useKeptNodes(rows: readonly ListedNode[], chosenIds: readonly string[], scope: StepScope | undefined) {
  // All that are there: that is a rule. A handful is not.
  const [isKept, setKept] = useState(() => scope !== undefined && isWhole(scope, chosenIds))
  const kept = isKept ? scope : undefined
  const ids = kept?.ids ?? chosenIds
  const chosen = useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }, [rows, ids])
  return { isKept, setKept, kept, ids, chosen }
}
