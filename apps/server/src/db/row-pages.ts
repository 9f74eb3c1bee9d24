import { type Kysely, sql } from 'kysely'
import type { NamedTable, Tables } from './tables.ts'

/** A row as the database has it, by the names of its columns. */
export type RawRow = Record<string, string | number | null>

const FIRST_ROWS = 8
/** What a page should hold: rows of some tables are texts of many megabytes. */
const PAGE_BYTES = 4 * 1024 * 1024

/** All rows of a table in the order of their key, so many at a time at most, and fewer where they are large. */
export async function* rowPages(
  query: Kysely<Tables>,
  { name, key }: Pick<NamedTable, 'name' | 'key'>,
  most: number,
): AsyncGenerator<RawRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after: readonly unknown[] | undefined
  for (let size = Math.min(FIRST_ROWS, most); ;) {
    const from = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``
    const page = sql<RawRow>`select * from ${sql.table(name)} ${from} order by ${columns} limit ${size}`
    const { rows } = await page.execute(query)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = key.map((column) => rows.at(-1)![column])
    const bytesEach = rows.reduce((sum, row) => sum + bytesOf(row), 0) / rows.length
    // The next rows may be larger than these.
    size = Math.max(1, Math.min(most, size * 2, Math.floor(PAGE_BYTES / bytesEach)))
  }
}

/** About what a row takes. */
export function bytesOf(row: RawRow): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}
