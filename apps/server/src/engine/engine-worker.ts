// Runs in a thread of its own: does one job after the other, and answers each.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { leaveProcessor } from './leave-processor.ts'
import type { EngineJob } from './engine-job.ts'
import { READY } from './worker-pool.ts'

enableCompileCache()
await leaveProcessor()
// Compiling the engine is work too.
const { runJob } = await import('./engine-job.ts')

const port = parentPort!
port.on('message', (job: EngineJob) => void answer(job))

/** A job that fails ends the thread: whoever waits for it hears of that. */
async function answer(job: EngineJob): Promise<void> {
  const output = await runJob(job)
  port.postMessage({ output }, [...new Set(buffersIn(output))])
}

/** The buffers that move to the main thread and are not copied. A buffer that other bytes share stays here. */
function buffersIn(output: unknown): ArrayBuffer[] {
  if (output instanceof Uint8Array) {
    const { buffer, byteLength } = output
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
  }
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return []
  return Object.values(output).flatMap(buffersIn)
}

port.postMessage(READY)
// Node would write this cache when the thread exits by itself. The pool ends threads before that.
flushCompileCache()
