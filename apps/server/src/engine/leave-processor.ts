import { readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** Of 19. Threads of the same niceness share what is left. */
const NICENESS = 5
const THREADS = '/proc/self/task'

/**
 * From now on the calling thread works when the thread that answers everybody does not need the processor. Linux sets the
 * priority of a thread; other systems would set that of the whole process.
 */
export function leaveProcessor(): void {
  if (process.platform === 'linux') setPriority(NICENESS)
}

/**
 * The same for all threads beside the calling one: they collect garbage and compile for every thread, pack texts and look
 * names up.
 */
export async function letOthersLeaveProcessor(): Promise<void> {
  if (process.platform !== 'linux') return
  // Node starts its threads for such work with the first piece of it.
  await readdir(THREADS)
  for (const thread of await readdir(THREADS)) if (Number(thread) !== process.pid) setPriority(Number(thread), NICENESS)
}
