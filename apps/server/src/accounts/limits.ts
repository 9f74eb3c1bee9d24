import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiRefusal } from '../api-refusal.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const QUARTER_S = 15 * MINUTE_S

/** How often what may be tried. docs/security.md, "Rates" */
const RULES = {
  'account and address': { points: 5, duration: QUARTER_S },
  account: { points: 20, duration: QUARTER_S },
  address: { points: 60, duration: HOUR_S },
  'new accounts': { points: 5, duration: HOUR_S },
  'setup code': { points: 5, duration: MINUTE_S },
  'reset mails': { points: 3, duration: HOUR_S },
  links: { points: 30, duration: HOUR_S },
} as const

type Rule = keyof typeof RULES

/** What is tried, counted in memory. Nobody is locked out for good: each count ends by itself. */
export class AccountLimits {
  readonly #counts = new Map<string, RateLimiterMemory>(
    Object.entries(RULES).map(([rule, numbers]) => [rule, new RateLimiterMemory(numbers)]),
  )

  /** Counts one try. Throws the refusal `too-many-requests` with the time to wait. */
  async count(rule: Rule, key: string): Promise<void> {
    try {
      await this.#counts.get(rule)!.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new ApiRefusal('too-many-requests', { retryAfterS: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }

  /** Counts one try to sign in to an account from an address, whether there is such an account or not. */
  async countSignIn(account: string, address: string): Promise<void> {
    await this.count('address', address)
    await this.count('account', account)
    await this.count('account and address', JSON.stringify([account, address]))
  }

  /** Forgets the tries of somebody who got in. */
  async forgetSignIns(account: string, address: string): Promise<void> {
    await this.#counts.get('account and address')!.delete(JSON.stringify([account, address]))
    await this.#counts.get('account')!.delete(account)
  }
}
