import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import {
  type BackupRow,
  flushFolder,
  type RowCounts,
  type VerifiedBackup,
  verifyBackup,
  writeBackup,
} from './backup-lines.ts'
import { openScratch, openSqlite, type Database } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { schemaState } from './migrate.ts'
import { restore } from './restore.ts'
import { rowPages } from './row-pages.ts'
import { tablesOf, type NamedTable, type Tables } from './tables.ts'
import { inWorkFolder } from './work-folder.ts'

const PAGE_ROWS = 100

/**
 * Writes all rows as they are at one moment into a file, while others go on writing, and restores that file into a
 * database of its own to see that it can be. Sealed text stays sealed: the keys are not in it.
 */
export function backUp(database: Database, file: string, keys: KeyRing, now: number): Promise<RowCounts> {
  return inWorkFolder(file, (folder) => backUpIn(folder, database, file, keys, now))
}

/** The same by way of a folder that somebody else makes and removes. */
export async function backUpIn(
  folder: string,
  database: Database,
  file: string,
  keys: KeyRing,
  now: number,
): Promise<RowCounts> {
  const { file: draft, rows } = await tryBackUp(folder, database, keys, now)
  await rename(draft, file)
  await flushFolder(dirname(file))
  return rows
}

/** Makes a backup in a folder and restores it there, migrations and all. */
export async function tryBackUp(
  folder: string,
  database: Database,
  keys: KeyRing,
  now: number,
): Promise<VerifiedBackup> {
  const { last } = await schemaState(database)
  if (last === undefined) throw new Error('There is nothing to back up yet')
  const tables = tablesOf(last)
  const written = await atOneMoment(database, (moment) =>
    writeBackup(join(folder, 'backup.gz'), { schema: last, made: now }, allRows(moment, tables)),
  )
  const trial = openScratch(join(folder, 'trial.sqlite'))
  try {
    const { rows } = await restore(trial, await verifyBackup(written.file, keys))
    if (JSON.stringify(rows) !== JSON.stringify(written.rows)) throw new Error('Rows are missing in the backup')
  } finally {
    await trial.close()
  }
  return written
}

/** Calls back with the rows as they are now: a transaction that only reads sees one moment, while others go on writing. */
async function atOneMoment<T>(database: Database, use: (moment: Kysely<Tables>) => Promise<T>): Promise<T> {
  if (database.kind === 'postgres')
    return database.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(use)
  // A connection of its own: what others of this process write goes on beside it.
  const reader = openSqlite(database.place.file)
  try {
    reader.sqlite.exec('begin')
    return await use(reader.query)
  } finally {
    await reader.close()
  }
}

/** All rows of these tables, table by table. */
export async function* allRows(moment: Kysely<Tables>, tables: readonly NamedTable[]): AsyncGenerator<BackupRow> {
  for (const table of tables)
    for await (const rows of rowPages(moment, table, PAGE_ROWS)) for (const row of rows) yield [table.name, row]
}
