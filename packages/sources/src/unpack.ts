/**
 * What packed bytes hold; undefined when that is more than the limit. No further is read: what an archive would grow to does
 * not matter. Fails where the bytes are broken.
 */
export async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      // The rest of the archive is not unpacked; that it was not read to its end is no mistake.
      await reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
