import { MINUTE_MS } from '@switchyard/sources/spans'

/** As long as clients keep what their own check of a node found. */
const FRESH_MS = 10 * MINUTE_MS
const STALE_AFTER_MS = 60 * MINUTE_MS

export const FRESHNESS = ['fresh', 'aging', 'stale', 'never'] as const
export type Freshness = (typeof FRESHNESS)[number]

/** How far a result of that age can be relied on. The clock of the server may be ahead of ours: then it is of now. */
export function freshnessOf(checkedAt: number | undefined, now: number): Freshness {
  if (checkedAt === undefined) return 'never'
  const age = now - checkedAt
  if (age <= FRESH_MS) return 'fresh'
  return age <= STALE_AFTER_MS ? 'aging' : 'stale'
}
