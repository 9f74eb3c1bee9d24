import { type Kysely, sql } from 'kysely'
import {
  type BackupRow,
  BackupUnreadable,
  noRows,
  type RowCounts,
  rowsOf,
  type VerifiedBackup,
} from './backup-lines.ts'
import type { Database } from './database.ts'
import { migrate, schemaState } from './migrate.ts'
import { bytesOf } from './row-pages.ts'
import { TABLES, tablesOf, type Tables } from './tables.ts'

/** One statement may hold 32,766 values in SQLite. */
const BATCH_ROWS = 100
const BATCH_BYTES = 4 * 1024 * 1024

/** The database that a backup should go into holds something. */
export class DatabaseNotEmpty extends Error {
  constructor() {
    super('The database holds something already: restore into an empty one (another DATA_DIR or DATABASE_URL).')
    this.name = 'DatabaseNotEmpty'
  }
}

/** What came back. */
export interface Restored {
  rows: RowCounts
  /** Sessions, invitations and links that the backup held: none of them opens a door again. */
  ended: number
}

/**
 * Restores a backup into an empty database and brings its tables to this release. One step: a restore that fails or is
 * killed leaves the database as empty as it was. `endsDoors` false: of a backup that nobody else ever had.
 */
export function restore(database: Database, backup: VerifiedBackup, { endsDoors = true } = {}): Promise<Restored> {
  return database.query.transaction().execute(async (query) => {
    const inside: Database = { ...database, query }
    await refuseFull(inside)
    await migrate(inside, { until: backup.schema })
    const rows = await insertRows(query, backup)
    await migrate(inside)
    return { rows, ended: endsDoors ? await endOpenDoors(query) : 0 }
  })
}

async function insertRows(query: Kysely<Tables>, backup: VerifiedBackup): Promise<RowCounts> {
  const counts = noRows()
  let batch: BackupRow[] = []
  let bytes = 0
  const insert = async () => {
    const [first] = batch
    if (!first) return
    const columns = Object.keys(first[1])
    const rows = batch.map(([, row]) => sql`(${sql.join(columns.map((column) => withoutNul(row[column])))})`)
    const into = sql`insert into ${sql.table(first[0])} (${sql.join(columns.map((column) => sql.ref(column)))})`
    await sql`${into} values ${sql.join(rows)}`.execute(query)
    counts[first[0]]! += batch.length
    batch = []
    bytes = 0
  }
  for await (const row of rowsOf(backup)) {
    if (batch.length === BATCH_ROWS || bytes > BATCH_BYTES || (batch[0] && batch[0][0] !== row[0])) await insert()
    batch.push(row)
    bytes += bytesOf(row[1])
  }
  await insert()
  if (JSON.stringify(counts) !== JSON.stringify(backup.rows)) throw new BackupUnreadable('it was changed meanwhile')
  return counts
}

/** What opened a door when the backup was made may be in other hands by now. Gives back how many rows went. */
async function endOpenDoors(query: Kysely<Tables>): Promise<number> {
  let ended = 0
  for (const { name, endsWithRestore } of TABLES)
    if (endsWithRestore) ended += Number((await query.deleteFrom(name).executeTakeFirst()).numDeletedRows)
  return ended
}

async function refuseFull(database: Database): Promise<void> {
  const { last } = await schemaState(database)
  if (last === undefined) return
  for (const { name } of tablesOf(last)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database.query)
    if (rows.length > 0) throw new DatabaseNotEmpty()
  }
}

/** PostgreSQL keeps no text with a NUL, and names of earlier releases may have one. */
export function withoutNul<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
