import { setImmediate } from 'node:timers/promises'
import type { OutputRecord } from '@switchyard/contract'
import { drawId } from './row-rules.ts'
import type { Store } from '../db/open-store.ts'

const DAY_MS = 86_400_000
const DAY_LENGTH = 10
const REQUESTS_KEPT = 20
const DAYS_KEPT = 90
/** With so many requests of each they fit into one statement, of which SQLite takes 32,766 values. */
const OUTPUTS_AT_ONCE = 50

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

  /** Writes what was noted, some outputs at a time: requests are answered in between. */
  async write(): Promise<void> {
    const byOutput = Map.groupBy(this.#waiting, ({ outputId }) => outputId)
    this.#waiting = []
    const ids = [...byOutput.keys()]
    for (let from = 0; from < ids.length; from += OUTPUTS_AT_ONCE) {
      await this.#writeOf(ids.slice(from, from + OUTPUTS_AT_ONCE), byOutput)
      await setImmediate()
    }
  }

  async #writeOf(ids: readonly string[], byOutput: ReadonlyMap<string, readonly Request[]>): Promise<void> {
    await this.#store.database.query.transaction().execute(async (transaction) => {
      // An output may be gone meanwhile, or its record switched off.
      const rows = await transaction
        .selectFrom('hosted_output')
        .select('id')
        .where('id', 'in', ids)
        .where('keeps_record', '=', 1)
        .execute()
      if (rows.length === 0) return
      const kept = rows.map(({ id }) => id)
      const requests = kept.flatMap((id) => byOutput.get(id) ?? [])
      await transaction
        .insertInto('output_day')
        .values(countsOf(requests))
        .onConflict((conflict) =>
          conflict
            .columns(['output_id', 'day', 'client'])
            .doUpdateSet((eb) => ({ requests: eb('output_day.requests', '+', eb.ref('excluded.requests')) })),
        )
        .execute()
      const newest = kept.flatMap((id) => (byOutput.get(id) ?? []).slice(-REQUESTS_KEPT))
      await transaction.insertInto('output_request').values(newest.map(rowOf)).execute()
      const places = transaction
        .selectFrom('output_request')
        .select('id')
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('output_id').orderBy('at', 'desc').orderBy('id'))
            .as('place'),
        )
        .where('output_id', 'in', kept)
      await transaction
        .deleteFrom('output_request')
        .where('id', 'in', (eb) =>
          eb.selectFrom(places.as('placed')).select('placed.id').where('placed.place', '>', REQUESTS_KEPT),
        )
        .execute()
      const today = Math.floor(Math.max(...requests.map(({ at }) => at)) / DAY_MS)
      await transaction
        .deleteFrom('output_day')
        .where('output_id', 'in', kept)
        .where('day', '<', today - DAYS_KEPT)
        .execute()
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

function rowOf({ outputId, at, client, network }: Request) {
  return { id: drawId(), output_id: outputId, at, client, network }
}

/** How often which kind of client asked for which output on which day. */
function countsOf(requests: readonly Request[]) {
  const groups = Map.groupBy(requests, ({ outputId, at, client }) => `${outputId} ${Math.floor(at / DAY_MS)} ${client}`)
  return [...groups.values()].map((group) => {
    const { outputId, at, client } = group[0]!
    return { output_id: outputId, day: Math.floor(at / DAY_MS), client, requests: group.length }
  })
}
