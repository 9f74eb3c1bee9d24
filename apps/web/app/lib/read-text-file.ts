import { TEXT_MAX_BYTES } from '@switchyard/convert/limits'
import type { DecodedText, ReadFailure } from '@switchyard/sources'

/** Why a file gave no text: gone, locked or a folder; a program or a picture; too much of it; damaged. */
export type FileFailure = 'unreadable' | 'binary' | ReadFailure

/** The text of a file that a person chose, unpacked where it is gzip. */
export async function readTextFile(file: Blob): Promise<DecodedText | { error: FileFailure }> {
  if (file.size > TEXT_MAX_BYTES) return { error: 'too-large' }
  const bytes = await bytesOf(file)
  if (bytes === undefined) return { error: 'unreadable' }
  // Nobody's first visit reads a file.
  const { readBytes } = await import('@switchyard/sources')
  const read = await readBytes(bytes, TEXT_MAX_BYTES)
  if ('error' in read) return read
  return isBinary(read.text) ? { error: 'binary' } : { text: read.text, encoding: read.encoding }
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

const BINARY_HEAD = 8192

/** An archive or a program: no text holds a NUL. */
export function isBinary(text: string): boolean {
  return text.slice(0, BINARY_HEAD).includes('\0')
}
