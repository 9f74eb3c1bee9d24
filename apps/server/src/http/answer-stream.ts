import { SUCCESS } from '@switchyard/contract'
import type { Context } from 'hono'

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

/** Answers with what `answerData` would answer. A list that fails ends the connection: half of it must not look whole. */
export function answerStream(c: Context, { fields }: StreamedData<object>): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Content-Type', 'application/json')
  return c.body(bytesOf(textsOf(fields)))
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

async function* textsOf(fields: object): AsyncGenerator<string> {
  let before = `{"code":${SUCCESS},"message":"OK","data":{`
  for (const [field, value] of Object.entries(fields)) {
    yield `${before}${JSON.stringify(field)}:`
    before = ','
    if (isStream(value)) yield* listOf(value)
    else yield JSON.stringify(value)
  }
  yield '}}'
}

async function* listOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const value of values) {
    yield before
    yield* jsonOf(value)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** Writes a value as JSON. Its long texts come last, in pieces, so that other requests are answered in between. */
function* jsonOf(value: unknown): Generator<string> {
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const long = fields.filter((field): field is [string, string] => isLong(field[1]))
  if (long.length === 0) return yield JSON.stringify(value)
  let before = JSON.stringify(Object.fromEntries(fields.filter(([, part]) => !isLong(part)))).slice(0, -1)
  for (const [name, text] of long) {
    yield `${before}${before === '{' ? '' : ','}${JSON.stringify(name)}:"`
    for (let at = 0; at < text.length; at += PIECE) yield JSON.stringify(text.slice(at, at + PIECE)).slice(1, -1)
    before = '"'
  }
  yield '"}'
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > PIECE
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
