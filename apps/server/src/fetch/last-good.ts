import { LRUCache } from 'lru-cache'
import type { Fetched } from './upstream.ts'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** The last good answer of each request, for when its server fails: a day at most, and so many bytes in all. */
export class LastGood {
  readonly #kept: LRUCache<string, Fetched>

  /** `now`: any clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#kept = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ body }) => body.length + 1,
      ttl: MAX_AGE_MS,
      perf: { now },
      ttlResolution: 0,
    })
  }

  /** The answer that was kept for a request. */
  find(request: string): Fetched | undefined {
    return this.#kept.get(request)
  }

  /** Keeps an answer in the place of an older one. */
  keep(request: string, answer: Fetched): void {
    this.#kept.set(request, answer)
  }

  /** Frees what is too old: it would be held until somebody asks for it again. */
  forgetOld(): void {
    this.#kept.purgeStale()
  }

  /** How many answers are held in memory, old ones too. */
  get size(): number {
    return this.#kept.size
  }
}
