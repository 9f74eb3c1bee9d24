import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, onTestFinished } from 'vitest'
import { openDatabase, openSqlite, type Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import { type Filling, filledSqlite, MIGRATED } from '../src/filled-database.ts'
import { memoryFolder } from './memory-folder.ts'
import { addressOf, ask, type Postgres, startPostgres } from './postgres-server.ts'

/** A way to get an empty database, which is gone after the test. */
export interface TestDatabase {
  kind: Database['kind']
  /** With no table in it. */
  empty: () => Promise<Database>
  /** With the tables of this release. */
  migrated: () => Promise<Database>
  /** As a filling leaves it. */
  filled: (filling: Filling) => Promise<Database>
}

/** Runs the same tests on SQLite and on PostgreSQL. */
export function describeOnEachDatabase(title: string, tests: (database: TestDatabase) => void): void {
  describe.each([
    { kind: 'sqlite' as const, empty: emptySqlite, filled: copiedSqlite },
    { kind: 'postgres' as const, empty: emptyPostgres, filled: filledPostgres },
  ])(`${title}, on $kind`, ({ kind, empty, filled }) =>
    tests({ kind, empty, filled, migrated: () => filled(MIGRATED) }),
  )
}

/** The same store, and how many rows it has read. */
export function countingRows(store: ServerStore): { store: ServerStore; rows: () => number } {
  let rows = 0
  const query = store.database.query.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      rows += result.rows.length
      return Promise.resolve(result)
    },
  })
  return { store: { ...store, database: { ...store.database, query } }, rows: () => rows }
}

const emptySqlite = () => sqliteIn((file) => openSqlite(file))
const copiedSqlite = (filling: Filling) => sqliteIn((file) => filledSqlite(filling, file))

async function sqliteIn(open: (file: string) => Database | Promise<Database>): Promise<Database> {
  const folder = mkdtempSync(join(memoryFolder(), 'switchyard-db-'))
  const database = await open(join(folder, 'switchyard.sqlite'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return database
}

const models = new Map<string, Promise<string>>()

/** PostgreSQL copies a database whole. */
async function filledPostgres(filling: Filling): Promise<Database> {
  const model = models.get(filling.name) ?? makeModel(filling, `model_${models.size}`)
  models.set(filling.name, model)
  return emptyPostgres(`template ${await model}`)
}

async function makeModel({ fill }: Filling, name: string): Promise<string> {
  const { socketFolder } = await (postgres ??= startPostgres())
  await ask(socketFolder, `create database ${name} strategy file_copy`)
  const database = openDatabase({ url: addressOf(socketFolder, name) })
  await fill(database)
  await database.close()
  return name
}

let databases = 0

const emptyPostgres = async (how?: string) => (await newPostgres(how)).database

/** An empty database of PostgreSQL, which is gone after the test. `how` says what it is copied from. */
export async function newPostgres(how = ''): Promise<{ database: Database; url: string }> {
  const { socketFolder } = await (postgres ??= startPostgres())
  const name = `test_${++databases}`
  // It copies files. The other way writes each page into the log as well, which takes twice the time.
  await ask(socketFolder, `create database ${name} ${how} strategy file_copy`)
  const url = addressOf(socketFolder, name)
  const database = openDatabase({ url })
  onTestFinished(async () => {
    await database.close()
    await ask(socketFolder, `drop database ${name} with (force)`)
  })
  return { database, url }
}

/** A PostgreSQL of one test, which can be stopped and started again, with a database that has the tables of this release. */
export async function ownPostgres(): Promise<Postgres & { database: Database; url: string }> {
  const postgres = await startPostgres()
  const url = addressOf(postgres.socketFolder, 'postgres')
  const database = openDatabase({ url })
  onTestFinished(async () => {
    await database.close()
    await postgres.stop()
  })
  await migrate(database)
  return { ...postgres, database, url }
}

/** One for the process, which it goes with, when a test wants one. */
let postgres: Promise<Postgres> | undefined
