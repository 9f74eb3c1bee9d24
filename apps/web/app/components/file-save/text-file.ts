import type { EncodingName } from '@switchyard/sources'
import { isBinary } from '../../lib/read-text-file.ts'
import { diffLines } from '../diff/line-diff.ts'

/** A file as an editor shows it, with what its bytes have besides: they come back to the byte where nothing was changed. */
export interface TextFile {
  /** Its lines end in `\n`, whatever they end in in the file. */
  text: string
  encoding: EncodingName
  /** A byte order mark stands before the text. */
  hasMark: boolean
  lineEnd: '\n' | '\r\n'
  /** The text with its own line ends, where they are not all alike. */
  mixed?: string
  /** Why an edit of the text would change bytes that nobody touched. */
  isDamaged?: true
}

/** Why a file is not opened as text. */
export type NoText = 'binary' | 'too-large'

/** What a new file is. */
export const NEW_TEXT: TextFile = { text: '', encoding: 'utf-8', hasMark: false, lineEnd: '\n' }

/** 5 MB: more than any config or rule list, and as much as an editor opens without a wait. */
export const EDITED_MAX_BYTES = 5 * 1024 * 1024

const MARK = '\ufeff'
const LINE_END = /\r\n?|\n/g

/** The text of a file, unless it is none. */
export async function openText(bytes: Uint8Array<ArrayBuffer>): Promise<TextFile | NoText> {
  if (bytes.length > EDITED_MAX_BYTES) return 'too-large'
  const { decodeText, isGzip } = await import('@switchyard/sources')
  if (isGzip(bytes)) return 'binary'
  const { text: whole, encoding } = decodeText(bytes)
  if (isBinary(whole)) return 'binary'
  const hasMark = startsWithMark(bytes, encoding)
  const ends = whole.includes('\r') ? new Set(whole.match(LINE_END)) : undefined
  const isMixed = ends !== undefined && (ends.size > 1 || ends.has('\r'))
  const file: TextFile = {
    text: ends ? whole.replaceAll(LINE_END, '\n') : whole,
    encoding,
    hasMark,
    lineEnd: ends?.has('\r\n') ? '\r\n' : '\n',
    ...(isMixed ? { mixed: whole } : {}),
  }
  const again = bytesOfText(file, file.text)
  return 'unwritable' in again || !isSameBytes(again.bytes, bytes) ? { ...file, isDamaged: true } : file
}

/** The bytes of a text in the way of its file; or the first character that the encoding of the file does not have. */
export function bytesOfText(
  { encoding, hasMark, lineEnd, mixed }: TextFile,
  text: string,
): { bytes: Uint8Array<ArrayBuffer> } | { unwritable: string } {
  const ended = mixed === undefined ? withEnds(text, lineEnd) : withOwnEnds(mixed, text, lineEnd)
  const whole = hasMark ? MARK + ended : ended
  switch (encoding) {
    case 'utf-8':
      return { bytes: new TextEncoder().encode(whole) }
    case 'utf-16le':
    case 'utf-16be':
      return { bytes: utf16Of(whole, encoding === 'utf-16le') }
    default:
      return bytesByTable(whole, encoding)
  }
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  // Of 5 MB a call for each byte takes ten times as long.
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

function startsWithMark([first, second, third]: Uint8Array, encoding: EncodingName): boolean {
  if (encoding === 'utf-8') return first === 0xef && second === 0xbb && third === 0xbf
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

const withEnds = (text: string, lineEnd: string) => (lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd))

/** Lines that were there before keep their ends; new ones have the usual one. */
function withOwnEnds(before: string, text: string, lineEnd: string): string {
  const ends = before.match(LINE_END) ?? []
  const lines = text.split('\n')
  const own = Array.from<string | undefined>({ length: lines.length })
  let oldAt = 0
  let newAt = 0
  const pair = (until: number) => {
    while (oldAt < until) own[newAt++] = ends[oldAt++]
  }
  for (const { fromA, toA, toB } of diffLines(before.split(LINE_END), lines)) {
    pair(fromA)
    // A changed line stands where an old one stood.
    while (oldAt < toA && newAt < toB) own[newAt++] = ends[oldAt++]
    oldAt = toA
    newAt = toB
  }
  pair(ends.length)
  return lines.map((line, at) => (at === lines.length - 1 ? line : line + (own[at] ?? lineEnd))).join('')
}

function utf16Of(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

const tables = new Map<EncodingName, ReadonlyMap<string, readonly number[]>>()

/** Browsers read these encodings and do not write them: what they read is turned around. */
function bytesByTable(
  text: string,
  encoding: EncodingName,
): { bytes: Uint8Array<ArrayBuffer> } | { unwritable: string } {
  const known = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, known)
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0)!
    const found = code < 0x80 ? [code] : (known.get(character) ?? fourBytesOf(code, encoding))
    if (found === undefined) return { unwritable: character }
    bytes.push(...found)
  }
  return { bytes: Uint8Array.from(bytes) }
}

/** GB18030 has all of Unicode beyond its first plane in one row (encoding.spec.whatwg.org, "gb18030 ranges"). */
function fourBytesOf(code: number, encoding: EncodingName): readonly number[] | undefined {
  return encoding === 'gb18030' && code >= 0x10000 ? rowOf(code - 0x10000 + 189_000) : undefined
}

const rowOf = (place: number) => [
  0x81 + Math.floor(place / 12_600),
  0x30 + (Math.floor(place / 1260) % 10),
  0x81 + (Math.floor(place / 10) % 126),
  0x30 + (place % 10),
]

/** Rows of four bytes for the rest of the first plane. */
const FOUR_BYTES = 39_420

function tableOf(encoding: EncodingName): ReadonlyMap<string, readonly number[]> {
  const rows: (readonly number[])[] = []
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) rows.push([lead, trail])
  if (encoding === 'gb18030') for (let place = 0; place < FOUR_BYTES; place++) rows.push(rowOf(place))
  // A line end behind each one: what is no character ends there.
  const read = new TextDecoder(encoding).decode(Uint8Array.from(rows.flatMap((row) => [...row, 0x0a]))).split('\n')
  const table = new Map<string, readonly number[]>()
  for (const [at, row] of rows.entries()) {
    const character = read[at]!
    const isOne = character.length === 1 && character !== '\ufffd'
    if (isOne && !table.has(character)) table.set(character, row)
  }
  return table
}
