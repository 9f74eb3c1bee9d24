import { type DecodedText, decodeText, isGzip } from './decode-text.ts'

/** Why bytes gave no text: more than the limit, or an archive that cannot be unpacked. */
export type ReadFailure = 'too-large' | 'bad-archive'

/** The text of a file or an answer, unpacked where it is gzip: `most` bytes of text at most, however small the archive. */
export async function readBytes(
  given: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<(DecodedText & { bytes: number }) | { error: ReadFailure }> {
  if (given.length > most) return { error: 'too-large' }
  const bytes = isGzip(given) ? await unpack(given, most) : given
  return typeof bytes === 'string' ? { error: bytes } : { ...decodeText(bytes), bytes: bytes.length }
}

/** Reads no further than the limit: what an archive would grow to does not matter. */
async function unpack(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array | ReadFailure> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > most) {
        // The rest of the archive is not unpacked; that it was not read to its end is no mistake.
        await reader.cancel().catch(() => undefined)
        return 'too-large'
      }
      chunks.push(value)
    }
  } catch {
    return 'bad-archive'
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
