import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { KeyRing, SealedPlace } from './key-ring.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)
/** Configs of nodes repeat themselves: more effort gains little. */
const LEVEL = 3

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
  return keys.seal(place, await pack(text, { level: LEVEL }), Buffer.byteLength(text))
}

/** The text that was sealed for this place. Throws `SealBroken`. */
export async function openText(keys: KeyRing, place: SealedPlace, sealed: string): Promise<string> {
  return (await unpack(keys.open(place, sealed))).toString()
}

/** How many bytes a sealed column holds once it is opened; as it stands where the text does not say so. */
export function openedBytes(column: string): RawBuilder<number> {
  const ref = sql.ref(column)
  return sql<number>`coalesce(case when substr(${ref}, 3, 1) = '+' then cast(substr(${ref}, 4, 10) as integer) else octet_length(${ref}) end, 0)`
}
