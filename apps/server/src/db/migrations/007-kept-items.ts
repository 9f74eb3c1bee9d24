import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a person keeps by its kind and id: favourites first, other kinds later. */
export const keptItems: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('kept_item')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('changed', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_item_key', ['user_id', 'kind', 'id'])
      .execute()
  },
}
