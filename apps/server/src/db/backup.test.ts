import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { backUp } from './backup.ts'
import { BackupTooNew, BackupUnreadable, verifyBackup } from './backup-lines.ts'
import { checkKeys, KeysDoNotFit } from './check-keys.ts'
import { DatabaseNotEmpty, restore } from './restore.ts'
import { type Database } from './database.ts'
import { KeyRing } from './key-ring.ts'
import { schemaState } from './migrate.ts'
import { addUser, signIn } from '../../test/accounts.ts'
import { ItemStore } from '../items/item-store.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { filledSqlite, MIGRATED } from '../filled-database.ts'

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
  const beside = mkdtempSync(join(tmpdir(), 'switchyard-backup-of-'))
  const database = await filledSqlite(MIGRATED, join(beside, 'switchyard.sqlite'))
  onTestFinished(async () => {
    await database.close()
    rmSync(beside, { recursive: true })
  })
  return database
}

const restored = async (database: Database, ring = keys) => restore(database, await verifyBackup(file, ring))

const written = ({ query }: Database) => query.selectFrom('write_check').selectAll().orderBy('id').execute()

describeOnEachDatabase('a backup', ({ migrated, empty }) => {
  test('holds every row, and an empty database has them all again', async () => {
    const database = await filled(await migrated())
    expect(await backUp(database, file, keys, 5)).toMatchObject({ key_check: 1, write_check: ROWS })
    const other = await empty()
    expect(await restored(other)).toMatchObject({ rows: { key_check: 1, write_check: ROWS }, ended: 0 })
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
    await restored(other)
    expect((await written(other)).length).toBe(counts.write_check)
    expect((counts.write_check! - ROWS) % 2).toBe(0)
  })

  test('does not go into a database that holds something', async () => {
    const database = await filled(await migrated())
    await backUp(database, file, keys, 5)
    await expect(restored(database)).rejects.toThrow(DatabaseNotEmpty)
    expect((await written(database)).length).toBe(ROWS)
  })

  test('opens no door again', async () => {
    const database = await filled(await migrated())
    const anna = await addUser({ database }, 'anna')
    await signIn({ database }, anna)
    await backUp(database, file, keys, 5)
    const other = await empty()
    expect(await restored(other)).toMatchObject({ ended: 1 })
    expect(await other.query.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await other.query.selectFrom('user_account').select('name').execute()).toEqual([{ name: 'anna' }])
  })

  test('whose restore fails at its last row leaves the database as empty as it was', async () => {
    const database = await filled(await migrated())
    await signIn({ database }, await addUser({ database }, 'anna'))
    await backUp(database, file, keys, 5)
    // A session of nobody: the database refuses it.
    const change = rehashed((all) =>
      all.map((line) => (line.startsWith('["session"') ? line.replace(/"user_id":"[^"]+"/, '"user_id":"none"') : line)),
    )
    writeFileSync(file, change(readFileSync(file)))
    const other = await empty()
    await expect(restored(other)).rejects.toThrow(/foreign key/i)
    expect(await schemaState(other)).toMatchObject({ last: undefined })
  })

  test('wants its key', async () => {
    await backUp(await filled(await migrated()), file, keys, 5)
    const other = await empty()
    await expect(restored(other, new KeyRing(['x'.repeat(32)]))).rejects.toThrow(KeysDoNotFit)
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
    {
      name: 'has a table that is not ours',
      change: rehashed((all) => all.with(all.length - 2, '["schema_change",{"name":"x"}]')),
    },
  ])('that $name changes nothing', async ({ change }) => {
    await backUp(await filled(await opened()), file, keys, 5)
    writeFileSync(file, change(readFileSync(file)))
    const other = await opened()
    await expect(restored(other)).rejects.toThrow(BackupUnreadable)
    expect(await written(other)).toEqual([])
  })
})

test('a backup of a later release is not taken', async () => {
  await backUp(await filled(await opened()), file, keys, 5)
  const change = rehashed((all) => all.with(0, all[0]!.replace(/"schema":"[^"]+"/, '"schema":"999-later"')))
  writeFileSync(file, change(readFileSync(file)))
  await expect(verifyBackup(file, keys)).rejects.toThrow(BackupTooNew)
})

test('a row of many megabytes goes there and back, and one letter in two pieces of the file too', async () => {
  const database = await filled(await opened())
  const anna = await addUser({ database }, 'anna')
  const item = new ItemStore({ database, keys })
  for (const [name, text] of [
    ['large', '名🚀'.repeat(500_000)],
    ['small', 'x'],
  ] as const)
    await item.create(anna.id, { name, body: text, intervalS: 3600, fromServer: true }, 0)
  await backUp(database, file, keys, 5)
  const other = await opened()
  await other.query.deleteFrom('key_check').execute()
  await restored(other)
  const bodies = ({ query }: Database) => query.selectFrom('subscription_item').select('body').orderBy('id').execute()
  expect(await bodies(other)).toEqual(await bodies(database))
})

test('into a folder that cannot be made it fails at once', async () => {
  const database = await filled(await opened())
  const start = Date.now()
  await expect(backUp(database, '/proc/none/at/all/backup.gz', keys, 5)).rejects.toThrow(/ENOENT|EACCES/)
  expect(Date.now() - start).toBeLessThan(2000)
})

describe('what a backup that was killed leaves', () => {
  const others = (name: string) => mkdirSync(join(folder, name))

  test('goes with the next one, and what is at work stays', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    // Of a process that ended; of one that had this number before this one; of another machine, long ago.
    others(`.switchyard-backup-${hostname()}-${pid}-aaaaaa`)
    writeFileSync(join(folder, `.switchyard-backup-${hostname()}-${pid}-aaaaaa`, 'backup.gz'), 'half')
    others(`.switchyard-backup-elsewhere-1-bbbbbb`)
    utimesSync(join(folder, '.switchyard-backup-elsewhere-1-bbbbbb'), new Date(0), new Date(0))
    for (const end of ['draft', 'copy', 'copy-wal']) {
      const name = join(folder, `nightly-2026-11-01T000000000Z.backup.gz.${end}`)
      writeFileSync(name, 'half')
      utimesSync(name, new Date(0), new Date(0))
    }
    others(`.switchyard-backup-elsewhere-1-cccccc`)
    others(`.switchyard-backup-${hostname()}-${process.pid}-dddddd`)
    writeFileSync(join(folder, 'holiday.draft'), 'of somebody else')
    utimesSync(join(folder, 'holiday.draft'), new Date(0), new Date(0))
    await backUp(await filled(await opened()), file, keys, 5)
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        `.switchyard-backup-elsewhere-1-cccccc`,
        `.switchyard-backup-${hostname()}-${process.pid}-dddddd`,
        'backup.gz',
        'holiday.draft',
      ].toSorted(),
    )
  })
})

/** The same with what the end of the file says made anew: only what a row says is wrong. */
function rehashed(change: (all: string[]) => string[]): (bytes: Buffer) => Buffer {
  return lines((all) => {
    const changed = change(all).slice(0, -1)
    const rows: Record<string, number> = {}
    for (const line of changed.slice(1)) {
      const [table] = JSON.parse(line) as [string]
      rows[table] = (rows[table] ?? 0) + 1
    }
    const sha256 = createHash('sha256')
      .update(changed.map((line) => `${line}\n`).join(''))
      .digest('hex')
    return [...changed, JSON.stringify({ rows, sha256 })]
  })
}

function lines(change: (all: string[]) => string[]): (bytes: Buffer) => Buffer {
  return (bytes) => gzipSync(change(gunzipSync(bytes).toString().trimEnd().split('\n')).join('\n') + '\n')
}
