import type { AccountTables } from './account-tables.ts'
import type { SubscriptionTables } from './subscription-tables.ts'

/** The tables as code reads them: text, whole numbers and nothing else, so that both databases give the same values. */
export interface Tables extends AccountTables, SubscriptionTables {
  /** A sealed word for each key that something may be sealed with: a key that opens it is the right one. */
  key_check: { key_id: string; sealed: string }
  /** What `/readyz` writes, one row. */
  write_check: { id: number; written_at: number }
}

/** What a backup and a restore have to know of a table. Tables that others refer to stand before them. */
export interface TableFacts {
  name: keyof Tables
  /** The migration that made it. */
  since: string
  /** Its primary key. */
  key: readonly string[]
  /** Columns that hold sealed text: for a place that `columnPlace` makes of table, key, column and `user_id`. */
  sealed: readonly string[]
  /** Its rows belong to the user of their `user_id`, and go with that user. */
  isOwned?: true
  /** Its rows open doors: a restored backup opens none of them again. */
  endsWithRestore?: true
}

export const TABLES: readonly TableFacts[] = [
  { name: 'key_check', since: '001-checks', key: ['key_id'], sealed: ['sealed'] },
  { name: 'write_check', since: '001-checks', key: ['id'], sealed: [] },
  { name: 'user_account', since: '002-accounts', key: ['id'], sealed: [] },
  { name: 'setup_state', since: '002-accounts', key: ['id'], sealed: [] },
  { name: 'sign_in_method', since: '002-accounts', key: ['id'], sealed: [], isOwned: true },
  { name: 'passkey', since: '002-accounts', key: ['id'], sealed: [], isOwned: true },
  { name: 'session', since: '002-accounts', key: ['id'], sealed: [], isOwned: true, endsWithRestore: true },
  { name: 'invite', since: '002-accounts', key: ['id'], sealed: [], isOwned: true, endsWithRestore: true },
  { name: 'account_link', since: '002-accounts', key: ['id'], sealed: [], isOwned: true, endsWithRestore: true },
  { name: 'api_token', since: '002-accounts', key: ['id'], sealed: [], isOwned: true },
  { name: 'security_event', since: '002-accounts', key: ['id'], sealed: [], isOwned: true },
  { name: 'sign_in_attempt', since: '002-accounts', key: ['id'], sealed: ['sealed'], endsWithRestore: true },
  {
    name: 'subscription_item',
    since: '003-subscriptions',
    key: ['id'],
    sealed: ['body', 'good_text', 'held_text'],
    isOwned: true,
  },
  { name: 'subscription_item_day', since: '003-subscriptions', key: ['item_id', 'day'], sealed: [] },
  { name: 'hosted_output', since: '003-subscriptions', key: ['id'], sealed: ['content'], isOwned: true },
  { name: 'output_item', since: '003-subscriptions', key: ['output_id', 'item_id'], sealed: [] },
  { name: 'output_address', since: '003-subscriptions', key: ['id'], sealed: ['token'], isOwned: true },
  {
    name: 'output_version',
    since: '003-subscriptions',
    key: ['output_id', 'number'],
    sealed: ['content'],
    isOwned: true,
  },
  {
    name: 'output_render',
    since: '003-subscriptions',
    key: ['output_id', 'variant'],
    sealed: ['content'],
    isOwned: true,
  },
  { name: 'output_day', since: '003-subscriptions', key: ['output_id', 'day', 'client'], sealed: [] },
  { name: 'output_request', since: '003-subscriptions', key: ['id'], sealed: [] },
  { name: 'publication', since: '004-publications', key: ['id'], sealed: [], isOwned: true },
]

/** The tables of a database whose last migration is this one: fewer than this release knows, before it ran its own. */
export function tablesOf(schema: string): readonly TableFacts[] {
  return TABLES.filter(({ since }) => since <= schema)
}
