import { isDeepStrictEqual } from 'node:util'
import { type DataOf, ProbeResult, type ProbeSchedule, ScheduledTarget, type TargetHistory } from '@switchyard/contract'
import { PROBE_HISTORY_MAX, PROBE_INTERVALS_MIN } from '@switchyard/contract/probe-facts'
import { MINUTE_MS } from '@switchyard/sources/spans'
import { z } from 'zod'
import type { ServerStore } from '../db/open-store.ts'
import { requireRoom } from '../db/quota.ts'
import { changeOfUser } from '../db/row-rules.ts'
import { columnPlace, openText, sealText } from '../db/sealed-text.ts'

const SCHEDULE = 'probe_schedule'
const HISTORY = 'probe_history'

const KeptTargets = z.array(ScheduledTarget)
const KeptResults = z.array(ProbeResult)
const KeptInterval = z.literal(PROBE_INTERVALS_MIN)

/** A schedule as it is kept. */
export interface StoredSchedule extends ProbeSchedule {
  userId: string
  nextAt: number
  changedAt: number
}

/** What people have checked by the clock, and what was found: each query names the owner, targets and results are sealed. */
export class ScheduleStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  async find(userId: string): Promise<StoredSchedule | undefined> {
    const row = await this.#store.database.query
      .selectFrom(SCHEDULE)
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!row) return undefined
    const targets = await openText(this.#store.keys, targetsPlace(userId), row.targets)
    return {
      userId,
      everyMinutes: KeptInterval.parse(row.every_minutes),
      targets: KeptTargets.parse(JSON.parse(targets)),
      nextAt: row.next_at,
      changedAt: row.changed_at,
    }
  }

  /**
   * Sets what is checked, for the first time at once. The history of targets that are as before stays. Throws the refusal
   * `quota-reached`.
   */
  async set(userId: string, { everyMinutes, targets }: ProbeSchedule, now: number): Promise<void> {
    const before = await this.find(userId)
    const known = new Map(before?.targets.map(({ key, target }) => [key, target]))
    const same = targets.filter(({ key, target }) => isDeepStrictEqual(known.get(key), target)).map(({ key }) => key)
    const sealed = await sealText(this.#store.keys, targetsPlace(userId), JSON.stringify(targets))
    const changedAt = Math.max(now, (before?.changedAt ?? 0) + 1)
    const row = { every_minutes: everyMinutes, targets: sealed, next_at: now, changed_at: changedAt }
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      await transaction
        .insertInto(SCHEDULE)
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      await transaction
        .deleteFrom(HISTORY)
        .where('user_id', '=', userId)
        .$if(same.length > 0, (others) => others.where('target_key', 'not in', same))
        .execute()
      await requireRoom(transaction, userId)
    })
  }

  /** Forgets the targets, and what was found. */
  async remove(userId: string): Promise<void> {
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      await transaction.deleteFrom(SCHEDULE).where('user_id', '=', userId).execute()
      await transaction.deleteFrom(HISTORY).where('user_id', '=', userId).execute()
    })
  }

  async removeHistory(userId: string): Promise<void> {
    await this.#store.database.query.deleteFrom(HISTORY).where('user_id', '=', userId).execute()
  }

  async history(userId: string): Promise<TargetHistory[]> {
    const rows = await this.#store.database.query
      .selectFrom(HISTORY)
      .select(['target_key', 'results'])
      .where('user_id', '=', userId)
      .orderBy('target_key')
      .execute()
    return Promise.all(
      rows.map(async ({ target_key: key, results }) => {
        const text = await openText(this.#store.keys, resultsPlace(userId, key), results)
        return { key, results: KeptResults.parse(JSON.parse(text)) }
      }),
    )
  }

  async exported(userId: string): Promise<DataOf<'GET /api/profile/export'>['probes']> {
    const found = await this.find(userId)
    if (!found) return []
    const { everyMinutes, targets } = found
    return [{ everyMinutes, targets, history: await this.history(userId) }]
  }

  /**
   * Whose time has come, who waits longest first. A time that is further away than it can be was set by a clock that was set
   * back since.
   */
  async due(now: number, most: number): Promise<string[]> {
    const rows = await this.#store.database.query
      .selectFrom(SCHEDULE)
      .innerJoin('user_account', 'user_account.id', 'probe_schedule.user_id')
      .select('user_id')
      .where((eb) =>
        eb.or([eb('next_at', '<=', now), eb('next_at', '>', now + Math.max(...PROBE_INTERVALS_MIN) * MINUTE_MS)]),
      )
      .where('user_account.disabled_at', 'is', null)
      .orderBy('next_at')
      .limit(most)
      .execute()
    return rows.map(({ user_id }) => user_id)
  }

  /** Notes that a run begins: if the server goes down in it, the next one comes at its time. */
  async begin({ userId, everyMinutes, changedAt }: StoredSchedule, now: number): Promise<void> {
    await this.#store.database.query
      .updateTable(SCHEDULE)
      .set({ next_at: now + everyMinutes * MINUTE_MS })
      .where('user_id', '=', userId)
      .where('changed_at', '=', changedAt)
      .execute()
  }

  /** Adds what a run found by key. What its person changed meanwhile is not of this run any more: nothing is added. */
  async add({ userId, changedAt }: StoredSchedule, found: ReadonlyMap<string, ProbeResult>): Promise<void> {
    const before = new Map((await this.history(userId)).map(({ key, results }) => [key, results]))
    const rows = await Promise.all(
      Array.from(found, async ([key, result]) => {
        const earlier = (before.get(key) ?? []).filter(({ checkedAt }) => checkedAt !== result.checkedAt)
        const text = JSON.stringify([...earlier, result].slice(-PROBE_HISTORY_MAX))
        const results = await sealText(this.#store.keys, resultsPlace(userId, key), text)
        return { user_id: userId, target_key: key, results }
      }),
    )
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      const { changed_at } =
        (await transaction
          .selectFrom(SCHEDULE)
          .select('changed_at')
          .where('user_id', '=', userId)
          .executeTakeFirst()) ?? {}
      if (changed_at !== changedAt) return
      for (const row of rows)
        await transaction
          .insertInto(HISTORY)
          .values(row)
          .onConflict((conflict) => conflict.columns(['user_id', 'target_key']).doUpdateSet({ results: row.results }))
          .execute()
    })
  }
}

const targetsPlace = (userId: string) => columnPlace(SCHEDULE, userId, 'targets', userId)

const resultsPlace = (userId: string, key: string) => columnPlace(HISTORY, `${userId} ${key}`, 'results', userId)
