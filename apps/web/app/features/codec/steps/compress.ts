import { base64Bytes } from '@switchyard/convert/texts'
import { bytesOf, DATA_MAX_BYTES, refused, type StepFunction, textIfPossible } from './step.ts'

export const compress: StepFunction = async (data, { form = 'gzip' }) => {
  // The table of steps has no other values.
  const packed = await through(bytesOf(data), new CompressionStream(form as CompressionFormat))
  return packed instanceof Uint8Array ? { data: packed } : packed
}

/** gzip, zlib or bare deflate, by how the bytes begin. */
export const decompress: StepFunction = async (data) => {
  const bytes = bytesOf(data)
  const form = isGzip(bytes) ? 'gzip' : isZlib(bytes) ? 'deflate' : 'deflate-raw'
  const unpacked = await through(bytes, new DecompressionStream(form))
  if (unpacked instanceof Uint8Array) return { data: textIfPossible(unpacked), inverse: { form } }
  const isBase64 = typeof data === 'string' && data.length >= 8 && base64Bytes(data) !== undefined
  return unpacked.issue.code === 'compressed' && isBase64 ? refused('base64-first') : unpacked
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** RFC 1950: deflate is method 8, and the first two bytes are a multiple of 31. */
export function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0
}

/** Stops reading where there is too much: of a bomb no more than the limit is ever held. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const writer = stream.writable.getWriter()
  // Whoever reads hears of every failure.
  writer.write(bytes).catch(() => undefined)
  writer.close().catch(() => undefined)
  const reader = stream.readable.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > DATA_MAX_BYTES) {
        await reader.cancel().catch(() => undefined)
        return refused('too-large', { most: DATA_MAX_BYTES })
      }
      parts.push(value)
    }
  } catch {
    return refused('compressed', { n: bytes.length })
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
