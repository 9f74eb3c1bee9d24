import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sources of nodes for anybody, and what was found out about these nodes. */
export const freeNodes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('free_source')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('interval_ms', 'bigint', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('from_settings', 'integer', (column) => column.notNull())
      .addColumn('tried_at', 'bigint')
      .addColumn('next_at', 'bigint')
      .addColumn('fetch_state', 'text', (column) => column.notNull())
      .addColumn('days', 'text', (column) => column.notNull())
      .addColumn('nodes', 'text')
      .addColumn('reports', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('free_node_check')
      .addColumn('node', 'text', (column) => column.primaryKey())
      .addColumn('checked_at', 'bigint', (column) => column.notNull())
      .addColumn('checks', 'text', (column) => column.notNull())
      .execute()
  },
}
