import { useSyncExternalStore } from 'react'

/** A value that somebody else changes. */
export interface ReadStore<T> {
  get: () => T
  subscribe: (listener: () => void) => () => void
}

/** A value outside React that components can follow. */
export interface Store<T> extends ReadStore<T> {
  set: (next: T | ((value: T) => T)) => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      // No store holds a function.
      const changed = typeof next === 'function' ? (next as (value: T) => T)(value) : next
      if (Object.is(changed, value)) return
      value = changed
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One part of a store: its followers hear of that part alone. */
export function partOf<T, K extends keyof T>(store: ReadStore<T>, key: K): ReadStore<T[K]> {
  return {
    get: () => store.get()[key],
    subscribe(listener) {
      let last = store.get()[key]
      return store.subscribe(() => {
        const now = store.get()[key]
        if (Object.is(now, last)) return
        last = now
        listener()
      })
    },
  }
}

/**
 * Follows a store. The first render in the browser shows what the server showed: `onServer`, which may be undefined, or what
 * stands in the store.
 */
export function useStore<T>(store: ReadStore<T>, ...given: [] | [onServer: NoInfer<T>]): T {
  const onServer = given.length === 1 ? given[0] : store.get()
  return useSyncExternalStore(store.subscribe, store.get, () => onServer)
}
