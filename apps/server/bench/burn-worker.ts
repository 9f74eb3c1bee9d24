// A thread for `serve-burning.ts`: keeps a processor busy for as many milliseconds as it is told, and gives back nothing.
import { performance } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'
import { leaveProcessor } from '../src/engine/leave-processor.ts'
import { READY } from '../src/engine/worker-pool.ts'

await leaveProcessor()

const port = parentPort!
port.on('message', (ms: number) => {
  const ends = performance.now() + ms
  while (performance.now() < ends);
  port.postMessage({ output: null })
})
port.postMessage(READY)
