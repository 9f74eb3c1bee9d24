import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase as KyselySqlite,
  type SqliteDialectConfig,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

/** The address of a PostgreSQL, or the file of SQLite. */
export type DatabasePlace = { url: string } | { file: string }

interface Shared {
  place: DatabasePlace
  query: Kysely<Tables>
  /**
   * A number that is another one after each change of the rows, whoever made it, but for the record of requests. What was
   * read is right while it stays; it is taken before the read. Undefined where nobody can say so without a search.
   */
  stamp: () => number | undefined
  close: () => Promise<void>
}

/** Where the server keeps its rows: a file of SQLite, or a PostgreSQL. Both are asked through `query`. */
export type Database =
  | (Shared & {
      kind: 'sqlite'
      /** What SQLite alone can do: a backup while others write, a check of the file. */
      sqlite: SqliteDatabase.Database
    })
  | (Shared & { kind: 'postgres' })

const BUSY_MS = 5000
const POOL_SIZE = 10
const CONNECT_MS = 5000
const MOST_PREPARED = 200

/** Opens the database of an address like `postgres://…`, or the file. Creates the file where there is none. */
export function openDatabase(place: DatabasePlace): Database {
  return 'url' in place ? openPostgres(place.url) : openSqlite(place.file)
}

function openSqlite(file: string): Database {
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma('journal_mode = WAL')
  // What was acknowledged outlives a power cut.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  const changes = new Changes(sqlite)
  const database = withPrepared(sqlite, (statement) => changes.note(statement))
  const query = new Kysely<Tables>({ dialect: new WritingSqliteDialect({ database }) })
  return { kind: 'sqlite', place: { file }, sqlite, query, stamp: () => changes.count(), close: () => query.destroy() }
}

/** Statements that change nothing that is remembered. The record of requests is written every few seconds. */
const CHANGES_NOTHING_KNOWN = /^(begin\b|(insert into|delete from) "output_(day|request)")/

/** Counts changes of the rows: those of this connection as they are asked for, those of others by what SQLite says. */
class Changes {
  readonly #version: SqliteDatabase.Statement<[], number>
  #seen: number | undefined
  #count = 0
  #isLookedUp = false

  constructor(sqlite: SqliteDatabase.Database) {
    this.#version = sqlite.prepare<[], number>('pragma data_version').pluck()
  }

  note({ readonly, source }: SqliteDatabase.Statement): void {
    if (!readonly && !CHANGES_NOTHING_KNOWN.test(source)) this.#count++
  }

  /** Others are looked at once in a turn of the event loop: what they commit during it counts from the next one on. */
  count(): number {
    if (this.#isLookedUp) return this.#count
    this.#isLookedUp = true
    setImmediate(() => {
      this.#isLookedUp = false
    })
    // https://www.sqlite.org/pragma.html#pragma_data_version: another value once another connection has committed.
    const version = this.#version.get()
    if (version !== this.#seen) this.#count++
    this.#seen = version
    return this.#count
  }
}

/**
 * The same database, which prepares a statement once: that takes longer than most of ours run. `note` is given each
 * statement just before it runs.
 */
function withPrepared(
  sqlite: SqliteDatabase.Database,
  note: (statement: SqliteDatabase.Statement) => void,
): KyselySqlite {
  const prepared = new LRUCache<string, SqliteDatabase.Statement>({ max: MOST_PREPARED })
  return {
    prepare(sql) {
      const known = prepared.get(sql)
      // One that somebody reads from row by row is not free.
      const statement = known && !known.busy ? known : sqlite.prepare(sql)
      if (statement !== known) prepared.set(sql, statement)
      note(statement)
      return statement
    },
    close: () => void sqlite.close(),
  }
}

function openPostgres(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks while nobody uses it: the pool makes a new one.
  pool.on('error', () => undefined)
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { kind: 'postgres', place: { url }, query, stamp: () => undefined, close: () => query.destroy() }
}

const INT8 = 20

/** Whole numbers of eight bytes are times and sizes here, all below 2^53: numbers, as SQLite gives them. */
const parserOf: typeof types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === INT8 && format !== 'binary' ? Number : types.getTypeParser(id, format)

/**
 * A transaction takes the right to write at its start: one that reads first and writes later could find that somebody
 * else wrote in between, and SQLite would end it. And SQLite takes changes of tables back with the rest.
 */
class WritingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new WritingSqliteDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}

class WritingSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
