import { unpack } from './unpack.ts'

/** Why an archive gave no files. */
export type ZipFailure = 'too-large' | 'bad-archive' | 'encrypted'

interface ZipOptions {
  /** Bytes of all wanted files together, unpacked. */
  most: number
  /** By its name in the archive, which nobody takes for a path. */
  wants: (name: string) => boolean
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const MOST_COMMENT = 0xffff
const MOST_FILES = 5000
const STORED = 0
const DEFLATED = 8
const IS_ENCRYPTED = 1

/** Whether bytes are a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes.length >= END_BYTES &&
    [0x50, 0x4b].every((byte, at) => bytes[at] === byte) &&
    (bytes[2] === 3 || bytes[2] === 5)
  )
}

/**
 * The wanted files of a zip archive: stored or deflated ones, as every program makes them (PKWARE's APPNOTE). No archive of
 * more than 4 GiB, and none in several parts.
 */
export async function readZip(
  bytes: Uint8Array<ArrayBuffer>,
  { most, wants }: ZipOptions,
): Promise<Map<string, Uint8Array<ArrayBuffer>> | { error: ZipFailure }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  try {
    const end = endOf(view)
    const count = view.getUint16(end + 10, true)
    if (count > MOST_FILES) return { error: 'too-large' }
    let at = view.getUint32(end + 16, true)
    let left = most
    for (let file = 0; file < count; file++) {
      if (view.getUint32(at, true) !== CENTRAL) return { error: 'bad-archive' }
      const flags = view.getUint16(at + 8, true)
      const method = view.getUint16(at + 10, true)
      const packed = view.getUint32(at + 20, true)
      const nameLength = view.getUint16(at + 28, true)
      const local = view.getUint32(at + 42, true)
      const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength))
      at += CENTRAL_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
      if (name.endsWith('/') || !wants(name)) continue
      if (flags & IS_ENCRYPTED) return { error: 'encrypted' }
      if (view.getUint32(local, true) !== LOCAL) return { error: 'bad-archive' }
      const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      if (from + packed > bytes.length) return { error: 'bad-archive' }
      const content = bytes.slice(from, from + packed)
      if (method !== STORED && method !== DEFLATED) return { error: 'bad-archive' }
      const unpacked = method === STORED ? content : await unpack(content, 'deflate-raw', left)
      if (unpacked === undefined || unpacked.length > left) return { error: 'too-large' }
      left -= unpacked.length
      files.set(name, unpacked)
    }
    return files
  } catch {
    // A number that leads out of the archive, or a stream that breaks.
    return { error: 'bad-archive' }
  }
}

/** Where the list of files ends: looked for from behind, as a comment may follow. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) if (view.getUint32(at, true) === END) return at
  throw new RangeError('No end')
}
