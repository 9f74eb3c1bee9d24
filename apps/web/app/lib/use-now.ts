import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@switchyard/sources/spans'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const followers = new Set<() => void>()

function follow(listener: () => void): () => void {
  followers.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const one of followers) one()
    }, MINUTE_MS)
  }
  return () => {
    followers.delete(listener)
    if (followers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, anew every minute, and the same for all who show it. */
export function useNow(): number {
  return useSyncExternalStore(
    follow,
    () => now,
    () => now,
  )
}
