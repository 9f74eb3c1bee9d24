// Runs in a thread of its own: converts one job after the other, and answers each.
import { parentPort } from 'node:worker_threads'
import { convertJob, type EngineJob } from './convert-job.ts'
import { READY } from './worker-pool.ts'

const port = parentPort!
port.on('message', (job: EngineJob) => port.postMessage({ output: convertJob(job) }))
port.postMessage(READY)
