import type { KeptItem, KeptKind } from '@switchyard/contract'
import { KEPT_BODY_MAX } from '@switchyard/contract/kept-kinds'
import { call } from '../../lib/api.ts'
import { deviceStore } from '../../lib/device-store.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import { onSessionEnd, session } from '../../lib/session.ts'
import { createStore, type ReadStore, type Store } from '../../lib/store.ts'
import { type KeptRow, keyOfKept, mergeKept, ofDeviceAlone, withoutAccount } from './merge-kept.ts'

/** All rows stand in one of the device, so that each change is written whole. */
interface SavedRows<Row> {
  key: string
  rows: readonly Row[]
  /** The person whose account has some of them too. */
  syncsWith?: string
}

export interface KeptState<Row> extends Omit<SavedRows<Row>, 'key'> {
  /** The device has been asked. */
  isReady: boolean
}

export interface SyncResult {
  /** Came from the account, were replaced by newer ones of it, went to it. */
  added: number
  replaced: number
  sent: number
}

const inStore = deviceStore<SavedRows<KeptRow>>('switchyard-kept', 'rows', 'key')

interface Kept<Row extends KeptRow> {
  /** What the row of the device is called. */
  key: string
  /** The kinds that are asked of the account. */
  kinds: readonly KeptKind[]
  keptOf: (row: Row) => KeptItem
  /** What the account sent, as a row of it. */
  rowOf: (item: KeptItem) => Row
  /** What the account never had and is sent with the next merge. */
  goes: (row: Row) => boolean
}

/** Rows that this device keeps, and that the account of a person may have too. Nobody has asked the device before `start`. */
export class KeptRows<Row extends KeptRow> {
  readonly state: ReadStore<KeptState<Row>>
  readonly #state: Store<KeptState<Row>>
  readonly #kept: Kept<Row>
  readonly #otherTabs: BroadcastChannel | undefined
  #starting: Promise<void> | undefined
  #underWay: Promise<unknown> = Promise.resolve()

  constructor(kept: Kept<Row>) {
    this.#kept = kept
    this.#state = createStore<KeptState<Row>>({ rows: [], isReady: false })
    this.state = this.#state
    this.#otherTabs =
      typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`switchyard-kept-${kept.key}`)
    // A session that ran out may go on. Who signs out takes everything of the account along, whatever page is shown.
    onSessionEnd((how) => {
      if (how === 'left') void this.start().then(() => this.#save({ rows: withoutAccount(this.#state.get().rows) }))
    })
  }

  /** Reads what the device has, once. A browser that keeps nothing starts with none. */
  start(): Promise<void> {
    return (this.#starting ??= this.#begin())
  }

  async #begin(): Promise<void> {
    this.#otherTabs?.addEventListener('message', () => void this.#read())
    await this.#read()
  }

  async #read(): Promise<void> {
    const { key } = this.#kept
    const saved = await inStore<SavedRows<Row> | undefined>('readonly', (store) => store.get(key)).catch(
      () => undefined,
    )
    const { syncsWith } = saved ?? {}
    this.#state.set({ rows: saved?.rows ?? [], ...(syncsWith === undefined ? {} : { syncsWith }), isReady: true })
  }

  #save(next: Omit<KeptState<Row>, 'isReady'>): void {
    this.#state.set({ ...next, isReady: true })
    if (isLocalDataCleared()) return
    const { key } = this.#kept
    void inStore('readwrite', (store) => store.put({ key, ...next }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      .then(() => this.#otherTabs?.postMessage(null))
      // They stay in the memory of this tab.
      .catch(() => undefined)
  }

  /** Puts rows in the place of those that there are. */
  change(change: (rows: readonly Row[]) => readonly Row[]): void {
    const { rows, syncsWith } = this.#state.get()
    this.#save({ rows: change(rows), ...(syncsWith === undefined ? {} : { syncsWith }) })
    if (this.isSyncing()) void this.sync().catch(() => undefined)
  }

  /** Whether the account of who is signed in has them too. */
  isSyncing(): boolean {
    const { syncsWith } = this.#state.get()
    return syncsWith !== undefined && syncsWith === session.get()?.user?.id
  }

  find({ kind, id }: Pick<Row, 'kind' | 'id'>): Row | undefined {
    return this.#state.get().rows.find((one) => one.kind === kind && one.id === id && !one.removed)
  }

  /** Adds one, or puts it in the place of that of its kind and id. */
  put(row: Row): void {
    const key = keyOfKept(row)
    this.change((rows) => {
      const at = rows.findIndex((one) => keyOfKept(one) === key)
      return at < 0 || rows[at]!.removed
        ? [...rows.filter((_, index) => index !== at), row]
        : rows.with(at, { ...rows[at]!, ...row })
    })
  }

  /** Changes one as it stands by now; one that went in the meantime stays gone. */
  changeOne(row: Pick<Row, 'kind' | 'id'>, changes: Partial<Row>): void {
    const key = keyOfKept(row)
    this.change((rows) =>
      rows.map((one) => (keyOfKept(one) === key ? Object.assign({}, one, changes, { changed: Date.now() }) : one)),
    )
  }

  /** Takes one away. Gives back how it comes back as it was. */
  remove(row: Pick<Row, 'kind' | 'id'>): () => void {
    const gone = this.find(row)
    if (!gone) return () => undefined
    const key = keyOfKept(row)
    const others = (rows: readonly Row[]) => rows.filter((one) => keyOfKept(one) !== key)
    // The account has to hear of it.
    const left: readonly Row[] = gone.synced ? [{ ...gone, removed: true, changed: Date.now() }] : []
    this.change((rows) => [...others(rows), ...left])
    return () => this.change((rows) => [...others(rows), broughtBack(gone)])
  }

  /** From now on the account of this person has them too, or no more. What it has stays there. */
  chooseSync(userId: string | undefined): void {
    const { rows } = this.#state.get()
    this.#save({ rows, ...(userId === undefined ? {} : { syncsWith: userId }) })
  }

  /** As `chooseSync`; what came from the account of somebody else goes first. */
  syncWith(userId: string): void {
    const { rows, syncsWith } = this.#state.get()
    if (syncsWith !== userId) this.#save({ rows: withoutAccount(rows), syncsWith: userId })
  }

  /** The account has this one no more, the device goes on with it. Throws what the server refuses. */
  leaveAccount(row: Pick<Row, 'kind' | 'id'>): Promise<void> {
    const key = keyOfKept(row)
    return this.#inTurn(async () => {
      await call('DELETE /api/kept/:kind/:kept', { params: { kind: row.kind, kept: row.id }, quiet: true })
      this.change((rows) => rows.map((one) => (keyOfKept(one) === key ? ofDeviceAlone(one) : one)))
    })
  }

  /**
   * Merges with the account. `goes`: what the account never had and is sent. Throws what the server refuses; then the device
   * has what it had.
   */
  sync(goes: (row: Row) => boolean = this.#kept.goes): Promise<SyncResult> {
    return this.#inTurn(() => this.#mergeNow(goes))
  }

  /** What asks the account waits for what asked before. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.#underWay.catch(() => undefined).then(ask)
    this.#underWay = turn
    return turn
  }

  async #mergeNow(goes: (row: Row) => boolean): Promise<SyncResult> {
    const { kinds, keptOf, rowOf } = this.#kept
    const search = `?${new URLSearchParams(kinds.map((kind) => ['kind', kind]))}`
    const { items } = await call('GET /api/kept', { search, quiet: true })
    const before = this.#state.get().rows
    const plan = mergeKept(before, items.map(accountRow(rowOf)), (row) => goes(row) && fits(keptOf(row)))
    const send = plan.send.map(keptOf)
    if (send.length > 0) await call('POST /api/kept', { body: { items: send }, quiet: true })
    for (const { kind, id } of plan.remove)
      await call('DELETE /api/kept/:kind/:kept', { params: { kind, kept: id }, quiet: true })
    const { rows: now, syncsWith } = this.#state.get()
    // What was changed meanwhile is as it was changed, and goes with the next merge.
    const changed = now.filter((one) => !before.includes(one))
    const keys = new Set(changed.map(keyOfKept))
    const merged = [...changed, ...plan.here.filter((one) => !keys.has(keyOfKept(one)))]
    this.#save({ rows: merged, ...(syncsWith === undefined ? {} : { syncsWith }) })
    return { added: plan.added, replaced: plan.replaced, sent: plan.send.length }
  }
}

/** What was taken away, as new. The account has it again if it had it. */
function broughtBack<Row extends KeptRow>(gone: Row): Row {
  const back = { ...gone, changed: Date.now(), ...(gone.synced ? { goesToAccount: true } : {}) }
  delete back.synced
  return back
}

/** What is longer than an account takes stays on the device, and holds up nothing else. */
export const fits = ({ body }: Pick<KeptItem, 'body'>): boolean => body.length <= KEPT_BODY_MAX

/** What came from the account. */
const accountRow =
  <Row extends KeptRow>(rowOf: (item: KeptItem) => Row) =>
  (item: KeptItem): Row => ({ ...rowOf(item), synced: true, fromAccount: true })
