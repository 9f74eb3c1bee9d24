import { wordPx } from '../../../components/node-grid/grid/word-width.ts'
import type { Segment } from './track-segments.ts'

/** The padding of a segment, its sign and the gap behind the sign. */
const AROUND_PX = 28
const SIGN_PX = 18
/** The gap between number and word. */
const GAP_PX = 4
/** The width of a bold digit. */
const DIGIT_PX = 9
/** The padding of a segment whose word is below its number. */
const AROUND_WORD_PX = 10
/** A word below a number has a font size of 11 pixels. `wordPx` measures words at 12 pixels. */
const SMALLER = 11 / 12
/** As wide as a finger needs. */
const LEAST_PX = 44
/** Between two segments. */
const SEAM_PX = 2
/** In a narrower line every word is below its number. Then a phone looks the same in all languages. */
const NARROW_PX = 320

type Look = 'both' | 'word' | 'stacked'

export interface NamedSegment extends Segment {
  /** Where the word is: beside the number with or without a sign, or below the number. */
  shows: Look
  /** How wide it is at least. */
  leastPx: number
}

/**
 * What the segments show in a line of `roomPx`. All segments have the same look: sign and word if both fit, the word
 * alone if only the words fit, else the word below the number. In a narrow line the word is always below the number. If
 * even that does not fit, the line scrolls. With enough room all segments have the same least width. Then a small count
 * with a long word is not wider than a larger count.
 */
export function namedSegments(
  segments: readonly (Segment & { word: string; number: string })[],
  roomPx: number,
): NamedSegment[] {
  const named = (shows: Look) => segments.map((segment) => widthOf(segment, shows))
  const isNarrow = roomPx < NARROW_PX
  const all = [named('both'), named('word')].find((all) => !isNarrow && sumOf(all) <= roomPx) ?? named('stacked')
  const leastPx = Math.max(...all.map((segment) => segment.leastPx))
  const even = all.map((segment) => ({ ...segment, leastPx }))
  return sumOf(even) <= roomPx ? even : all
}

function sumOf(segments: readonly NamedSegment[]): number {
  return segments.reduce((sum, { leastPx }) => sum + leastPx + SEAM_PX, 0)
}

function widthOf(
  { outcome, count, word, number }: Segment & { word: string; number: string },
  shows: Look,
): NamedSegment {
  const numberPx = number.length * DIGIT_PX
  const besidePx = AROUND_PX + numberPx + GAP_PX + wordPx(word)
  const stackedPx = AROUND_WORD_PX + Math.max(numberPx, wordPx(word) * SMALLER)
  const px = { both: besidePx, word: besidePx - SIGN_PX, stacked: stackedPx }[shows]
  return { outcome, count, shows, leastPx: Math.max(LEAST_PX, px) }
}
