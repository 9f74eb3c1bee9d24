import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
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
const COUNTED = TABLES.filter(({ quota }) => quota.bytes.length > 0).map(({ name, quota }) => {
  const lengths = quota.bytes.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  return (userId: string) =>
    sql`select coalesce(sum(${sql.join(lengths, sql` + `)}), 0) as bytes from ${sql.table(name)} where user_id = ${userId}`
})

/**
 * Counts what a person keeps: the columns that their tables say (db/table.ts), sealed as they stand in their rows. Results that
 * can be made again do not count.
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

/** Throws the refusal `quota-reached` after a write that is more than this person may keep: its transaction takes it back. */
export async function requireRoom(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const { keptBytes, quotaBytes } = await countKept(transaction, userId)
  if (keptBytes > quotaBytes) throw new ApiRefusal('quota-reached')
}

/** Takes away the oldest versions of a person until what is kept fits again; the newest of each output stays. */
export async function makeRoom(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const { keptBytes, quotaBytes } = await countKept(transaction, userId)
  let over = keptBytes - quotaBytes
  if (over <= 0) return
  const versions = await transaction
    .selectFrom('output_version as version')
    .innerJoin('hosted_output as output', 'output.id', 'version.output_id')
    .select(['version.output_id', 'version.number', sql<number>`octet_length(version.content)`.as('bytes')])
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
