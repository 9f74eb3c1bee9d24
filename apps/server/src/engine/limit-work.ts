import type { Worker } from 'node:worker_threads'

/** How long a thread may work, in milliseconds. */
export interface WorkLimits {
  /** Of processor time: waiting for a processor does not count. */
  workMs: number
  /** By the clock. A thread does not answer questions about its usage during a long call of native code. */
  clockMs: number
}

const LOOK_AGAIN_MS = 50

/**
 * Calls back once when a thread goes over its limits; both count from now.
 * @returns ends the watch
 */
export function limitWork(worker: Worker, { workMs, clockMs }: WorkLimits, onPassed: () => void): () => void {
  let isOver = false
  let next: NodeJS.Timeout
  const end = () => {
    isOver = true
    clearTimeout(next)
    clearTimeout(last)
  }
  const pass = () => {
    if (isOver) return
    end()
    onPassed()
  }
  const before = worker.cpuUsage()
  const look = async () => {
    const { user, system } = await worker.cpuUsage(await before)
    if (isOver) return
    const leftMs = workMs - (user + system) / 1000
    if (leftMs <= 0) pass()
    else next = lookAfter(leftMs)
  }
  // A thread that has ended cannot be asked for its usage.
  const lookAfter = (ms: number) => setTimeout(() => void look().catch(end), Math.max(ms, LOOK_AGAIN_MS))
  next = lookAfter(workMs)
  before.catch(end)
  const last = setTimeout(pass, clockMs)
  return end
}
