import { wordPx } from '../../../components/node-grid/word-width.ts'
import type { Segment } from './track-segments.ts'

/** Padding, icon and gap around the number of a segment; its word comes with a gap of its own. */
const AROUND_PX = 28
/** Of its number, which is bold. */
const DIGIT_PX = 9
const GAP_PX = 4
/** As wide as a finger needs. */
const LEAST_PX = 44
/** Between two segments. */
const SEAM_PX = 1

export interface NamedSegment extends Segment {
  /** Whether its word has room. */
  isNamed: boolean
  /** How wide it is at least. */
  leastPx: number
}

/** The largest segments say their word first, the others as long as all of them have room in `roomPx`. */
export function namedSegments(
  segments: readonly (Segment & { word: string; number: string })[],
  roomPx: number,
): NamedSegment[] {
  const widths = segments.map(({ word, number, ...segment }) => {
    const numberPx = AROUND_PX + number.length * DIGIT_PX
    return { segment, bare: Math.max(LEAST_PX, numberPx), named: Math.max(LEAST_PX, numberPx + GAP_PX + wordPx(word)) }
  })
  let rest = roomPx - widths.reduce((sum, { bare }) => sum + bare + SEAM_PX, 0)
  const named = new Set<Segment>()
  for (const { segment, bare, named: wide } of widths.toSorted((a, b) => b.segment.count - a.segment.count)) {
    if (wide - bare > rest) continue
    rest -= wide - bare
    named.add(segment)
  }
  return widths.map(({ segment, bare, named: wide }) => {
    const isNamed = named.has(segment)
    return { outcome: segment.outcome, count: segment.count, isNamed, leastPx: isNamed ? wide : bare }
  })
}
