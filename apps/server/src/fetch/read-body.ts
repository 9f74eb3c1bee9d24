import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { GrowingBuffer } from '@switchyard/outbound'
import { SafeFetchError } from './safe-fetch-error.ts'

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/** How a body is packed, and how long it may be on the wire and unpacked. */
export interface Unpacking {
  encoding: string
  maxBytes: number
  signal: AbortSignal
}

/** The whole body, unpacked once; stops as soon as it is too large on the wire or unpacked. */
export async function readBody(body: Readable, unpacking: Unpacking): Promise<Buffer> {
  const unpacked = new GrowingBuffer(unpacking.maxBytes)
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      done(unpacked.add(chunk) ? undefined : new SafeFetchError('too-large'))
    },
  })
  await unpackInto(sink, body, unpacking)
  const { buffer, byteOffset, byteLength } = unpacked.bytes
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The same as it comes. `requireFit`: throws at the end of a body that took too much. */
export function streamBody(body: Readable, unpacking: Unpacking, requireFit: () => void): Readable {
  let length = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > unpacking.maxBytes) return done(new SafeFetchError('too-large'))
      done(null, chunk)
    },
    flush: (done) => {
      try {
        requireFit()
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  // Errors reach who reads the stream. Nobody may have begun yet.
  void unpackInto(
    counter.on('error', () => {}),
    body,
    unpacking,
  ).catch(() => undefined)
  return counter
}

function unpackInto(sink: Writable, body: Readable, { encoding, maxBytes, signal }: Unpacking): Promise<void> {
  const name = encoding.trim().toLowerCase()
  const counted = counting(body, maxBytes)
  if (name === '' || name === 'identity') return pipeline(counted, sink, { signal })
  // Two layers would make 64 MB of 258 bytes: `gzip, gzip` is no name of a decoder.
  if (!Object.hasOwn(DECODERS, name)) throw new SafeFetchError('not-a-subscription')
  return pipeline(counted, DECODERS[name]!(), sink, { signal })
}

async function* counting(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > maxBytes) throw new SafeFetchError('too-large')
    yield bytes
  }
}
