import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerOwner } from '../bench/owner.ts'
import { kill, startServer } from '../bench/start-server.ts'
import { describeOnEachDatabase } from '../test/databases.ts'
import { fillReleased, RELEASED, RELEASED_KEY } from '../test/released-rows.ts'
import { prepareDataFolder, secretFile } from './data-folder.ts'
import { verifyBackup } from './db/backup-lines.ts'
import { restore } from './db/restore.ts'
import { openDatabase, type Database } from './db/database.ts'
import { KeyRing } from './db/key-ring.ts'
import { migrate, schemaState } from './db/migrate.ts'
import { openStore } from './db/open-store.ts'
import { maintain } from './maintenance/maintain.ts'
import { readSettings } from './settings.ts'

// The server and the command line run as processes of their own, beside other tests.
vi.setConfig({ testTimeout: 120_000 })

const MAINTENANCE = fileURLToPath(new URL('maintenance/main.ts', import.meta.url))
const CURRENT = RELEASED.at(-1)!
const OLDER = RELEASED.slice(0, -1)
const ROWS = process.env.LONG_TESTS ? 100_000 : 10_000

const keys = new KeyRing([RELEASED_KEY])

const restored = async (database: Database, file: string) =>
  (await restore(database, await verifyBackup(file, keys))).rows

const backupsIn = (folder: string) => readdirSync(join(folder, 'backups'))

/** The settings of a server on this database; its key is in its folder. */
function settingsFor({ place }: Database): { DATA_DIR: string; DATABASE_URL: string; SECRET: string } {
  if ('file' in place) return settingsIn(dirname(place.file))
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Settings want a host. The one in the query, the socket, comes before it.
  return { ...settingsIn(folder), DATABASE_URL: place.url }
}

function settingsIn(folder: string): { DATA_DIR: string; DATABASE_URL: string; SECRET: string } {
  writeFileSync(secretFile(folder), RELEASED_KEY)
  return { DATA_DIR: folder, DATABASE_URL: '', SECRET: '' }
}

async function rowsOf(database: Database, tables: Iterable<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.query,
    )
    counts[table] = rows[0]!.count
  }
  return counts
}

/** What the server does with its data before it listens. */
async function openAs(settings: ReturnType<typeof settingsIn>): Promise<void> {
  const read = readSettings(settings)
  const { database: opened } = await openStore({
    settings: read,
    data: prepareDataFolder(read),
    now: Date.now,
    warn: () => undefined,
  })
  await opened.close()
}

describeOnEachDatabase('what an older release kept', ({ kind, empty }) => {
  // `released-schemas.test.ts` runs the migrations of all releases. Here only the backups are new, so two releases are enough.
  test.each(process.env.LONG_TESTS ? OLDER : [OLDER[0]!, OLDER.at(-1)!])(
    '%s: `backup` takes it first, and the server opens it after a backup of its own',
    async (schema) => {
      const database = await empty()
      const kept = await fillReleased(database, schema)
      const settings = settingsFor(database)
      const file = join(settings.DATA_DIR, 'all.gz')
      const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
      expect(await maintain(['backup', file], settings)).toBe(0)
      said.mockRestore()
      expect(await restored(await empty(), file)).toMatchObject(kept)

      await openAs(settings)
      expect(await schemaState(database)).toEqual({ pending: [], last: CURRENT })
      expect(await rowsOf(database, Object.keys(kept))).toEqual(kept)
      const backups = backupsIn(settings.DATA_DIR)
      expect(backups).toEqual([`before-${RELEASED[RELEASED.indexOf(schema) + 1]}.backup.gz`])
      expect(await restored(await empty(), join(settings.DATA_DIR, 'backups', backups[0]!))).toMatchObject(kept)
    },
  )

  // Others start it on a file.
  if (kind === 'postgres')
    test('of the first release the server itself starts on', async () => {
      const database = await empty()
      const kept = await fillReleased(database, OLDER[0]!)
      const settings = settingsFor(database)
      const server = await startServer(settings)
      onTestFinished(() => kill(server))
      // Not /readyz: that would compile all pages.
      const { api } = await registerOwner(() => server, settings.DATA_DIR)
      expect(await api('GET', '/api/outputs')).toMatchObject({ outputs: [] })
      await kill(server)
      expect(await rowsOf(database, Object.keys(kept))).toEqual(kept)
    })

  test('a backup goes into the empty tables of an older release, and not into full ones', async () => {
    const source = await empty()
    const kept = await fillReleased(source, OLDER.at(-1)!)
    const settings = settingsFor(source)
    await openAs(settings)
    const file = join(settings.DATA_DIR, 'backups', backupsIn(settings.DATA_DIR)[0]!)
    const target = await empty()
    await migrate(target, { until: OLDER[0]! })
    expect(await restored(target, file)).toMatchObject(kept)
    const full = await empty()
    await fillReleased(full, OLDER[0]!)
    await expect(restored(full, file)).rejects.toThrow('The database holds something already')
  })
})

/** The file that shows how far a migration is: it writes a backup, then restores it on trial. Without a file, both are done. */
const STEPS = ['backup.gz', 'trial.sqlite', undefined] as const

test(`a migration of ${ROWS} rows that is killed on its way loses none of them`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'switchyard.sqlite')
  const database = openDatabase({ file })
  const schema = '003-subscriptions'
  const kept = await fillReleased(database, schema)
  await sql`
    insert into output_version (output_id, number, user_id, at, cause, nodes, added, removed, content)
    with recursive n(i) as (select 2 union all select i + 1 from n where i <= ${ROWS})
    select v.output_id, n.i, v.user_id, v.at + n.i, 'refresh', v.nodes, 0, 0, v.content
    from n, output_version v where v.number = 1`.execute(database.query)
  await database.close()
  const all = { ...kept, output_version: ROWS + 1 }
  const backup = join(folder, 'backups/before-004-publications.backup.gz')
  const settings = settingsIn(folder)
  const env = { ...process.env, ...settings }

  const isAt = (step: string | undefined) => {
    if (step === undefined) return existsSync(backup)
    if (!existsSync(join(folder, 'backups'))) return false
    const work = backupsIn(folder).find((entry) => entry.startsWith('.switchyard-backup-'))
    return work !== undefined && existsSync(join(folder, 'backups', work, step))
  }
  for (const step of STEPS) {
    const child = spawn(process.execPath, [MAINTENANCE, 'migrate'], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await vi.waitUntil(() => isAt(step), { timeout: 60_000, interval: 1 })
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    const left = openDatabase({ file })
    expect(await rowsOf(left, Object.keys(all))).toEqual(all)
    expect((left as Extract<Database, { kind: 'sqlite' }>).sqlite.pragma('integrity_check', { simple: true })).toBe(
      'ok',
    )
    await left.close()
  }
  await openAs(settings)
  expect(readdirSync(join(folder, 'backups'))).toEqual([basename(backup)])
  const opened = openDatabase({ file })
  onTestFinished(() => opened.close())
  expect(await schemaState(opened)).toEqual({ pending: [], last: CURRENT })
  expect(await rowsOf(opened, Object.keys(all))).toEqual(all)
  const other = openDatabase({ file: ':memory:' })
  onTestFinished(() => other.close())
  expect(await restored(other, backup)).toMatchObject(all)
})
