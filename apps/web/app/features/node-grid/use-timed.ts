import { useCallback, useEffect, useState } from 'react'

/** How long a secret stays readable. */
const REVEAL_MS = 30_000

/** On for thirty seconds, or until it is switched off. */
export function useTimedReveal(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setOn(false), REVEAL_MS)
    return () => clearTimeout(timer)
  }, [on])
  return [on, useCallback((next: boolean) => setOn(next), [])]
}
