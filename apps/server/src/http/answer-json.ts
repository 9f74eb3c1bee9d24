import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { bytesOf, PIECE, textSlices } from './pieces.ts'
import { readerOf } from './visitor.ts'
import { isPacked, partPieces, textPieces, type WithKeptTexts } from '../shared/kept-text.ts'

/** The same data. A list in it may be a stream of its values. */
export type StreamedFields<Data> = {
  [Field in keyof Data]:
    | Data[Field]
    | (Data[Field] extends readonly (infer Each)[] ? AsyncIterable<WithKeptTexts<Each>> : never)
}

/** An endpoint gives this for data that is too large for memory. The server sends it as fast as the client reads. */
export class StreamedData<Data> {
  readonly fields: StreamedFields<Data>

  constructor(fields: StreamedFields<Data>) {
    this.fields = fields
  }
}

const GZIP = 'gzip'
/** A piece ends after this time, so that others are answered. */
const MOST_MS = 2
declare const ofData: unique symbol

/** An answer that a thread of the engine wrote. It is JSON, packed with gzip. An endpoint returns this. */
export class PackedAnswer<Data> {
  declare readonly [ofData]: Data
  readonly packed: Uint8Array<ArrayBuffer>

  constructor(packed: Uint8Array<ArrayBuffer>) {
    this.packed = packed
  }
}

/** Sends JSON that is packed with gzip. If the client does not accept gzip, the server unpacks the JSON first. */
export function answerPacked(c: Context, { packed }: PackedAnswer<unknown>): Response {
  c.header('Content-Type', 'application/json')
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (!takesGzip(c)) return c.body(bytesOf(textPieces(packed), readerOf(c)))
  c.header('Content-Encoding', 'gzip')
  c.header('Content-Length', String(packed.length))
  return c.body(packed)
}

function takesGzip(c: Context): boolean {
  const accepted = accepts(c, {
    header: 'Accept-Encoding',
    supports: [GZIP],
    default: '',
    match: (all) => all.find(({ type, q }) => type === GZIP && q > 0)?.type ?? '',
  })
  return accepted === GZIP
}

/**
 * Answers with a value as JSON. It writes long texts and streamed lists in pieces, and the server answers other requests in
 * between. A list that fails ends the connection, so that nobody takes half a list for a whole one.
 */
export function answerJson(c: Context, value: object, status: ContentfulStatusCode = 200): Response {
  c.header('Content-Type', 'application/json')
  if (comesInPieces(value)) return c.body(bytesOf(gathered(piecesOf(value)), readerOf(c)), status)
  const text = JSON.stringify(value)
  // The compression middleware reads this header. It does not compress short answers.
  c.header('Content-Length', String(Buffer.byteLength(text)))
  return c.body(text, status)
}

/** Joins short texts. A piece also ends after some time, because many short texts may take much work. */
async function* gathered(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  let waiting = ''
  let began = performance.now()
  for await (const text of texts) {
    waiting += text
    if (waiting.length < PIECE && performance.now() - began < MOST_MS) continue
    yield waiting
    waiting = ''
    began = performance.now()
  }
  if (waiting !== '') yield waiting
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  if (isStream(value)) yield* listOf(value)
  else if (isPacked(value)) yield* quoted(partPieces(value))
  else if (isLong(value)) yield* quoted(textSlices(value))
  else if (isRecord(value) && comesInPieces(value)) yield* recordOf(value)
  else yield JSON.stringify(value)
}

async function* recordOf(record: object): AsyncGenerator<string> {
  let before = '{'
  for (const [field, value] of Object.entries(record)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(field)}:`
    yield* piecesOf(value)
    before = ','
  }
  yield '}'
}

async function* listOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const value of values) {
    yield before
    yield* piecesOf(value)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function* quoted(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield '"'
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}

/** Whether a value has a long text or a stream in it. It skips lists, which hold many short texts. */
function comesInPieces(value: unknown): boolean {
  if (isLong(value) || isStream(value) || isPacked(value)) return true
  return isRecord(value) && Object.values(value).some(comesInPieces)
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > PIECE
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
