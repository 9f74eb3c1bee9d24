import { readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabasePlace } from '../db/database.ts'
import { type Examined, fault } from './examined.ts'

const PROCESSES = '/proc'

/** Whether several servers of this machine keep their rows in one file. Where a system does not show it, nothing is said. */
export async function* oneServer(place: DatabasePlace): AsyncGenerator<Examined> {
  if (!('file' in place)) return
  const holders = await holdersOf(place.file)
  if (holders.length > 1)
    yield fault(
      `${holders.length} programs have ${place.file} open (processes ${holders.join(', ')}). Two servers on one file each run the jobs ` +
        'and count tries for themselves: stop all but one, or keep rows in a PostgreSQL (DATABASE_URL).',
    )
}

/** The other processes that have a file open, as far as this user sees them. */
async function holdersOf(file: string): Promise<number[]> {
  const real = await realpath(file).catch(() => file)
  const processes = (await readdir(PROCESSES).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(processes.map(async (id) => ((await hasOpen(id, real)) ? [Number(id)] : [])))
  return found
    .flat()
    .filter((id) => id !== process.pid)
    .toSorted((a, b) => a - b)
}

async function hasOpen(id: string, file: string): Promise<boolean> {
  const folder = join(PROCESSES, id, 'fd')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if ((await readlink(join(folder, name)).catch(() => '')) === file) return true
  return false
}
