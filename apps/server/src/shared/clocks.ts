/** How far the clocks of copies of the server may be apart. */
const CLOCKS_APART_MS = 60_000

/** The latest time that can have been noted before now: what is later is of a clock that was set back since. */
export function latestAt(now: number): number {
  return now + CLOCKS_APART_MS
}
