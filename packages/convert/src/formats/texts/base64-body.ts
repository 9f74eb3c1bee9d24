import { base64Decode } from '../../text/base64.ts'
import { isBase64Span, lineEnd, schemeEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import { isKnownScheme } from '../reader/schemes.ts'
import type { Body, TextReader } from '../reader/text-reader.ts'
import type { TextFormat } from '../text-format.ts'

/** How often a text is decoded at most. */
export const MAX_DECODES = 2
/** A character of four bytes, less one of them, stands in as many characters of base64. */
const MOST_CUT = 5
const QUOTE = 0x22
const APOSTROPHE = 0x27
const COMMA = 0x2c
const EQUALS = 0x3d
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b

/** Base64 of a text with entries, on one line or wrapped over several. */
export const base64Body: TextFormat = {
  detect: ({ text, decodes }, { start, end }) => decodes < MAX_DECODES && isBase64Span(text, start, end),
  read: (reader, { start, end }) => readBody(reader, start, end),
}

/** A body as programs print it: `"dm1lc3M6…",`. */
export const quotedBase64: TextFormat = {
  detect({ text, decodes }, { start, end, first }) {
    if (decodes >= MAX_DECODES || (first !== QUOTE && first !== APOSTROPHE)) return false
    const last = closingQuote(text, end)
    return text.charCodeAt(last) === first && isBase64Span(text, start + 1, last)
  },
  read: (reader, { start, end }) => readBody(reader, start + 1, closingQuote(reader.text, end)),
}

/** Where the quote at the end of a line stands, if it has one; a comma may follow. */
function closingQuote(text: string, end: number): number {
  return text.charCodeAt(end - 1) === COMMA ? end - 2 : end - 1
}

/** Whether a line is base64 by its characters. */
export function isBase64Line(text: string, start: number, end: number): boolean {
  return end - start < 8 ? /^[\w+/=-]*$/.test(text.slice(start, end)) : isBase64Span(text, start, end)
}

function readBody(reader: TextReader, start: number, end: number): boolean {
  if (start >= reader.noWrapUntil && readWrapped(reader, start, end)) return true
  const body = entriesOf(reader.text.slice(start, end))
  if (body === undefined) return false
  reader.body(body)
  return true
}

/** A body broken into lines of one width, of which only the last is shorter; whatever the width. */
function readWrapped(reader: TextReader, start: number, end: number): boolean {
  const { text } = reader
  const width = end - start
  if (width < 16 || text.charCodeAt(end - 1) === EQUALS) return false
  // Lines that are bodies of their own begin with an entry each; a cut of another width is no body.
  const mayBeBodies = width % 4 === 0
  let { at } = reader
  let last = end
  let lines = 1
  while (at < text.length) {
    const stop = lineEnd(text, at)
    const lineStart = skipBlanks(text, at, stop)
    const lineStop = trimBlanks(text, lineStart, stop)
    const size = lineStop - lineStart
    if (
      size > width ||
      size === 0 ||
      schemeEnd(text, lineStart, lineStop) > 0 ||
      !isBase64Line(text, lineStart, lineStop)
    )
      break
    if (
      lines === 1 &&
      mayBeBodies &&
      beginsAnew(base64Decode(text.slice(start, end)), base64Decode(text.slice(lineStart, lineStop)))
    )
      return false
    last = lineStop
    lines++
    at = stop + 1
    if (size < width) break
  }
  if (lines === 1) return false
  reader.noWrapUntil = last
  const body = entriesOf(text.slice(start, last))
  if (body === undefined) return false
  reader.body(body)
  reader.moveTo(Math.min(at, text.length))
  return true
}

/** What base64 holds; undefined when it holds no entries. */
export function entriesOf(text: string): Body | undefined {
  const body = decodeBody(text)
  return body !== undefined && looksLikeEntries(body.text) ? body : undefined
}

function decodeBody(text: string): Body | undefined {
  const whole = base64Decode(text)
  if (whole !== undefined) return { text: whole, isCut: false }
  for (let cut = 1; cut <= MOST_CUT; cut++) {
    const start = base64Decode(text.slice(0, -cut))
    if (start === undefined) continue
    const lines = start.lastIndexOf('\n') + 1
    return lines === 0 ? undefined : { text: start.slice(0, lines), isCut: true }
  }
  return undefined
}

/** Whether a decoded body can hold entries, at once or after one more decoding. */
export function looksLikeEntries(body: string): boolean {
  if (body.includes('://')) return true
  const start = skipBlanks(body, 0, body.length)
  const first = body.charCodeAt(start)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return true
  if (/proxies:|\[Interface\]|\[Proxy\]|- *\{/.test(body)) return true
  const end = trimBlanks(body, start, lineEnd(body, start))
  return end - start >= 16 && isBase64Span(body, start, end)
}

/** Whether the body of a line starts with a link of its own, and not with the end of a scheme: `vle` + `ss://`. */
function beginsAnew(before: string | undefined, body: string | undefined): boolean {
  if (body === undefined) return false
  const colon = schemeEnd(body, 0, body.length)
  if (colon < 0 || !isKnownScheme(body.slice(0, colon))) return false
  const head = schemeTail(before ?? '')
  for (let at = 0; at < head.length; at++) if (isKnownScheme(head.slice(at) + body.slice(0, colon))) return false
  return true
}

/** The letters, digits, `+`, `-` and `.` at the end of a text, 32 at most. */
function schemeTail(text: string): string {
  let start = text.length
  while (start > 0 && text.length - start < 32 && /[a-z\d+.-]/i.test(text[start - 1]!)) start--
  return text.slice(start)
}
