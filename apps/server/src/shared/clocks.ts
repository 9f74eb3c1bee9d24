/** How far the clocks of copies of the server may be apart. */
const CLOCKS_APART_MS = 60_000

/** The latest time that can have been noted before now: what is later is of a clock that was set back since. */
export function latestAt(now: number): number {
  return now + CLOCKS_APART_MS
}

/** Whether something that lasts so long is still on: an end that nobody can have given until now is of such a clock too. */
export function isOn(endsAt: number, lifeMs: number, now: number): boolean {
  return endsAt > now && endsAt <= latestAt(now) + lifeMs
}

/** How old something of a moment is. Of what was noted before the clock was set back nobody knows: it is as old as can be. */
export function ageOf(at: number, now: number): number {
  return at > latestAt(now) ? Infinity : now - at
}
