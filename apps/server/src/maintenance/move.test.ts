import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newPostgres } from '../../test/databases.ts'
import { fillReleased, RELEASED, RELEASED_KEY } from '../../test/released-rows.ts'
import { findVersitygw, HOW_TO_GET_VERSITYGW, type S3Server, startS3 } from '../../test/versitygw.ts'
import { secretFile } from '../data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { heldRows } from '../db/held-rows.ts'
import { KeyRing } from '../db/key-ring.ts'
import { migrate } from '../db/migrate.ts'
import { readSettings } from '../settings.ts'
import { openStorage } from '../storage/open-storage.ts'
import { type Storage, StorageFailure } from '../storage/storage.ts'
import { maintain } from './maintain.ts'
import { moveFiles } from './move-files.ts'

vi.setConfig({ testTimeout: 240_000 })

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const KILLS = process.env.LONG_TESTS ? 20 : 2
const FILES = 12
const keys = new KeyRing([RELEASED_KEY])

const program = findVersitygw()
let s3: S3Server | undefined
beforeAll(async () => {
  if (program !== undefined) s3 = await startS3(program)
})
afterAll(() => s3?.stop())

/** A server with a row in each table, and files; and a PostgreSQL where nothing is. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(secretFile(folder), RELEASED_KEY)
  const database = openDatabase({ file: join(folder, 'switchyard.sqlite') })
  await fillReleased(database, RELEASED.at(-1)!)
  const postgres = await newPostgres()
  return { folder, database, postgres, said: (...args: string[]) => saidBy(folder, args) }
}

/** Files of the person of the released rows, in place of theirs. Gives back the texts by their keys. */
async function addFiles({ query }: Database, folder: string): Promise<Map<string, string>> {
  await query.deleteFrom('file_share').execute()
  await query.deleteFrom('storage_entry').execute()
  const bucket = await query.selectFrom('storage_bucket').selectAll().executeTakeFirstOrThrow()
  const storage = openStorage(readSettings({}), folder)
  const texts = new Map<string, string>()
  for (let at = 0; at < FILES; at++) {
    const content = at === 0 ? '' : `第 ${at} 个文件\n`.repeat(at * 5000)
    const size = Buffer.byteLength(content)
    const key = `${bucket.user_id}/${randomUUID()}`
    const sha = createHash('sha1').update(`blob ${size}\0${content}`).digest('hex')
    const row = {
      id: randomUUID(),
      user_id: bucket.user_id,
      bucket_id: bucket.id,
      parent_id: '',
      name: `文件 ${at}.txt`,
    }
    await query
      .insertInto('storage_entry')
      .values({ ...row, key, size, sha, picture: null, changed_at: 0 })
      .execute()
    await storage.write(key, Readable.from(size === 0 ? [] : [Buffer.from(content)]), size)
    texts.set(key, content)
  }
  return texts
}

async function saidBy(folder: string, args: readonly string[]) {
  const said = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void (said.stdout += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void (said.stderr += `${line}\n`)),
  ]
  const status = await maintain(args, envOf(folder))
  for (const spy of spies) spy.mockRestore()
  return { status, ...said }
}

const envOf = (DATA_DIR: string) => ({ ...process.env, DATA_DIR, SECRET: '', DATABASE_URL: '', STORAGE_URL: '' })

test('all rows of a server go to a PostgreSQL, and are the same there; asked for again, it says so', async () => {
  const { folder, database, postgres, said } = await start()
  const before = await heldRows({ database, keys })
  expect(Object.values(before.rows).every((count) => count > 0)).toBe(true)
  await database.close()
  const moved = await said('move', '--to', postgres.url)
  expect(moved).toMatchObject({ status: 0, stderr: '' })
  const rows = Object.values(before.rows).reduce((all, count) => all + count, 0)
  expect(moved.stdout).toContain(`${rows} rows are there: the same as here, ${before.opened} sealed values opened.\n`)
  expect(moved.stdout).toContain(`set SECRET to what ${secretFile(folder)} holds`)
  expect(await heldRows({ database: postgres.database, keys })).toEqual(before)
  expect((await said('move', '--to', postgres.url)).stdout).toContain(`${rows} rows were there already`)

  // What differs in one word is not taken for moved.
  await postgres.database.query.updateTable('user_account').set({ name: 'Another' }).execute()
  expect(await said('move', '--to', postgres.url)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The database holds something already'),
  })
})

test('a value that is sealed for another place is no moved one', async () => {
  const database = openDatabase({ file: ':memory:' })
  await fillReleased(database, RELEASED.at(-1)!)
  const { id } = await database.query.selectFrom('output_address').select('id').executeTakeFirstOrThrow()
  await database.query.updateTable('output_address').set({ id: 'elsewhere' }).where('id', '=', id).execute()
  await expect(heldRows({ database, keys })).rejects.toThrow('changed or moved')
  await database.close()
})

test('nothing is moved while a server is at work on the file', async () => {
  const { database, postgres, said } = await start()
  expect(await said('move', '--to', postgres.url)).toMatchObject({
    status: 1,
    stderr: 'A server is at work on the database: stop it first, and leave it stopped.\n',
  })
  await database.close()
})

test.each([
  [[], 'Say where to'],
  [['--to', 'mysql://localhost/x'], '--to must be the address of a PostgreSQL'],
  [['--to', 'postgres://localhost/x', '--storage', 'ftp://x'], '--storage must be'],
])('move %j is a wrong call', async (args, sentence) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(await saidBy(folder, ['move', ...args])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(sentence),
  })
})

describe.skipIf(program === undefined)(`with its files (${HOW_TO_GET_VERSITYGW})`, () => {
  test('a move that is killed again and again goes on to the end, and every file is there', async () => {
    const { folder, database, postgres, said } = await start()
    const texts = await addFiles(database, folder)
    await database.close()
    const call = [main, 'move', '--to', postgres.url, '--storage', s3!.url]
    for (let round = 0; round < KILLS; round++) {
      const child = spawn(process.execPath, call, { env: envOf(folder), stdio: 'ignore' })
      const ended = once(child, 'exit')
      await wait(1000 + 1500 * Math.random())
      child.kill('SIGKILL')
      await ended
    }
    const { status, stdout, stderr } = await said(...call.slice(1))
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`${FILES} files (`)
    const bucket = openStorage(readSettings({ STORAGE_URL: s3!.url }), folder)
    for (const [key, content] of texts) expect(await text((await bucket.read(key))!)).toBe(content)
    const { rows } = await heldRows({ database: postgres.database, keys })
    expect(rows['storage_entry']).toBe(FILES)
  })

  test('a file whose bytes are lost is named in numbers, and everything else is moved', async () => {
    const { folder, database, postgres, said } = await start()
    const texts = await addFiles(database, folder)
    await database.close()
    await openStorage(readSettings({}), folder).remove([...texts.keys()][3]!)
    const moved = await said('move', '--to', postgres.url, '--storage', s3!.url)
    expect(moved).toMatchObject({ status: 1, stderr: expect.stringContaining('The bytes of 1 files') })
    expect(moved.stdout).toContain(`${FILES - 1} files (`)
  })
})

test('a storage that is lost for a moment, and a file that a killed move brings meanwhile, end no move', async () => {
  const { folder, database } = await start()
  const texts = await addFiles(database, folder)
  const other = mkdtempSync(join(tmpdir(), 'switchyard-move-'))
  onTestFinished(() => rmSync(other, { recursive: true }))
  const to = openStorage(readSettings({}), other)
  const faults: StorageFailure['reason'][] = ['lost', 'taken']
  const failing: Storage = {
    ...bound(to),
    async write(key, bytes, size) {
      const fault = faults.shift()
      if (fault !== 'lost') await to.write(key, bytes, size)
      if (fault) throw new StorageFailure(fault)
    },
  }
  expect(await moveFiles(database, openStorage(readSettings({}), folder), failing)).toMatchObject({ moved: FILES, missing: 0 }) // oxfmt-ignore
  expect(faults).toEqual([])
  for (const [key, content] of texts) expect(await text((await to.read(key))!)).toBe(content)
  await database.close()
})

const bound = (storage: Storage): Storage => ({
  write: (...args) => storage.write(...args),
  read: (...args) => storage.read(...args),
  remove: (...args) => storage.remove(...args),
  check: () => storage.check(),
})

test('tables of an earlier release come to this one on the way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(secretFile(folder), RELEASED_KEY)
  const database = openDatabase({ file: join(folder, 'switchyard.sqlite') })
  await fillReleased(database, RELEASED[1]!)
  await database.close()
  const postgres = await newPostgres()
  await migrate(postgres.database)
  expect(await saidBy(folder, ['move', '--to', postgres.url])).toMatchObject({ status: 0 })
})
