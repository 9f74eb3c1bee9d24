import { setTimeout as wait } from 'node:timers/promises'
import type { SubscriptionInfo } from '@switchyard/convert'
import { adopted, ASK_AGAIN_MS, decide, isWebPage, type FetchOutcome, waitAfter } from '@switchyard/sources'
import type { Deps } from '../deps.ts'
import { MemoryPlaces } from '../shared/memory/places.ts'
import { textOf } from '../shared/kept-text.ts'
import type { Once } from '../shared/once.ts'
import { turns } from '../shared/turns.ts'
import { SourceAsker } from './source-asker.ts'
import { ItemStore, type StoredItem } from './item-store.ts'

const BUSY_WAITS_MS = 60_000
const MOST_AT_ONCE = 4
/** By the clock, of all people; of one person no more than by hand. */
const MOST_DUE_AT_ONCE = 16
const MOST_PER_RUN = 200
/** What has not begun by then waits for the next run, in which those who were due meanwhile have their turn too. */
const RUN_MS = 25_000

/** No answer takes longer: who claimed an item before and says nothing of it was killed. */
const LEFT_MS = 30_000

type Needed = Pick<Deps, 'store' | 'safeFetch' | 'engine' | 'now' | 'shared'>

/** What came of a refresh for who reads the item. */
export interface Refreshed {
  userId: string
  itemId: string
  /** Another text is served; the one before still is; or there is none yet. */
  became: 'taken' | 'unchanged' | 'missing'
}

type Listener = (refreshed: Refreshed) => Promise<void>

/** Brings items up to date: asks their servers, and keeps what became of it. */
export class Refresher {
  readonly #items: ItemStore
  readonly #asker: SourceAsker
  readonly #deps: Needed
  readonly #underWay: Once<void>
  readonly #listeners: Listener[] = []
  readonly #places = new MemoryPlaces()
  /** What the clock began, by item. */
  readonly #due = new Map<string, Promise<unknown>>()
  #lookedAt: number | undefined

  constructor(deps: Needed, asker: SourceAsker = new SourceAsker(deps)) {
    this.#deps = deps
    this.#items = new ItemStore(deps.store)
    this.#asker = asker
    this.#underWay = deps.shared.once('refreshes')
  }

  /** Has a listener called, after those before it, whenever an item was refreshed and that is kept. */
  onRefreshed(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Asks for an item, if nobody did within the time. Who asks while it is under way waits for the same. */
  refresh(userId: string, id: string, againMs = ASK_AGAIN_MS): Promise<void> {
    return this.#underWay.run(id, () => this.#refresh(userId, id, againMs))
  }

  /** Asks for items, a few at once. What fails with one of them is thrown after the others. */
  async refreshAll(wanted: readonly { userId: string; id: string }[], againMs = ASK_AGAIN_MS): Promise<void> {
    const waiting = [...wanted]
    const errors: unknown[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await this.refresh(next.userId, next.id, againMs).catch((error: unknown) => void errors.push(error))
      }
    }
    await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, wanted.length) }, work))
    throwAll(errors)
  }

  /**
   * Asks for the items whose time has come, of people by turns. It does not wait for sources that are slow: the next run
   * begins beside them.
   */
  async refreshDue(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const now = this.#deps.now()
    // At a start too: nobody knows what the clock did before.
    if (this.#lookedAt === undefined || now < this.#lookedAt) await this.#items.forgetFuture(now)
    this.#lookedAt = now
    const due = await this.#items.due(now, MOST_PER_RUN)
    const errors: unknown[] = []
    for (const { userId, id } of due.filter((item) => !this.#due.has(item.id))) {
      const begun = this.#refreshInTurn(userId, id, signal)
        .catch((error: unknown) => errors.push(error))
        .finally(() => this.#due.delete(id))
      this.#due.set(id, begun)
    }
    const over = new AbortController()
    const end = wait(RUN_MS, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => undefined)
    await Promise.race([Promise.all(this.#due.values()), end])
    over.abort()
    if (signal.aborted) await Promise.all(this.#due.values())
    throwAll(errors)
  }

  /** Waits for a turn, and leaves the item as it is where none comes in this run. */
  async #refreshInTurn(userId: string, id: string, signal: AbortSignal): Promise<void> {
    const wanted = [
      { key: `of ${userId}`, most: MOST_AT_ONCE },
      { key: 'all', most: MOST_DUE_AT_ONCE },
    ]
    const patience = { person: userId, waitMs: RUN_MS, signal }
    const leave = await this.#places.enter(wanted, patience).catch(() => undefined)
    if (!leave) return
    try {
      await this.refresh(userId, id)
    } finally {
      leave()
    }
  }

  /** Takes what an owner's page fetched, by the same rules as what the server fetches. */
  async take(item: StoredItem, text: string, subscription: SubscriptionInfo | undefined): Promise<void> {
    if (isWebPage(text)) return this.#keep(item, { failure: 'not-a-subscription' }, undefined)
    const counts = await this.#deps.engine({ kind: 'count', text }, { person: item.userId })
    const answer = { ...counts, ...(subscription ? { subscription } : {}) }
    await this.#keep(item, { answer }, text, { needsRoom: true })
  }

  /** Serves share links that a person gave as they are: they are no careless answer. */
  async takeOwn(item: StoredItem): Promise<void> {
    const counts = await this.#deps.engine({ kind: 'count', text: item.body }, { person: item.userId })
    await this.#keep({ ...item, state: {} }, { answer: counts }, item.body, { most: 0 })
  }

  /** Serves the answer that waits, if it is the one of this tag. False: none does, or another one by now. */
  async adopt(item: StoredItem, tag: string): Promise<boolean> {
    const now = this.#deps.now()
    const state = adopted(item.state, now)
    const text = await this.#items.heldText(item.userId, item.id)
    if (!state || item.state.held?.digest !== tag || text === undefined) return false
    const goodText = await textOf(text)
    const taken = { state, nextAt: item.nextAt, goodText, heldText: null, heldTag: tag, forgetsDays: true }
    if (!(await this.#items.keep(item, taken, now))) return false
    await this.#report({ userId: item.userId, itemId: item.id, became: 'taken' })
    return true
  }

  async #refresh(userId: string, id: string, againMs: number): Promise<void> {
    // A refresh reads and writes rows, which blocks the server. Forty at once would block it for a third of a second.
    const person = `refresh ${userId}`
    const item = await turns.run(person, () => this.#claimed(userId, id, againMs))
    if (!item) return
    const question = { url: item.body, user: userId, ...(item.userAgent ? { userAgent: item.userAgent } : {}) }
    const asked = await this.#asker.ask(question, againMs)
    await turns.run(person, () =>
      asked === 'busy' ? this.#waitForRoom(item) : this.#keep(item, asked.outcome, asked.text),
    )
  }

  /** The item as it was, if it is to be asked for and nobody else does. */
  async #claimed(userId: string, id: string, againMs: number): Promise<StoredItem | undefined> {
    const item = await this.#items.find(userId, id)
    if (!item?.isFromServer || item.kind !== 'address') return undefined
    const waitMs = isLeft(item) ? Math.min(againMs, LEFT_MS) : againMs
    return (await this.#items.claim(userId, id, this.#deps.now(), waitMs)) ? item : undefined
  }

  async #waitForRoom(item: StoredItem): Promise<void> {
    const now = this.#deps.now()
    await this.#items.keep(item, { state: item.state, nextAt: now + BUSY_WAITS_MS }, now)
    await this.#items.unclaim(item.userId, item.id, item.triedAt)
  }

  /** `most`: what the answer is compared with, where that is not what was served. */
  async #keep(
    item: StoredItem,
    outcome: FetchOutcome,
    text: string | undefined,
    { most, ...more }: { most?: number; needsRoom?: true } = {},
  ): Promise<void> {
    const { id, userId, intervalMs } = item
    const now = this.#deps.now()
    const compared = most ?? (await this.#items.mostNodes(id, item.state, now))
    const decision = decide(item.state, outcome, { now, most: compared })
    const nextAt = now + waitAfter(decision.state, intervalMs)
    const isTaken = decision.text === 'take' && text !== undefined
    const kept = await this.#items.keep(
      item,
      {
        state: decision.state,
        nextAt,
        forgetsDays: decision.forgetsDays,
        ...more,
        ...(isTaken ? { goodText: text, heldText: null } : {}),
        ...(decision.text === 'hold' && text !== undefined ? { heldText: text } : {}),
      },
      now,
    )
    if (!kept) return
    const became = isTaken ? 'taken' : item.goodText === undefined ? 'missing' : 'unchanged'
    await this.#report({ userId, itemId: id, became })
  }

  /** An error of one listener is thrown after the others were called. */
  async #report(refreshed: Refreshed): Promise<void> {
    const errors: unknown[] = []
    for (const listener of this.#listeners) await listener(refreshed).catch((error: unknown) => void errors.push(error))
    if (errors.length > 1) throw new AggregateError(errors, 'Listeners failed after a refresh')
    if (errors.length === 1) throw errors[0]
  }
}

/** Somebody began to ask for an item and kept nothing of it, not even a failure. */
function isLeft({ triedAt, state }: StoredItem): boolean {
  return triedAt !== undefined && (state.lastTry === undefined || state.lastTry.at < triedAt)
}

function throwAll(errors: readonly unknown[]): void {
  if (errors.length > 0) throw new AggregateError(errors, 'Items were not refreshed')
}
