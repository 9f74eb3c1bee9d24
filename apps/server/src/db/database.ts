import { setTimeout as wait } from 'node:timers/promises'
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase as KyselySqlite,
  type PostgresDialectConfig,
  type SqliteDialectConfig,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { Pool, types } from 'pg'
import { Closings } from './closings.ts'
import { asFailure, asPostgresFailure, naming } from './database-failure.ts'
import type { Tables } from './tables.ts'

/** The address of a PostgreSQL, or the file of SQLite. */
export type DatabasePlace = { url: string } | { file: string }

interface Shared {
  query: Kysely<Tables>
  /**
   * A number that is another one after each change of the rows, whoever made it, but for the record of requests. What was
   * read is right while it stays; it is taken before the read. Undefined where nobody can say so without a search.
   */
  stamp: () => number | undefined
  closings: Closings
  close: () => Promise<void>
}

/** Where the server keeps its rows: a file of SQLite, or a PostgreSQL. Both are asked through `query`. */
export type Database = Sqlite | (Shared & { kind: 'postgres'; place: { url: string } })

type Sqlite = Shared & {
  kind: 'sqlite'
  place: { file: string }
  /** What SQLite alone can do: a moment that is read while others write, a check of the file. */
  sqlite: SqliteDatabase.Database
}

const BUSY_MS = 5000
const BUSY_STEP_MS = 20
const IN_MEMORY = ':memory:'
const POOL_SIZE = 10
const CONNECT_MS = 5000
/** A PostgreSQL that says nothing for so long is lost: its connection is closed. An unused one is closed earlier. */
const SILENT_MS = 60_000
const MOST_PREPARED = 200

/** Opens the database of an address like `postgres://…`, or the file. Creates the file where there is none. */
export function openDatabase(place: DatabasePlace, { silentMs = SILENT_MS } = {}): Database {
  return 'url' in place ? openPostgres(place.url, silentMs) : openSqlite(place.file)
}

const ONLY_OWNER = 0o600

/** What people keep is for the server's own user alone. SQLite gives the files beside it the rights of this one. */
function keepToOwner(file: string): void {
  if (file === IN_MEMORY) return
  closeSync(openSync(file, 'a', ONLY_OWNER))
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, ONLY_OWNER)
}

/** Opens a file of SQLite that is thrown away afterwards: nothing in it has to outlive anything. */
export function openScratch(file: string): Sqlite {
  keepToOwner(file)
  return sqliteOf(new SqliteDatabase(file), file, { journal_mode: 'MEMORY', synchronous: 'OFF' })
}

/** Opens a file of SQLite, and creates it where there is none. */
export function openSqlite(file: string): Sqlite {
  keepToOwner(file)
  // What was acknowledged outlives a power cut.
  return sqliteOf(new SqliteDatabase(file), file, { journal_mode: 'WAL', synchronous: 'FULL' })
}

/** Opens a database in memory. `bytes` is the content of a SQLite file. Changes are not written to the file. */
export function openSqliteBytes(bytes: Buffer): Sqlite {
  return sqliteOf(new SqliteDatabase(bytes), IN_MEMORY, {})
}

function sqliteOf(sqlite: SqliteDatabase.Database, file: string, pragmas: Readonly<Record<string, string>>): Sqlite {
  for (const [name, value] of Object.entries(pragmas)) sqlite.pragma(`${name} = ${value}`)
  sqlite.pragma('foreign_keys = ON')
  // SQLite would wait where it stands, and nobody would be answered meanwhile: `patient` waits.
  sqlite.pragma('busy_timeout = 0')
  const changes = new Changes(sqlite)
  const database = withPrepared(sqlite, (statement) => changes.note(statement))
  const closings = new Closings()
  const query = new Kysely<Tables>({ dialect: new WritingSqliteDialect({ database }, sqlite, closings) })
  return {
    kind: 'sqlite',
    place: { file },
    sqlite,
    query,
    stamp: () => changes.count(),
    closings,
    close: async () => {
      await query.destroy()
      // A database that nobody asked yet stays open after `destroy`.
      sqlite.close()
    },
  }
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

function openPostgres(url: string, silentMs: number): Database {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    stream: () => socketThatEnds(silentMs),
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks while nobody uses it: the pool makes a new one.
  pool.on('error', () => undefined)
  // One that breaks in use tells its query. Without a listener it would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const closings = new Closings()
  const query = new Kysely<Tables>({ dialect: new NamingPostgresDialect({ pool }, closings) })
  return {
    kind: 'postgres',
    place: { url },
    query,
    stamp: () => undefined,
    closings,
    close: () => query.destroy(),
  }
}

/**
 * A connection that is closed when nothing comes or goes for so long. A limit on queries would leave their transaction open
 * on a connection that the pool hands on.
 */
function socketThatEnds(silentMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silentMs, () => socket.destroy(new Error('The database is silent')))
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
  readonly #driver: SqliteDriver

  constructor(config: SqliteDialectConfig, sqlite: SqliteDatabase.Database, closings: Closings) {
    super(config)
    this.#driver = new WritingSqliteDriver(config, sqlite, closings)
  }

  override createDriver(): SqliteDriver {
    return this.#driver
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}

class WritingSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase.Database
  readonly #closings: Closings
  #connection: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, sqlite: SqliteDatabase.Database, closings: Closings) {
    super(config)
    this.#sqlite = sqlite
    this.#closings = closings
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= naming(patient(await super.acquireConnection()), asFailure, this.#closings.note))
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite ends a transaction itself when the disk is full. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Waits for a lock that another process holds, while others are answered. */
function patient(connection: DatabaseConnection): DatabaseConnection {
  const ask = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: CompiledQuery) => {
    for (const ends = performance.now() + BUSY_MS; ;)
      try {
        return await ask<Row>(query)
      } catch (error) {
        const isBusy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
        if (!isBusy || performance.now() > ends) throw error
        await wait(BUSY_STEP_MS)
      }
  }
  return connection
}

/** Names what PostgreSQL and the way to it fail at. */
class NamingPostgresDialect extends PostgresDialect {
  readonly #driver: PostgresDriver

  constructor(config: PostgresDialectConfig, closings: Closings) {
    super(config)
    this.#driver = new NamingPostgresDriver(config, closings)
  }

  override createDriver(): PostgresDriver {
    return this.#driver
  }
}

type PostgresConnection = Awaited<ReturnType<PostgresDriver['acquireConnection']>>

class NamingPostgresDriver extends PostgresDriver {
  readonly #closings: Closings
  readonly #named = new WeakSet<PostgresConnection>()

  constructor(config: PostgresDialectConfig, closings: Closings) {
    super(config)
    this.#closings = closings
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<PostgresConnection> {
    try {
      const connection = await super.acquireConnection(...options)
      if (!this.#named.has(connection)) this.#named.add(naming(connection, asPostgresFailure, this.#closings.note))
      return connection
    } catch (error) {
      throw asPostgresFailure(error)
    }
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
