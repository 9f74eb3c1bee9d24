import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = '/dev/shm'
/** Three test processes, each with a PostgreSQL, need less than half of this. A container often has only 64 MB. */
const NEEDED_BYTES = 2 * 1024 ** 3

/** The folder for test databases. It is in memory if there is room, because copying a database on a disk takes 9 times the work. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
