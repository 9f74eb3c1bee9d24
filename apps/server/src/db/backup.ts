import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { requireKeys } from './check-keys.ts'
import { openDatabase, type Database } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { migrate, schemaState } from './migrate.ts'
import { rowPages } from './row-pages.ts'
import { TABLES, tablesOf, type NamedTable, type Tables } from './tables.ts'

// A backup is gzip of lines of JSON: a head, a line for each row, an end with the counts and a hash of all before. It
// reads the same from either database, and goes back into either.
const FORMAT = 1
const PAGE_ROWS = 500
/** One statement may hold 32,766 values in SQLite. */
const BATCH_ROWS = 100
const ONLY_OWNER = 0o600

const Head = z.object({
  switchyard: z.literal('backup'),
  format: z.literal(FORMAT),
  schema: z.string(),
  made: z.number(),
})
const Row = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))])
const End = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() })

const KeyRow = z.object({ key_id: z.string(), sealed: z.string() })

type Row = z.infer<typeof Row>

/** How many rows of each table. */
export type RowCounts = Readonly<Record<string, number>>

/** A file that is no backup, or not a whole one. */
export class BackupUnreadable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`This is no backup that can be restored: ${reason}`, options)
    this.name = 'BackupUnreadable'
  }
}

/** The database that a backup should go into holds something. */
export class DatabaseNotEmpty extends Error {
  constructor() {
    super('The database holds something already: restore into an empty one (another DATA_DIR or DATABASE_URL).')
    this.name = 'DatabaseNotEmpty'
  }
}

/**
 * Writes all rows as they are at one moment into a file, while others go on writing, and restores that file into a
 * database of its own to see that it can be. Sealed text stays sealed: the keys are not in it.
 */
export async function backUp(database: Database, file: string, keys: KeyRing, now: number): Promise<RowCounts> {
  const { last } = await schemaState(database)
  if (last === undefined) throw new Error('There is nothing to back up yet')
  const draft = `${file}.draft`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    const counts = await atOneMoment(database, file, tablesOf(last), (rows) =>
      writeLines(draft, { schema: last, made: now }, rows),
    )
    await checkRestores(draft, keys, counts)
    await rename(draft, file)
    return counts
  } finally {
    await rm(draft, { force: true })
  }
}

/** Restores a backup into an empty database and brings its tables to this release. Throws before anything is written where the file is not whole. */
export async function restore(database: Database, file: string, keys: KeyRing): Promise<RowCounts> {
  const { schema } = await verify(file, keys)
  await refuseFull(database)
  await migrate(database, { until: schema })
  const counts = await insertRows(database, file)
  await migrate(database)
  return counts
}

async function checkRestores(file: string, keys: KeyRing, counts: RowCounts): Promise<void> {
  const trial = openDatabase({ file: ':memory:' })
  try {
    const restored = await restore(trial, file, keys)
    if (JSON.stringify(restored) !== JSON.stringify(counts)) throw new Error('Rows are missing in the backup')
  } finally {
    await trial.close()
  }
}

type Snapshot = Kysely<Tables>

/** Calls back with the rows as they are now. SQLite makes a copy beside the file, PostgreSQL keeps the moment itself. */
async function atOneMoment<T>(
  database: Database,
  file: string,
  tables: readonly NamedTable[],
  use: (rows: AsyncIterable<Row>) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgres')
    return database.query
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((moment) => use(allRows(moment, tables)))
  const copy = `${file}.copy`
  await database.sqlite.backup(copy)
  const moment = openDatabase({ file: copy })
  try {
    return await use(allRows(moment.query, tables))
  } finally {
    await moment.close()
    for (const end of ['', '-wal', '-shm']) await rm(copy + end, { force: true })
  }
}

async function* allRows(moment: Snapshot, tables: readonly NamedTable[]): AsyncGenerator<Row> {
  for (const table of tables)
    for await (const rows of rowPages(moment, table, PAGE_ROWS)) for (const row of rows) yield [table.name, row]
}

async function writeLines(
  file: string,
  { schema, made }: { schema: string; made: number },
  rows: AsyncIterable<Row>,
): Promise<RowCounts> {
  const counts: Record<string, number> = Object.fromEntries(TABLES.map(({ name }) => [name, 0]))
  const hash = createHash('sha256')
  async function* lines() {
    const head: z.infer<typeof Head> = { switchyard: 'backup', format: FORMAT, schema, made }
    yield hashed(hash, head)
    for await (const row of rows) {
      counts[row[0]]!++
      yield hashed(hash, row)
    }
    const end: z.infer<typeof End> = { rows: counts, sha256: hash.digest('hex') }
    yield `${JSON.stringify(end)}\n`
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { mode: ONLY_OWNER }))
  await flush(file)
  return counts
}

function hashed(hash: Hash, value: unknown): string {
  const line = `${JSON.stringify(value)}\n`
  hash.update(line)
  return line
}

/** Until the disk has it. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/** Reads a backup from beginning to end: it is whole, every row can be read, and the keys fit. */
async function verify(file: string, keys: KeyRing): Promise<z.infer<typeof Head>> {
  let head: z.infer<typeof Head> | undefined
  let end: z.infer<typeof End> | undefined
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const known: Tables['key_check'][] = []
  for await (const line of linesOf(file)) {
    if (end) throw new BackupUnreadable('something stands behind its end')
    const value = valueOf(line)
    const asEnd = End.safeParse(value)
    if (asEnd.success) {
      end = asEnd.data
      continue
    }
    hash.update(`${line}\n`)
    if (!head) head = headOf(value)
    else {
      const row = Row.safeParse(value)
      if (!row.success) throw new BackupUnreadable('a row cannot be read')
      counts[row.data[0]] = (counts[row.data[0]] ?? 0) + 1
      if (row.data[0] === 'key_check') known.push(KeyRow.parse(row.data[1]))
    }
  }
  if (!head || !end) throw new BackupUnreadable('it breaks off')
  if (hash.digest('hex') !== end.sha256) throw new BackupUnreadable('it was changed')
  for (const [name, count] of Object.entries(end.rows))
    if ((counts[name] ?? 0) !== count) throw new BackupUnreadable(`rows of ${name} are missing`)
  requireKeys(known, keys)
  return head
}

function headOf(value: unknown): z.infer<typeof Head> {
  const head = Head.safeParse(value)
  if (!head.success) throw new BackupUnreadable('it does not begin as one')
  return head.data
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new BackupUnreadable('a line cannot be read', { cause })
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  try {
    yield* createInterface({ input: text, crlfDelay: Infinity })
  } catch (cause) {
    throw new BackupUnreadable('it cannot be unpacked', { cause })
  } finally {
    source.destroy()
  }
}

/** All rows at once or none. */
async function insertRows({ query }: Database, file: string): Promise<RowCounts> {
  const counts: Record<string, number> = Object.fromEntries(TABLES.map(({ name }) => [name, 0]))
  await query.transaction().execute(async (transaction) => {
    let batch: Row[] = []
    const insert = async () => {
      const [first] = batch
      if (!first) return
      const columns = Object.keys(first[1])
      const rows = batch.map(([, row]) => sql`(${sql.join(columns.map((column) => row[column]))})`)
      const into = sql`insert into ${sql.table(first[0])} (${sql.join(columns.map((column) => sql.ref(column)))})`
      await sql`${into} values ${sql.join(rows)}`.execute(transaction)
      counts[first[0]] = (counts[first[0]] ?? 0) + batch.length
      batch = []
    }
    for await (const line of linesOf(file)) {
      const row = Row.safeParse(valueOf(line))
      if (!row.success) continue
      if (batch.length === BATCH_ROWS || (batch[0] && batch[0][0] !== row.data[0])) await insert()
      batch.push(row.data)
    }
    await insert()
  })
  return counts
}

async function refuseFull(database: Database): Promise<void> {
  const { last } = await schemaState(database)
  if (last === undefined) return
  for (const { name } of tablesOf(last)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database.query)
    if (rows.length > 0) throw new DatabaseNotEmpty()
  }
}
