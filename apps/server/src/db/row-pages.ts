import { type Kysely, sql } from 'kysely'
import type { NamedTable, Tables } from './tables.ts'

/** A row as the database has it, by the names of its columns. */
export type RawRow = Record<string, string | number | null>

/** All rows of a table in the order of their key, so many at a time. */
export async function* rowPages(
  query: Kysely<Tables>,
  { name, key }: Pick<NamedTable, 'name' | 'key'>,
  size: number,
): AsyncGenerator<RawRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after: readonly unknown[] | undefined
  for (;;) {
    const from = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``
    const page = sql<RawRow>`select * from ${sql.table(name)} ${from} order by ${columns} limit ${size}`
    const { rows } = await page.execute(query)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = key.map((column) => rows.at(-1)![column])
  }
}
