import SqliteDatabase from 'better-sqlite3'
import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection } from 'kysely'
import { DatabaseError } from 'pg'
import { ApiRefusal } from '../api-refusal.ts'

const RETRY_S = 30

/** The database did not do what it was asked, and neither the server nor who asks can help it. */
export class DatabaseFailure extends Error {
  /** It cannot be reached, or cannot work now; or its disk is full, and it can still be read. */
  readonly reason: 'lost' | 'full'

  constructor(reason: DatabaseFailure['reason'], cause: unknown) {
    super(reason === 'full' ? 'The disk of the database is full' : 'The database cannot be reached', { cause })
    this.name = 'DatabaseFailure'
    this.reason = reason
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FULL = '53100'
/** Classes: the connection, too few resources, an operator's intervention, the system below. A standby takes no writes. */
const POSTGRES_LOST = /^(08|53|57P|58|25006)/
/** https://www.sqlite.org/rescode.html */
const SQLITE_LOST = /^SQLITE_(BUSY|CANTOPEN|IOERR|LOCKED|READONLY|PROTOCOL)/

function reasonOf(error: unknown): DatabaseFailure['reason'] | undefined {
  if (error instanceof SqliteDatabase.SqliteError)
    return error.code === 'SQLITE_FULL' ? 'full' : SQLITE_LOST.test(error.code) ? 'lost' : undefined
  if (error instanceof DatabaseError) {
    const { code = '' } = error
    return code === POSTGRES_FULL ? 'full' : POSTGRES_LOST.test(code) ? 'lost' : undefined
  }
  return undefined
}

/** NUL in a text, a number of more than four bytes: SQLite keeps them. */
const POSTGRES_CANNOT_KEEP = /^22(021|003|P05)$/

/** What became of a query, as a `DatabaseFailure` where it is one. */
export function asFailure(error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new DatabaseFailure(reason, error)
}

/** The same for a query of PostgreSQL: what the database did not say itself is said of the connection to it. */
export function asPostgresFailure(error: unknown): unknown {
  if (error instanceof DatabaseError)
    return POSTGRES_CANNOT_KEEP.test(error.code ?? '') ? new ApiRefusal('bad-request') : asFailure(error)
  return error instanceof TypeError ? error : new DatabaseFailure('lost', error)
}

/**
 * Has a connection hand on its errors as `name` says them, and tells `note` of each query before it runs: that gives back
 * what to do once it ran.
 */
export function naming<Connection extends DatabaseConnection>(
  connection: Connection,
  name: (error: unknown) => unknown,
  note: (query: string) => (() => void) | undefined,
): Connection {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: CompiledQuery, options?: AbortableOperationOptions) => {
    const onRun = note(query.sql)
    try {
      const result = await execute<Row>(query, options)
      onRun?.()
      return result
    } catch (error) {
      throw name(error)
    }
  }
  return connection
}

/** The failure of the database that an error tells of, itself or as one of several. */
export function findDatabaseFailure(error: unknown): DatabaseFailure | undefined {
  if (error instanceof DatabaseFailure) return error
  if (!(error instanceof AggregateError)) return undefined
  for (const each of error.errors) {
    const found = findDatabaseFailure(each)
    if (found) return found
  }
  return undefined
}

/** How a request is answered that the database failed at. */
export function refusalOf({ reason }: DatabaseFailure): ApiRefusal {
  return reason === 'full' ? new ApiRefusal('disk-full') : new ApiRefusal('unavailable', { retryAfterS: RETRY_S })
}

/** Waits for a write that an answer can do without: where the database does not take it, it is left out. */
export async function writeIfPossible(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error
  }
}
