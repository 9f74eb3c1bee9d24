/** What a cache keeps, and how much of it. */
export interface CacheRule<T> {
  /** From the moment that it is of. */
  ttlMs: number
  /** Of all values together: those that nobody asks for go first. */
  maxBytes: number
  sizeOf: (value: T) => number
}

/** Values that can be had again. They are plain data and bytes: what `structuredClone` copies. */
export interface Cache<T> {
  /**
   * What is kept under a key, if it is no older than it may be. `withinMs`: it has to be younger than that too. How old a
   * value is that was kept before the clock was set back, nobody knows: it is gone.
   */
  find: (key: string, now: number, withinMs?: number) => Promise<T | undefined>
  /** Keeps a value of a moment in the place of an older one. */
  keep: (key: string, value: T, at: number) => Promise<void>
  forget: (key: string) => Promise<void>
}
