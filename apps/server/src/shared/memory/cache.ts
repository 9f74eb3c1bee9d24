import { LRUCache } from 'lru-cache'
import type { Cache, CacheRule } from '../cache.ts'
import { ageOf } from '../clocks.ts'

interface Kept<T> {
  value: T
  at: number
}

/** Values in the memory of this copy. */
export class MemoryCache<T> implements Cache<T> {
  readonly #ttlMs: number
  readonly #kept: LRUCache<string, Kept<T>>

  constructor({ ttlMs, maxBytes, sizeOf }: CacheRule<T>) {
    this.#ttlMs = ttlMs
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ value }) => sizeOf(value) + 1 })
  }

  find(key: string, now: number, withinMs = this.#ttlMs): Promise<T | undefined> {
    const kept = this.#kept.get(key)
    const isYoung = kept !== undefined && ageOf(kept.at, now) < Math.min(withinMs, this.#ttlMs)
    return Promise.resolve(isYoung ? kept.value : undefined)
  }

  keep(key: string, value: T, at: number): Promise<void> {
    this.#kept.set(key, { value, at })
    return Promise.resolve()
  }

  forget(key: string): Promise<void> {
    this.#kept.delete(key)
    return Promise.resolve()
  }

  /** It would be held until somebody asks for it again. */
  forgetOld(now: number): void {
    for (const [key, kept] of this.#kept.entries()) if (ageOf(kept.at, now) >= this.#ttlMs) this.#kept.delete(key)
  }

  /** How many values are held, old ones too. */
  get size(): number {
    return this.#kept.size
  }
}
