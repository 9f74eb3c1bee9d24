import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** People, the ways in which they sign in, and what opens a door for them. What opens one is kept as a hash. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('user_account')
      .addColumn('id', 'text', (column) => column.primaryKey())
      // In small letters: the same address is one account, however it is typed.
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('email_confirmed_at', 'bigint')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('quota_bytes', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('disabled_at', 'bigint')
      .execute()
    await db.schema
      .createTable('setup_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .execute()
    await owned(db.schema.createTable('sign_in_method'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text')
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addUniqueConstraint('sign_in_method_subject', ['kind', 'subject'])
      .execute()
    await owned(db.schema.createTable('passkey'))
      .addColumn('credential', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await owned(db.schema.createTable('session'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('proved_at', 'bigint', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .execute()
    await owned(db.schema.createTable('invite'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await owned(db.schema.createTable('account_link'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await owned(db.schema.createTable('api_token'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('tail', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .execute()
    await owned(db.schema.createTable('security_event'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sign_in_attempt')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    for (const table of OWNED) await db.schema.createIndex(`${table}_of_user`).on(table).column('user_id').execute()
  },
}

const OWNED = ['sign_in_method', 'passkey', 'session', 'invite', 'account_link', 'api_token', 'security_event'] as const

/** A table of rows that belong to a user, and go with that user. */
function owned<T extends string>(table: CreateTableBuilder<T>) {
  return table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
}
