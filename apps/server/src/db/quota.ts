import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { openedBytes } from './sealed-text.ts'
import { factsOf, type TableName, TABLES, type Tables } from './tables.ts'
import { ApiRefusal } from '../api-refusal.ts'

/** docs/security.md, "What one person may keep" */
const EVERYBODYS_BYTES = 200 * 1024 * 1024

type Rows = Transaction<Tables> | Database['query']

/** What a person keeps and may keep, in bytes. */
export interface Kept {
  keptBytes: number
  quotaBytes: number
}

/** For each table with columns that count towards the quota: a query that sums the bytes of these columns. */
const COUNTED = TABLES.filter(({ quota }) => quota.bytes.length + quota.sizes.length > 0).map(({ name, quota }) => {
  const lengths = [...quota.bytes.map(openedBytes), ...quota.sizes.map((column) => sql.ref<number>(column))]
  return (userId: string) =>
    sql`select coalesce(sum(${sql.join(lengths, sql` + `)}), 0) as bytes from ${sql.table(name)} where user_id = ${userId}`
})

/**
 * Counts what a person keeps: the columns that their tables say (db/table.ts). What is packed counts as many bytes as it has
 * unpacked: those are what opening it takes.
 */
export async function countKept(rows: Rows, userId: string): Promise<Kept> {
  const sums = COUNTED.map((sumOf) => sumOf(userId))
  const { rows: found } = await sql<{ bytes: number | string }>`${sql.join(sums, sql` union all `)}`.execute(rows)
  const own = await rows.selectFrom('user_account').select('quota_bytes').where('id', '=', userId).executeTakeFirst()
  return {
    // A sum is text in PostgreSQL.
    keptBytes: found.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    quotaBytes: own?.quota_bytes ?? EVERYBODYS_BYTES,
  }
}

/** Throws the refusal `quota-reached` where there are as many rows as there may be of a table. */
export function requireRow(name: TableName, count: number): void {
  if (count >= factsOf(name).quota.rows) throw new ApiRefusal('quota-reached')
}

/** The same for a table of rows of one user, in a change of what that user keeps. */
export async function requireAnother(
  rows: Transaction<Tables>,
  name: 'api_token' | 'passkey',
  userId: string,
): Promise<void> {
  const { count } = await rows
    .selectFrom(name)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  requireRow(name, count)
}

/**
 * Throws the refusal `quota-reached` after a write that is more than this person may keep: its transaction takes it back.
 * Results of outputs go before that, since they can be made again.
 */
export async function requireRoom(transaction: Transaction<Tables>, userId: string): Promise<void> {
  if ((await overAfterResults(transaction, userId)) > 0) throw new ApiRefusal('quota-reached')
}

/** How many bytes are too many, after the oldest results of a person were taken away for them. */
async function overAfterResults(transaction: Transaction<Tables>, userId: string): Promise<number> {
  const { keptBytes, quotaBytes } = await countKept(transaction, userId)
  let over = keptBytes - quotaBytes
  if (over <= 0) return over
  const results = await transaction
    .selectFrom('output_render')
    .select(['output_id', 'variant', openedBytes('content').as('bytes')])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute()
  for (const { output_id, variant, bytes } of results) {
    if (over <= 0) break
    await transaction
      .deleteFrom('output_render')
      .where('output_id', '=', output_id)
      .where('variant', '=', variant)
      .execute()
    over -= bytes
  }
  return over
}

/**
 * Takes away the oldest results of a person, and then the oldest versions, until what is kept fits again; the newest version
 * of each output stays.
 */
export async function makeRoom(transaction: Transaction<Tables>, userId: string): Promise<void> {
  let over = await overAfterResults(transaction, userId)
  if (over <= 0) return
  const versions = await transaction
    .selectFrom('output_version as version')
    .innerJoin('hosted_output as output', 'output.id', 'version.output_id')
    .select(['version.output_id', 'version.number', openedBytes('version.content').as('bytes')])
    .where('version.user_id', '=', userId)
    .whereRef('version.number', '<', 'output.version')
    .where((eb) =>
      eb.or([eb('output.pinned_version', 'is', null), eb('version.number', '!=', eb.ref('output.pinned_version'))]),
    )
    .orderBy('version.at')
    .orderBy('version.number')
    .execute()
  for (const { output_id, number, bytes } of versions) {
    if (over <= 0) return
    await transaction
      .deleteFrom('output_version')
      .where('output_id', '=', output_id)
      .where('number', '=', number)
      .execute()
    over -= bytes
  }
}
