import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The last good text of each rule list. And the place of a publication in the history of its person, whatever the clock says. */
export const keptLists: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rule_list')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('publication')
      .addColumn('place', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`
      update publication set place = placed.place from (
        select id, row_number() over (partition by user_id order by at, coalesce(number, 0), id) as place
        from publication
      ) as placed where placed.id = publication.id`.execute(db)
    await db.schema.dropIndex('publication_of_user').execute()
    await db.schema.createIndex('publication_of_user').on('publication').columns(['user_id', 'place']).execute()
  },
}
