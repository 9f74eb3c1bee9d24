import type { Context } from 'hono'
import { bytesOf } from './pieces.ts'
import { readerOf } from './visitor.ts'

/** One event of a stream, as the contract says it. */
interface StreamedEvent {
  event: string
  data: object
}

/** What an endpoint that the contract calls a stream gives. */
export const isEvents = (given: unknown): given is AsyncIterable<StreamedEvent> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given

/** Answers with events as they come, by the form that `EventSource` reads. Nothing is made that nobody reads. */
export function answerEvents(c: Context, events: AsyncIterable<StreamedEvent>): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Content-Type', 'text/event-stream')
  // nginx would wait until it has a page full of them.
  c.header('X-Accel-Buffering', 'no')
  return c.body(bytesOf(textsOf(events), readerOf(c)))
}

async function* textsOf(events: AsyncIterable<StreamedEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events)
    yield `event: ${event}
data: ${JSON.stringify(data)}

`
}
