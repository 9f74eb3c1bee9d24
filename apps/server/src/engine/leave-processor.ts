import { readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'

/**
 * From 0 to 19. A thread with a higher number gets less of the processor. Beside a thread with 0, one with 15 gets a thirtieth.
 * With 5 it would get a quarter, and requests would wait for it.
 */
const NICENESS = 15
const THREADS = '/proc/self/task'
const CALLING_THREAD = 0

/** Gives the calling thread less of the processor than the main thread, which answers requests. Works on Linux only. */
export function leaveProcessor(): void {
  lower(CALLING_THREAD)
}

/**
 * Does the same for all other threads of the process. The main thread calls it. Node uses the other threads for garbage
 * collection, compilation, compression and name lookups.
 */
export async function letOthersLeaveProcessor(): Promise<void> {
  if (process.platform !== 'linux') return
  // Reading the folder once makes Node start all its threads.
  await readdir(THREADS)
  for (const thread of await readdir(THREADS)) if (Number(thread) !== process.pid) lower(Number(thread))
}

/** Other systems would set the priority of the whole process. */
function lower(thread: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(thread, NICENESS)
  } catch {
    // A sandbox may forbid it, and a thread may have ended. The server works without it.
  }
}
