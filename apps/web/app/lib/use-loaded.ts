import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { DataOf } from '@switchyard/contract'
import { call, keyOf, type CallName, type CallOptions } from './api.ts'
import { join, loadedNow, LOADING, put, reload, type LoadedState } from './loaded-store.ts'

export interface Loaded<T> extends LoadedState<T> {
  /** Asks again; what is there stays until the answer comes. */
  reload: () => void
  /** What a change answered, in place of asking again; of what is there now. */
  put: (change: (data: T) => T) => void
}

/** What an endpoint of ours says, asked when a part of the page that shows it is first drawn, once it is wanted. */
export function useApi<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
  isWanted = true,
): Loaded<DataOf<Name>> {
  return useLoaded(isWanted ? keyOf(name, options) : undefined, (signal) => call(name, { ...options, signal }))
}

/**
 * What is known under a key, for everybody who shows it; it is asked for when it is first drawn. Without a key nothing is.
 * A key says what is asked for: an endpoint has its own (`useApi`).
 */
export function useLoaded<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const wanted = useRef(load)
  useEffect(() => {
    wanted.current = load
  })
  const state = useSyncExternalStore(
    useCallback(
      (listener) => (key === undefined ? nobody : join(key, (signal) => wanted.current(signal), listener)),
      [key],
    ),
    () => (key === undefined ? NOT_ASKED : loadedNow<T>(key)),
    () => (key === undefined ? NOT_ASKED : LOADING),
  )
  return {
    ...state,
    reload: useCallback(() => reload(...(key === undefined ? [] : [key])), [key]),
    put: useCallback((change: (data: T) => T) => (key === undefined ? undefined : put(key, change)), [key]),
  }
}

const NOT_ASKED: LoadedState<never> = { isLoading: false }

const nobody = () => undefined
