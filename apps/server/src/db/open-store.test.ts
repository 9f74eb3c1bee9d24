import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backUpApart } from './back-up-apart.ts'
import { backUp } from './backup.ts'
import { verifyBackup } from './backup-lines.ts'
import { KeysDoNotFit } from './check-keys.ts'
import { backUpNightly } from './nightly-backup.ts'
import { openStore } from './open-store.ts'
import { writeCheck } from './write-check.ts'

const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)]
const HOUR_MS = 3_600_000

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'switchyard-store-'))))
afterEach(() => rmSync(folder, { recursive: true }))

async function opened(secrets: readonly [string, ...string[]] = [FIRST]) {
  const warnings: string[] = []
  const store = await openStore({
    settings: {},
    data: { folder, secrets },
    now: () => 5,
    warn: (message) => warnings.push(message),
  })
  return { ...store, warnings }
}

type Opened = Awaited<ReturnType<typeof opened>>
const by =
  ({ database, keys }: Opened) =>
  (file: string, now: number) =>
    backUp(database, file, keys, now)
/** The same in a thread of its own. */
const apart = ({ database }: Opened, secret: string, file: string, signal?: AbortSignal) =>
  backUpApart({ place: database.place, secrets: [secret] }, file, Date.now(), signal)

test('a first start makes the file, and the next one has its rows', async () => {
  const { database } = await opened()
  expect(await writeCheck(database, () => 7)()).toBe(true)
  await database.close()
  expect(readdirSync(folder)).toEqual(['switchyard.sqlite'])
  const again = await opened()
  expect(await again.database.query.selectFrom('write_check').selectAll().execute()).toEqual([{ id: 1, written_at: 7 }])
  await again.database.close()
})

test('another secret stops the start, and closes the file', async () => {
  await (await opened()).database.close()
  await expect(opened([SECOND])).rejects.toThrow(KeysDoNotFit)
  expect(readdirSync(folder)).toEqual(['switchyard.sqlite'])
})

test('a secret that opens nothing is warned of', async () => {
  await (await opened()).database.close()
  const { database, warnings } = await opened([FIRST, SECOND])
  expect(warnings).toEqual(['SECRET holds 1 keys that open nothing: they can be left out'])
  await database.close()
})

test('a row is written at most every five seconds, whoever asks', async () => {
  const { database } = await opened()
  let now = 1000
  const check = writeCheck(database, () => now)
  const times = async () =>
    (await database.query.selectFrom('write_check').select('written_at').execute()).map((row) => row.written_at)
  await Promise.all([check(), check()])
  now = 5999
  expect(await check()).toBe(true)
  expect(await times()).toEqual([1000])
  now = 6000
  await check()
  expect(await times()).toEqual([6000])
  // The clock was set back.
  now = 500
  await check()
  expect(await times()).toEqual([500])
  await database.close()
  now = 20_000
  expect(await check()).toBe(false)
})

test('a backup is made within a day after the clock was set back', async () => {
  const store = await opened()
  const backups = join(folder, 'backups')
  // Times of files are those of the machine.
  const start = Date.now()
  await backUpNightly(by(store), backups, start)
  await backUpNightly(by(store), backups, start + HOUR_MS)
  expect(readdirSync(backups)).toHaveLength(1)
  await backUpNightly(by(store), backups, start - 48 * HOUR_MS)
  expect(readdirSync(backups)).toHaveLength(2)
  await store.database.close()
})

test('a backup in a thread of its own is the same, ends with the server, and leaves nothing', async () => {
  const store = await opened()
  const [here, there] = [join(folder, 'here.gz'), join(folder, 'backups/there.gz')]
  await backUp(store.database, here, store.keys, 5)
  await apart(store, FIRST, there)
  const rowsIn = async (file: string) => (await verifyBackup(file, store.keys)).rows
  expect(await rowsIn(there)).toEqual(await rowsIn(here))
  const stop = new AbortController()
  const made = apart(store, FIRST, join(folder, 'backups/ended.gz'), stop.signal)
  await vi.waitUntil(() => readdirSync(join(folder, 'backups')).length > 1)
  stop.abort(new Error('going down'))
  await expect(made).rejects.toThrow('going down')
  await expect(apart(store, SECOND, there)).rejects.toThrow('SECRET does not open')
  expect(readdirSync(join(folder, 'backups'))).toEqual(['there.gz'])
  await store.database.close()
})

test('a backup is made each day, and seven are kept', async () => {
  const store = await opened()
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  // Times of files are those of the machine: the clock of the test goes on from there.
  const start = Date.now()
  for (let hour = 0; hour < 24 * 10; hour += 6) await backUpNightly(by(store), backups, start + hour * HOUR_MS)
  const names = readdirSync(backups)
  expect(names).toHaveLength(7)
  expect(names.at(-1)).toMatch(/^nightly-\d{4}-\d\d-\d\dT\d{9}Z\.backup\.gz$/)
  await store.database.close()
})
