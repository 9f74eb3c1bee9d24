import type { Limit, Places, WantedPlace } from '../shared/limits.ts'
import type { Shared } from '../shared/shared.ts'
import { withSignal } from '../shared/with-signal.ts'
import { SafeFetchError } from './safe-fetch-error.ts'
import { MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'

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

/** How many requests run at once and per minute: of a user, to a host, over all. */
export class FetchLimits {
  readonly #numbers: LimitNumbers
  readonly #now: () => number
  readonly #users: Limit
  readonly #hosts: Limit
  readonly #places: Places

  /** `what` is asked for: what has another name is counted apart. */
  constructor(numbers: LimitNumbers, shared: Pick<Shared, 'limit' | 'places'>, now: () => number, what = 'fetches') {
    this.#numbers = numbers
    this.#now = now
    this.#users = shared.limit(`${what} of a user`, { points: numbers.perUserPerMinute, spanMs: MINUTE_MS })
    this.#hosts = shared.limit(`${what} from a host`, { points: numbers.perHostPerMinute, spanMs: MINUTE_MS })
    this.#places = shared.places(what)
  }

  /**
   * Waits for a place of the user, no longer than the signal allows; gives back how to leave it. Throws `busy` when that
   * takes too long.
   */
  async enterUser(user: string, signal: AbortSignal): Promise<() => void> {
    const { perUserAtOnce, atOnce } = this.#numbers
    await this.#count(this.#users, user, signal)
    const own = { key: `user ${user}`, most: perUserAtOnce }
    return this.#enter(user, [own, { key: 'all', most: atOnce }], signal)
  }

  /** The same for a place at a host. A user holds half of these at most, and the others are for others. */
  async enterHost(host: string, user: string, signal: AbortSignal): Promise<() => void> {
    await this.#count(this.#hosts, host, signal)
    const { perHostAtOnce } = this.#numbers
    const own = { key: JSON.stringify([host, user]), most: Math.max(1, Math.floor(perHostAtOnce / 2)) }
    return this.#enter(user, [own, { key: `host ${host}`, most: perHostAtOnce }], signal)
  }

  async #count(limit: Limit, key: string, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + this.#numbers.queueMs
    for (;;) {
      const waitMs = await limit.take(key, this.#now())
      if (waitMs === 0) return
      if (performance.now() + waitMs > deadline) throw busyFor(waitMs, new Error('Too many requests in a minute'))
      await withSignal(new Promise((resolve) => setTimeout(resolve, waitMs)), signal)
    }
  }

  async #enter(person: string, wanted: readonly WantedPlace[], signal: AbortSignal): Promise<() => void> {
    const { queueMs } = this.#numbers
    const leave = await this.#places.enter(wanted, { person, waitMs: queueMs, signal })
    if (!leave) throw busyFor(queueMs)
    return leave
  }
}

function busyFor(waitMs: number, cause?: Error): SafeFetchError {
  return new SafeFetchError('busy', { retryAfterS: Math.max(1, Math.ceil(waitMs / SECOND_MS)), cause })
}
