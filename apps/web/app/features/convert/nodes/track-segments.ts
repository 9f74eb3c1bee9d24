import type { Counts } from '@switchyard/recipe/model'

/** What became of entries, in the order of the track. */
export const OUTCOMES = [
  'output', 'duplicates', 'excluded', 'disabled', 'deleted', 'refused', 'toFetch', 'skipped',
] as const // oxfmt-ignore

export type Outcome = (typeof OUTCOMES)[number]

export interface Segment {
  /** `waiting`: no result says yet what becomes of them. */
  outcome: Outcome | 'waiting'
  count: number
}

/** The numbers that a track is made of; those that are not known yet are absent. */
export type TrackCounts = Pick<Counts, 'entries'> & Partial<Pick<Counts, Outcome>>

/** How many entries ended so. Those that are to be fetched are no others that were skipped. */
export function countOf({ toFetch = 0, ...counts }: Partial<Pick<Counts, Outcome>>, outcome: Outcome): number {
  if (outcome === 'toFetch') return toFetch
  return outcome === 'skipped' ? (counts.skipped ?? 0) - toFetch : (counts[outcome] ?? 0)
}

/**
 * One segment for every outcome that has entries. They add up to all entries: without a result, or where it failed, those
 * that nothing is known of wait.
 */
export function segmentsOf(counts: TrackCounts, isComplete: boolean): Segment[] {
  const known = OUTCOMES.map((outcome): Segment => ({ outcome, count: countOf(counts, outcome) }))
  const waiting = counts.entries - known.reduce((sum, { count }) => sum + count, 0)
  if (waiting < 0 || (isComplete && waiting !== 0)) reportGap(counts, waiting)
  return [...known, { outcome: 'waiting', count: waiting } as const].filter(({ count }) => count > 0)
}

/** A fault of ours. In use it is no reason to show nothing. */
function reportGap(counts: TrackCounts, gap: number): void {
  const error = new Error(`The numbers of the track do not add up, by ${gap}: ${JSON.stringify(counts)}`)
  if (import.meta.env.MODE === 'test') throw error
  console.error(error)
}
