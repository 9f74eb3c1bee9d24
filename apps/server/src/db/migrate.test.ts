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
    const ofUsers = (await database.query.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'user_id'),
    )
    const known = TABLES.filter(({ isOwned }) => isOwned === true)
    expect(known.map(({ name }) => name).toSorted()).toEqual(ofUsers.map(({ name }) => name).toSorted())
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
