import { wrap, type Remote } from 'comlink'

/** Why a worker answers no more: it was stopped, its script did not load, or it broke. */
export type WorkerEnd = 'stopped' | 'unloaded' | 'crashed'

export class WorkerGone extends Error {
  override name = 'WorkerGone'

  constructor(end: WorkerEnd) {
    super(`The worker is gone: ${end}`)
  }
}

/** A worker that starts when it is first asked, and anew when it is asked after its end. */
export class WorkerClient<Api> {
  readonly #start: () => Worker
  readonly #onEnd: (end: WorkerEnd) => void
  readonly #waiting = new Set<(gone: WorkerGone) => void>()
  #worker: { thread: Worker; api: Remote<Api> } | undefined

  /** `onEnd` hears of every end, before those who wait for an answer do. */
  constructor(start: () => Worker, onEnd: (end: WorkerEnd) => void = () => {}) {
    this.#start = start
    this.#onEnd = onEnd
  }

  /** The worker's answer; fails with `WorkerGone` when the worker ends first. */
  async ask<T>(question: (api: Remote<Api>) => T): Promise<Awaited<T>> {
    const { api } = (this.#worker ??= this.#started())
    const { promise: end, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    try {
      return await Promise.race([question(api), end])
    } finally {
      this.#waiting.delete(reject)
    }
  }

  stop(end: WorkerEnd = 'stopped'): void {
    if (!this.#worker) return
    this.#worker.thread.terminate()
    this.#worker = undefined
    this.#onEnd(end)
    const gone = new WorkerGone(end)
    for (const reject of this.#waiting) reject(gone)
    this.#waiting.clear()
  }

  #started(): { thread: Worker; api: Remote<Api> } {
    const thread = this.#start()
    // A script that breaks says where; one that did not load says nothing.
    thread.addEventListener('error', (event) => {
      if (thread === this.#worker?.thread) this.stop(event instanceof ErrorEvent ? 'crashed' : 'unloaded')
    })
    return { thread, api: wrap<Api>(thread) }
  }
}

/** Ignores that a worker has ended, for callers that need no answer then. Its end is reported elsewhere (`onEnd`). */
export function unlessGone(error: unknown): void {
  if (!(error instanceof WorkerGone)) throw error
}
