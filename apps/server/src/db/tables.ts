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
  { name: 'key_check', key: ['key_id'], sealed: ['sealed'] },
  { name: 'write_check', key: ['id'], sealed: [] },
  { name: 'user_account', key: ['id'], sealed: [] },
  { name: 'setup_state', key: ['id'], sealed: [] },
  { name: 'sign_in_method', key: ['id'], sealed: [], isOwned: true },
  { name: 'passkey', key: ['id'], sealed: [], isOwned: true },
  { name: 'session', key: ['id'], sealed: [], isOwned: true, endsWithRestore: true },
  { name: 'invite', key: ['id'], sealed: [], isOwned: true, endsWithRestore: true },
  { name: 'account_link', key: ['id'], sealed: [], isOwned: true, endsWithRestore: true },
  { name: 'api_token', key: ['id'], sealed: [], isOwned: true },
  { name: 'security_event', key: ['id'], sealed: [], isOwned: true },
  { name: 'sign_in_attempt', key: ['id'], sealed: ['sealed'], endsWithRestore: true },
  { name: 'subscription_item', key: ['id'], sealed: ['body', 'good_text', 'held_text'], isOwned: true },
  { name: 'subscription_item_day', key: ['item_id', 'day'], sealed: [] },
  { name: 'hosted_output', key: ['id'], sealed: ['content'], isOwned: true },
  { name: 'output_item', key: ['output_id', 'item_id'], sealed: [] },
  { name: 'output_address', key: ['id'], sealed: ['token'], isOwned: true },
  { name: 'output_version', key: ['output_id', 'number'], sealed: ['content'], isOwned: true },
  { name: 'output_render', key: ['output_id', 'variant'], sealed: ['content'], isOwned: true },
  { name: 'output_day', key: ['output_id', 'day', 'client'], sealed: [] },
  { name: 'output_request', key: ['id'], sealed: [] },
  { name: 'publication', key: ['id'], sealed: [], isOwned: true },
]
