import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { type KeyRing, type SealedPlace, unpackedBytesOf } from './key-ring.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)
/** Configs of nodes repeat themselves: more effort gains little. */
const LEVEL = 3
/** Packing so few bytes takes less than a millisecond. The threads that pack longer ones yield to everything else. */
const FEW_BYTES = 32 * 1024
/** How many times shorter a packed text is. */
const USUAL_RATIO = 3
/** In one piece a long text is packed with one task for a thread, and needs no copy. */
const LARGEST_PIECE = 16 * 1024 * 1024

/** The place of one column of a row: what stands in another column of it does not open there. */
export function columnPlace(table: string, row: string, column: string, user: string): SealedPlace {
  return { table: `${table}.${column}`, row, user }
}

/** The key of a row as the places of its sealed columns name it. */
export function keyIn(key: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return key.map((part) => String(row[part])).join(' ')
}

/** Packs a long text and seals it for one place. */
export async function sealText(keys: KeyRing, place: SealedPlace, text: string): Promise<string> {
  const bytes = Buffer.byteLength(text)
  const packed =
    bytes <= FEW_BYTES
      ? gzipSync(text, { level: LEVEL })
      : await pack(text, { level: LEVEL, chunkSize: piece(bytes / USUAL_RATIO) })
  return keys.seal(place, packed, bytes)
}

/** The text that was sealed for this place. Throws `SealBroken`. */
export async function openText(keys: KeyRing, place: SealedPlace, sealed: string): Promise<string> {
  const packed = keys.open(place, sealed)
  const bytes = unpackedBytesOf(sealed) ?? packed.length * USUAL_RATIO
  const unpacked = bytes <= FEW_BYTES ? gunzipSync(packed) : await unpack(packed, { chunkSize: piece(bytes) })
  return unpacked.toString()
}

/** One byte more than is written: a piece that is full is followed by another one. */
function piece(bytes: number): number {
  return Math.min(Math.ceil(bytes) + 1, LARGEST_PIECE)
}

/** How many bytes a sealed column holds once it is opened; as it stands where the text does not say so. */
export function openedBytes(column: string): RawBuilder<number> {
  const ref = sql.ref(column)
  return sql<number>`coalesce(case when substr(${ref}, 3, 1) = '+' then cast(substr(${ref}, 4, 10) as integer) else octet_length(${ref}) end, 0)`
}
