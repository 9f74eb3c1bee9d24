import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What an output is: made by a recipe, as all were, or a text that is served as it is. */
export const outputKinds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('hosted_output')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('recipe'))
      .execute()
  },
}
