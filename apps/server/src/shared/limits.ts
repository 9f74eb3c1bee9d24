/** So many times of each key in a span of time, which begins with the first of them. */
export interface LimitRule {
  points: number
  spanMs: number
}

/** Counts how often each key did something. A count ends by itself: nobody is locked out for good. */
export interface Limit {
  /**
   * Counts one. Gives 0, or the milliseconds until the next one is let in: then this one was too many. A count that ends
   * later than it could is of a clock that was set back since, and begins anew.
   */
  take: (key: string, now: number) => Promise<number>
  forget: (key: string) => Promise<void>
}

/** A place that is wanted, and how many there are under its key. */
export interface WantedPlace {
  key: string
  most: number
}

/** How long somebody waits for places. */
export interface Patience {
  waitMs: number
  signal: AbortSignal
}

/** Places that are taken and left again: how much is done at once. */
export interface Places {
  /**
   * Takes all of these places together, and gives back how to leave them; undefined: the wait was over before. Who waits
   * longest comes first. Throws the reason of the signal.
   */
  enter: (wanted: readonly WantedPlace[], patience: Patience) => Promise<(() => void) | undefined>
}
