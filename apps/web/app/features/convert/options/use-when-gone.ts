import { useEffect, useRef } from 'react'

/** A field that goes with the focus in it is never told that it was left: then this runs, as last rendered. */
export function useWhenGone(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => latest.current(), [])
}
