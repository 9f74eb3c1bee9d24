import { createHash } from 'node:crypto'
import { fetchLists, readMirrors } from '@switchyard/convert'
import { decodeText } from '@switchyard/sources'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'

const MEBIBYTE = 1024 * 1024
const KEPT_BYTES = 64 * MEBIBYTE
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A list that could not be had is not asked for again before. */
const ASK_AGAIN_MS = 10 * MINUTE_MS

interface Kept {
  text: string
  hash: string
  at: number
}

/** Texts of public rule lists, for all outputs: fetched once a day, and an old text is better than none. */
export class RuleLists {
  readonly #deps: Pick<Deps, 'safeFetch' | 'now' | 'settings'>
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ text }) => text.length + 1 })
  readonly #triedAt = new LRUCache<string, number>({ max: 10_000 })
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(deps: Pick<Deps, 'safeFetch' | 'now' | 'settings'>) {
    this.#deps = deps
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
    await Promise.all(addresses.filter((address) => this.#isWanted(address)).map((address) => this.#once(address)))
  }

  #isWanted(address: string): boolean {
    if (this.#underWay.has(address)) return true
    const now = this.#deps.now()
    const kept = this.#kept.get(address)
    if (kept && now - kept.at < DAY_MS) return false
    const triedAt = this.#triedAt.get(address)
    return triedAt === undefined || now - triedAt >= ASK_AGAIN_MS
  }

  #once(address: string): Promise<void> {
    const running = this.#underWay.get(address)
    if (running) return running
    const started = this.#fetch(address).finally(() => this.#underWay.delete(address))
    this.#underWay.set(address, started)
    return started
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
