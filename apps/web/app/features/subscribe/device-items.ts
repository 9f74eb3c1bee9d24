import type { ItemChange } from '@switchyard/contract'
import { adopted, decide, kindOf, type FetchOutcome, stateAnswer } from '@switchyard/sources/items'
import type { SourceCounts } from '@switchyard/recipe'
import { randomId } from '../../lib/random-id.ts'
import { createStore, type ReadStore, type Store } from '../../lib/store.ts'
import { type DeviceKey, type LockState, lockOf, newDeviceKey, openLock, seal, unseal } from '../../lib/device-lock.ts'
import { type DeviceItem, type ItemRow, type ItemRows, LOCK_ID } from './item-rows.ts'
import { type Item, ItemRefusal, type ItemRepository, type ItemText, type NewItemBody } from './item-repository.ts'
import { DAY_MS } from '@switchyard/sources/spans'

const MOST_ITEMS = 200
const MOST_NAME = 64
const DAYS_COMPARED = 7
const HALF_A_DAY_S = 43_200
/** It is sealed into every lock that people have. */
const LOCK_PLACE = 'key of the items'

type Fetched = { text: string; subscription?: Item['subscription'] } | { error: Failure; status?: number }
type Failure = Extract<FetchOutcome, { failure: unknown }>['failure']

/** What the items of a device are handed. */
export interface DeviceParts {
  rows: ItemRows
  /** The text of an address, as this browser gets it. */
  fetchText: (url: string) => Promise<Fetched>
  count: (text: string) => Promise<SourceCounts>
  now: () => number
  /** Does one work after the other, in all tabs. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Says to other tabs that something changed. */
  report: () => void
}

/** What an item is made of, and how it is asked. */
export interface WrittenItem extends Pick<DeviceItem, 'name' | 'body' | 'intervalS'> {
  id: string
  userAgent: DeviceItem['userAgent'] | undefined
  prefix: string | undefined
}

interface Opened {
  id: string
  place: number
  value: DeviceItem
}

/** Subscription items that stay in this browser: nothing of them goes to the server. */
export class DeviceItems implements ItemRepository {
  readonly place = 'device'
  readonly #parts: DeviceParts
  readonly #listeners = new Set<() => void>()
  readonly #lock: Store<LockState | undefined> = createStore<LockState | undefined>(undefined)
  #key: DeviceKey | undefined

  constructor(parts: DeviceParts) {
    this.#parts = parts
  }

  /** Undefined until it is known. */
  get lockState(): ReadStore<LockState | undefined> {
    return this.#lock
  }

  /** Something changed in another tab. */
  changedElsewhere(): void {
    for (const listener of this.#listeners) listener()
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async list(): Promise<readonly Item[]> {
    return (await this.#opened()).map(itemOf)
  }

  add(item: NewItemBody): Promise<Item> {
    return this.#change(async (all) => {
      const { now } = this.#parts
      if (all.length >= MOST_ITEMS) throw new ItemRefusal('quota-reached')
      const body = item.body.trim()
      const value = await this.#withBody(
        {
          name: freeNameOf(item.name, all),
          kind: kindOf(body),
          intervalS: item.intervalS ?? HALF_A_DAY_S,
          archived: false,
          createdAt: now(),
          revision: 0,
          state: {},
          days: {},
          ...(item.userAgent === undefined ? {} : { userAgent: item.userAgent }),
          ...(item.prefix ? { prefix: item.prefix } : {}),
        },
        body,
      )
      return { id: randomId(), place: (all.at(-1)?.place ?? 0) + 1, value }
    })
  }

  change(id: string, change: ItemChange): Promise<Item> {
    return this.#change(async (all) => {
      const { place, value } = requireItem(all, id)
      if (value.revision !== change.revision) throw new ItemRefusal('conflict')
      const { userAgent, prefix, body: _, ...rest } = value
      const agent = change.userAgent === undefined ? userAgent : (change.userAgent ?? undefined)
      const before = change.prefix === undefined ? prefix : (change.prefix ?? undefined)
      const next = {
        ...rest,
        revision: value.revision + 1,
        name: change.name === undefined ? value.name : freeNameOf(change.name, all, id),
        intervalS: change.intervalS ?? value.intervalS,
        archived: change.archived ?? value.archived,
        ...(agent === undefined ? {} : { userAgent: agent }),
        ...(before ? { prefix: before } : {}),
      }
      const body = change.body?.trim()
      const isNew = body !== undefined && body !== value.body
      return { id, place, value: isNew ? await this.#withBody(next, body) : { ...next, body: value.body } }
    })
  }

  async remove({ id }: Item): Promise<() => Promise<unknown>> {
    const { inTurn, rows } = this.#parts
    const gone = await inTurn(async () => {
      const found = requireItem(await this.#opened(), id)
      await rows.write({ remove: [id] })
      return found
    })
    this.#parts.report()
    return () => this.#change(() => Promise.resolve(gone))
  }

  async reorder(ids: readonly string[]): Promise<readonly Item[]> {
    const { inTurn, rows, report } = this.#parts
    const items = await inTurn(async () => {
      const all = new Map((await this.#opened()).map((one) => [one.id, one]))
      const order = new Set([...ids.filter((id) => all.has(id)), ...all.keys()])
      const put = (await rows.all()).filter((row) => 'place' in row)
      const places = [...order]
      for (const row of put) row.place = places.indexOf(row.id) + 1
      await rows.write({ put })
      return [...order].map((id) => itemOf(all.get(id)!))
    })
    report()
    return items
  }

  /** All of them as a file holds them: with their addresses and links in clear, without what was fetched. */
  async written(): Promise<WrittenItem[]> {
    return (await this.#opened()).map(({ id, value: { name, body, userAgent, intervalS, prefix } }) => ({
      id,
      name,
      body,
      userAgent,
      intervalS,
      prefix,
    }))
  }

  async body(id: string): Promise<string> {
    return requireItem(await this.#opened(), id).value.body
  }

  async text(id: string): Promise<ItemText> {
    const { goodText, state } = requireItem(await this.#opened(), id).value
    if (goodText === undefined || !state.good) throw new ItemRefusal('not-found')
    const { at, subscription } = state.good
    return { text: goodText, at, ...(subscription ? { subscription } : {}) }
  }

  refresh(id: string): Promise<Item> {
    return this.refreshBy(id, this.#parts.fetchText)
  }

  /** Fetches it now, in a way of the caller's: a browser may not read every address. */
  async refreshBy(id: string, fetchText: DeviceParts['fetchText']): Promise<Item> {
    const found = requireItem(await this.#opened(), id)
    if (found.value.kind !== 'address') return itemOf(found)
    const { body } = found.value
    const fetched = await fetchText(body)
    const counts = 'error' in fetched ? undefined : await this.#parts.count(fetched.text)
    return this.#change((all) => {
      const { place, value } = requireItem(all, id)
      // What was fetched from an address that is another one now is not kept.
      if (value.body !== body) return Promise.resolve({ id, place, value })
      const { outcome, text } = outcomeOf(fetched, counts)
      return Promise.resolve({ id, place, value: withOutcome(value, outcome, text, this.#parts.now()) })
    })
  }

  adopt({ id, held }: Pick<Item, 'id' | 'held'>): Promise<Item> {
    return this.#change((all) => {
      const { place, value } = requireItem(all, id)
      const state = adopted(value.state, this.#parts.now())
      const { heldText, ...rest } = value
      if (!state || heldText === undefined) throw new ItemRefusal('not-found')
      if (value.state.held?.digest !== held?.tag) throw new ItemRefusal('conflict')
      return Promise.resolve({ id, place, value: { ...rest, state, days: {}, goodText: heldText } })
    })
  }

  /** Seals all items. The passphrase opens them; nobody can bring it back. */
  async setPassphrase(passphrase: string): Promise<void> {
    const { inTurn, rows, report } = this.#parts
    await inTurn(async () => {
      const all = await this.#opened()
      if (this.#lock.get() !== 'none') throw new ItemRefusal('conflict')
      const key = await newDeviceKey(randomId())
      const put = await Promise.all(all.map((one) => sealedRow(key, one)))
      await rows.write({ put: [...put, { id: LOCK_ID, lock: await lockOf(key, passphrase, LOCK_PLACE) }] })
      this.#key = key
      this.#lock.set('open')
    })
    report()
  }

  /** False: it is another passphrase. */
  async unlock(passphrase: string): Promise<boolean> {
    const lock = lockIn(await this.#parts.rows.all())
    const key = lock && (await openLock(lock, passphrase, LOCK_PLACE))
    if (lock && !key) return false
    this.#key = key
    this.#lock.set(lock ? 'open' : 'none')
    this.changedElsewhere()
    return true
  }

  /** Forgets the key until the passphrase is typed again. */
  lockNow(): void {
    this.#key = undefined
    this.#lock.set('locked')
  }

  /** False: the present one is another passphrase. The items stay sealed by the same key. */
  async changePassphrase(present: string, next: string): Promise<boolean> {
    const { inTurn, rows, report } = this.#parts
    const isChanged = await inTurn(async () => {
      const lock = lockIn(await rows.all())
      const key = lock && (await openLock(lock, present, LOCK_PLACE))
      if (!key) return false
      await rows.write({ put: [{ id: LOCK_ID, lock: await lockOf(key, next, LOCK_PLACE) }] })
      this.#key = key
      this.#lock.set('open')
      return true
    })
    if (isChanged) report()
    return isChanged
  }

  /** Keeps the items in clear from now on. False: it is another passphrase. */
  async removePassphrase(present: string): Promise<boolean> {
    const { inTurn, rows, report } = this.#parts
    const isRemoved = await inTurn(async () => {
      const lock = lockIn(await rows.all())
      const key = lock && (await openLock(lock, present, LOCK_PLACE))
      if (!key) return false
      this.#key = key
      const all = await this.#opened()
      await rows.write({ put: all, remove: [LOCK_ID] })
      this.#key = undefined
      this.#lock.set('none')
      return true
    })
    if (isRemoved) report()
    return isRemoved
  }

  /** Deletes all items and the lock: the way out for who forgot the passphrase. */
  async forgetAll(): Promise<void> {
    const { inTurn, rows, report } = this.#parts
    await inTurn(async () => rows.write({ remove: (await rows.all()).map(({ id }) => id) }))
    this.#key = undefined
    this.#lock.set('none')
    this.changedElsewhere()
    report()
  }

  /** All items, opened, in their order. Throws the refusal `locked`. */
  async #opened(): Promise<Opened[]> {
    const rows = await this.#parts.rows.all()
    const lock = lockIn(rows)
    if (lock?.keyId !== this.#key?.id) this.#key = undefined
    this.#lock.set(lock ? (this.#key ? 'open' : 'locked') : 'none')
    if (lock && !this.#key) throw new ItemRefusal('locked')
    const opened = rows.flatMap((row) => ('lock' in row ? [] : [openedRow(this.#key, row)]))
    return (await Promise.all(opened)).sort((a, b) => a.place - b.place || a.value.createdAt - b.value.createdAt)
  }

  /** Writes one item, made of what is there now. */
  async #change(work: (all: readonly Opened[]) => Promise<Opened>): Promise<Item> {
    const { inTurn, rows, report } = this.#parts
    const written = await inTurn(async () => {
      const made = await work(await this.#opened())
      await rows.write({ put: [this.#key ? await sealedRow(this.#key, made) : made] })
      return made
    })
    report()
    return itemOf(written)
  }

  /** Share links are their own text. Of another address nothing is known; the old text is served until it answers. */
  async #withBody(value: Omit<DeviceItem, 'body'>, body: string): Promise<DeviceItem> {
    const kind = kindOf(body)
    const { heldText: _, ...rest } = value
    const next: DeviceItem = { ...rest, kind, body, days: {} }
    if (kind === 'address') {
      const { good, lastTry } = value.state
      return {
        ...next,
        state: { ...(good ? { good: { ...good, isOfOldBody: true } } : {}), ...(lastTry ? { lastTry } : {}) },
      }
    }
    const counts = await this.#parts.count(body)
    if (counts.nodes === 0) throw new ItemRefusal('bad-request')
    return withOutcome({ ...next, state: {} }, { answer: counts }, body, this.#parts.now())
  }
}

function lockIn(rows: readonly ItemRow[]) {
  return rows.flatMap((row) => ('lock' in row ? [row.lock] : []))[0]
}

async function sealedRow(key: DeviceKey, { id, place, value }: Opened): Promise<ItemRow> {
  return { id, place, sealed: await seal(key, id, value) }
}

async function openedRow(key: DeviceKey | undefined, row: Exclude<ItemRow, { lock: unknown }>): Promise<Opened> {
  if ('value' in row) return row
  if (!key) throw new ItemRefusal('locked')
  // Only what `sealedRow` was given is sealed.
  return { id: row.id, place: row.place, value: (await unseal(key, row.id, row.sealed)) as DeviceItem }
}

function requireItem(all: readonly Opened[], id: string): Opened {
  const found = all.find((one) => one.id === id)
  if (!found) throw new ItemRefusal('not-found')
  return found
}

/** The name as it is kept. Throws the refusals `bad-request` and `name-taken`. */
function freeNameOf(given: string, all: readonly Opened[], own?: string): string {
  const name = given.trim()
  if (name === '' || Array.from(name).length > MOST_NAME) throw new ItemRefusal('bad-request')
  if (all.some(({ id, value }) => id !== own && value.name === name)) throw new ItemRefusal('name-taken')
  return name
}

function outcomeOf(fetched: Fetched, counts: SourceCounts | undefined): { outcome: FetchOutcome; text?: string } {
  if ('error' in fetched) {
    const { error, status } = fetched
    return { outcome: { failure: error, ...(status === undefined ? {} : { status }) } }
  }
  const { text, subscription } = fetched
  // A text is counted when it comes.
  return { outcome: { answer: { ...counts!, ...(subscription ? { subscription } : {}) } }, text }
}

function withOutcome(value: DeviceItem, outcome: FetchOutcome, text: string | undefined, now: number): DeviceItem {
  const today = Math.floor(now / DAY_MS)
  const recent = Object.fromEntries(Object.entries(value.days).filter(([day]) => Number(day) > today - DAYS_COMPARED))
  const { good } = value.state
  const most =
    value.kind === 'links' ? 0 : Math.max(0, ...Object.values(recent), good?.isOfOldBody ? 0 : (good?.nodes ?? 0))
  const decision = decide(value.state, outcome, { now, most })
  const days = decision.forgetsDays ? {} : recent
  const next = { ...value, state: decision.state, days }
  if (text === undefined || decision.text === 'keep') return next
  if (decision.text === 'hold') return { ...next, heldText: text }
  const { heldText: _, ...rest } = next
  const served = decision.state.good?.nodes ?? 0
  return { ...rest, goodText: text, days: { ...days, [today]: Math.max(days[today] ?? 0, served) } }
}

function itemOf({ id, value }: Opened): Item {
  const { body, state, days: _, goodText: _good, heldText: _held, ...rest } = value
  return {
    ...rest,
    id,
    // Of an address there is one.
    ...(value.kind === 'address' ? { host: new URL(body).host } : {}),
    fromServer: false,
    ...stateAnswer(state),
    usedBy: [],
  }
}
