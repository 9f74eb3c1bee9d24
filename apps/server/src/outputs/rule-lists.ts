import { createHash } from 'node:crypto'
import { fetchLists, readMirrors } from '@switchyard/convert'
import { decodeText } from '@switchyard/sources'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { latestAt } from '../shared/clocks.ts'
import type { Once } from '../shared/once.ts'
import { DAY_MS, MINUTE_MS } from '@switchyard/sources/spans'

const MEBIBYTE = 1024 * 1024
const KEPT_BYTES = 64 * MEBIBYTE
/** A list that could not be had is not asked for again before. */
const ASK_AGAIN_MS = 10 * MINUTE_MS

interface Kept {
  text: string
  hash: string
  at: number
}

type Needed = Pick<Deps, 'safeFetch' | 'now' | 'settings' | 'shared'>

/** Texts of public rule lists, for all outputs: fetched once a day, and an old text is better than none. */
export class RuleLists {
  readonly #deps: Needed
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ text }) => text.length + 1 })
  readonly #triedAt = new LRUCache<string, number>({ max: 10_000 })
  readonly #underWay: Once<void>

  constructor(deps: Needed) {
    this.#deps = deps
    this.#underWay = deps.shared.once('rule lists')
  }

  /** What is known of lists now. */
  known(addresses: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      addresses.flatMap((address) => {
        const kept = this.#kept.get(address)
        return kept ? [[address, kept.text]] : []
      }),
    )
  }

  /** A stamp of the texts; undefined while one of them is not known. */
  stamp(addresses: readonly string[]): string | undefined {
    const hashes = addresses.map((address) => this.#kept.get(address)?.hash)
    return hashes.includes(undefined) ? undefined : hashes.join()
  }

  /** Fetches what is missing or older than a day. */
  async fetch(addresses: readonly string[]): Promise<void> {
    const old = addresses.filter((address) => !this.#isFresh(address))
    await Promise.all(old.map((address) => this.#underWay.run(address, () => this.#fetchIfWanted(address))))
  }

  #isFresh(address: string): boolean {
    const kept = this.#kept.get(address)
    return kept !== undefined && this.#isWithin(DAY_MS, kept.at)
  }

  async #fetchIfWanted(address: string): Promise<void> {
    const triedAt = this.#triedAt.get(address)
    if (triedAt === undefined || !this.#isWithin(ASK_AGAIN_MS, triedAt)) await this.#fetch(address)
  }

  #isWithin(ms: number, at: number): boolean {
    const now = this.#deps.now()
    return now - at < ms && at <= latestAt(now)
  }

  async #fetch(address: string): Promise<void> {
    const { safeFetch, now, settings } = this.#deps
    this.#triedAt.set(address, now())
    const { lists } = await fetchLists(
      [address],
      async (from) => decodeText((await safeFetch(from, { user: 'rule lists' })).body).text,
      { mirrors: readMirrors(settings.LIST_MIRROR ?? '') },
    )
    const text = lists.get(address)
    if (text === undefined) return
    const hash = createHash('sha256').update(text).digest('base64url')
    this.#kept.set(address, { text, hash, at: now() })
  }
}
