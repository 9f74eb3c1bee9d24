import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * By which address a client asked, and what a version changed besides its nodes; rows from before know neither. And a
 * number that says whether the sources of an output are served as they were.
 */
export const servedOutputs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('output_request').addColumn('address', 'text').execute()
    await db.schema
      .alterTable('hosted_output')
      .addColumn('sources_revision', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('output_version').addColumn('changes', 'text').execute()
  },
}
