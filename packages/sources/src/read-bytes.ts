import { type DecodedText, decodeText, isGzip } from './decode-text.ts'
import { unpack } from './unpack.ts'

/** Why bytes gave no text: more than the limit, or an archive that cannot be unpacked. */
export type ReadFailure = 'too-large' | 'bad-archive'

/** The text of a file or an answer, unpacked where it is gzip: `most` bytes of text at most, however small the archive. */
export async function readBytes(
  given: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<(DecodedText & { bytes: number }) | { error: ReadFailure }> {
  if (given.length > most) return { error: 'too-large' }
  const bytes = isGzip(given) ? await unpack(given, 'gzip', most).catch(() => 'bad-archive' as const) : given
  if (bytes === 'bad-archive') return { error: bytes }
  return bytes === undefined ? { error: 'too-large' } : { ...decodeText(bytes), bytes: bytes.length }
}
