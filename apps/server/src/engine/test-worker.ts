// A thread for tests: does what it is told.
import { parentPort, threadId } from 'node:worker_threads'
import { READY } from './worker-pool.ts'

/** What a test asks of a thread. */
export type Reported = 'answer' | 'loop' | 'eat' | 'throw' | 'exit' | 'recurse' | { waitMs: number }

const port = parentPort!
port.on('message', (reported: Reported) => {
  if (reported === 'loop') for (;;);
  if (reported === 'eat') for (const all: number[][] = []; ;) all.push(Array.from({ length: 1e5 }, (_, at) => at + 0.5))
  if (reported === 'throw') throw new Error('a bug')
  if (reported === 'exit') process.exit(3)
  if (reported === 'recurse') deeper(0)
  if (typeof reported === 'object')
    return void setTimeout(() => port.postMessage({ output: threadId }), reported.waitMs)
  port.postMessage({ output: threadId })
})
port.postMessage(READY)

function deeper(depth: number): number {
  return deeper(depth + 1) + 1
}
