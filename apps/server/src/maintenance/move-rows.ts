import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { allRows } from '../db/backup.ts'
import { verifyBackup, writeBackup } from '../db/backup-lines.ts'
import type { Database } from '../db/database.ts'
import { type HeldRows, heldRows } from '../db/held-rows.ts'
import { schemaState } from '../db/migrate.ts'
import { backupFolder, type ServerStore } from '../db/open-store.ts'
import { DatabaseNotEmpty, restore } from '../db/restore.ts'
import { TABLES } from '../db/tables.ts'
import { inWorkFolder } from '../db/work-folder.ts'

/** Another program has the file open, and would go on writing into it. */
class FileInUse extends Error {
  constructor() {
    super('A server is at work on the database: stop it first, and leave it stopped.')
    this.name = 'FileInUse'
  }
}

/** Throws `FileInUse` where another process has a file of SQLite open. */
export function requireUnused(file: string): void {
  const alone = new SqliteDatabase(file)
  try {
    // Before the first look at the file: then nobody else may have it open, not even to read.
    alone.pragma('locking_mode = EXCLUSIVE')
    alone.pragma('busy_timeout = 0')
    alone.exec('begin immediate; commit')
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new FileInUse()
    throw error
  } finally {
    alone.close()
  }
}

interface Moving {
  from: ServerStore & { database: Extract<Database, { kind: 'sqlite' }> }
  to: Database
  /** The data folder. */
  folder: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Copies all rows into an empty database, in one step, and compares what is there then, sealed values opened. Nobody writes
 * meanwhile. Rows that are there already, all of them the same, are moved. Throws `DatabaseNotEmpty` for others.
 */
export async function moveRows({ from, to, folder, now }: Moving): Promise<HeldRows & { wereThere: boolean }> {
  const { sqlite } = from.database
  sqlite.exec('begin immediate')
  try {
    const held = await heldRows(from)
    const target = { database: to, keys: from.keys }
    const wereThere = await holdsSomething(to)
    if (wereThere && !(await isSame(held, target))) throw new DatabaseNotEmpty()
    if (!wereThere) {
      const { last: schema = '' } = await schemaState(from.database)
      await inWorkFolder(join(backupFolder(folder), 'move'), async (work) => {
        const written = await writeBackup(
          join(work, 'move.gz'),
          { schema, made: now },
          allRows(from.database.query, TABLES),
        )
        await restore(to, await verifyBackup(written.file, from.keys), { endsDoors: false })
      })
      if (!(await isSame(held, target))) throw new Error('The rows of the new database are not those of the old one.')
    }
    return { ...held, wereThere }
  } finally {
    sqlite.exec('rollback')
  }
}

async function holdsSomething(database: Database): Promise<boolean> {
  const { last, pending } = await schemaState(database)
  if (last === undefined) return false
  if (pending.length > 0) throw new DatabaseNotEmpty()
  for (const { name } of TABLES) {
    const row = await database.query
      .selectFrom(name)
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

async function isSame(held: HeldRows, store: ServerStore): Promise<boolean> {
  return JSON.stringify(await heldRows(store)) === JSON.stringify(held)
}
