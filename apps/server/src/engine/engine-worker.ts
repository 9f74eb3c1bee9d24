// Runs in a thread of its own: does one job after the other, and answers each.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type EngineJob, runJob } from './engine-job.ts'
import { READY } from './worker-pool.ts'

/** Of 19: the thread that answers everybody comes first, and what it leaves is shared. */
const NICENESS = 5
// Linux sets the priority of a thread, others that of the process.
if (process.platform === 'linux') setPriority(NICENESS)

const port = parentPort!
port.on('message', (job: EngineJob) => void answer(job))

/** A job that fails ends the thread: whoever waits for it hears of that. */
async function answer(job: EngineJob): Promise<void> {
  port.postMessage({ output: await runJob(job) })
}

port.postMessage(READY)
