import { turns } from '../shared/turns.ts'

/** How many letters of a text become JSON in one step. */
export const PIECE = 64 * 1024
/** Writing more bytes at once would block the server for milliseconds. */
const MOST_BYTES = 256 * 1024

/** A piece of an answer: text, or bytes that are ready to be sent. */
export type Piece = string | Uint8Array

/**
 * Makes the body of an answer from pieces. When the client has read one piece, the next piece waits for its turn. Each person gets
 * one turn, then the next person gets one. Without turns, the server would write a hundred large answers at once. All other
 * requests would wait.
 */
export function bytesOf(pieces: AsyncGenerator<Piece> | Generator<Piece>, person: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await turns.run(`answer ${person}`, () => pieces.next())
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    cancel: () => void pieces.return(undefined),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** Cuts a long text into pieces. */
export function* textSlices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}

/** Cuts bytes into pieces. Nothing is copied. */
export function* byteSlices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += MOST_BYTES) yield bytes.subarray(at, at + MOST_BYTES)
}
