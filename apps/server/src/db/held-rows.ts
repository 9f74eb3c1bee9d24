import { createHash } from 'node:crypto'
import type { RowCounts } from './backup-lines.ts'
import type { ServerStore } from './open-store.ts'
import { withoutNul } from './restore.ts'
import { type RawRow, rowPages } from './row-pages.ts'
import { columnPlace, keyIn } from './sealed-text.ts'
import { TABLES } from './tables.ts'

const PAGE_ROWS = 100
const DIGEST_BITS = 256

/** What a database holds, in numbers that another one can be compared with. */
export interface HeldRows {
  rows: RowCounts
  /** How many sealed values were opened. */
  opened: number
  /** Of all rows and of what is sealed in them, whatever their order: two databases sort text differently. */
  digest: string
}

/** Reads every row, and opens every sealed value at its place. Throws `SealBroken` where one does not open. */
export async function heldRows({ database, keys }: ServerStore): Promise<HeldRows> {
  const rows: Record<string, number> = {}
  let opened = 0
  let sum = 0n
  for (const table of TABLES) {
    rows[table.name] = 0
    for await (const page of rowPages(database.query, table, PAGE_ROWS))
      for (const row of page) {
        rows[table.name]!++
        const hash = createHash('sha256').update(`${table.name} ${textOf(row)}`)
        for (const column of table.sealed) {
          const text = row[column]
          // `verifyBackup` opens those that keys are known by.
          if (typeof text !== 'string' || table.name === 'key_check') continue
          const place = columnPlace(table.name, keyIn(table.key, row), column, String(row['user_id'] ?? ''))
          hash.update(keys.open(place, text))
          opened++
        }
        sum += BigInt(`0x${hash.digest('hex')}`)
      }
  }
  return { rows, opened, digest: BigInt.asUintN(DIGEST_BITS, sum).toString(16) }
}

/** A row as both databases keep it. */
function textOf(row: RawRow): string {
  const columns = Object.keys(row).toSorted()
  return JSON.stringify(columns.map((column) => [column, withoutNul(row[column])]))
}
