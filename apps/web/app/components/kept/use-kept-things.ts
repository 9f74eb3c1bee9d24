import { useEffect } from 'react'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import type { KeptThings, ThingsState } from './kept-things.ts'

/** What is kept of a kind. The device is asked when it is first shown, and the account of who is signed in as well. */
export function useKeptThings<Value>(kept: KeptThings<Value>): ThingsState<Value> {
  const userId = useStore(session, undefined)?.user?.id
  useEffect(() => {
    // Without an answer the device has what it had.
    void kept.sync().catch(() => undefined)
  }, [kept, userId])
  return useStore(kept.state, NONE)
}

const NONE: ThingsState<never> = { things: [], isReady: false }
