import { createHash } from 'node:crypto'
import type { FreeSourceKind, NewNodeSite, NodeSite, NodeSiteChange } from '@switchyard/contract'
import type { FetchState } from '@switchyard/sources'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@switchyard/sources/spans'
import type { Selectable, Updateable } from 'kysely'
import { ApiRefusal } from '../../api-refusal.ts'
import { columnPlace, openText, sealText } from '../../db/sealed-text.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { drawId } from '../../db/row-rules.ts'
import type { Tables } from '../../db/tables.ts'
import type { SourceNode } from '@switchyard/recipe'
import { latestAt } from '../../shared/clocks.ts'

const TABLE = 'free_source'
const MOST_SOURCES = 20
const DAYS_COMPARED = 7
const ID_LENGTH = 24

type Row = Selectable<Tables['free_source']>

/** A source without its address and its nodes. */
export interface FreeSourceFacts extends Pick<NodeSite, 'id' | 'revision' | 'name' | 'kind' | 'enabled' | 'reports'> {
  intervalMs: number
  isFromSettings: boolean
  state: FetchState
  triedAt: number | undefined
  nextAt: number | undefined
  /** The most nodes that were served on each of the last days. */
  days: Readonly<Record<string, number>>
}

/** A source of the settings. */
export interface SettingsSource {
  name: string
  address: string
  kind: FreeSourceKind
}

/** What is kept of a fetch. */
interface FetchResult {
  state: FetchState
  nextAt: number
  days: Readonly<Record<string, number>>
  /** The nodes that are served from now on. */
  nodes?: readonly SourceNode[]
}

/** Sources of free nodes as they are kept: addresses and nodes are sealed. */
export class FreeSourceStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  get #query() {
    return this.#store.database.query
  }

  /** All sources in order. */
  async list(): Promise<FreeSourceFacts[]> {
    const rows = await this.#query
      .selectFrom(TABLE)
      .select(['id', 'revision', 'name', 'kind', 'interval_ms', 'enabled', 'from_settings', 'tried_at', 'next_at'])
      .select(['fetch_state', 'days', 'reports'])
      .orderBy('from_settings', 'desc')
      .orderBy('place')
      .orderBy('id')
      .execute()
    return rows.map(factsOf)
  }

  /** Throws the refusal `not-found`. */
  async require(id: string): Promise<FreeSourceFacts> {
    const found = (await this.list()).find((each) => each.id === id)
    if (!found) throw new ApiRefusal('not-found')
    return found
  }

  /** Throws the refusal `not-found`. */
  async address(id: string): Promise<string> {
    const row = await this.#query.selectFrom(TABLE).select('address').where('id', '=', id).executeTakeFirst()
    if (!row) throw new ApiRefusal('not-found')
    return openText(this.#store.keys, placeOf(id, 'address'), row.address)
  }

  /** The nodes that a source serves. */
  async nodes(id: string): Promise<SourceNode[]> {
    const row = await this.#query.selectFrom(TABLE).select('nodes').where('id', '=', id).executeTakeFirst()
    if (!row || row.nodes === null) return []
    // It is what `keep` wrote.
    return JSON.parse(await openText(this.#store.keys, placeOf(id, 'nodes'), row.nodes)) as SourceNode[]
  }

  /** Brings the rows of sources that the settings name in line with the settings. */
  async followSettings(sources: readonly SettingsSource[], now: number): Promise<void> {
    const named = sources.map((source, place) => ({ ...source, id: settingsId(source), place }))
    const known = new Map((await this.list()).filter((each) => each.isFromSettings).map((each) => [each.id, each]))
    for (const { id, name, place, kind, address } of named) {
      if (known.delete(id)) await this.#query.updateTable(TABLE).set({ name, place }).where('id', '=', id).execute()
      else
        await this.#query
          .insertInto(TABLE)
          .values({ ...(await this.#newRow(id, { name, kind, address, enabled: true }, now)), place, from_settings: 1 })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
    }
    for (const id of known.keys()) await this.#query.deleteFrom(TABLE).where('id', '=', id).execute()
  }

  /** Throws the refusal `quota-reached`. */
  async create(site: NewNodeSite, now: number): Promise<FreeSourceFacts> {
    const id = drawId()
    const row = await this.#newRow(id, site, now)
    await this.#query.transaction().execute(async (rows) => {
      const { count, last } = await rows
        .selectFrom(TABLE)
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('place').as('last')])
        .where('from_settings', '=', 0)
        .executeTakeFirstOrThrow()
      if (count >= MOST_SOURCES) throw new ApiRefusal('quota-reached')
      await rows
        .insertInto(TABLE)
        .values({ ...row, place: (last ?? 0) + 1 })
        .execute()
    })
    return this.require(id)
  }

  /** Changes a source that is still as the owner saw it. False: it is not. Throws the refusal `not-found`. */
  async change(id: string, change: NodeSiteChange, now: number): Promise<boolean> {
    const before = await this.require(id)
    if (before.isFromSettings) throw new ApiRefusal('not-found')
    const isElsewhere = change.address !== undefined || (change.kind !== undefined && change.kind !== before.kind)
    const isEnabled = change.enabled ?? before.enabled
    const values: Updateable<Tables['free_source']> = {
      revision: change.revision + 1,
      name: change.name,
      kind: change.kind,
      interval_ms: change.intervalS === undefined ? undefined : change.intervalS * SECOND_MS,
      enabled: isEnabled ? 1 : 0,
      reports: 0,
      ...(isElsewhere || change.enabled === true || change.intervalS !== undefined ? { next_at: now } : {}),
      ...(isElsewhere ? { fetch_state: '{}', days: '{}', nodes: null, tried_at: null } : {}),
      ...(change.address === undefined ? {} : { address: await this.#seal(id, 'address', change.address) }),
    }
    const { numUpdatedRows } = await this.#query
      .updateTable(TABLE)
      .set(values)
      .where('id', '=', id)
      .where('revision', '=', change.revision)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Throws the refusal `not-found`: of what is not there, and of what the settings name. */
  async remove(id: string): Promise<void> {
    const { numDeletedRows } = await this.#query
      .deleteFrom(TABLE)
      .where('id', '=', id)
      .where('from_settings', '=', 0)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new ApiRefusal('not-found')
  }

  /** Counts a report of somebody. Throws the refusal `not-found`. */
  async report(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#query
      .updateTable(TABLE)
      .set(({ eb }) => ({ reports: eb('reports', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiRefusal('not-found')
  }

  /** Whether the caller may ask for a source now: one of all servers gets the right, and nobody else before the time is over. */
  async claim(id: string, now: number, againMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#query
      .updateTable(TABLE)
      .set({ tried_at: now })
      .where('id', '=', id)
      .where('enabled', '=', 1)
      .where((eb) =>
        eb.or([eb('tried_at', 'is', null), eb('tried_at', '<=', now - againMs), eb('tried_at', '>', latestAt(now))]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Keeps what became of a fetch, if the source is the one that was asked still. */
  async keep({ id, revision }: FreeSourceFacts, { state, nextAt, days, nodes }: FetchResult): Promise<void> {
    const sealed = nodes && (await this.#seal(id, 'nodes', JSON.stringify(nodes)))
    await this.#query
      .updateTable(TABLE)
      .set({
        fetch_state: JSON.stringify(state),
        days: JSON.stringify(days),
        next_at: nextAt,
        ...(sealed === undefined ? {} : { nodes: sealed }),
      })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .execute()
  }

  async #newRow(
    id: string,
    {
      name,
      kind,
      address,
      enabled,
      intervalS = HOUR_MS / SECOND_MS,
    }: Omit<NewNodeSite, 'intervalS'> & { intervalS?: number },
    now: number,
  ): Promise<Row> {
    return {
      id,
      revision: 0,
      place: 0,
      name,
      address: await this.#seal(id, 'address', address),
      kind,
      interval_ms: intervalS * SECOND_MS,
      enabled: enabled ? 1 : 0,
      from_settings: 0,
      tried_at: null,
      next_at: now,
      fetch_state: '{}',
      days: '{}',
      nodes: null,
      reports: 0,
    }
  }

  #seal(id: string, column: 'address' | 'nodes', text: string): Promise<string> {
    return sealText(this.#store.keys, placeOf(id, column), text)
  }
}

/** What a source had at most in the last days, and the same with what it has now. */
export function mostNodes(days: FreeSourceFacts['days'], now: number): number {
  return Math.max(0, ...Object.values(lastDays(days, now)))
}

export function withDay(days: FreeSourceFacts['days'], nodes: number, now: number): Record<string, number> {
  const day = String(dayOf(now))
  const kept = lastDays(days, now)
  return { ...kept, [day]: Math.max(kept[day] ?? 0, nodes) }
}

function lastDays(days: FreeSourceFacts['days'], now: number): Record<string, number> {
  const today = dayOf(now)
  return Object.fromEntries(
    Object.entries(days).filter(([day]) => Number(day) > today - DAYS_COMPARED && Number(day) <= today),
  )
}

const dayOf = (now: number) => Math.floor(now / DAY_MS)

function settingsId({ kind, address }: SettingsSource): string {
  return createHash('sha256').update(`${kind} ${address}`).digest('hex').slice(0, ID_LENGTH)
}

function placeOf(id: string, column: 'address' | 'nodes') {
  return columnPlace(TABLE, id, column, '')
}

function factsOf(row: Omit<Row, 'address' | 'nodes' | 'place'>): FreeSourceFacts {
  return {
    id: row.id,
    revision: row.revision,
    name: row.name,
    // It is one of the contract's: nothing else comes in.
    kind: row.kind as FreeSourceKind,
    intervalMs: row.interval_ms,
    enabled: row.enabled === 1,
    isFromSettings: row.from_settings === 1,
    // They are what `keep` wrote.
    state: JSON.parse(row.fetch_state) as FetchState,
    triedAt: row.tried_at ?? undefined,
    nextAt: row.next_at ?? undefined,
    // As above.
    days: JSON.parse(row.days) as Record<string, number>,
    reports: row.reports,
  }
}
