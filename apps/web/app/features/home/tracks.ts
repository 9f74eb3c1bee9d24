/** The picture of the yard: where tracks come in, where some end, and where they leave. */

/** Tracks that come in at most; what is left of the protocols shares the last one. */
const ARRIVING_MAX = 4

const WIDTH_MIN = 1.5
const WIDTH_MAX = 6

/** A protocol with its nodes, the rest of the protocols, or entries that became nothing. */
export interface Arrival {
  /** A protocol; `rest`: all that have no track of their own. */
  name: string
  count: number
  kind: 'nodes' | 'rest' | 'duplicates' | 'to-fetch' | 'skipped'
  /** Its place across the picture, from 0 to 1. */
  at: number
  width: number
}

interface Arrived {
  types: readonly { type: string; count: number }[]
  counts: { duplicates: number; toFetch: number; skipped: number }
}

/** The tracks that come in, from left to right: protocols, the most nodes first, then what ends here. */
export function arrivals({ types, counts: { duplicates, toFetch, skipped } }: Arrived): Arrival[] {
  const isFew = types.length <= ARRIVING_MAX
  const own = isFew ? types : types.slice(0, ARRIVING_MAX - 1)
  const rest = types.slice(own.length).reduce((sum, { count }) => sum + count, 0)
  const tracks = [
    ...own.map(({ type, count }) => ({ name: type, count, kind: 'nodes' as const })),
    { name: 'rest', count: rest, kind: 'rest' as const },
    { name: 'duplicates', count: duplicates, kind: 'duplicates' as const },
    { name: 'to-fetch', count: toFetch, kind: 'to-fetch' as const },
    { name: 'skipped', count: skipped, kind: 'skipped' as const },
  ].filter(({ count }) => count > 0)
  const all = types.reduce((sum, { count }) => sum + count, 0)
  return tracks.map((track, index) => ({
    name: track.name,
    count: track.count,
    kind: track.kind,
    at: placeOf(index, tracks.length),
    width: widthOf(track.count, all),
  }))
}

/** Where one of several stands, from 0 to 1. */
export const placeOf = (index: number, count: number): number => (index + 0.5) / count

/** How wide a track is that so many of all nodes go over: what comes in side by side leaves as one. */
export function widthOf(count: number, all: number): number {
  return WIDTH_MIN + (WIDTH_MAX - WIDTH_MIN) * Math.min(1, count / Math.max(1, all))
}
