import type { Once } from '../once.ts'
import { withSignal } from '../with-signal.ts'

interface UnderWay<T> {
  result: Promise<T>
  stop: AbortController
  /** How many wait for it. */
  waiting: number
}

/** Work of this copy. */
export class MemoryOnce<T> implements Once<T> {
  readonly #underWay = new Map<string, UnderWay<T>>()

  async run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const running = this.#underWay.get(key) ?? this.#begin(key, work)
    running.waiting++
    try {
      return await (signal ? withSignal(running.result, signal) : running.result)
    } finally {
      running.waiting--
      if (running.waiting === 0) {
        this.#end(key, running)
        running.stop.abort()
      }
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): UnderWay<T> {
    const stop = new AbortController()
    const running = { result: Promise.try(work, stop.signal), stop, waiting: 0 }
    this.#underWay.set(key, running)
    const end = () => this.#end(key, running)
    running.result.then(end, end)
    return running
  }

  /** Who asks from now on begins a new one. */
  #end(key: string, running: UnderWay<T>): void {
    if (this.#underWay.get(key) === running) this.#underWay.delete(key)
  }
}
