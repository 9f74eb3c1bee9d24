import { setImmediate } from 'node:timers/promises'
import type { OutputRecord } from '@switchyard/contract'
import { drawId } from '../db/row-rules.ts'
import type { ServerStore } from '../db/open-store.ts'
import { DAY_MS } from '@switchyard/sources/spans'

const DAY_LENGTH = 10
const REQUESTS_KEPT = 20
const DAYS_KEPT = 90
/** Writing takes at most a fiftieth of the time of the server, and is never put off for longer. */
const REST_FACTOR = 50
const LONGEST_REST_MS = 60_000
/** With so many requests of each they fit into one statement, of which SQLite takes 32,766 values. */
const OUTPUTS_AT_ONCE = 50

interface Request {
  at: number
  client: string
  network: string
  /** The name of the address. */
  address: string
}

/** What is not written yet of an output. */
interface Waiting {
  counts: { day: number; client: string; requests: number }[]
  last: Request[]
  /** Where the next request stands in `last`, which is written round and round. */
  next: number
}

/**
 * Who asked for outputs: kept in memory, and written a few seconds later in one go. A crash loses those seconds. Where so
 * many ask that writing takes long, it is done less often.
 */
export class Recorder {
  readonly #store: ServerStore
  readonly #waiting = new Map<string, Waiting>()
  #restsUntil = 0

  constructor(store: ServerStore) {
    this.#store = store
  }

  /** Notes a request that was answered. */
  note(outputId: string, { at, client, network, address }: Request): void {
    let waiting = this.#waiting.get(outputId)
    if (!waiting) {
      waiting = { counts: [], last: [], next: 0 }
      this.#waiting.set(outputId, waiting)
    }
    countRequests(waiting, { day: Math.floor(at / DAY_MS), client, requests: 1 })
    keepRequest(waiting, { at, client, network, address })
  }

  /** Writes what was noted, unless the last time took so long that it rests. */
  async writeInTurn(): Promise<void> {
    const began = performance.now()
    if (began < this.#restsUntil) return
    await this.write()
    const ended = performance.now()
    this.#restsUntil = ended + Math.min((ended - began) * REST_FACTOR, LONGEST_REST_MS)
  }

  /** Writes what was noted, some outputs at a time: requests are answered in between. What cannot be written waits on. */
  async write(): Promise<void> {
    const ids = [...this.#waiting.keys()]
    for (let from = 0; from < ids.length; from += OUTPUTS_AT_ONCE) {
      const taken = this.#take(ids.slice(from, from + OUTPUTS_AT_ONCE))
      try {
        for (const id of await this.#writeOf([...taken.keys()], taken)) this.#putBack(id, taken.get(id)!)
      } catch (error) {
        for (const [id, waiting] of taken) this.#putBack(id, waiting)
        throw error
      }
      await setImmediate()
    }
  }

  #take(ids: readonly string[]): ReadonlyMap<string, Waiting> {
    const taken = new Map<string, Waiting>()
    for (const id of ids) {
      const waiting = this.#waiting.get(id)
      if (!waiting) continue
      taken.set(id, waiting)
      this.#waiting.delete(id)
    }
    return taken
  }

  #putBack(id: string, before: Waiting): void {
    const since = this.#waiting.get(id)
    this.#waiting.set(id, before)
    if (!since) return
    for (const count of since.counts) countRequests(before, count)
    // The oldest first: each takes the place of the oldest that is kept.
    for (const request of [...since.last.slice(since.next), ...since.last.slice(0, since.next)])
      keepRequest(before, request)
  }

  /** Gives back the outputs that somebody else is changing now. */
  async #writeOf(ids: readonly string[], byOutput: ReadonlyMap<string, Waiting>): Promise<readonly string[]> {
    const { kind, query } = this.#store.database
    if (ids.length === 0) return []
    return query.transaction().execute(async (transaction) => {
      // An output may be gone meanwhile, or its record switched off.
      const there = await transaction
        .selectFrom('hosted_output')
        .select('id')
        .where('id', 'in', ids)
        .where('keeps_record', '=', 1)
        .execute()
      // Who changes an output has its row first: nobody waits for these rows, and they wait for nobody.
      const free = there.map(({ id }) => id)
      const rows =
        kind === 'postgres' && free.length > 0
          ? await transaction
              .selectFrom('hosted_output')
              .select('id')
              .where('id', 'in', free)
              .forNoKeyUpdate()
              .skipLocked()
              .execute()
          : there
      const locked = new Set(rows.map(({ id }) => id))
      const left = free.filter((id) => !locked.has(id))
      if (rows.length === 0) return left
      const kept = rows.map(({ id }) => id)
      const counts = kept.flatMap((id) => countsOf(id, byOutput.get(id)!))
      await transaction
        .insertInto('output_day')
        .values(counts)
        .onConflict((conflict) =>
          conflict
            .columns(['output_id', 'day', 'client'])
            .doUpdateSet((eb) => ({ requests: eb('output_day.requests', '+', eb.ref('excluded.requests')) })),
        )
        .execute()
      const newest = kept.flatMap((id) => byOutput.get(id)!.last.map((request) => rowOf(id, request)))
      await transaction.insertInto('output_request').values(newest).execute()
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
      const today = Math.max(...counts.map(({ day }) => day))
      await transaction
        .deleteFrom('output_day')
        .where('output_id', 'in', kept)
        .where('day', '<', today - DAYS_KEPT)
        .execute()
      return left
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
      .select(['output_request.at', 'output_request.client', 'output_request.network', 'output_request.address'])
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
      last: last.map(({ at, client, network, address }) =>
        address === null ? { at, client, network } : { at, client, network, address },
      ),
    }
  }
}

function countRequests({ counts }: Waiting, { day, client, requests }: Waiting['counts'][number]): void {
  const count = counts.find((each) => each.day === day && each.client === client)
  if (count) count.requests += requests
  else counts.push({ day, client, requests })
}

function keepRequest(waiting: Waiting, { at, client, network, address }: Request): void {
  const { last, next } = waiting
  const oldest = last[next]
  // An object that is kept costs more than what is written into it: the oldest one takes the newest request.
  if (oldest) {
    oldest.at = at
    oldest.client = client
    oldest.network = network
    oldest.address = address
  } else last.push({ at, client, network, address })
  waiting.next = (next + 1) % REQUESTS_KEPT
}

function rowOf(outputId: string, request: Request) {
  return { id: drawId(), output_id: outputId, ...request }
}

/** How often which kind of client asked for an output on which day. */
function countsOf(outputId: string, { counts }: Waiting) {
  return counts.map((count) => ({ output_id: outputId, ...count }))
}
