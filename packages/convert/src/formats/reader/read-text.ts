import { isSeparator } from '../../link/links-in-line.ts'
import { plainMessage } from '../../nodes/server-message.ts'
import { readSubscriptionInfo } from '../../nodes/subscription-info.ts'
import type { SubscriptionInfo } from '../../model/report.ts'
import { cleanedLength } from '../../text/base64.ts'
import { lineEnd, schemeEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import type { TextFormat } from '../text-format.ts'
import { DOCUMENT_FORMATS, LINE_FORMATS } from '../text-formats.ts'
import { isBase64Line } from '../texts/base64-body.ts'
import { readWrappedLink } from '../texts/wrapped-link.ts'
import { dashedLink } from '../texts/dashed-link.ts'
import type { EntryReader } from './entry-reader.ts'
import { type Line, TextReader } from './text-reader.ts'

/** What the first bytes of a gzip file (RFC 1952) become where they are read as text. */
const PACKED = '\u001f\ufffd\b'
const HASH = 0x23
const SLASH = 0x2f
const SEMICOLON = 0x3b
const BACKTICK = 0x60

/** Reads a whole text as it was given. */
export function readText(entries: EntryReader, given: string): void {
  entries.place(1, undefined)
  if (given.length > entries.maxLength)
    return entries.fail('too-large', undefined, { limit: `${Math.round(entries.maxLength / 1024 / 1024)} MB` })
  if (given.startsWith(PACKED))
    return entries.fail('bad-base64', undefined, { n: cleanedLength(given), reason: 'packed' })
  const message = plainMessage(given)
  if (message !== undefined) return entries.fail('server-message', undefined, { text: message })
  // Lines that end in CR alone.
  const text = given.includes('\r') && !given.includes('\n') ? given.replaceAll('\r', '\n') : given
  readLines(new TextReader(entries, text, readLines))
}

/** Reads a text line by line; a format that goes on below its line takes the lines that are its own. */
function readLines(reader: TextReader): void {
  const { text, entries } = reader
  const length = text.length
  while (reader.at < length) {
    const lineStart = reader.at
    const stop = lineEnd(text, lineStart)
    reader.at = stop + 1
    reader.line++
    const start = skipBlanks(text, lineStart, stop)
    if (start === stop) continue
    const end = trimBlanks(text, start, stop)
    const colon = schemeEnd(text, start, end)
    if (colon > 0) {
      reader.place(reader.line)
      reader.entry()
      if (!isBare(reader, start, colon, end)) entries.links(text, start, end)
      else if (!mayGoOn(reader) || !readWrappedLink(reader, start, end, colon)) entries.link(text, start, end, colon)
    } else readLine(reader, { lineStart, start, end, first: text.charCodeAt(start) })
  }
  reader.entry()
}

/** Whether a line that begins with a link is nothing else: no comma behind it, no other link, nothing escaped. */
function isBare(reader: TextReader, start: number, colon: number, end: number): boolean {
  return (
    !isSeparator(reader.text.charCodeAt(end - 1)) && !reader.hasScheme(colon + 3, end) && !reader.hasEscape(start, end)
  )
}

/** Whether something other than a link stands below: a quick look, for every link has it. */
function mayGoOn({ text, at: next }: TextReader): boolean {
  const at = skipBlanks(text, next, text.length)
  return at < text.length && text.charCodeAt(at) !== HASH && schemeEnd(text, at, text.length) < 0
}

/** A line that is no link. */
function readLine(reader: TextReader, line: Line): void {
  const { text, entries } = reader
  const { start, end } = line
  if (isComment(reader, line)) {
    entries.subscription(userinfoOf(text, start, end))
    return reader.comment()
  }
  reader.place(reader.line)
  if (isRead(dashedLink, reader, line)) return
  if (line.lineStart >= reader.plainUntil && DOCUMENT_FORMATS.some((format) => isRead(format, reader, line))) return
  reader.entry()
  if (LINE_FORMATS.some((format) => isRead(format, reader, line))) return
  entries.fail('bad-base64', undefined, {
    n: cleanedLength(text.slice(start, end)),
    ...(isBase64Line(text, start, end) ? {} : { reason: 'no-link' }),
  })
}

function isRead(format: TextFormat, reader: TextReader, line: Line): boolean {
  return format.detect(reader, line) && format.read(reader, line)
}

function isComment(reader: TextReader, { start, end, first }: Line): boolean {
  const { text } = reader
  if (first === HASH || first === SEMICOLON) return true
  if (first === SLASH) return text.charCodeAt(start + 1) === SLASH
  // A fence around a copied text.
  if (first === BACKTICK) return text.startsWith('```', start) && !reader.hasScheme(start, end)
  return end - start > 6 && (text.startsWith('STATUS=', start) || text.startsWith('REMARKS=', start))
}

/** `# upload=1; download=2; total=3; expire=1767225600`, as in the response header of the same content. */
function userinfoOf(text: string, start: number, end: number): SubscriptionInfo | undefined {
  if (end - start > 512) return undefined
  const line = text.slice(start, end)
  return line.includes('upload=') && line.includes('download=') ? readSubscriptionInfo(line) : undefined
}
