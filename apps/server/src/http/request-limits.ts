import { ApiRefusal } from '../api-refusal.ts'
import type { Deps } from '../deps.ts'
import type { Limit, LimitRule } from '../shared/limits.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'

const QUARTER_MS = 15 * MINUTE_MS

/** How often what may be asked. docs/security.md, "Rates" */
const RULES = {
  conversions: { points: 60, spanMs: MINUTE_MS },
  'account and address': { points: 5, spanMs: QUARTER_MS },
  'known device': { points: 5, spanMs: QUARTER_MS },
  account: { points: 20, spanMs: QUARTER_MS },
  address: { points: 60, spanMs: HOUR_MS },
  'new accounts': { points: 5, spanMs: HOUR_MS },
  'setup code': { points: 5, spanMs: MINUTE_MS },
  'ad codes': { points: 5, spanMs: MINUTE_MS },
  'new passkeys': { points: 20, spanMs: HOUR_MS },
  letters: { points: 3, spanMs: HOUR_MS },
  links: { points: 30, spanMs: HOUR_MS },
  'rule lists': { points: 240, spanMs: MINUTE_MS },
  'new short links': { points: 20, spanMs: HOUR_MS },
  'link and address': { points: 5, spanMs: QUARTER_MS },
  'link password': { points: 60, spanMs: HOUR_MS },
  reports: { points: 10, spanMs: HOUR_MS },
  'free nodes': { points: 30, spanMs: HOUR_MS },
  'node checks': { points: 60, spanMs: MINUTE_MS },
  exports: { points: 10, spanMs: HOUR_MS },
} as const satisfies Record<string, LimitRule>

/** How often one address of an output, or one short link, may be asked. */
export const ADDRESS_RULE: LimitRule = { points: 120, spanMs: MINUTE_MS }
/** How often a visitor may ask for one that is not there, of both together. */
export const WRONG_RULE: LimitRule = { points: 30, spanMs: HOUR_MS }

export type LimitName = keyof typeof RULES

/** What counts as one try: each limit with the key that it is counted by. */
export type Tries = readonly (readonly [limit: LimitName, key: string])[]

/** How long a limit counts, in seconds. */
export const spanOf = (limit: LimitName): number => RULES[limit].spanMs / SECOND_MS

/**
 * One try to sign in to an account from an address, whether there is such an account or not. What the first limit refuses
 * counts for none behind it: who tries again and again uses up their own tries, and nobody else's.
 */
export const signInTries = (account: string, address: string): Tries => [
  ['account and address', JSON.stringify([account, address])],
  ['address', address],
  ['account', account],
]

/** The same from a browser that the account was opened in before, or is open in now. No tries of others count for it. */
export const knownDeviceTries = (device: string): Tries => [['known device', device]]

/** A letter to somebody, whoever asks for it. A mailbox has many names: `anna+shop@example.com` is the one of `anna`. */
export function letterTo(email: string): Tries[number] {
  const [name = '', host = ''] = email.split('@')
  return ['letters', `${name.split('+', 1)[0]}@${host}`]
}

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

  /** Forgets the tries of somebody who got in; those of the address may be for many accounts. */
  async forgetSignIns(tries: Tries): Promise<void> {
    for (const [limit, key] of tries) if (limit !== 'address') await this.#limits.get(limit)!.forget(key)
  }
}
