import { expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { describeOnEachDatabase } from '../test/databases.ts'
import { fillReleased, RELEASED } from '../test/released-rows.ts'

/** How the database says itself what stands in it: tables, columns, keys and indexes. */
const PARTS = {
  sqlite: sql`select type, name, tbl_name, sql from sqlite_master order by type, name`,
  postgres: sql`
    select indexdef as part from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
    union all select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
    from information_schema.columns where table_schema = 'public' order by 1`,
}

describeOnEachDatabase('a copy that tests begin with', ({ kind, empty, filled, migrated }) => {
  const partsOf = async ({ query }: Database) => (await PARTS[kind].execute(query)).rows

  test('has the tables that the migrations make, and lets none run again', async () => {
    const made = await empty()
    await migrate(made)
    const copies = [await migrated(), await migrated()]
    for (const copy of copies) {
      expect((await partsOf(copy)).length).toBeGreaterThan(50)
      expect(await partsOf(copy)).toEqual(await partsOf(made))
      expect(await migrate(copy)).toEqual([])
    }
  })

  test('has the rows of its filling, and none that another copy was given', async () => {
    const filling = { name: 'released', fill: (database: Database) => fillReleased(database, RELEASED.at(-1)!) }
    const namesIn = async ({ query }: Database) =>
      (await query.selectFrom('user_account').select('name').orderBy('name').execute()).map(({ name }) => name)
    const one = await filled(filling)
    expect(await namesIn(one)).toEqual(['ann', 'bob'])
    await one.query.deleteFrom('user_account').where('name', '=', 'bob').execute()
    expect(await namesIn(await filled(filling))).toEqual(['ann', 'bob'])
    expect(await namesIn(await migrated())).toEqual([])
  })
})
