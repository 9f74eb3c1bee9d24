import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { SafeFetchError } from './safe-fetch-error.ts'
import { withSignal } from './with-signal.ts'

export interface LimitNumbers {
  perUserAtOnce: number
  perUserPerMinute: number
  perHostAtOnce: number
  perHostPerMinute: number
  atOnce: number
  queueMs: number
}

export const LIMITS: LimitNumbers = {
  perUserAtOnce: 4,
  perUserPerMinute: 60,
  perHostAtOnce: 4,
  perHostPerMinute: 30,
  atOnce: 64,
  queueMs: 5000,
}

const MINUTE_S = 60

/** How many requests run at once and per minute: of a user, to a host, over all. */
export class Limits {
  readonly #numbers: LimitNumbers
  readonly #users: RateLimiterMemory
  readonly #hosts: RateLimiterMemory
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<() => void>()

  constructor(numbers: LimitNumbers) {
    this.#numbers = numbers
    this.#users = new RateLimiterMemory({ points: numbers.perUserPerMinute, duration: MINUTE_S })
    this.#hosts = new RateLimiterMemory({ points: numbers.perHostPerMinute, duration: MINUTE_S })
  }

  /**
   * Waits for a place of the user, no longer than the signal allows; gives back how to leave it. Throws `busy` when that
   * takes too long.
   */
  async enterUser(user: string, signal: AbortSignal): Promise<() => void> {
    const { perUserAtOnce, atOnce } = this.#numbers
    await this.#count(this.#users, user, signal)
    const places: [string, number][] = [
      [`user ${user}`, perUserAtOnce],
      ['all', atOnce],
    ]
    return this.#enter(places, signal)
  }

  async enterHost(host: string, signal: AbortSignal): Promise<() => void> {
    await this.#count(this.#hosts, host, signal)
    return this.#enter([[`host ${host}`, this.#numbers.perHostAtOnce]], signal)
  }

  async #count(limiter: RateLimiterMemory, key: string, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + this.#numbers.queueMs
    for (;;) {
      try {
        await limiter.consume(key)
        return
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfterS = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        if (performance.now() + error.msBeforeNext > deadline)
          throw new SafeFetchError('busy', { retryAfterS, cause: new Error('Too many requests in a minute') })
        await withSignal(new Promise((resolve) => setTimeout(resolve, error.msBeforeNext)), signal)
      }
    }
  }

  async #enter(places: readonly [key: string, most: number][], signal: AbortSignal): Promise<() => void> {
    const deadline = performance.now() + this.#numbers.queueMs
    while (places.some(([key, most]) => (this.#running.get(key) ?? 0) >= most)) {
      const left = deadline - performance.now()
      if (left <= 0) throw new SafeFetchError('busy', { retryAfterS: Math.ceil(this.#numbers.queueMs / 1000) })
      await withSignal(this.#change(left), signal)
    }
    for (const [key] of places) this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      for (const [key] of places) this.#leave(key)
      for (const wake of this.#waiting) wake()
    }
  }

  #leave(key: string): void {
    const others = (this.#running.get(key) ?? 1) - 1
    if (others > 0) this.#running.set(key, others)
    else this.#running.delete(key)
  }

  /** Until somebody leaves, or the time is over. */
  #change(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, mostMs)
      this.#waiting.add(wake)
    })
  }
}
