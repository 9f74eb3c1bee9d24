import { wordPx } from '../../../components/node-grid/word-width.ts'
import type { Segment } from './track-segments.ts'

/** Padding, sign and gap around the number of a segment. */
const AROUND_PX = 28
const SIGN_PX = 18
/** Before a word. */
const GAP_PX = 4
/** Of its number, which is bold. */
const DIGIT_PX = 9
/** As wide as a finger needs. */
const LEAST_PX = 44
/** Between two segments. */
const SEAM_PX = 1

export interface NamedSegment extends Segment {
  /** What it shows besides its number. */
  shows: 'sign' | 'word' | 'both'
  /** How wide it is at least. */
  leastPx: number
}

/**
 * What each segment shows in `roomPx`. If all words and signs fit, all show both. If only the words fit, all show only
 * their words. Otherwise every segment shows its sign, and the largest ones show their words too, in the order of their
 * size, as far as there is room. The largest one gives up its sign before its word.
 */
export function namedSegments(
  segments: readonly (Segment & { word: string; number: string })[],
  roomPx: number,
): NamedSegment[] {
  for (const shows of ['both', 'word'] as const) {
    const all = segments.map((segment) => widthOf(segment, shows))
    if (sumOf(all) <= roomPx) return all
  }
  const named = segments.map((segment): NamedSegment => widthOf(segment, 'sign'))
  let rest = roomPx - sumOf(named)
  const places = segments.map((_, at) => at).sort((a, b) => segments[b]!.count - segments[a]!.count)
  for (const at of places) {
    const ways = at === places[0] ? (['both', 'word'] as const) : (['both'] as const)
    const fitting = ways
      .map((shows) => widthOf(segments[at]!, shows))
      .find(({ leastPx }) => leastPx - named[at]!.leastPx <= rest)
    if (!fitting) break
    rest -= fitting.leastPx - named[at]!.leastPx
    named[at] = fitting
  }
  return named
}

function sumOf(segments: readonly NamedSegment[]): number {
  return segments.reduce((sum, { leastPx }) => sum + leastPx + SEAM_PX, 0)
}

function widthOf(
  { outcome, count, word, number }: Segment & { word: string; number: string },
  shows: NamedSegment['shows'],
): NamedSegment {
  const numberPx = AROUND_PX + number.length * DIGIT_PX
  const wordsPx = GAP_PX + wordPx(word)
  const px = { sign: numberPx, word: numberPx - SIGN_PX + wordsPx, both: numberPx + wordsPx }[shows]
  return { outcome, count, shows, leastPx: Math.max(LEAST_PX, px) }
}
