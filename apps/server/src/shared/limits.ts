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

/** Places that are wanted under a key, one where it does not say how many, and how many there are. */
export interface WantedPlace {
  key: string
  most: number
  count?: number
}

/** Who waits for places, and how long. */
export interface Patience {
  /** People take turns. */
  person: string
  waitMs: number
  signal: AbortSignal
}

/** Places that are taken and left again: how much is done at once. */
export interface Places {
  /**
   * Takes all of these places together, and gives back how to leave them; undefined: the wait was over before. People
   * take turns, and of one person who waits longest comes first. Throws the reason of the signal.
   */
  enter: (wanted: readonly WantedPlace[], patience: Patience) => Promise<(() => void) | undefined>
}
