import { Writable, type Readable, type Transform } from 'node:stream'
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

/** The whole body, unpacked once; stops as soon as it is too large on the wire or unpacked. */
export async function readBody(
  body: Readable,
  encoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  const packed = name !== '' && name !== 'identity'
  // Two layers would make 64 MB of 258 bytes: `gzip, gzip` is no name of a decoder.
  if (packed && !Object.hasOwn(DECODERS, name)) throw new SafeFetchError('not-a-subscription')

  const unpacked = new GrowingBuffer(maxBytes)
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      done(unpacked.add(chunk) ? undefined : new SafeFetchError('too-large'))
    },
  })
  const counted = counting(body, maxBytes)
  if (packed) await pipeline(counted, DECODERS[name]!(), sink, { signal })
  else await pipeline(counted, sink, { signal })
  const { buffer, byteOffset, byteLength } = unpacked.bytes
  return Buffer.from(buffer, byteOffset, byteLength)
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
