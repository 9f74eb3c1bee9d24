import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What people have checked by the clock, and what was found. */
export const probeSchedules: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('probe_schedule')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('user_account.id').onDelete('cascade'))
      .addColumn('every_minutes', 'integer', (column) => column.notNull())
      .addColumn('targets', 'text', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('probe_schedule_due').on('probe_schedule').column('next_at').execute()
    await db.schema
      .createTable('probe_history')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('target_key', 'text', (column) => column.notNull())
      .addColumn('results', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('probe_history_key', ['user_id', 'target_key'])
      .execute()
  },
}
