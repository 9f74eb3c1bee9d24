import { useCallback, useEffect, useRef, useState } from 'react'

export interface Loaded<T> {
  data?: T
  error?: unknown
  isLoading: boolean
  /** Asks again; what is there stays until the answer comes. */
  reload: () => void
  /** What a change answered, in place of asking again; of what is there now. */
  put: (change: (data: T) => T) => void
}

/** What an address of ours says, asked when the part of the page that shows it is first drawn. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; isLoading: boolean }>({ isLoading: true })
  const [attempt, setAttempt] = useState(0)
  const wanted = useRef(load)
  useEffect(() => {
    wanted.current = load
  })
  useEffect(() => {
    const leaving = new AbortController()
    const take = (next: { data?: T; error?: unknown }) => {
      if (!leaving.signal.aborted) setState((before) => ({ ...before, error: undefined, ...next, isLoading: false }))
    }
    setState((before) => ({ ...before, isLoading: true }))
    wanted.current(leaving.signal).then(
      (data) => take({ data }),
      (error: unknown) => take({ error }),
    )
    return () => leaving.abort()
  }, [attempt])
  return {
    ...state,
    reload: useCallback(() => setAttempt((before) => before + 1), []),
    put: useCallback(
      (change: (data: T) => T) =>
        setState((before) =>
          before.data === undefined ? before : { data: change(before.data), isLoading: before.isLoading },
        ),
      [],
    ),
  }
}
