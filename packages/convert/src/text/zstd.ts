import { Decompress } from 'fzstd'
import { BadBytes } from './byte-reader.ts'

/** What every decoder has to take (RFC 8878), and the most that mihomo asks for. */
const WINDOW_MAX = 8 * 1024 * 1024
/** A writer that fills its blocks of 128 KiB needs a quarter of these. */
const BLOCK_SIZE = 32 * 1024

/** Whether bytes begin as a frame of zstd does. */
export function isZstd(bytes: Uint8Array): boolean {
  return [0x28, 0xb5, 0x2f, 0xfd].every((byte, at) => bytes[at] === byte)
}

/** Unpacks one frame of zstd; throws BadBytes where it is broken, cut off, or becomes larger than `most`. */
export function unpackZstd(bytes: Uint8Array, most: number): Uint8Array {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    checkFrame(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), most)
    new Decompress((chunk) => {
      size += chunk.length
      if (size > most) throw new BadBytes('too large')
      chunks.push(chunk)
    }).push(bytes, true)
  } catch {
    // Whatever fzstd stumbles over, the bytes are at fault.
    throw new BadBytes('no frame of zstd')
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Refuses what costs fzstd much for few bytes: it allocates the window at once, and moves all of it for each block. */
function checkFrame(view: DataView, most: number): void {
  const flags = view.getUint8(4)
  const isSingle = (flags & 0x20) !== 0
  const sizeLength = flags >> 6 === 0 ? Number(isSingle) : 1 << (flags >> 6)
  const dictionary = [0, 1, 2, 4][flags & 3]!
  let at = (isSingle ? 5 : 6) + dictionary
  if ((isSingle ? contentSize(view, at, sizeLength) : windowSize(view.getUint8(5))) > WINDOW_MAX)
    throw new BadBytes('too large')
  at += sizeLength
  for (let blocks = 0, isLast = false; !isLast; blocks++) {
    if (blocks * BLOCK_SIZE > most) throw new BadBytes('too many blocks')
    const head = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    isLast = (head & 1) === 1
    const isRepeated = ((head >> 1) & 3) === 1
    at += 3 + (isRepeated ? 1 : head >> 3)
  }
  const checksum = (flags & 4) === 0 ? 0 : 4
  if (at + checksum !== view.byteLength) throw new BadBytes('not one frame')
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

function contentSize(view: DataView, at: number, length: number): number {
  if (length === 1) return view.getUint8(at)
  if (length === 2) return view.getUint16(at, true) + 256
  return length === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true))
}
