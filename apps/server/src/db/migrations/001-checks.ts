import type { Migration } from 'kysely/migration'

/** What shows that the database can be written, and that the keys are the right ones. */
export const checks: Migration = {
  async up(db) {
    await db.schema
      .createTable('key_check')
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('write_check')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
