import type { Limit, LimitRule } from '../limits.ts'

interface Count {
  taken: number
  endsAt: number
}

/** Counts in the memory of this copy: no timer and no promise for a key, where one is counted with every request. */
export class MemoryLimit implements Limit {
  readonly #points: number
  readonly #spanMs: number
  /** Those that end first stand first. */
  readonly #counts = new Map<string, Count>()

  constructor({ points, spanMs }: LimitRule) {
    this.#points = points
    this.#spanMs = spanMs
  }

  take(key: string, now: number): Promise<number> {
    return Promise.resolve(this.takeAtOnce(key, now))
  }

  /** The same without a promise. */
  takeAtOnce(key: string, now: number): number {
    this.#forgetOld(now)
    const count = this.#counts.get(key)
    if (!count || this.#isOver(count, now)) {
      this.#counts.delete(key)
      this.#counts.set(key, { taken: 1, endsAt: now + this.#spanMs })
      return 0
    }
    if (count.taken >= this.#points) return count.endsAt - now
    count.taken++
    return 0
  }

  forget(key: string): Promise<void> {
    this.#counts.delete(key)
    return Promise.resolve()
  }

  /** How many keys are counted. */
  get size(): number {
    return this.#counts.size
  }

  #forgetOld(now: number): void {
    for (const [key, count] of this.#counts) {
      if (!this.#isOver(count, now)) return
      this.#counts.delete(key)
    }
  }

  #isOver({ endsAt }: Count, now: number): boolean {
    return endsAt <= now || endsAt > now + this.#spanMs
  }
}
