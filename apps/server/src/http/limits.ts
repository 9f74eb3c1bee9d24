import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiRefusal } from '../api-refusal.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const QUARTER_S = 15 * MINUTE_S

/** How often what may be asked. docs/security.md, "Rates" */
const RULES = {
  conversions: { points: 60, duration: MINUTE_S },
  'account and address': { points: 5, duration: QUARTER_S },
  account: { points: 20, duration: QUARTER_S },
  address: { points: 60, duration: HOUR_S },
  'new accounts': { points: 5, duration: HOUR_S },
  'setup code': { points: 5, duration: MINUTE_S },
  'reset mails': { points: 3, duration: HOUR_S },
  links: { points: 30, duration: HOUR_S },
} as const

export type Limit = keyof typeof RULES

/** What counts as one try: each limit with the key that it is counted by. */
export type Tries = readonly (readonly [limit: Limit, key: string])[]

/** How long a limit counts, in seconds. */
export const spanOf = (limit: Limit): number => RULES[limit].duration

/** One try to sign in to an account from an address, whether there is such an account or not. */
export const signInTries = (account: string, address: string): Tries => [
  ['address', address],
  ['account', account],
  ['account and address', JSON.stringify([account, address])],
]

/** What is asked, counted in memory. Nobody is locked out for good: each count ends by itself. */
export class Limits {
  readonly #counts = new Map<string, RateLimiterMemory>(
    Object.entries(RULES).map(([limit, numbers]) => [limit, new RateLimiterMemory(numbers)]),
  )

  /** Counts one try. Throws the refusal `too-many-requests` with the time to wait. */
  async count(limit: Limit, key: string): Promise<void> {
    try {
      await this.#counts.get(limit)!.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new ApiRefusal('too-many-requests', { retryAfterS: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }

  /** Forgets the tries of somebody who got in. */
  async forgetSignIns(account: string, address: string): Promise<void> {
    await this.#counts.get('account and address')!.delete(JSON.stringify([account, address]))
    await this.#counts.get('account')!.delete(account)
  }
}
