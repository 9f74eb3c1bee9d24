/** Walking over the lines of a text by place, without cutting it up. */

const COLON = 0x3a
const SLASH = 0x2f
/** Longest scheme that is looked for: `hysteria2+realm+http` has 20 letters. */
const MAX_SCHEME = 32

/** Blanks of any width, controls, BOM, line and paragraph separators, as they stand around copied lines. */
export function isBlankCode(code: number): boolean {
  if (code <= 0x20) return true
  if (code < 0xa0) return false
  if (code === 0xa0 || code === 0xfeff || code === 0x3000) return true
  return code >= 0x2000 && code <= 0x2064 && (code <= 0x200f || (code >= 0x2028 && code <= 0x202f) || code >= 0x205f)
}

/** Place of the line end at or behind `at`. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** First place from `start` that is no blank, or `end`. */
export function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isBlankCode(text.charCodeAt(at))) at++
  return at
}

/** Place behind the last character that is no blank. */
export function trimBlanks(text: string, start: number, end: number): number {
  let at = end
  while (at > start && isBlankCode(text.charCodeAt(at - 1))) at--
  return at
}

/** Place of the `://` behind a scheme that starts at `start`, -1 where there is none. */
export function schemeEnd(text: string, start: number, end: number): number {
  const last = Math.min(end - 2, start + MAX_SCHEME)
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at)
    const letter = code | 0x20
    if (letter >= 0x61 && letter <= 0x7a) continue
    if (at === start) return -1
    if (code === COLON) return text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH ? at : -1
    // digits + - .
    if ((code < 0x30 || code > 0x39) && code !== 0x2b && code !== 0x2d && code !== 0x2e) return -1
  }
  return -1
}

/** Whether everything between two places belongs to a base64 text (blanks aside, there must be 8 characters). */
export function isBase64Span(text: string, start: number, end: number): boolean {
  if (end - start < 8) return false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const letter = code | 0x20
    if (letter >= 0x61 && letter <= 0x7a) continue
    // + / 0-9 = - _ and blanks
    if (code >= 0x2f && code <= 0x39) continue
    if (code !== 0x2b && code !== 0x3d && code !== 0x2d && code !== 0x5f && code !== 0x20 && code !== 0x09) return false
  }
  return true
}

/** Number of line ends between two places. */
export function countLines(text: string, start: number, end: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Looks for one piece from places that go forward: each stretch of the text is searched once. */
export class Finder {
  readonly #text: string
  readonly #piece: string
  #from = 0
  /** The first one at or behind `#from`. */
  #found = -1

  constructor(text: string, piece: string) {
    this.#text = text
    this.#piece = piece
  }

  /** Whether one begins between two places. */
  isBetween(start: number, end: number): boolean {
    if (this.#found < start || start < this.#from) {
      const found = this.#text.indexOf(this.#piece, start)
      this.#from = start
      this.#found = found < 0 ? this.#text.length : found
    }
    return this.#found < end
  }
}

/** Tells the line of a place, for places in any order. */
export class LineIndex {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** From 1. */
  lineOf(place: number): number {
    const starts = this.#starts
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= place) low = middle
      else high = middle
    }
    return low + 1
  }

  /** The place of a line and column, both from 1. */
  offsetOf(line: number, column: number): number {
    return (this.#starts[line - 1] ?? 0) + column - 1
  }

  /** Line and column, both from 1. */
  positionOf(place: number): { line: number; column: number } {
    const line = this.lineOf(place)
    return { line, column: place - this.#starts[line - 1]! + 1 }
  }
}
