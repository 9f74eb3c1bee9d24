import { useCallback, useEffect, useState } from 'react'

/**
 * A state that goes by itself, such as the word “copied” after a copy.
 * Whatever is set, even the same again, is held for its whole time.
 * @param ms How long what is set stays.
 */
export function useForAWhile<T>(ms: number): readonly [T | undefined, (value?: T) => void] {
  const [held, hold] = useState<{ value: T }>()
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => hold(undefined), ms)
    return () => clearTimeout(timer)
  }, [held, ms])
  return [held?.value, useCallback((value?: T) => hold(value === undefined ? undefined : { value }), [])]
}
