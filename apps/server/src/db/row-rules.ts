import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiRefusal } from '../api-refusal.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

const ID_BYTES = 12

/** A new id of a row: it opens nothing, and cannot be guessed. */
export function drawId(): string {
  return randomBytes(ID_BYTES).toString('hex')
}

/**
 * Runs a change of what one user keeps, alone: what it counts stays true until it is written. SQLite lets one write at a
 * time anyway. Every change of more than one row of a user runs here. So rows are locked in one order, the user's own
 * first, and no two changes wait for each other.
 */
export function changeOfUser<T>(
  { kind, query }: Database,
  userId: string,
  change: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return query.transaction().execute(async (transaction) => {
    if (kind === 'postgres')
      // Rows that only refer to the user may come meanwhile.
      await transaction.selectFrom('user_account').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    return change(transaction)
  })
}

const UNIQUE_BROKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', '23505'])

/** Runs a change that gives something a name. Throws the refusal `name-taken`. */
export function named<T>(change: () => Promise<T>): Promise<T> {
  return unique(change, new ApiRefusal('name-taken', { field: 'name' }))
}

/** Runs a change that gives something what nothing else may have. Throws the refusal where something else has it. */
export async function unique<T>(change: () => Promise<T>, refusal: ApiRefusal): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNIQUE_BROKEN.has(String(error.code))) throw refusal
    throw error
  }
}
