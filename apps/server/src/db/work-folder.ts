import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '@switchyard/outbound/error-code'
import { HOUR_MS, SECOND_MS } from '@switchyard/sources/spans'
import { makeFolder } from '../make-folder.ts'

const PREFIX = '.switchyard-backup-'
/** Behind the prefix: the machine, and the process on it. */
const NAME = /^\.switchyard-backup-([^/]+)-(\d+)-\w{6}$/
/** What a backup of release 0.2 and before left when it was killed. */
const OLD_NAME = /^(?:nightly|before)-[^/]+\.backup\.gz\.(?:draft|copy(?:-wal|-shm)?)$/
/** Work goes on writing: what nobody touched for so long is nobody's. */
const UNTOUCHED_MS = HOUR_MS

/** Calls back with a folder for what is made on the way to a file, on the disk of that file. It goes with the work. */
export async function inWorkFolder<T>(file: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = dirname(file)
  makeFolder(parent)
  await sweepWork(parent)
  const folder = await mkdtemp(join(parent, `${PREFIX}${hostname()}-${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the work that was killed in a folder, and leaves that of who is still at it. */
export async function sweepWork(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if (await isLeft(path)) await rm(path, { recursive: true, force: true })
  }
}

async function isLeft(path: string): Promise<boolean> {
  const name = basename(path)
  const [, host, pid] = NAME.exec(name) ?? []
  if (host === undefined) return OLD_NAME.test(name) && (await isUntouched(path))
  if (host === hostname() && !(await isAtWork(Number(pid), path))) return true
  const inside = await readdir(path)
  const untouched = await Promise.all([path, ...inside.map((file) => join(path, file))].map(isUntouched))
  return untouched.every(Boolean)
}

/** Whether a process is the one that made a path. In a container each one has the number of the one before it. */
async function isAtWork(pid: number, path: string): Promise<boolean> {
  if (pid === process.pid) return (await stat(path)).birthtimeMs >= Date.now() - process.uptime() * SECOND_MS
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is there, and somebody else's.
    return errorCode(error) === 'EPERM'
  }
}

async function isUntouched(path: string): Promise<boolean> {
  return Date.now() - (await stat(path)).mtimeMs > UNTOUCHED_MS
}
