import type { Kysely } from 'kysely'

/** What shows that the database can be written, and that the keys are the right ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
}
