import { onSessionEnd } from './session.ts'

/** What is known of something that is asked for. */
export interface LoadedState<T> {
  data?: T
  error?: unknown
  isLoading: boolean
}

type Load<T> = (signal: AbortSignal) => Promise<T>

interface Entry {
  state: LoadedState<unknown>
  /** As whoever came last asks. */
  load: Load<unknown>
  underWay: AbortController
  listeners: Set<() => void>
}

/** Nothing is known yet. */
export const LOADING: LoadedState<never> = { isLoading: true }

/**
 * What is asked for, by key: one request for everybody who waits for it. It is known for as long as somebody shows it. Who
 * comes later sees it at once, and it is asked for again: it may have changed elsewhere.
 */
const entries = new Map<string, Entry>()

onSessionEnd(forgetLoaded)

/** Asks, unless somebody waits for it already; hears of every change until the function that it gives back is called. */
export function join<T>(key: string, load: Load<T>, listener: () => void): () => void {
  const known = entries.get(key)
  const isAsked = known?.state.isLoading === true
  const entry = known ?? { state: LOADING, load, underWay: new AbortController(), listeners: new Set() }
  entry.load = load
  entry.listeners.add(listener)
  entries.set(key, entry)
  if (!isAsked) ask(entry)
  return () => {
    entry.listeners.delete(listener)
    if (entry.listeners.size > 0) return
    entry.underWay.abort()
    if (entries.get(key) === entry) entries.delete(key)
  }
}

/** What is known now under a key. */
export function loadedNow<T>(key: string): LoadedState<T> {
  // What is known follows from the key: who asks for the same asks in the same way.
  return (entries.get(key)?.state ?? LOADING) as LoadedState<T>
}

/** Asks again for what is shown under these keys; what is there stays until the answers come. */
export function reload(...keys: readonly string[]): void {
  for (const key of keys) {
    const entry = entries.get(key)
    if (entry) ask(entry)
  }
}

/** Puts something else in the place of what is known. */
export function put<T>(key: string, change: (data: T) => T): void {
  const entry = entries.get(key)
  if (entry?.state.data === undefined) return
  // As above.
  set(entry, { data: change(entry.state.data as T), isLoading: entry.state.isLoading })
  // The answer that is on its way may be of before the change.
  if (entry.state.isLoading) ask(entry)
}

/** What was known goes at once. What is still shown then is asked for anew. */
function forgetLoaded(): void {
  const forgotten = [...entries.values()]
  for (const entry of forgotten) {
    entry.underWay.abort()
    set(entry, LOADING)
  }
  // What only an account has is shown no more by then.
  setTimeout(() => forgotten.forEach((entry) => entry.listeners.size > 0 && ask(entry)))
}

function ask(entry: Entry): void {
  entry.underWay.abort()
  const underWay = new AbortController()
  entry.underWay = underWay
  const take = (next: { data?: unknown; error?: unknown }) => {
    if (!underWay.signal.aborted) set(entry, { ...entry.state, error: undefined, ...next, isLoading: false })
  }
  if (!entry.state.isLoading) set(entry, { ...entry.state, isLoading: true })
  entry.load(underWay.signal).then(
    (data) => take({ data }),
    (error: unknown) => take({ error }),
  )
}

function set(entry: Entry, state: LoadedState<unknown>): void {
  entry.state = state
  for (const listener of entry.listeners) listener()
}
