import { createGunzip, gunzip, gunzipSync } from 'node:zlib'
import { promisify } from 'node:util'

const unpack = promisify(gunzip)
/** In one piece a long text is unpacked with one task for a thread, and needs no copy. */
const LARGEST_PIECE = 16 * 1024 * 1024
/** What zlib takes at least. */
const LEAST_PIECE = 64
/** How many bytes of a text are unpacked in one step where it is read in pieces. */
const PIECE_BYTES = 64 * 1024

/**
 * A long text as it is kept. It is plain data. Whoever reads it unpacks it, so whoever only passes it on needs little memory for
 * it.
 */
export interface PackedText {
  /** Packed with gzip. Other texts may stand in it as well. */
  packed: Uint8Array
  /** How many bytes all of that has once it is unpacked. */
  unpackedBytes: number
  /** Where the text begins in it and where it ends, in letters. */
  from: number
  to: number
}

/** A short text is not packed. */
export type KeptText = string | PackedText

/** In these fields answers of the API have long texts. */
type LongField = 'recipe' | 'text' | 'heldText'

/** The same data. Its long texts may be packed, but not those in lists. */
export type WithKeptTexts<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? { [Field in keyof Data]: Field extends LongField ? Data[Field] | PackedText : WithKeptTexts<Data[Field]> }
    : Data

export function isPacked(value: unknown): value is PackedText {
  return typeof value === 'object' && value !== null && 'packed' in value && value.packed instanceof Uint8Array
}

/** Texts that were unpacked, for as long as somebody has them packed: several texts may stand in one. */
const unpacked = new WeakMap<Uint8Array, string>()

/** Unpacks a text at once. This is for threads that nobody else waits for. */
export function unpackedText(text: KeptText): string {
  if (!isPacked(text)) return text
  const { packed, unpackedBytes, from, to } = text
  const all = unpacked.get(packed) ?? gunzipSync(packed, { chunkSize: pieceOf(unpackedBytes) }).toString()
  unpacked.set(packed, all)
  return all.slice(from, to)
}

/** Unpacks a text in a thread. */
export async function textOf(text: KeptText): Promise<string> {
  if (!isPacked(text)) return text
  const { packed, unpackedBytes, from, to } = text
  return (await unpack(packed, { chunkSize: pieceOf(unpackedBytes) })).toString().slice(from, to)
}

/** Unpacks what was packed with gzip piece by piece, as fast as somebody reads it. */
export async function* textPieces(packed: Uint8Array): AsyncGenerator<string> {
  const pieces = createGunzip({ chunkSize: PIECE_BYTES }).setEncoding('utf8')
  pieces.end(packed)
  for await (const piece of pieces) yield String(piece)
}

/** The same for a text that is a part of it. */
export async function* partPieces({ packed, from, to }: PackedText): AsyncGenerator<string> {
  let at = 0
  for await (const piece of textPieces(packed)) {
    const part = piece.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part !== '') yield part
    at += piece.length
    if (at >= to) return
  }
}

/** The same value with all of its texts unpacked. */
export async function withTexts(value: unknown): Promise<unknown> {
  if (isPacked(value)) return textOf(value)
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(async ([field, each]) => [field, await withTexts(each)] as const)
  return Object.fromEntries(await Promise.all(fields))
}

/** One byte more than is written: a piece that is full is followed by another one. */
export function pieceOf(bytes: number): number {
  return Math.min(Math.max(Math.ceil(bytes) + 1, LEAST_PIECE), LARGEST_PIECE)
}
