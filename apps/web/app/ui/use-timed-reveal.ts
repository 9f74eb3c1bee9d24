import { useCallback } from 'react'
import { useForAWhile } from './use-for-a-while.ts'

/** How long a secret stays readable. */
const REVEAL_MS = 30_000

/** Whether a secret is shown: on for half a minute, or until it is switched off. */
export function useTimedReveal(): readonly [boolean, (on: boolean) => void] {
  const [on = false, setOn] = useForAWhile<true>(REVEAL_MS)
  return [on, useCallback((next: boolean) => setOn(next || undefined), [setOn])]
}
