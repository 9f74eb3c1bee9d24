import { sql } from 'kysely'
import { TABLES } from '../db/tables.ts'
import type { Rows } from '../db/rows.ts'

/** How many rows of each table belong to a user, and go with that user. Tables without any are left out. */
export async function countOwned(rows: Rows, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, owner } of TABLES) {
    if (owner !== 'user_id') continue
    const { rows: found } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(name)} where user_id = ${userId}`.execute(rows)
    const n = found[0]?.n ?? 0
    if (n > 0) counts[name] = n
  }
  return counts
}
