import { useEffect, useRef } from 'react'

/** Runs when a field is removed. A field that is removed while it has the focus gets no blur event. */
export function useWhenGone(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => latest.current(), [])
}
