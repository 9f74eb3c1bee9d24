import { createHash } from 'node:crypto'
import { fetchLists, readMirrors } from '@switchyard/convert'
import { errorCode } from '@switchyard/outbound/error-code'
import { decodeText, isWebPage } from '@switchyard/sources'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { writeIfPossible } from '../db/database-failure.ts'
import { columnPlace, openText, sealText } from '../db/sealed-text.ts'
import type { Deps } from '../deps.ts'
import { latestAt } from '../shared/clocks.ts'
import { mostRecent } from '../shared/most-recent.ts'
import type { Once } from '../shared/once.ts'
import { DAY_MS, MINUTE_MS } from '@switchyard/sources/spans'

const MEBIBYTE = 1024 * 1024
const IN_MEMORY_BYTES = 64 * MEBIBYTE
const MOST_KNOWN = 10_000
/** A list that could not be had is not asked for again before. */
const ASK_AGAIN_MS = 10 * MINUTE_MS
/** A list that no output wanted for so long is forgotten, and the longest unused ones of more than so many packed bytes. */
const UNUSED_MS = 60 * DAY_MS
const KEPT_BYTES = 256 * MEBIBYTE
const TABLE = 'rule_list'
const TAG_LENGTH = 12

/** What is known of a list without its text. */
interface Known {
  hash: string
  at: number
  usedAt: number
  /** The database has this very text. */
  isStored: boolean
}

type Needed = Pick<Deps, 'store' | 'safeFetch' | 'now' | 'settings' | 'shared'>

/**
 * Texts of public rule lists, for all outputs: fetched once a day, and an old text is better than none. The last good text
 * of each stands in the database: a host that is away takes no rules from anybody, after a start neither.
 */
export class RuleLists {
  readonly #deps: Needed
  readonly #texts = new LRUCache<string, string>({
    maxSize: IN_MEMORY_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  })
  readonly #known = mostRecent<Known>(MOST_KNOWN)
  readonly #triedAt = mostRecent<number>(MOST_KNOWN)
  readonly #underWay: Once<void>

  constructor(deps: Needed) {
    this.#deps = deps
    this.#underWay = deps.shared.once('rule lists')
    deps.shared.notices.listen(TABLE, (id) => this.#forgetKept(id))
  }

  /** Another copy of the server keeps another text of a list by now, or may of each: the database has it. */
  #forgetKept(id: string | undefined): void {
    for (const [address, { isStored }] of this.#known.entries()) {
      if (!isStored || (id !== undefined && id !== idOf(address))) continue
      this.#known.delete(address)
      this.#texts.delete(address)
    }
  }

  /** The texts of those lists that are kept. */
  async texts(addresses: readonly string[]): Promise<Record<string, string>> {
    const kept: Record<string, string> = {}
    for (const address of addresses) {
      const text = this.#texts.get(address) ?? (await this.#load(address))
      if (text === undefined) this.#known.delete(address)
      else kept[address] = text
    }
    return kept
  }

  /** Of which texts a result is made; undefined while one of them is not known. */
  stamp(addresses: readonly string[]): string | undefined {
    return addresses.every((address) => this.#known.has(address)) ? this.partialStamp(addresses) : undefined
  }

  /** The same, where some of the lists are missing. */
  partialStamp(addresses: readonly string[]): string {
    return addresses.map((address) => `${tagOf(address)}=${this.#known.get(address)?.hash ?? ''}`).join()
  }

  /** Whether a list that is missing now was there for a result with this stamp. */
  isLostFrom(stamp: string, addresses: readonly string[]): boolean {
    const had = new Set(stamp.split(',').flatMap((part) => (part.endsWith('=') ? [] : part.split('=', 1))))
    // Results of releases before 0.3 tell only that all their lists were there.
    const isOld = stamp !== '' && !stamp.includes('=')
    return addresses.some((address) => !this.#known.has(address) && (isOld || had.has(tagOf(address))))
  }

  /** Fetches what is missing, for this user. What is older than a day is fetched too, and not waited for. `isKept` false: in memory alone, for who has no account here. */
  async fetch(addresses: readonly string[], userId: string, isKept = true): Promise<void> {
    for (const address of addresses) if (!this.#known.has(address)) await this.#load(address)
    const old = addresses.filter((address) => !this.#isFresh(address))
    // One person's slow lists hold up nobody else's.
    const fetching = old.map(async (address) => {
      await this.#underWay.run(`${userId} ${address}`, () => this.#fetchIfWanted(address, userId, isKept))
    })
    const missing = fetching.filter((_, at) => !this.#known.has(old[at]!))
    // What fails is asked for again: nobody waits to hear of it.
    void Promise.allSettled(fetching)
    await Promise.all(missing)
  }

  /** Forgets what no output wanted for long, and what is too much. */
  async forgetUnused(): Promise<void> {
    const { query } = this.#deps.store.database
    const rows = await query
      .selectFrom(TABLE)
      .select(['id', 'used_at', sql<number>`octet_length(content)`.as('bytes')])
      .orderBy('used_at', 'desc')
      .execute()
    let bytes = 0
    for (const row of rows) {
      bytes += row.bytes
      if (bytes > KEPT_BYTES || this.#deps.now() - row.used_at > UNUSED_MS)
        await query.deleteFrom(TABLE).where('id', '=', row.id).execute()
    }
  }

  #isFresh(address: string): boolean {
    const known = this.#known.get(address)
    return known !== undefined && this.#isWithin(DAY_MS, known.at)
  }

  async #fetchIfWanted(address: string, userId: string, isKept: boolean): Promise<void> {
    if (!this.#known.has(address)) await this.#load(address)
    if (this.#isFresh(address)) return
    const triedAt = this.#triedAt.get(address)
    if (triedAt === undefined || !this.#isWithin(ASK_AGAIN_MS, triedAt)) await this.#fetch(address, userId, isKept)
  }

  #isWithin(ms: number, at: number): boolean {
    const now = this.#deps.now()
    return now - at < ms && at <= latestAt(now)
  }

  async #fetch(address: string, userId: string, isKept: boolean): Promise<void> {
    const { safeFetch, now, settings } = this.#deps
    const before = this.#triedAt.get(address)
    this.#triedAt.set(address, now())
    const { lists, failed } = await fetchLists(
      [address],
      async (from) => goodText((await safeFetch(from, { user: `rule lists of ${userId}` })).body),
      { mirrors: readMirrors(settings.LIST_MIRROR ?? '') },
    )
    const text = lists.get(address)
    if (text !== undefined) return this.#keep(address, text, isKept)
    // Its host was not asked: there was no room.
    if (failed.some(({ cause }) => errorCode(cause) === 'busy')) {
      if (before === undefined) this.#triedAt.delete(address)
      else this.#triedAt.set(address, before)
    }
    await this.#noteUse(address)
  }

  async #keep(address: string, text: string, isKept: boolean): Promise<void> {
    const { store, now } = this.#deps
    const id = idOf(address)
    const hash = createHash('sha256').update(text).digest('base64url')
    const [at, before] = [now(), this.#known.get(address)]
    const isSame = before?.hash === hash && before.isStored
    this.#texts.set(address, text)
    this.#known.set(address, { hash, at, usedAt: at, isStored: isKept || isSame })
    if (!isKept) return
    const { query } = store.database
    if (isSame) {
      await writeIfPossible(query.updateTable(TABLE).set({ at, used_at: at }).where('id', '=', id).execute())
    } else {
      const row = { hash, at, used_at: at, content: await sealText(store.keys, placeOf(id), text) }
      await writeIfPossible(
        query
          .insertInto(TABLE)
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute(),
      )
    }
    this.#deps.shared.notices.tell(TABLE, id)
  }

  /** The text that the database has. */
  async #load(address: string): Promise<string | undefined> {
    const { store } = this.#deps
    const id = idOf(address)
    const row = await store.database.query.selectFrom(TABLE).selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const text = await openText(store.keys, placeOf(id), row.content)
    this.#texts.set(address, text)
    this.#known.set(address, { hash: row.hash, at: row.at, usedAt: row.used_at, isStored: true })
    await this.#noteUse(address)
    return text
  }

  /** A list whose host is away stays as long as an output wants it. */
  async #noteUse(address: string): Promise<void> {
    const known = this.#known.get(address)
    if (!known || this.#isWithin(DAY_MS, known.usedAt)) return
    known.usedAt = this.#deps.now()
    const { query } = this.#deps.store.database
    const change = query.updateTable(TABLE).set({ used_at: known.usedAt }).where('id', '=', idOf(address))
    await writeIfPossible(change.execute())
  }
}

/** A web page or nothing at all is no list: a login form must not take the place of rules. */
function goodText(body: Uint8Array): string {
  const { text } = decodeText(body)
  if (text.trim() === '' || isWebPage(text)) throw new Error('It is no rule list')
  return text
}

function idOf(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}

function tagOf(address: string): string {
  return idOf(address).slice(0, TAG_LENGTH)
}

function placeOf(id: string) {
  return columnPlace(TABLE, id, 'content', '')
}
