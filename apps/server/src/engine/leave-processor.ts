import { readdir } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

/**
 * From 0 to 19. A thread with a higher number gets less of the processor. Beside the main thread with 0, one with 10 gets a
 * tenth, and one with 19 next to nothing. With 5 it would get a quarter, and requests would wait for it.
 */
const OF_HELPERS = 10
/** Where threads help the main thread to collect garbage, it waits for them. So they come before the engine. */
const OF_ENGINE = 19
const THREADS = '/proc/self/task'
const CALLING_THREAD = 0

/** Gives the calling thread less of the processor than the main thread, which answers requests. Works on Linux only. */
export function leaveProcessor(): void {
  lower(CALLING_THREAD, OF_ENGINE)
}

/**
 * Gives all other threads of the process less of it. The main thread calls this. Node uses the other threads for garbage
 * collection, compilation, compression and name lookups.
 */
export async function letOthersLeaveProcessor(): Promise<void> {
  if (process.platform !== 'linux') return
  // Reading the folder once makes Node start all its threads.
  await readdir(THREADS)
  const niceness = Math.max(OF_HELPERS, getPriority())
  for (const thread of await readdir(THREADS)) if (Number(thread) !== process.pid) lower(Number(thread), niceness)
}

/** Other systems would set the priority of the whole process. */
function lower(thread: number, niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(thread, niceness)
  } catch {
    // A sandbox may forbid it, and a thread may have ended. The server works without it.
  }
}
