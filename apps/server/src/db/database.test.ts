import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inDataFolder } from '../../bench/data-folder.ts'
import { ownPostgres } from '../../test/databases.ts'
import { openDatabase, openSqlite } from './database.ts'
import { DatabaseFailure } from './database-failure.ts'
import { migrate } from './migrate.ts'

test('a lock that another process holds is waited for, while others are answered', () =>
  inDataFolder(async (folder) => {
    const file = join(folder, 'held.sqlite')
    const database = openSqlite(file)
    await migrate(database)
    const other = new SqliteDatabase(file)
    other.exec('begin immediate')
    const write = database.query.insertInto('write_check').values({ id: 7, written_at: 1 }).execute()
    // Each turn of the event loop is one that somebody may be answered in.
    let longestMs = 0
    for (let turn = 0, last = performance.now(); turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }
    expect(longestMs).toBeLessThan(1000)
    other.exec('commit')
    await write
    const row = await database.query.selectFrom('write_check').selectAll().where('id', '=', 7).executeTakeFirst()
    expect(row).toEqual({ id: 7, written_at: 1 })
    other.close()
    await database.close()
  }))

test('a database that nobody asked anything is closed too', async () => {
  const database = openSqlite(':memory:')
  await database.close()
  expect(database.sqlite.open).toBe(false)
  await expect(sql`select 1`.execute(database.query)).rejects.toThrow('not open')
  await database.close()
})

test('a PostgreSQL that stands still is lost after a while, and the next query has a connection of its own', async () => {
  const { url } = await ownPostgres()
  const database = openDatabase({ url }, { silentMs: 500 })
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.query)
    return rows[0]!.pid
  }
  const frozen = await backend()
  process.kill(frozen, 'SIGSTOP')
  onTestFinished(async () => {
    process.kill(frozen, 'SIGCONT')
    await database.close()
  })
  await expect(backend()).rejects.toBeInstanceOf(DatabaseFailure)
  expect(await backend()).not.toBe(frozen)
})
