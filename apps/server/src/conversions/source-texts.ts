import { createHash } from 'node:crypto'
import type { SubscriptionInfo } from '@switchyard/convert'
import type { ConverterAddress } from '@switchyard/recipe/converter-recipe'
import { ASK_AGAIN_MS, type FetchFailure, type USER_AGENTS } from '@switchyard/sources'
import { DAY_MS } from '@switchyard/sources/spans'
import type { Deps } from '../deps.ts'
import { type AskResult, SourceAsker } from '../items/source-asker.ts'
import type { Cache, CacheRule } from '../shared/cache.ts'
import { FIRST_WAIT_MS, waitAtMost } from '../shared/wait-at-most.ts'

/** A person fetches so many at once. */
const AT_ONCE = 4
const MEBIBYTE = 1024 * 1024

/** What a source says. */
interface SourceText {
  text: string
  subscription?: SubscriptionInfo
}

/** What came of an address; `stale`: it failed, and this is what it said before. */
export interface FetchedSource {
  number: number
  host: string
  /** Absent: there is none. */
  said?: SourceText
  failure?: { reason: FetchFailure; status?: number }
}

/** The last good text of each address, for when its server fails. */
const LAST_GOOD: CacheRule<SourceText> = {
  ttlMs: DAY_MS,
  maxBytes: 32 * MEBIBYTE,
  sizeOf: ({ text }) => text.length,
}

/** Texts of the addresses that the URL API is given. They are asked as subscription items are, and share their answers. */
export class SourceTexts {
  readonly #now: () => number
  readonly #asker: SourceAsker
  readonly #lastGood: Cache<SourceText>

  constructor(deps: Pick<Deps, 'engine' | 'now' | 'shared' | 'safeFetch'>) {
    this.#now = deps.now
    this.#asker = new SourceAsker(deps)
    this.#lastGood = deps.shared.cache('last good texts of addresses', LAST_GOOD)
  }

  /** Asks several, in their order. */
  async ask(
    addresses: readonly ConverterAddress[],
    { user, userAgent }: { user: string; userAgent?: keyof typeof USER_AGENTS | undefined },
  ): Promise<FetchedSource[]> {
    const fetched: FetchedSource[] = []
    const waiting = addresses.entries()
    const work = async () => {
      for (const [at, address] of waiting) fetched[at] = await this.#askOne(address, user, userAgent)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return fetched
  }

  async #askOne(
    { number, url }: ConverterAddress,
    user: string,
    userAgent: keyof typeof USER_AGENTS | undefined,
  ): Promise<FetchedSource> {
    const { host } = new URL(url)
    // Addresses hold secrets: none of them is a key.
    const key = createHash('sha256')
      .update(`${userAgent ?? ''} ${url}`)
      .digest('hex')
    const lastGood = await this.#lastGood.find(key, this.#now())
    const asking = this.#asker.ask({ url, user, ...(userAgent ? { userAgent } : {}) }, ASK_AGAIN_MS)
    const { outcome, text = '' } = answerOf(lastGood ? await waitAtMost(FIRST_WAIT_MS, asking) : await asking)
    if ('failure' in outcome) {
      const { failure: reason, status } = outcome
      const failure = { reason, ...(status === undefined ? {} : { status }) }
      return { number, host, failure, ...(lastGood ? { said: lastGood } : {}) }
    }
    const { nodes, information, subscription } = outcome.answer
    const said = { text, ...(subscription ? { subscription } : {}) }
    // An answer without a node empties no device.
    if (nodes <= information) return { number, host, said: lastGood ?? said }
    await this.#lastGood.keep(key, said, this.#now())
    return { number, host, said }
  }
}

/** Whoever has an old answer waits no longer for a new one than clients do. */
function answerOf(asked: AskResult | undefined): Exclude<AskResult, 'busy'> {
  return typeof asked === 'object' ? asked : { outcome: { failure: asked ?? 'timeout' } }
}
