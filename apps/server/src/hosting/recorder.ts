import type { OutputRecord } from '@switchyard/contract'
import { drawId } from './row-rules.ts'
import type { Store } from '../db/open-store.ts'

const DAY_MS = 86_400_000
const DAY_LENGTH = 10
const REQUESTS_KEPT = 20
const DAYS_KEPT = 90

interface Request {
  outputId: string
  at: number
  client: string
  network: string
}

/** Who asked for outputs: kept in memory, and written a few seconds later in one go. A crash loses those seconds. */
export class Recorder {
  readonly #store: Store
  #waiting: Request[] = []

  constructor(store: Store) {
    this.#store = store
  }

  /** Notes a request that was answered. */
  note(request: Request): void {
    this.#waiting.push(request)
  }

  /** Writes what was noted. */
  async write(): Promise<void> {
    const requests = this.#waiting
    this.#waiting = []
    if (requests.length === 0) return
    await this.#store.database.query.transaction().execute(async (transaction) => {
      for (const [outputId, own] of Map.groupBy(requests, (request) => request.outputId)) {
        // The output may be gone meanwhile, or its record switched off.
        const kept = await transaction
          .selectFrom('hosted_output')
          .select('id')
          .where('id', '=', outputId)
          .where('keeps_record', '=', 1)
          .executeTakeFirst()
        if (!kept) continue
        for (const [key, counted] of Map.groupBy(own, ({ at, client }) => `${Math.floor(at / DAY_MS)} ${client}`)) {
          const [day = '', ...client] = key.split(' ')
          await transaction
            .insertInto('output_day')
            .values({ output_id: outputId, day: Number(day), client: client.join(' '), requests: counted.length })
            .onConflict((conflict) =>
              conflict
                .columns(['output_id', 'day', 'client'])
                .doUpdateSet((eb) => ({ requests: eb('output_day.requests', '+', counted.length) })),
            )
            .execute()
        }
        const newest = own.slice(-REQUESTS_KEPT)
        await transaction
          .insertInto('output_request')
          .values(newest.map(({ at, client, network }) => ({ id: drawId(), output_id: outputId, at, client, network })))
          .execute()
        const last = await transaction
          .selectFrom('output_request')
          .select('id')
          .where('output_id', '=', outputId)
          .orderBy('at', 'desc')
          .orderBy('id')
          .limit(REQUESTS_KEPT)
          .execute()
        await transaction
          .deleteFrom('output_request')
          .where('output_id', '=', outputId)
          .where(
            'id',
            'not in',
            last.map(({ id }) => id),
          )
          .execute()
        const today = Math.floor((newest.at(-1)?.at ?? 0) / DAY_MS)
        await transaction
          .deleteFrom('output_day')
          .where('output_id', '=', outputId)
          .where('day', '<', today - DAYS_KEPT)
          .execute()
      }
    })
  }

  /** The record of an output of this person. */
  async read(userId: string, outputId: string): Promise<OutputRecord> {
    const { query } = this.#store.database
    const days = await query
      .selectFrom('output_day')
      .innerJoin('hosted_output', 'hosted_output.id', 'output_day.output_id')
      .select(['output_day.day', 'output_day.client', 'output_day.requests'])
      .where('output_day.output_id', '=', outputId)
      .where('hosted_output.user_id', '=', userId)
      .orderBy('output_day.day', 'desc')
      .orderBy('output_day.client')
      .execute()
    const last = await query
      .selectFrom('output_request')
      .innerJoin('hosted_output', 'hosted_output.id', 'output_request.output_id')
      .select(['output_request.at', 'output_request.client', 'output_request.network'])
      .where('output_request.output_id', '=', outputId)
      .where('hosted_output.user_id', '=', userId)
      .orderBy('output_request.at', 'desc')
      .execute()
    return {
      days: days.map(({ day, client, requests }) => ({
        day: new Date(day * DAY_MS).toISOString().slice(0, DAY_LENGTH),
        client,
        requests,
      })),
      last,
    }
  }
}
