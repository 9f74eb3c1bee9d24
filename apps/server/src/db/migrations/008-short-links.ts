import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Short addresses that lead somewhere else. */
export const shortLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('short_link')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('disabled', 'integer', (column) => column.notNull())
      .addColumn('blocked', 'integer', (column) => column.notNull())
      .addColumn('hits', 'integer', (column) => column.notNull())
      .addColumn('last_hit_at', 'bigint')
      .addColumn('reports', 'integer', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addUniqueConstraint('short_link_code', ['code'])
      .execute()
    await db.schema.createIndex('short_link_of_user').on('short_link').columns(['user_id', 'created_at']).execute()
  },
}
