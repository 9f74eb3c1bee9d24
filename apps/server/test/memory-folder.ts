import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps its files in memory. */
const IN_MEMORY = '/dev/shm'
/** Three test processes with a PostgreSQL each take less than half of it. A container often has 64 MB. */
const NEEDED_BYTES = 2 * 1024 ** 3

/** Where a database of a test stands: files in memory where there is room. On a disk, copying a database takes 9 times the work. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
