/**
 * So many requests of each key in a span of time, which begins for all keys together: no timer and no promise for each of
 * them, where one is counted with every request. What is kept are the keys of one span.
 */
export class WindowLimit {
  readonly #points: number
  readonly #spanMs: number
  #counts = new Map<string, number>()
  #endsAt = 0

  constructor({ points, spanMs }: { points: number; spanMs: number }) {
    this.#points = points
    this.#spanMs = spanMs
  }

  /** Counts a request. False: it is one too many, and not counted. */
  take(key: string, now = performance.now()): boolean {
    if (now >= this.#endsAt) {
      this.#counts = new Map()
      this.#endsAt = now + this.#spanMs
    }
    const taken = this.#counts.get(key) ?? 0
    if (taken >= this.#points) return false
    this.#counts.set(key, taken + 1)
    return true
  }
}
