import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScratch, type Database } from './db/database.ts'
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
let folder: string | undefined

/** Fills an empty SQLite with a copy of what `fill` left once in this process: the migrations take longer than most tests. */
export async function fillSqlite(database: Sqlite, filling: Filling): Promise<void> {
  copySqlite(await sqliteModel(filling), database)
}

/** The file of SQLite that a filling left. */
export function sqliteModel(filling: Filling): Promise<string> {
  const model = models.get(filling.name) ?? makeModel(filling, `${models.size}.sqlite`)
  models.set(filling.name, model)
  return model
}

/** Gives an empty SQLite what stands in the file. */
export function copySqlite(file: string, { sqlite }: Sqlite): void {
  sqlite.prepare('attach ? as model').run(file)
  const ask = (what: string, where: string) =>
    sqlite.prepare<[], string>(`select ${what} from model.sqlite_master where ${where} order by rowid`).pluck().all()
  const made = ask('sql', 'sql is not null')
  const copied = ask('name', "type = 'table'").map((name) => `insert into main.${name} select * from model.${name}`)
  sqlite.exec(['begin', 'pragma defer_foreign_keys = on', ...made, ...copied, 'commit', 'detach model'].join(';'))
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
