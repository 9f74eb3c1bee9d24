import { ApiRefusal } from '../api-refusal.ts'
import type { Deps } from '../deps.ts'
import type { Limit, LimitRule } from '../shared/limits.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'

const QUARTER_MS = 15 * MINUTE_MS

/** How often what may be asked. docs/security.md, "Rates" */
const RULES = {
  conversions: { points: 60, spanMs: MINUTE_MS },
  'account and address': { points: 5, spanMs: QUARTER_MS },
  account: { points: 20, spanMs: QUARTER_MS },
  address: { points: 60, spanMs: HOUR_MS },
  'new accounts': { points: 5, spanMs: HOUR_MS },
  'setup code': { points: 5, spanMs: MINUTE_MS },
  'reset mails': { points: 3, spanMs: HOUR_MS },
  links: { points: 30, spanMs: HOUR_MS },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof RULES

/** What counts as one try: each limit with the key that it is counted by. */
export type Tries = readonly (readonly [limit: LimitName, key: string])[]

/** How long a limit counts, in seconds. */
export const spanOf = (limit: LimitName): number => RULES[limit].spanMs / SECOND_MS

/** One try to sign in to an account from an address, whether there is such an account or not. */
export const signInTries = (account: string, address: string): Tries => [
  ['address', address],
  ['account', account],
  ['account and address', JSON.stringify([account, address])],
]

/** How often requests were made, of all endpoints together. */
export class RequestLimits {
  readonly #limits: ReadonlyMap<string, Limit>
  readonly #now: () => number

  constructor({ shared, now }: Pick<Deps, 'shared' | 'now'>) {
    this.#limits = new Map(Object.entries(RULES).map(([name, rule]) => [name, shared.limit(name, rule)]))
    this.#now = now
  }

  /** Counts one try. Throws the refusal `too-many-requests` with the time to wait. */
  async count(limit: LimitName, key: string): Promise<void> {
    const waitMs = await this.#limits.get(limit)!.take(key, this.#now())
    if (waitMs > 0) throw new ApiRefusal('too-many-requests', { retryAfterS: Math.ceil(waitMs / SECOND_MS) })
  }

  /** Forgets the tries of somebody who got in. */
  async forgetSignIns(account: string, address: string): Promise<void> {
    await this.#limits.get('account and address')!.forget(JSON.stringify([account, address]))
    await this.#limits.get('account')!.forget(account)
  }
}
