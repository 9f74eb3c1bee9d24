import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** How many letters of a text become JSON in one step. */
const PIECE = 64 * 1024

/** The same data. A list in it may be a stream of its values. */
export type StreamedFields<Data> = {
  [Field in keyof Data]: Data[Field] | (Data[Field] extends readonly (infer Each)[] ? AsyncIterable<Each> : never)
}

/** An endpoint gives this for data that is too large for memory. The server sends it as fast as the client reads. */
export class StreamedData<Data> {
  readonly fields: StreamedFields<Data>

  constructor(fields: StreamedFields<Data>) {
    this.fields = fields
  }
}

/**
 * Answers with a value as JSON. It writes long texts and streamed lists in pieces, and the server answers other requests in
 * between. A list that fails ends the connection, so that nobody takes half a list for a whole one.
 */
export function answerJson(c: Context, value: object, status: ContentfulStatusCode = 200): Response {
  c.header('Content-Type', 'application/json')
  if (comesInPieces(value)) return c.body(bytesOf(gathered(piecesOf(value))), status)
  const text = JSON.stringify(value)
  // The middleware that packs answers reads this header and leaves short answers as they are.
  c.header('Content-Length', String(Buffer.byteLength(text)))
  return c.body(text, status)
}

/** Makes texts the body of an answer. It asks for a text when the client is ready for it. */
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

/** Joins short texts. */
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

/** Whether a value has a long text or a stream in it. It skips lists, which hold many short texts. */
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
