import { wordPx } from '../../../components/node-grid/word-width.ts'
import type { Segment } from './track-segments.ts'

/** Padding, sign and gap around the number of a segment. */
const AROUND_PX = 28
const SIGN_PX = 18
/** Before a word. */
const GAP_PX = 4
/** Of its number, which is bold. */
const DIGIT_PX = 9
/** Padding around a word that stands below its number. */
const AROUND_WORD_PX = 8
/** Such a word has letters of 11 pixels, and the widths of words are told for 12. */
const SMALLER = 11 / 12
/** As wide as a finger needs. */
const LEAST_PX = 44
/** Between two segments. */
const SEAM_PX = 1

type Look = 'both' | 'word' | 'stacked'

export interface NamedSegment extends Segment {
  /** Its word stands beside its number, with or without a sign, or below it. */
  shows: Look
  /** How wide it is at least. */
  leastPx: number
}

/**
 * What each segment shows in `roomPx`, the same for all. If all words and signs fit, it is both. If only the words fit,
 * it is the word. Otherwise the word stands below the number, and the line scrolls where even that has no room.
 */
export function namedSegments(
  segments: readonly (Segment & { word: string; number: string })[],
  roomPx: number,
): NamedSegment[] {
  const named = (shows: Look) => segments.map((segment) => widthOf(segment, shows))
  return [named('both'), named('word')].find((all) => sumOf(all) <= roomPx) ?? named('stacked')
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
