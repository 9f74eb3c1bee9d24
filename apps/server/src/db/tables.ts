/** The tables as code reads them: text, whole numbers and nothing else, so that both databases give the same values. */
export interface Tables {
  /** A sealed word for each key that something may be sealed with: a key that opens it is the right one. */
  key_check: { key_id: string; sealed: string }
  /** What `/readyz` writes, one row. */
  write_check: { id: number; written_at: number }
}

/** What a backup and a restore have to know of a table. Tables that others refer to stand before them. */
interface TableFacts {
  name: keyof Tables
  /** Its primary key. */
  key: readonly string[]
  /** Columns that hold sealed text. */
  sealed: readonly string[]
}

export const TABLES: readonly TableFacts[] = [
  { name: 'key_check', key: ['key_id'], sealed: ['sealed'] },
  { name: 'write_check', key: ['id'], sealed: [] },
]
