import { createGunzip, gunzip, gunzipSync, gzipSync } from 'node:zlib'
import { promisify } from 'node:util'

const unpack = promisify(gunzip)
/** The gzip level. A higher level gains little, because configs of nodes repeat themselves. */
export const PACK_LEVEL = 3
/** With a buffer for the whole text, zlib unpacks it in one task and nothing is copied. */
const LARGEST_PIECE = 16 * 1024 * 1024
/** zlib takes no smaller size. */
const LEAST_PIECE = 64
/** The size of one piece after unpacking. */
const PIECE_BYTES = 64 * 1024

/** A long text that is packed. It is plain data. It can be passed on without being unpacked, which takes little memory. */
export interface PackedText {
  /** Packed with gzip. It may hold several texts. */
  packed: Uint8Array<ArrayBuffer>
  /** The size of all these texts after unpacking. */
  unpackedBytes: number
  /** This text is the part between these two positions, in letters. */
  from: number
  to: number
}

/** A text from the database. A short one is not packed. */
export type KeptText = string | PackedText

/** The fields of API answers that hold long texts. */
type LongField = 'recipe' | 'text' | 'heldText'

/** The type of the same data when its long texts may be packed. Texts in lists stay unpacked. */
export type WithKeptTexts<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? { [Field in keyof Data]: Field extends LongField ? Data[Field] | PackedText : WithKeptTexts<Data[Field]> }
    : Data

export function isPacked(value: unknown): value is PackedText {
  return typeof value === 'object' && value !== null && 'packed' in value && value.packed instanceof Uint8Array
}

/** Packs a whole text and blocks its thread meanwhile. Only the threads of the engine may call this. */
export function packedNow(bytes: Uint8Array): PackedText {
  // A buffer of Node may share its memory with others. Such memory cannot go to another thread.
  return {
    packed: new Uint8Array(gzipSync(bytes, { level: PACK_LEVEL })),
    unpackedBytes: bytes.length,
    from: 0,
    to: Infinity,
  }
}

/** Keeps what was unpacked, because one packed value may hold several texts. The entry goes when the packed value goes. */
const unpacked = new WeakMap<Uint8Array, string>()

/** Unpacks a text and blocks its thread meanwhile. Only the threads of the engine may call this. */
export function unpackedText(text: KeptText): string {
  if (!isPacked(text)) return text
  const { packed, unpackedBytes, from, to } = text
  const all = unpacked.get(packed) ?? gunzipSync(packed, { chunkSize: pieceOf(unpackedBytes) }).toString()
  unpacked.set(packed, all)
  return all.slice(from, to)
}

/** Unpacks a text. Another thread does the work. */
export async function textOf(text: KeptText): Promise<string> {
  if (!isPacked(text)) return text
  const { packed, unpackedBytes, from, to } = text
  return (await unpack(packed, { chunkSize: pieceOf(unpackedBytes) })).toString().slice(from, to)
}

/** Whether nothing else is packed with this text. */
export function isWhole({ from, to }: PackedText): boolean {
  return from === 0 && to === Infinity
}

/** The bytes of a text in UTF-8. Another thread unpacks them. */
export async function bytesOfText(text: KeptText): Promise<Uint8Array<ArrayBuffer>> {
  if (!isPacked(text) || !isWhole(text)) return new TextEncoder().encode(await textOf(text))
  const { packed, unpackedBytes } = text
  return unpack(packed, { chunkSize: pieceOf(unpackedBytes) })
}

/** Unpacks gzip piece by piece. It unpacks the next piece when the reader asks for it. */
export async function* textPieces(packed: Uint8Array): AsyncGenerator<string> {
  const pieces = createGunzip({ chunkSize: PIECE_BYTES }).setEncoding('utf8')
  pieces.end(packed)
  for await (const piece of pieces) yield String(piece)
}

/** Unpacks one text piece by piece. */
export async function* partPieces({ packed, from, to }: PackedText): AsyncGenerator<string> {
  let at = 0
  for await (const piece of textPieces(packed)) {
    const part = piece.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part !== '') yield part
    at += piece.length
    if (at >= to) return
  }
}

/** Gives back the same value with all its texts unpacked. */
export async function withTexts(value: unknown): Promise<unknown> {
  if (isPacked(value)) return textOf(value)
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(async ([field, each]) => [field, await withTexts(each)] as const)
  return Object.fromEntries(await Promise.all(fields))
}

/** The size of the buffer for zlib. It has one byte more than needed, because zlib asks for another buffer when one is full. */
export function pieceOf(bytes: number): number {
  return Math.min(Math.max(Math.ceil(bytes) + 1, LEAST_PIECE), LARGEST_PIECE)
}
