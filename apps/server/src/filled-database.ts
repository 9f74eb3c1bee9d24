import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScratch, openSqlite, openSqliteBytes, type Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'

type Sqlite = Extract<Database, { kind: 'sqlite' }>

/** Brings an empty database to where a test begins. */
export interface Filling {
  /** Two of the same name leave the same. */
  name: string
  fill: (database: Database) => Promise<unknown>
}

/** What the migrations of this release make of an empty database. */
export const MIGRATED: Filling = { name: 'migrated', fill: (database) => migrate(database) }

const models = new Map<string, Promise<string>>()
const modelBytes = new Map<string, Buffer>()
let folder: string | undefined

/**
 * Opens a new SQLite file that has the rows of a filling. The first call makes a file with these rows and keeps it. Each call copies
 * that file. Making a new one each time would be slow: the migrations take longer than most tests.
 */
export async function filledSqlite(filling: Filling, file: string): Promise<Sqlite> {
  copyFileSync(await sqliteModel(filling), file)
  return openSqlite(file)
}

/** Opens a SQLite database in memory that has the rows of a filling. */
export async function filledInMemory(filling: Filling): Promise<Sqlite> {
  return copyInMemory(await sqliteModel(filling))
}

/** Reads a file that `sqliteModel` made, and opens a copy of it in memory. */
export function copyInMemory(model: string): Sqlite {
  const bytes = modelBytes.get(model) ?? readFileSync(model)
  modelBytes.set(model, bytes)
  return openSqliteBytes(bytes)
}

/** Gives the path of a SQLite file that has the rows of a filling. The first call makes the file. Nobody may change it. */
export function sqliteModel(filling: Filling): Promise<string> {
  const model = models.get(filling.name) ?? makeModel(filling, `${models.size}.sqlite`)
  models.set(filling.name, model)
  return model
}

async function makeModel({ fill }: Filling, name: string): Promise<string> {
  const file = join((folder ??= newFolder()), name)
  const database = openScratch(file)
  await fill(database)
  await database.close()
  return file
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'switchyard-models-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}
