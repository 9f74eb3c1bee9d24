import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** How many letters of a text become JSON in one step. */
const PIECE = 64 * 1024

/** The same data, of which a list may come one value after the other. */
export type StreamedFields<Data> = {
  [Field in keyof Data]: Data[Field] | (Data[Field] extends readonly (infer Each)[] ? AsyncIterable<Each> : never)
}

/** Data that is too much to be in memory as a whole: an endpoint gives it, and it is sent as fast as it is read. */
export class StreamedData<Data> {
  readonly fields: StreamedFields<Data>

  constructor(fields: StreamedFields<Data>) {
    this.fields = fields
  }
}

/**
 * Answers with a value as JSON. Long texts in it, and lists that come one value after the other, are written in pieces, so
 * that other requests are answered in between. A list that fails ends the connection: half of it must not look whole.
 */
export function answerJson(c: Context, value: object, status: ContentfulStatusCode = 200): Response {
  c.header('Content-Type', 'application/json')
  if (comesInPieces(value)) return c.body(bytesOf(gathered(piecesOf(value))), status)
  const text = JSON.stringify(value)
  // Packing a short answer takes longer than sending it, and what packs answers looks at this header.
  c.header('Content-Length', String(Buffer.byteLength(text)))
  return c.body(text, status)
}

/** Texts as the body of an answer. Nothing is made before it is asked for. */
export function bytesOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void texts.return(undefined),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** The same texts, short ones joined. */
async function* gathered(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < PIECE) continue
    yield waiting
    waiting = ''
  }
  yield waiting
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  if (isStream(value)) yield* listOf(value)
  else if (isLong(value)) yield* textOf(value)
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

function* textOf(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; at += PIECE) yield JSON.stringify(text.slice(at, at + PIECE)).slice(1, -1)
  yield '"'
}

/** Lists are not looked through: theirs are short texts, and many. */
function comesInPieces(value: unknown): boolean {
  return isLong(value) || isStream(value) || (isRecord(value) && Object.values(value).some(comesInPieces))
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
