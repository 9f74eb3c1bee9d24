// A thread for tests: does what it is told.
import { parentPort, threadId } from 'node:worker_threads'
import { READY } from './worker-pool.ts'

/** What a test asks of a thread. */
export type Told = 'answer' | 'loop' | 'eat' | 'throw' | 'exit' | 'recurse' | { waitMs: number }

const port = parentPort!
port.on('message', (told: Told) => {
  if (told === 'loop') for (;;);
  if (told === 'eat') for (const all: number[][] = []; ;) all.push(Array.from({ length: 1e5 }, (_, at) => at + 0.5))
  if (told === 'throw') throw new Error('a bug')
  if (told === 'exit') process.exit(3)
  if (told === 'recurse') deeper(0)
  if (typeof told === 'object') return void setTimeout(() => port.postMessage({ output: threadId }), told.waitMs)
  port.postMessage({ output: threadId })
})
port.postMessage(READY)

function deeper(depth: number): number {
  return deeper(depth + 1) + 1
}
