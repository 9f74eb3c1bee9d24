import type { ItemChange, NewItem, SubscriptionItem } from '@switchyard/contract'
import { subscriptionInfo, type SubscriptionInfo } from '@switchyard/convert'
import { type FetchState, type ItemKind, kindOf, stateAnswer } from '@switchyard/sources'
import type { Selectable, Transaction, Updateable } from 'kysely'
import type { z } from 'zod'
import { ApiRefusal } from '../api-refusal.ts'
import { makeRoom, requireRoom, requireRow } from '../db/quota.ts'
import { changeOfUser, drawId, named } from '../db/row-rules.ts'
import { columnPlace, keptText, openedBytes, sealText } from '../db/sealed-text.ts'
import type { ServerStore } from '../db/open-store.ts'
import type { Tables } from '../db/tables.ts'
import type { KeptText } from '../shared/kept-text.ts'
import { latestAt } from '../shared/clocks.ts'
import { DAY_MS, SECOND_MS } from '@switchyard/sources/spans'

const DAYS_COMPARED = 7
const TABLE = 'subscription_item'

type Row = Selectable<Tables['subscription_item']>
type AgentName = NonNullable<SubscriptionItem['userAgent']>

/** An item as the server works with it. */
export interface StoredItem {
  id: string
  userId: string
  kind: ItemKind
  name: string
  body: string
  userAgent?: AgentName
  prefix?: string
  intervalMs: number
  isFromServer: boolean
  state: FetchState
  triedAt?: number
  nextAt?: number
  /** Of the text that is served. */
  goodText?: KeptText
}

/** What can be told of an item without opening its texts. */
export interface ItemFacts {
  id: string
  hasText: boolean
  /** It was asked for, whatever became of it. */
  isTried: boolean
  /** When the text that is served was fetched. */
  goodAt?: number
  nextAt?: number
  subscription?: SubscriptionInfo
  prefix?: string
}

/** A change of what is known of the fetches of an item. */
export interface FetchResult {
  state: FetchState
  nextAt: number | undefined
  /** The text that is served from now on. */
  goodText?: string
  /** The text that waits; null: none does any more. */
  heldText?: string | null
  /** A person sent the text: it is refused where it is more than that person may keep. What is fetched never is. */
  needsRoom?: true
  /** Of the text that has to be waiting still. */
  heldTag?: string
  forgetsDays?: boolean
}

/** Subscription items as they are kept: each query names the owner, bodies and texts are sealed. */
export class ItemStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  /** All items of a person, in order. */
  async list(userId: string): Promise<SubscriptionItem[]> {
    const { query } = this.#store.database
    const rows = await query.selectFrom(TABLE).selectAll().where('user_id', '=', userId).orderBy('place').execute()
    return this.#answers(userId, rows)
  }

  /** Throws the refusal `not-found`. */
  async require(userId: string, id: string): Promise<SubscriptionItem> {
    const row = await this.#row(userId, id)
    if (!row) throw new ApiRefusal('not-found')
    const [answer] = await this.#answers(userId, [row])
    return answer!
  }

  /** Throws the refusals `quota-reached` and `name-taken`. */
  async create(userId: string, item: z.output<typeof NewItem>, now: number): Promise<SubscriptionItem> {
    const id = drawId()
    const kind = kindOf(item.body)
    await named(() =>
      changeOfUser(this.#store.database, userId, async (transaction) => {
        const { count, last } = await transaction
          .selectFrom(TABLE)
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('place').as('last')])
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        requireRow('subscription_item', count)
        await transaction
          .insertInto(TABLE)
          .values({
            id,
            user_id: userId,
            revision: 0,
            place: (last ?? 0) + 1,
            name: item.name,
            kind,
            body: this.#sealBody(userId, id, item.body),
            user_agent: item.userAgent ?? null,
            prefix: item.prefix ?? null,
            interval_ms: item.intervalS * SECOND_MS,
            from_server: item.fromServer ? 1 : 0,
            archived: 0,
            created_at: now,
            tried_at: null,
            next_at: isAsked(kind, item.fromServer, false) ? now : null,
            fetch_state: '{}',
            good_text: null,
            held_text: null,
          })
          .execute()
        await requireRoom(transaction, userId)
      }),
    )
    return this.require(userId, id)
  }

  /**
   * Changes an item that is still as the person saw it. Throws the refusals `not-found`, `name-taken`, and `conflict` with
   * the item as it is now.
   */
  async change(
    userId: string,
    id: string,
    change: z.output<typeof ItemChange>,
    now: number,
  ): Promise<SubscriptionItem> {
    const row = await this.#row(userId, id)
    if (!row) throw new ApiRefusal('not-found')
    const body = change.body
    const kind = body === undefined ? row.kind : kindOf(body)
    const isFromServer = change.fromServer ?? row.from_server === 1
    const isArchived = change.archived ?? row.archived === 1
    const values: Updateable<Tables['subscription_item']> = {
      revision: change.revision + 1,
      name: change.name,
      user_agent: change.userAgent,
      prefix: change.prefix === '' ? null : change.prefix,
      interval_ms: change.intervalS === undefined ? undefined : change.intervalS * SECOND_MS,
      from_server: isFromServer ? 1 : 0,
      archived: isArchived ? 1 : 0,
      kind,
    }
    if (body !== undefined) {
      const { good, lastTry } = stateOf(row)
      // What was counted belongs to another address. Its text is served until the new one has answered.
      Object.assign(values, {
        body: this.#sealBody(userId, id, body),
        fetch_state: JSON.stringify({
          ...(good ? { good: { ...good, isOfOldBody: true } } : {}),
          ...(lastTry ? { lastTry } : {}),
        }),
        held_text: null,
        tried_at: null,
      })
    }
    const wasAsked = isAsked(row.kind, row.from_server === 1, row.archived === 1)
    const willBeAsked = isAsked(kind, isFromServer, isArchived)
    if (!willBeAsked) values.next_at = null
    else if (body !== undefined || !wasAsked || change.userAgent !== undefined) values.next_at = now
    const changed = await named(() =>
      changeOfUser(this.#store.database, userId, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable(TABLE)
          .set(values)
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revision', '=', change.revision)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await noteServedOtherwise(transaction, id)
        if (body !== undefined) {
          await transaction.deleteFrom('subscription_item_day').where('item_id', '=', id).execute()
          await requireRoom(transaction, userId)
        }
        return true
      }),
    )
    const current = await this.require(userId, id)
    if (!changed) throw new ApiRefusal('conflict', { current })
    return current
  }

  /** Puts items in the order of their ids; what is not named keeps its order behind them. */
  async reorder(userId: string, ids: readonly string[]): Promise<void> {
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      const rows = await transaction
        .selectFrom(TABLE)
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('place')
        .execute()
      const own = new Set(rows.map(({ id }) => id))
      const order = new Set([...ids.filter((id) => own.has(id)), ...own])
      let place = 0
      for (const id of order)
        await transaction
          .updateTable(TABLE)
          .set({ place: ++place })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .execute()
    })
  }

  /** Throws the refusals `not-found` and `in-use`. */
  async remove(userId: string, id: string): Promise<void> {
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      const own = await transaction
        .selectFrom(TABLE)
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (!own) throw new ApiRefusal('not-found')
      const used = await transaction
        .selectFrom('output_item')
        .select('output_id')
        .where('item_id', '=', id)
        .executeTakeFirst()
      if (used) throw new ApiRefusal('in-use')
      await transaction.deleteFrom(TABLE).where('id', '=', id).where('user_id', '=', userId).execute()
    })
  }

  /** An item with its body and the text that is served. */
  async find(userId: string, id: string): Promise<StoredItem | undefined> {
    const row = await this.#row(userId, id)
    return row && this.#stored(row)
  }

  /** The items of these ids that the person has, with their bodies and texts. */
  async findAll(userId: string, ids: readonly string[]): Promise<StoredItem[]> {
    if (ids.length === 0) return []
    const rows = await this.#store.database.query
      .selectFrom(TABLE)
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => this.#stored(row))
  }

  /** The same without bodies and texts, by their ids. */
  async facts(userId: string, ids: readonly string[]): Promise<ItemFacts[]> {
    if (ids.length === 0) return []
    const rows = await this.#store.database.query
      .selectFrom(TABLE)
      .select(['id', 'fetch_state', 'next_at', 'prefix'])
      .select((eb) => eb('good_text', 'is not', null).as('has_text'))
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    return rows.map(factsOf)
  }

  /** How many bytes the texts of an item are once they are opened. */
  async bytesToOpen(userId: string, id: string): Promise<number> {
    const row = await this.#store.database.query
      .selectFrom(TABLE)
      .select([openedBytes('good_text').as('good'), openedBytes('held_text').as('held')])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row === undefined ? 0 : row.good + row.held
  }

  /** What waits for a person, as it was answered. */
  async heldText(userId: string, id: string): Promise<KeptText | undefined> {
    const row = await this.#row(userId, id)
    if (!row || row.held_text === null) return undefined
    return keptText(this.#store.keys, place(userId, id, 'held_text'), row.held_text)
  }

  /** Items whose time has come, and whose they are: people by turns, of each the longest waiting first. */
  async due(now: number, most: number): Promise<{ id: string; userId: string }[]> {
    const { query } = this.#store.database
    const due = query
      .selectFrom(TABLE)
      .innerJoin('user_account', 'user_account.id', 'subscription_item.user_id')
      .select(['subscription_item.id', 'subscription_item.user_id', 'next_at'])
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('subscription_item.user_id').orderBy('next_at'))
          .as('turn'),
      )
      .where('next_at', '<=', now)
      .where('user_account.disabled_at', 'is', null)
    const rows = await query
      .selectFrom(due.as('due'))
      .select(['due.id', 'due.user_id'])
      .orderBy('due.turn')
      .orderBy('due.next_at')
      .limit(most)
      .execute()
    return rows.map(({ id, user_id }) => ({ id, userId: user_id }))
  }

  /** Makes what waits for a time of before the clock was set back wait for it no longer. */
  async forgetFuture(now: number): Promise<void> {
    const latest = latestAt(now)
    const { query } = this.#store.database
    const waiting = await query
      .selectFrom(TABLE)
      .select('id')
      .where('next_at', '>', latest)
      .where((eb) => eb.or([eb('tried_at', 'is', null), eb('tried_at', '>', latest)]))
      .execute()
    // One by one: a change of many rows of many people could wait for a change of one of them, and that one for it.
    for (const { id } of waiting)
      await query.updateTable(TABLE).set({ tried_at: null, next_at: now }).where('id', '=', id).execute()
  }

  /** Whether the caller may ask for an item now: one of all servers gets the right, and nobody else before the time is over. */
  async claim(userId: string, id: string, now: number, againMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#store.database.query
      .updateTable(TABLE)
      .set({ tried_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where((eb) =>
        eb.or([eb('tried_at', 'is', null), eb('tried_at', '<=', now - againMs), eb('tried_at', '>', latestAt(now))]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Gives a claim back: nothing was asked. */
  async unclaim(userId: string, id: string, triedAt: number | undefined): Promise<void> {
    await this.#store.database.query
      .updateTable(TABLE)
      .set({ tried_at: triedAt ?? null })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .execute()
  }

  /**
   * Keeps what became of a fetch. False: another body was given meanwhile, or another answer waits, and nothing is
   * kept. Throws the refusal `quota-reached` for a text that needs room.
   */
  async keep(item: StoredItem, result: FetchResult, now: number): Promise<boolean> {
    const { id, userId } = item
    const { keys, database } = this.#store
    const seal = (column: string, text: string) => sealText(keys, place(userId, id, column), text)
    const goodText = result.goodText === undefined ? undefined : await seal('good_text', result.goodText)
    const heldText = typeof result.heldText === 'string' ? await seal('held_text', result.heldText) : result.heldText
    return changeOfUser(database, userId, async (transaction) => {
      const row = await transaction
        .selectFrom(TABLE)
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (!row || this.#openBody(row) !== item.body) return false
      if (result.heldTag !== undefined && stateOf(row).held?.digest !== result.heldTag) return false
      await noteServedOtherwise(transaction, id)
      await transaction
        .updateTable(TABLE)
        .set({
          fetch_state: JSON.stringify(result.state),
          next_at: isAsked(row.kind, row.from_server === 1, row.archived === 1) ? (result.nextAt ?? null) : null,
          ...(goodText === undefined ? {} : { good_text: goodText }),
          ...(heldText === undefined ? {} : { held_text: heldText }),
        })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute()
      if (result.forgetsDays) await transaction.deleteFrom('subscription_item_day').where('item_id', '=', id).execute()
      const { good } = result.state
      if (goodText !== undefined && good) {
        const day = dayOf(now)
        await transaction
          .insertInto('subscription_item_day')
          .values({ item_id: id, day, nodes: good.nodes })
          .onConflict((conflict) =>
            conflict
              .columns(['item_id', 'day'])
              .doUpdateSet({ nodes: good.nodes })
              .where('subscription_item_day.nodes', '<', good.nodes),
          )
          .execute()
        await transaction
          .deleteFrom('subscription_item_day')
          .where('item_id', '=', id)
          .where('day', '<', day - DAYS_COMPARED)
          .execute()
      }
      if (goodText !== undefined || typeof heldText === 'string')
        await (result.needsRoom ? requireRoom(transaction, userId) : makeRoom(transaction, userId))
      return true
    })
  }

  /** The most nodes that were served in the last seven days; what is served now is among them. */
  async mostNodes(id: string, { good }: FetchState, now: number): Promise<number> {
    const row = await this.#store.database.query
      .selectFrom('subscription_item_day')
      .select(({ fn }) => fn.max('nodes').as('most'))
      .where('item_id', '=', id)
      .where('day', '>', dayOf(now) - DAYS_COMPARED)
      .executeTakeFirst()
    return Math.max(row?.most ?? 0, good && !good.isOfOldBody ? good.nodes : 0)
  }

  #row(userId: string, id: string): Promise<Row | undefined> {
    return this.#store.database.query
      .selectFrom(TABLE)
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  }

  #stored(row: Row): StoredItem {
    const { id, user_id: userId, kind, name, good_text } = row
    return {
      id,
      userId,
      kind,
      name,
      body: this.#openBody(row),
      // Only names of the contract are written to this column.
      ...(row.user_agent === null ? {} : { userAgent: row.user_agent as AgentName }),
      ...(row.prefix === null ? {} : { prefix: row.prefix }),
      intervalMs: row.interval_ms,
      isFromServer: row.from_server === 1,
      state: stateOf(row),
      ...(row.tried_at === null ? {} : { triedAt: row.tried_at }),
      ...(row.next_at === null ? {} : { nextAt: row.next_at }),
      ...(good_text === null
        ? {}
        : { goodText: keptText(this.#store.keys, place(userId, id, 'good_text'), good_text) }),
    }
  }

  async #answers(userId: string, rows: readonly Row[]): Promise<SubscriptionItem[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const uses = await this.#store.database.query
      .selectFrom('output_item')
      .innerJoin('hosted_output', 'hosted_output.id', 'output_item.output_id')
      .select(['output_item.item_id', 'hosted_output.id', 'hosted_output.name'])
      .where('hosted_output.user_id', '=', userId)
      .where('output_item.item_id', 'in', ids)
      .orderBy('hosted_output.name')
      .execute()
    const usedBy = Map.groupBy(uses, ({ item_id }) => item_id)
    return rows.map((row) => this.#answer(row, usedBy.get(row.id) ?? []))
  }

  #answer(row: Row, usedBy: readonly { id: string; name: string }[]): SubscriptionItem {
    const body = this.#openBody(row)
    return {
      id: row.id,
      revision: row.revision,
      name: row.name,
      kind: row.kind,
      ...(row.kind === 'address' ? { host: new URL(body).host } : {}),
      // Only names of the contract are written to this column.
      ...(row.user_agent === null ? {} : { userAgent: row.user_agent as AgentName }),
      ...(row.prefix === null ? {} : { prefix: row.prefix }),
      intervalS: row.interval_ms / SECOND_MS,
      fromServer: row.from_server === 1,
      archived: row.archived === 1,
      createdAt: row.created_at,
      ...(row.next_at === null ? {} : { nextAt: row.next_at }),
      ...stateAnswer(stateOf(row)),
      usedBy: usedBy.map(({ id, name }) => ({ id, name })),
    }
  }

  #sealBody(userId: string, id: string, body: string): string {
    return this.#store.keys.seal(place(userId, id, 'body'), body)
  }

  #openBody({ id, user_id, body }: Row): string {
    return this.#store.keys.open(place(user_id, id, 'body'), body).toString()
  }
}

/** For the outputs of an item: what they keep in memory of their sources is old. */
async function noteServedOtherwise(transaction: Transaction<Tables>, itemId: string): Promise<void> {
  await transaction
    .updateTable('hosted_output')
    .set((eb) => ({ sources_revision: eb('sources_revision', '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('output_item').select('output_id').where('item_id', '=', itemId))
    .execute()
}

function place(userId: string, id: string, column: string) {
  return columnPlace(TABLE, id, column, userId)
}

function factsOf(row: Pick<Row, 'id' | 'fetch_state' | 'next_at' | 'prefix'> & { has_text: unknown }): ItemFacts {
  const { good, lastTry } = stateOf(row)
  return {
    id: row.id,
    hasText: Boolean(row.has_text),
    isTried: lastTry !== undefined,
    ...(good ? { goodAt: good.at } : {}),
    ...(row.next_at === null ? {} : { nextAt: row.next_at }),
    ...(good?.subscription ? { subscription: good.subscription } : {}),
    ...(row.prefix === null ? {} : { prefix: row.prefix }),
  }
}

function stateOf({ fetch_state }: Pick<Row, 'fetch_state'>): FetchState {
  // Written by `keep` alone.
  const { good, held, ...others } = JSON.parse(fetch_state) as FetchState
  return { ...others, ...(good ? { good: withDates(good) } : {}), ...(held ? { held: withDates(held) } : {}) }
}

/** What a page of its owner sent, or an earlier release kept, may tell of an end that is no date. */
function withDates<Told extends { subscription?: SubscriptionInfo }>({ subscription, ...others }: Told) {
  const readable = subscription && subscriptionInfo(subscription)
  return { ...others, ...(readable ? { subscription: readable } : {}) }
}

function isAsked(kind: ItemKind, isFromServer: boolean, isArchived: boolean): boolean {
  return kind === 'address' && isFromServer && !isArchived
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS)
}
