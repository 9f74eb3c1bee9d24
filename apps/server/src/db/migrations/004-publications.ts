import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What was published, and when. A row outlives what it tells of, so it refers to no output. Versions that are there begin it. */
export const publications: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('publication')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('output_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('position', 'text', (column) => column.notNull())
      .addColumn('cause', 'text')
      .addColumn('number', 'integer')
      .addColumn('nodes', 'integer', (column) => column.notNull())
      .addColumn('skipped', 'integer')
      .addColumn('result', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('publication_of_user').on('publication').columns(['user_id', 'at']).execute()
    // The table keeps the last 500 of a person, so it begins with no more.
    await sql`
      insert into publication
        (id, user_id, output_id, at, name, client, position, cause, number, nodes, skipped, result)
      select output_id || '-' || number, user_id, output_id, at, name, client, 'hosted', cause, number, nodes, null, 'done'
      from (
        select v.output_id, v.number, v.user_id, v.at, v.cause, v.nodes, o.name, o.client,
          row_number() over (partition by v.user_id order by v.at desc, v.number desc) as place
        from output_version v join hosted_output o on o.id = v.output_id
      ) as placed
      where place <= 500`.execute(db)
  },
}
