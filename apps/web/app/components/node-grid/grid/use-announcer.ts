import { useCallback, useEffect, useRef, useState } from 'react'

const EVERY_MS = 2000

export type Say = (text: string, often?: boolean) => void

/**
 * Words for a screen reader. What was done is said at once; counts that change while someone types, at most every two
 * seconds, the last one last.
 */
export function useAnnouncer(): { said: string; say: Say } {
  const [said, setSaid] = useState('')
  const waiting = useRef<{ timer?: ReturnType<typeof setTimeout>; last: number }>({ last: 0 })
  useEffect(() => {
    const { current } = waiting
    return () => clearTimeout(current.timer)
  }, [])

  const say = useCallback((text: string, often = false) => {
    const { current } = waiting
    clearTimeout(current.timer)
    const now = performance.now()
    const speak = () => {
      current.last = performance.now()
      // The same words twice are heard twice only when they differ.
      setSaid((before) => (before === text ? `${text}\u00a0` : text))
    }
    const wait = often ? current.last + EVERY_MS - now : 0
    if (wait <= 0) speak()
    else current.timer = setTimeout(speak, wait)
  }, [])
  return { said, say }
}
