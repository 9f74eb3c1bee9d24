import type { Remote } from 'comlink'
import type { ConfigWorkerApi } from '../../workers/config-worker.ts'
import { WorkerClient, WorkerGone } from './worker-client.ts'

/** The part of the engine that works on a config that somebody brings, as a page asks it: `(api) => api.check(…)`. */
export type ConfigEngineApi = Remote<ConfigWorkerApi>
type ConfigQuestion<T> = (api: ConfigEngineApi) => T

/** A config of the largest size takes less. What takes longer is stopped, and the next question starts the worker anew. */
const TIME_MAX_MS = 60_000
/** A worker may work so long on a question that nobody waits for. Then it is stopped. A new one takes about as long to start. */
const UNWANTED_MAX_MS = 1000

interface Waiting {
  run: () => Promise<void>
  drop: () => void
  signal: AbortSignal | undefined
}

/**
 * Asks the worker for configs, one question after the other. A question whose signal has ended is never sent, and one that
 * is under way is left alone: its promise fails at once (`AbortError`).
 */
export class ConfigEngine {
  readonly #worker: WorkerClient<ConfigWorkerApi>
  readonly #waiting: Waiting[] = []
  readonly #lists = new Map<string, string>()
  /** Lists that the worker of now was given. */
  readonly #given = new Set<string>()
  #isBusy = false

  constructor(
    start: () => Worker = () =>
      new Worker(new URL('../../workers/config-worker.ts', import.meta.url), { type: 'module' }),
  ) {
    this.#worker = new WorkerClient(start, () => this.#given.clear())
  }

  /** The answer; fails with `WorkerGone` when the worker ends first, and with `AbortError` when nobody wants it any more. */
  ask<T>(question: ConfigQuestion<T>, signal?: AbortSignal): Promise<Awaited<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<T>>()
    const drop = () => reject(new DOMException('superseded', 'AbortError'))
    if (signal?.aborted) drop()
    else {
      signal?.addEventListener('abort', drop, { once: true })
      const run = () => this.#run(question, signal).then(resolve, reject)
      this.#waiting.push({ run, drop, signal })
      void this.#next()
    }
    return promise
  }

  /** The text of a rule list, for all questions from now on. */
  addList(address: string, text: string): void {
    this.#lists.set(address, text)
    this.#given.delete(address)
  }

  stop(): void {
    for (const { drop } of this.#waiting.splice(0)) drop()
    this.#worker.stop()
  }

  async #next(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      if (!next.signal?.aborted) await next.run()
    this.#isBusy = false
  }

  async #run<T>(question: ConfigQuestion<T>, signal: AbortSignal | undefined): Promise<Awaited<T>> {
    let timer = setTimeout(() => this.#worker.stop(), TIME_MAX_MS)
    let isAwake = false
    const hurry = () => {
      // A worker that is stopped while it loads would have to load again: on a slow device no question would ever be answered.
      if (!isAwake) return
      clearTimeout(timer)
      timer = setTimeout(() => this.#worker.stop(), UNWANTED_MAX_MS)
    }
    signal?.addEventListener('abort', hurry, { once: true })
    try {
      return await this.#worker.ask(async (api) => {
        await api.isAwake()
        isAwake = true
        signal?.throwIfAborted()
        for (const [address, text] of this.#lists) {
          if (this.#given.has(address)) continue
          this.#given.add(address)
          await api.addList(address, text)
        }
        return await question(api)
      })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', hurry)
    }
  }
}

/** One for all screens: they share its rule lists. */
const engine = new ConfigEngine()

/** The answer to a question about a config, off the page's thread; `WorkerGone` when the worker ends first. */
export function askConfigEngine<T>(question: ConfigQuestion<T>, signal?: AbortSignal): Promise<Awaited<T>> {
  return engine.ask(question, signal)
}

/** The text of a rule list, for all questions from now on. */
export function addConfigList(address: string, text: string): void {
  engine.addList(address, text)
}

/** For answers that somebody may not want any more, or that a worker did not live to give: nothing then. */
export function unlessDropped(error: unknown): undefined {
  if (error instanceof WorkerGone) return undefined
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  throw error
}
