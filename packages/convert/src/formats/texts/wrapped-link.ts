import { MOST_LENGTH, MOST_LINES, isSurelyRest, mayBeRest } from '../../link/wrapped-lines.ts'
import { isBase64Span, lineEnd, schemeEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import { isKnownScheme } from '../reader/schemes.ts'
import type { TextReader } from '../reader/text-reader.ts'
import { readSurgeLine } from '../surge-line.ts'
import { entriesOf } from './base64-body.ts'

/** Reads a link that goes on below, as mail programs break it: joined, it is one entry. False when what follows is no part of it. */
export function readWrappedLink(reader: TextReader, start: number, end: number, colon: number): boolean {
  const { text, entries } = reader
  let link = text.slice(start, end)
  if (link.includes('#') || !isKnownScheme(link.slice(0, colon - start))) return false
  let isRead = entries.canRead(link, colon - start)
  let whole: string | undefined
  let wholeEnd = 0
  let { at } = reader
  for (let lines = 1; lines < MOST_LINES && at < text.length; lines++) {
    // Mail programs indent what goes on, and some put a blank line behind every line.
    const from = skipBlanks(text, at, text.length)
    const stop = lineEnd(text, from)
    if (stop - from + link.length > MOST_LENGTH || schemeEnd(text, from, stop) > 0) break
    const rest = text.slice(from, trimBlanks(text, from, stop))
    if (!mayBeRest(rest) || (isRead && !isSurelyRest(link, rest, from > lineEnd(text, at))) || isOtherEntry(rest)) break
    link += rest
    isRead = entries.canRead(link, colon - start)
    if (isRead) {
      whole = link
      wholeEnd = stop + 1
    }
    // Behind the name nothing goes on; where nothing can be read yet, lines go on as long as they are of one width.
    if (rest.includes('#') || (!isRead && rest.length !== end - start)) break
    at = stop + 1
  }
  if (whole === undefined) return false
  entries.link(whole, 0, whole.length, colon - start)
  reader.moveTo(Math.min(wholeEnd, text.length))
  return true
}

/** Whether a line without blanks is an entry by itself: one of Surge's, or base64 of entries. */
function isOtherEntry(line: string): boolean {
  if (line.includes('=') && line.includes(',') && readSurgeLine(line) !== undefined) return true
  return isBase64Span(line, 0, line.length) && entriesOf(line) !== undefined
}
