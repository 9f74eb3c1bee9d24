import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { backUp, BackupUnreadable, DatabaseNotEmpty, restore } from './backup.ts'
import { checkKeys, KeysDoNotFit } from './check-keys.ts'
import { openDatabase, type Database } from './database.ts'
import { KeyRing } from './key-ring.ts'
import { migrate, schemaState } from './migrate.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'

const keys = new KeyRing(['k'.repeat(32)])
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-backup-'))
  file = join(folder, 'backup.gz')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** More than one page of them. */
const ROWS = 603

async function filled(database: Database): Promise<Database> {
  await checkKeys(database, keys)
  for (let from = 0; from < ROWS; from += 100)
    await database.query
      .insertInto('write_check')
      .values(
        Array.from({ length: Math.min(100, ROWS - from) }, (_, index) => ({
          id: from + index,
          written_at: 1.7e12 + index,
        })),
      )
      .execute()
  return database
}

/** What a file is like matters alike for both databases. */
async function opened(): Promise<Database> {
  const database = openDatabase({ file: ':memory:' })
  onTestFinished(() => database.close())
  await migrate(database)
  return database
}

const written = ({ query }: Database) => query.selectFrom('write_check').selectAll().orderBy('id').execute()

describeOnEachDatabase('a backup', ({ migrated, empty }) => {
  test('holds every row, and an empty database has them all again', async () => {
    const database = await filled(await migrated())
    expect(await backUp(database, file, keys, 5)).toMatchObject({ key_check: 1, write_check: ROWS })
    const other = await empty()
    expect(await restore(other, file, keys)).toMatchObject({ key_check: 1, write_check: ROWS })
    expect(await written(other)).toEqual(await written(database))
  })

  test('is of one moment while others write', async () => {
    const database = await filled(await migrated())
    const writer = (async () => {
      // Two rows at a time: a backup with one of them is of no moment.
      for (let at = ROWS; at < ROWS + 100; at += 2) {
        const rows = [at, at + 1].map((id) => ({ id, written_at: at }))
        await database.query.insertInto('write_check').values(rows).execute()
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const counts = await backUp(database, file, keys, 5)
    await writer
    const other = await empty()
    await restore(other, file, keys)
    expect((await written(other)).length).toBe(counts.write_check)
    expect((counts.write_check! - ROWS) % 2).toBe(0)
  })

  test('does not go into a database that holds something', async () => {
    const database = await filled(await migrated())
    await backUp(database, file, keys, 5)
    await expect(restore(database, file, keys)).rejects.toThrow(DatabaseNotEmpty)
    expect((await written(database)).length).toBe(ROWS)
  })

  test('wants its key', async () => {
    await backUp(await filled(await migrated()), file, keys, 5)
    const other = await empty()
    await expect(restore(other, file, new KeyRing(['x'.repeat(32)]))).rejects.toThrow(KeysDoNotFit)
    expect(await schemaState(other)).toMatchObject({ last: undefined })
  })

  test('leaves nothing beside it, and only its owner may read it', async () => {
    await backUp(await filled(await migrated()), file, keys, 5)
    expect(readdirSync(folder)).toEqual(['backup.gz'])
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('that cannot be restored is not kept', async () => {
    const database = await filled(await migrated())
    await expect(backUp(database, file, new KeyRing(['x'.repeat(32)]), 5)).rejects.toThrow(KeysDoNotFit)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a file', () => {
  test.each([
    { name: 'breaks off in its gzip', change: (bytes: Buffer) => bytes.subarray(0, bytes.length - 20) },
    { name: 'is no gzip', change: () => Buffer.from('hello') },
    { name: 'is empty', change: () => Buffer.alloc(0) },
    { name: 'has lost its end', change: lines((all) => all.slice(0, -1)) },
    { name: 'has lost a row', change: lines((all) => all.toSpliced(5, 1)) },
    {
      name: 'has a changed row',
      change: lines((all) => all.with(5, all[5]!.replace('"written_at":1', '"written_at":2'))),
    },
    { name: 'has more behind its end', change: lines((all) => [...all, all[5]!]) },
    { name: 'has a row of something else', change: lines((all) => all.with(5, '["write_check",{"a":[1]}]')) },
    { name: 'is of another program', change: lines((all) => all.with(0, '{"format":1}')) },
  ])('that $name changes nothing', async ({ change }) => {
    await backUp(await filled(await opened()), file, keys, 5)
    writeFileSync(file, change(readFileSync(file)))
    const other = await opened()
    await expect(restore(other, file, keys)).rejects.toThrow(BackupUnreadable)
    expect(await written(other)).toEqual([])
  })
})

function lines(change: (all: string[]) => string[]): (bytes: Buffer) => Buffer {
  return (bytes) => gzipSync(change(gunzipSync(bytes).toString().trimEnd().split('\n')).join('\n') + '\n')
}
