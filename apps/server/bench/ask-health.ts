// A thread for `turns.ts`: asks `/healthz` of a server again and again until it is told that it is over, and gives back how long
// each answer took. What the others do in their process is not taken for time of the server.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Somebody asks, has the answer, and asks again after so long. */
const REST_MS = 5

const ask = async () => (await fetch(`${String(workerData)}/healthz`)).arrayBuffer()
await ask()
const over = new AbortController()
parentPort!.once('message', () => over.abort())
parentPort!.postMessage('ready')
const times: number[] = []
while (!over.signal.aborted) {
  const began = performance.now()
  await ask()
  times.push(performance.now() - began)
  await wait(REST_MS)
}
parentPort!.postMessage(times)
