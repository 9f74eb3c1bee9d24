import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/**
 * Niceness of the threads that help the main thread. Niceness goes from 0 to 19, and a thread with more gets less of the processor.
 * The main thread has 0. Beside it, a thread with 10 gets a tenth, and a thread with 19 gets almost nothing. A thread with 5 would get
 * a quarter, and requests would wait for it.
 */
const OF_HELPERS = 10
/** Niceness of the engine. The main thread waits for the threads that collect garbage. So the engine gets less than they do. */
const OF_ENGINE = 19
const THREADS = '/proc/self/task'
const THIS_THREAD = '/proc/thread-self'
const CALLING_THREAD = 0
const CHRT_MS = 5000

/**
 * Lets the main thread, which answers requests, always go first. The calling thread runs when the main thread does not need the
 * processor. Works on Linux only.
 *
 * Niceness limits how much of the processor a thread gets. But a nice thread does not stop at once when the main thread wakes up.
 * The main thread then waits some milliseconds. A thread with the policy SCHED_IDLE stops at once (man 7 sched). Node cannot set a
 * policy. The program `chrt` can. Debian and BusyBox have it.
 */
export async function leaveProcessor(): Promise<void> {
  lower(CALLING_THREAD, OF_ENGINE)
  if (process.platform !== 'linux') return
  try {
    // This link leads to the thread that reads it. An asynchronous call would read it in another thread.
    const thread = basename(readlinkSync(THIS_THREAD))
    await promisify(execFile)('chrt', ['-i', '-p', '0', thread], { timeout: CHRT_MS })
  } catch {
    // Some systems do not have `chrt`, and some sandboxes forbid it. Then the thread has only its niceness.
  }
}

/**
 * Gives all other threads of the process less of the processor than the main thread. The main thread calls this function. In
 * these threads, Node collects garbage, compiles code, packs data and looks up host names.
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
