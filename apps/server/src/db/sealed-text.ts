import { promisify } from 'node:util'
import { constants, gunzipSync, gzip, gzipSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import {
  isPacked,
  isWhole,
  type KeptText,
  PACK_LEVEL,
  type PackedText,
  pieceOf,
  textOf,
  unpackedText,
} from '../shared/kept-text.ts'
import { fromHeadedText, partsOf } from './headed-text.ts'
import { type KeyRing, type SealedPlace, unpackedBytesOf } from './key-ring.ts'

const pack = promisify(gzip)
/** Packing so few bytes takes less than a millisecond. The threads that pack longer ones yield to everything else. */
const FEW_BYTES = 32 * 1024
/** How many times shorter a packed text is. */
const USUAL_RATIO = 3
/** `headOf` unpacks this many packed bytes first. If the head is longer, it tries again with four times as many. */
const HEAD_BYTES = 2 * 1024

/** The place of one column of a row: what stands in another column of it does not open there. */
export function columnPlace(table: string, row: string, column: string, user: string): SealedPlace {
  return { table: `${table}.${column}`, row, user }
}

/** The key of a row as the places of its sealed columns name it. */
export function keyIn(key: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return key.map((part) => String(row[part])).join(' ')
}

/** Packs a text and seals it for one place. A whole text that is packed already is sealed as it is. */
export async function sealText(keys: KeyRing, place: SealedPlace, text: KeptText): Promise<string> {
  if (isPacked(text))
    return isWhole(text) ? keys.seal(place, text.packed, text.unpackedBytes) : sealText(keys, place, await textOf(text))
  const bytes = Buffer.byteLength(text)
  const packed =
    bytes <= FEW_BYTES
      ? gzipSync(text, { level: PACK_LEVEL })
      : await pack(text, { level: PACK_LEVEL, chunkSize: pieceOf(bytes / USUAL_RATIO) })
  return keys.seal(place, packed, bytes)
}

/** The text that was sealed for this place. Throws `SealBroken`. */
export async function openText(keys: KeyRing, place: SealedPlace, sealed: string): Promise<string> {
  return textOf(keptText(keys, place, sealed))
}

/** Opens a text that was sealed for this place. A long text stays packed. Throws `SealBroken`. */
export function keptText(keys: KeyRing, place: SealedPlace, sealed: string): KeptText {
  const text = packedText(keys, place, sealed)
  return text.unpackedBytes <= FEW_BYTES ? gunzipSync(text.packed).toString() : text
}

/** Opens a headed text that was sealed for this place, and gives back its value. Long texts in it stay packed. Throws `SealBroken`. */
export function openHeaded(keys: KeyRing, place: SealedPlace, sealed: string): unknown {
  const text = keptText(keys, place, sealed)
  if (typeof text === 'string') return fromHeadedText(text)
  const head = headOf(text)
  if (head === undefined) return fromHeadedText(unpackedText(text))
  return partsOf(head, (from, to): PackedText => ({ ...text, from, to }))
}

function packedText(keys: KeyRing, place: SealedPlace, sealed: string): PackedText {
  const packed = keys.open(place, sealed)
  return { packed, unpackedBytes: unpackedBytesOf(sealed) ?? packed.length * USUAL_RATIO, from: 0, to: Infinity }
}

/** Reads the head of a headed text. Gives back undefined for a text without a line end. */
function headOf({ packed }: PackedText): string | undefined {
  for (let bytes = HEAD_BYTES; ; bytes *= 4) {
    const begin = gunzipSync(packed.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH })
    const ends = begin.indexOf('\n')
    if (ends !== -1) return begin.toString('utf8', 0, ends)
    if (bytes >= packed.length) return undefined
  }
}

/** How many bytes a sealed column holds once it is opened; as it stands where the text does not say so. */
export function openedBytes(column: string): RawBuilder<number> {
  const ref = sql.ref(column)
  return sql<number>`coalesce(case when substr(${ref}, 3, 1) = '+' then cast(substr(${ref}, 4, 10) as integer) else octet_length(${ref}) end, 0)`
}
