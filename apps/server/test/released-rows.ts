import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'

// Rows of each released schema, as a backup of that release holds them. They are never changed again: a migration gets a
// file of its own, with a row in each of its tables.
const folder = fileURLToPath(new URL('schemas/', import.meta.url))

/** The key of the sealed columns of these rows. It was drawn for them and opens nothing else. */
export const RELEASED_KEY = 'a secret of the fixtures, 32 bytes or more'

/** The names of the schemas, oldest first. */
export const RELEASED: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => basename(name, '.jsonl'))
  .toSorted()

/** A backup of a schema, unpacked. */
function releasedBackup(schema: string): Buffer {
  return readFileSync(join(folder, `${schema}.jsonl`))
}

/** Leaves an empty database as that release left it: with its tables and its rows. Returns how many rows each table has. */
export async function fillReleased(database: Database, schema: string): Promise<Record<string, number>> {
  await migrate(database, { until: schema })
  const lines = releasedBackup(schema).toString().trimEnd().split('\n').slice(1)
  const { rows } = JSON.parse(lines.pop()!) as { rows: Record<string, number> }
  for (const line of lines) {
    const [table, row] = JSON.parse(line) as [string, Record<string, string | number | null>]
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      database.query,
    )
  }
  return rows
}
