import type { KeptItem } from '@switchyard/contract'
import type { NamedKind } from '@switchyard/contract/kept-kinds'
import { isRecord } from '@switchyard/convert/record'
import { randomId } from '../../lib/random-id.ts'
import { session } from '../../lib/session.ts'
import type { ReadStore } from '../../lib/store.ts'
import { fits, KeptRows } from './kept-rows.ts'
import type { KeptRow } from './merge-kept.ts'

/** What is kept under one kind, and how its value is read back. */
export interface ThingKind<Value> {
  kind: NamedKind
  /** The version of the schema of what is written now. */
  version: number
  /** A value as this version or an earlier one wrote it; undefined: it is none. A later version is never asked about. */
  read: (value: unknown, version: number) => Value | undefined
}

/** Something with a name that a person keeps. */
export interface KeptThing<Value> {
  id: string
  name: string
  value: Value
  /** When its person changed it last, ms. */
  changed: number
  /** The account has it too. */
  isInAccount: boolean
  /** It came from the account, and goes with its session. */
  isFromAccount: boolean
}

export interface ThingsState<Value> {
  /** In the order of their names. */
  things: readonly KeptThing<Value>[]
  /** The device has been asked. */
  isReady: boolean
}

/** As long as a name may be, in characters. */
export const THING_NAME_MAX = 64

export type ThingRow = KeptRow & KeptItem & { kind: NamedKind }

export const keptOf = ({ kind, id, name, body, changed }: ThingRow): KeptItem => ({ kind, id, name, body, changed })

const rowsByKind = new Map<NamedKind, KeptRows<ThingRow>>()

/** The rows of a kind, whoever asks for them: the same for all. */
export function thingRows(kind: NamedKind): KeptRows<ThingRow> {
  const known = rowsByKind.get(kind)
  if (known) return known
  const rows = new KeptRows<ThingRow>({
    key: kind,
    kinds: [kind],
    keptOf,
    // Only what is of the kind was asked for.
    rowOf: (item) => ({ ...item, kind }),
    goes: () => false,
  })
  rowsByKind.set(kind, rows)
  return rows
}

/**
 * Named things of one kind. They are kept on this device. A person can also move one to the account with a button. A later
 * version of the app may write a body that this one cannot read: the body stays as it is, and the thing is not shown.
 */
export class KeptThings<Value> {
  readonly state: ReadStore<ThingsState<Value>>
  readonly kind: NamedKind
  readonly #kind: ThingKind<Value>
  readonly #rows: KeptRows<ThingRow>
  /** What was read already: a body is never changed in place. */
  readonly #read = new WeakMap<ThingRow, KeptThing<Value> | 'unreadable'>()

  constructor(kind: ThingKind<Value>) {
    this.kind = kind.kind
    this.#kind = kind
    this.#rows = thingRows(kind.kind)
    this.state = mapped(this.#rows.state, ({ rows, isReady }) => ({ things: this.#thingsOf(rows), isReady }))
  }

  /** Reads what the device has, once. */
  start(): Promise<void> {
    return this.#rows.start()
  }

  find(id: string): KeptThing<Value> | undefined {
    return this.state.get().things.find((thing) => thing.id === id)
  }

  /** Keeps something under a name; with the id of one that is there, in its place. */
  async save({ id = randomId(), name, value }: { id?: string; name: string; value: Value }): Promise<KeptThing<Value>> {
    await this.start()
    const part = { name: thingName(name), body: this.#written(value), changed: Date.now() }
    this.#rows.put({ kind: this.kind, id, ...part })
    const { isInAccount = false, isFromAccount = false } = this.find(id) ?? {}
    return { id, name: part.name, value, changed: part.changed, isInAccount, isFromAccount }
  }

  rename(id: string, name: string): void {
    this.#rows.changeOne({ kind: this.kind, id }, { name: thingName(name) })
  }

  /** Takes one away, from the account too if it is there. Gives back how it comes back as it was. */
  remove(id: string): () => void {
    return this.#rows.remove({ kind: this.kind, id })
  }

  /** Whether an account takes something as long as this. */
  fitsAccount({ value }: Pick<KeptThing<Value>, 'value'>): boolean {
    return fits({ body: this.#written(value) })
  }

  /** The account has this one too from now on, with all its later changes. Throws what the server refuses. */
  async toAccount(id: string): Promise<void> {
    await this.#merge((row) => row.id === id)
  }

  /** The account has this one no more; the device goes on with it. Throws what the server refuses. */
  leaveAccount(id: string): Promise<void> {
    return this.#rows.leaveAccount({ kind: this.kind, id })
  }

  /** Brings what the account of who is signed in has, and what is newer on either side. Throws what the server refuses. */
  async sync(): Promise<void> {
    await this.#merge(() => false)
  }

  async #merge(goes: (row: ThingRow) => boolean): Promise<void> {
    await this.start()
    const userId = session.get()?.user?.id
    if (userId === undefined) return
    this.#rows.syncWith(userId)
    await this.#rows.sync(goes)
  }

  #thingsOf(rows: readonly ThingRow[]): readonly KeptThing<Value>[] {
    return rows
      .filter(({ removed }) => !removed)
      .map((row) => this.#thingOf(row))
      .filter((thing) => thing !== 'unreadable')
      .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }))
  }

  #thingOf(row: ThingRow): KeptThing<Value> | 'unreadable' {
    const known = this.#read.get(row)
    if (known !== undefined) return known
    const { id, name, body, changed, synced = false, fromAccount = false } = row
    const value = this.#valueOf(body)
    const thing =
      value === undefined ? 'unreadable' : { id, name, value, changed, isInAccount: synced, isFromAccount: fromAccount }
    this.#read.set(row, thing)
    return thing
  }

  #valueOf(body: string): Value | undefined {
    const said = parsed(body)
    if (!isRecord(said) || typeof said['version'] !== 'number' || said['version'] > this.#kind.version) return undefined
    return this.#kind.read(said['value'], said['version'])
  }

  #written(value: Value): string {
    return JSON.stringify({ version: this.#kind.version, value })
  }
}

/** A name as an account takes it: a line, no longer than this. */
function thingName(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a file may be called anything
  return Array.from(text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim())
    .slice(0, THING_NAME_MAX)
    .join('')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** What follows from a store, made once for each of its values. */
function mapped<A, B>(store: ReadStore<A>, of: (value: A) => B): ReadStore<B> {
  let from = store.get()
  let made = of(from)
  return {
    get() {
      const now = store.get()
      if (!Object.is(now, from)) {
        from = now
        made = of(now)
      }
      return made
    },
    subscribe: store.subscribe,
  }
}
