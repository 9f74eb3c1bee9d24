import { ACCOUNT_TABLES } from './account-tables.ts'
import { FREE_NODE_TABLES } from './free-node-tables.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { PROBE_TABLES } from './probe-tables.ts'
import { SHORT_LINK_TABLES } from './short-link-tables.ts'
import { STORAGE_TABLES } from './storage-tables.ts'
import { SUBSCRIPTION_TABLES } from './subscription-tables.ts'
import { type DatabaseTable, table, type TableFacts } from './table.ts'

const ALL = {
  /** A sealed word for each key that something may be sealed with: a key that opens it is the right one. */
  key_check: table<{ key_id: string; sealed: string }>({
    since: '001-checks',
    key: ['key_id'],
    owner: 'server',
    sealed: ['sealed'],
  }),
  /** What `/readyz` writes, one row. */
  write_check: table<{ id: number; written_at: number }>({ since: '001-checks', key: ['id'], owner: 'server' }),
  ...ACCOUNT_TABLES,
  ...SUBSCRIPTION_TABLES,
  ...KEPT_TABLES,
  ...SHORT_LINK_TABLES,
  ...PROBE_TABLES,
  ...STORAGE_TABLES,
  ...FREE_NODE_TABLES,
}

/** The tables as code reads them: text, whole numbers and nothing else, so that both databases give the same values. */
export type Tables = { [Name in keyof typeof ALL]: (typeof ALL)[Name] extends DatabaseTable<infer Row> ? Row : never }

export type TableName = keyof Tables

// The keys of this very table, which `Object.keys` does not say.
const NAMES = Object.keys(ALL) as TableName[]

export type NamedTable = TableFacts & { name: TableName }

/** Every table. Tables that others refer to stand before them. */
export const TABLES: readonly NamedTable[] = NAMES.map(named)

function named(name: TableName): NamedTable {
  return { name, ...ALL[name] }
}

/** What was declared of a table. */
export function factsOf(name: TableName): TableFacts {
  return ALL[name]
}

/** The tables of a database whose last migration is this one: fewer than this release knows, before it ran its own. */
export function tablesOf(schema: string): readonly NamedTable[] {
  return TABLES.filter(({ since }) => since <= schema)
}
