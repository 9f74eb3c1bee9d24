const BINARY_HEAD_BYTES = 8192

/** The text of a file that a person chose; undefined when it cannot be read. */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  const bytes = await bytesOf(file)
  return bytes && decodeText(bytes)
}

/** What is in a file; undefined when it is gone, locked, or a folder. */
export async function bytesOf(file: Blob): Promise<ArrayBuffer | undefined> {
  try {
    return await file.arrayBuffer()
  } catch {
    return undefined
  }
}

/** An archive or a program: no text holds a NUL, but for UTF-16, which says what it is. */
export function isBinary(bytes: ArrayBuffer): boolean {
  const head = new Uint8Array(bytes, 0, Math.min(BINARY_HEAD_BYTES, bytes.byteLength))
  return !utf16Of(head) && head.includes(0)
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Files are UTF-8 unless they say or show otherwise: old tools write UTF-16 or GBK. */
export function decodeText(bytes: ArrayBuffer): string {
  const utf16 = utf16Of(new Uint8Array(bytes))
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
