import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test, vi } from 'vitest'
import { migrate, schemaState, SchemaTooNew } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { TABLES } from './tables.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'

const makes = (table: string): Migration => ({
  up: (db) => db.schema.createTable(table).addColumn('id', 'integer').execute(),
})

const breaksHalfWay: Migration = {
  up: async (db) => {
    await db.schema.createTable('half').addColumn('id', 'integer').execute()
    throw new Error('in the middle')
  },
}

describeOnEachDatabase('the tables', ({ empty }) => {
  const namesOf = async (database: Awaited<ReturnType<typeof empty>>) =>
    (await database.query.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('schema_change'))

  test('of an empty database are made, and a second start changes nothing', async () => {
    const database = await empty()
    expect(await migrate(database)).toEqual(Object.keys(MIGRATIONS))
    expect((await namesOf(database)).sort()).toEqual(TABLES.map(({ name }) => name).sort())
    expect(await migrate(database)).toEqual([])
    expect(await schemaState(database)).toEqual({ pending: [], last: Object.keys(MIGRATIONS).at(-1) })
  })

  test('that hold rows of a user are known as such: what goes with an account is counted in them', async () => {
    const database = await empty()
    await migrate(database)
    // A key outlives the account, until the bytes that it names are removed.
    const ofUsers = (await database.query.introspection.getTables()).filter(
      ({ name, columns }) => name !== 'storage_key' && columns.some((column) => column.name === 'user_id'),
    )
    const known = TABLES.filter(({ owner }) => owner === 'user_id')
    expect(known.map(({ name }) => name).toSorted()).toEqual(ofUsers.map(({ name }) => name).toSorted())
  })

  test('have no more of a record that begins with what is there than the record holds', async () => {
    const database = await empty()
    await migrate(database, { until: '003-subscriptions' })
    const { query } = database
    // As the tables were then: a store of today writes what they are now.
    await sql`insert into user_account (id, email, name, language, role, created_at)
      values ('ann', 'ann@example.com', 'ann', 'en-US', 'owner', 1)`.execute(query)
    await sql`insert into hosted_output (id, user_id, revision, name, content, client, lang, interval_ms, file_name,
      keeps_record, created_at, updated_at) values ('one', 'ann', 0, 'one', '', 'mihomo', 'en-US', 1, 'one', 1, 1, 1)`.execute(
      query,
    )
    for (let at = 1; at <= 603; at++)
      await sql`insert into output_version (output_id, number, user_id, at, cause, nodes, added, removed, content)
        values ('one', ${at}, 'ann', ${at}, 'refresh', 1, 0, 0, '')`.execute(query)
    await migrate(database)
    const rows = await query.selectFrom('publication').select('number').orderBy('number').execute()
    expect([rows.length, rows[0]!.number, rows.at(-1)!.number]).toEqual([500, 104, 603])
  })

  test('are backed up before a change, and not where there is nothing yet', async () => {
    const database = await empty()
    const backUp = vi.fn(() => Promise.resolve())
    await migrate(database, { known: { '001-a': makes('a') }, backUp })
    expect(backUp).not.toHaveBeenCalled()
    await migrate(database, { known: { '001-a': makes('a'), '002-b': makes('b') }, backUp })
    expect(backUp).toHaveBeenCalledOnce()
    expect((await namesOf(database)).sort()).toEqual(['a', 'b'])
  })

  test('a backup that fails leaves them as they are', async () => {
    const database = await empty()
    await migrate(database, { known: { '001-a': makes('a') } })
    const backUp = () => Promise.reject(new Error('disk full'))
    const known = { '001-a': makes('a'), '002-b': makes('b') }
    await expect(migrate(database, { known, backUp })).rejects.toThrow('disk full')
    expect(await schemaState(database, known)).toEqual({ pending: ['002-b'], last: '001-a' })
  })

  test('a change that breaks half way is taken back, those before it stay', async () => {
    const database = await empty()
    const known = { '001-a': makes('a'), '002-half': breaksHalfWay, '003-c': makes('c') }
    await expect(migrate(database, { known })).rejects.toThrow('The change 002-half of the database failed')
    expect(await namesOf(database)).toEqual(['a'])
    expect(await schemaState(database, known)).toEqual({ pending: ['002-half', '003-c'], last: '001-a' })
  })

  test('of a later release are not touched', async () => {
    const database = await empty()
    await migrate(database, { known: { ...MIGRATIONS, '999-later': makes('later') } })
    await expect(migrate(database)).rejects.toThrow(SchemaTooNew)
    await expect(schemaState(database)).rejects.toThrow('999-later')
    expect((await sql`select * from later`.execute(database.query)).rows).toEqual([])
  })

  test('two servers that start at once make them once', async () => {
    const database = await empty()
    const source = `
      import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url).href)}
      import { migrate } from ${JSON.stringify(new URL('migrate.ts', import.meta.url).href)}
      const database = openDatabase(${JSON.stringify(database.place)})
      await migrate(database)
      await database.close()`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source])
    await Promise.all([run(), run(), run()])
    expect(await schemaState(database)).toMatchObject({ pending: [] })
  })
})
