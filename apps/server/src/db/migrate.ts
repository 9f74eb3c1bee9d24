import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations/index.ts'

/** The tables were made by a later release: this one does not know what stands in them. */
export class SchemaTooNew extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was changed by a later release of Switchyard (${names.join(', ')}). ` +
        'Start that release, or restore a backup of this one.',
    )
    this.name = 'SchemaTooNew'
  }
}

export interface SchemaState {
  /** Changes that this release knows and the database has not had, in order. */
  pending: readonly string[]
  /** The last change that the database has had; undefined for an empty one. */
  last: string | undefined
}

type Known = typeof MIGRATIONS

/** How far the tables are. Throws `SchemaTooNew`. */
export async function schemaState({ query }: Database, known: Known = MIGRATIONS): Promise<SchemaState> {
  const had = await migratorOf(query, known).getMigrations()
  const names = await executedNames(query)
  const unknown = names.filter((name) => !(name in known))
  if (unknown.length > 0) throw new SchemaTooNew(unknown)
  return {
    pending: had.flatMap(({ name, executedAt }) => (executedAt ? [] : [name])),
    last: names.at(-1),
  }
}

interface Migrating {
  /** Is called, with the first change to come, before a database that holds something is changed. */
  backUp?: (first: string) => Promise<unknown>
  known?: Known
  /** The last change that is made; without it all of them. */
  until?: string
}

/** Brings the tables to what this release knows: each change alone, whole or not at all. Gives back their names. */
export async function migrate(
  database: Database,
  { backUp, known = MIGRATIONS, until }: Migrating = {},
): Promise<readonly string[]> {
  const { pending, last } = await schemaState(database, known)
  const wanted = until === undefined ? pending : pending.filter((name) => name <= until)
  const [first] = wanted
  if (first !== undefined && last !== undefined) await backUp?.(first)
  const migrator = migratorOf(database.query, known)
  // One at a time: one transaction for all of them would lose the good ones with a bad one.
  for (const name of wanted) {
    const { error } = await migrator.migrateTo(name)
    if (error !== undefined) throw new Error(`The change ${name} of the database failed`, { cause: error })
  }
  return wanted
}

const TABLE = 'schema_change'

function migratorOf(db: Database['query'], known: Known): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(known) },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  })
}

/** The changes that the database has had, those of later releases too. */
async function executedNames(query: Database['query']): Promise<readonly string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(query)
  return rows.map(({ name }) => name)
}
