import { sql } from 'kysely'
import { keyIdOf, type KeyRing, unpackedBytesOf } from './key-ring.ts'
import type { ServerStore } from './open-store.ts'
import { type RawRow, rowPages } from './row-pages.ts'
import { columnPlace, keyIn } from './sealed-text.ts'
import { TABLES, type NamedTable } from './tables.ts'

/** Texts of some megabytes may stand in a row. */
const PAGE_ROWS = 50

/**
 * Seals with the newest key what an older one sealed, and then forgets which older keys were in use: they can leave the
 * settings. It can be broken off and run again, and others may write meanwhile. `tell` hears the number of texts so far.
 * Gives back that number. Throws `SealBroken` for a text that no key at hand opens; those before it are done.
 */
export async function reseal(
  { database, keys }: ServerStore,
  tell: (count: number) => void = () => undefined,
): Promise<number> {
  let count = 0
  // A row that came while others were read may have an older key again: a round that finds none is the last one.
  for (;;) {
    const before = count
    for (const table of TABLES) {
      if (table.sealed.length === 0 || table.name === 'key_check') continue
      for await (const rows of rowPages(database.query, table, PAGE_ROWS)) {
        for (const row of rows) count += await resealRow({ database, keys }, table, row)
        if (count > before) tell(count)
      }
    }
    if (count === before) break
  }
  await database.query.deleteFrom('key_check').where('key_id', '!=', keys.newest).execute()
  return count
}

/** Gives back how many texts of the row have the newest key now and had an older one before. */
async function resealRow(
  { database, keys }: ServerStore,
  { name, key, sealed }: NamedTable,
  row: RawRow,
): Promise<number> {
  let count = 0
  for (const column of sealed) {
    const text = row[column]
    if (typeof text !== 'string' || keyIdOf(text) === keys.newest) continue
    const anew = sealedAnew(keys, columnPlace(name, keyIn(key, row), column, String(row['user_id'] ?? '')), text)
    const isRow = sql.join(
      key.map((part) => sql`${sql.ref(part)} = ${row[part]}`),
      sql` and `,
    )
    // Who wrote it meanwhile has the last word.
    const { numAffectedRows = 0n } =
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${anew} where ${isRow} and ${sql.ref(column)} = ${text}`.execute(
        database.query,
      )
    count += Number(numAffectedRows)
  }
  return count
}

function sealedAnew(keys: KeyRing, place: Parameters<KeyRing['seal']>[0], text: string): string {
  return keys.seal(place, keys.open(place, text), unpackedBytesOf(text))
}
