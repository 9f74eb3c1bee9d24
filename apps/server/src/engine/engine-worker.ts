// Runs in a thread of its own: does one job after the other, and answers each.
import { parentPort } from 'node:worker_threads'
import { type EngineJob, runJob } from './engine-job.ts'
import { READY } from './worker-pool.ts'

const port = parentPort!
port.on('message', (job: EngineJob) => port.postMessage({ output: runJob(job) }))
port.postMessage(READY)
