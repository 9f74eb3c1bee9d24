import type { ApiError, BodyOf, DataOf, ItemChange } from '@switchyard/contract'
import { failureData } from '../../components/api-call/api-failure.ts'

export type Item = DataOf<'GET /api/subscriptions'>['items'][number]
export type NewItemBody = BodyOf<'POST /api/subscriptions'>

/** The text that is served of an item. */
export interface ItemText {
  text: string
  at: number
  subscription?: Item['subscription']
}

/** Where subscription items are kept: on this device, or on the server. Both keep the same rules. */
export interface ItemRepository {
  place: 'device' | 'server'
  /** All of them, in the order that a person gave them. */
  list: (signal?: AbortSignal) => Promise<readonly Item[]>
  add: (item: NewItemBody) => Promise<Item>
  change: (id: string, change: ItemChange) => Promise<Item>
  /** Gives back how to bring it again, at its place. */
  remove: (item: Item) => Promise<() => Promise<unknown>>
  /** Puts items in the order of their ids; what is not named keeps its order behind them. */
  reorder: (ids: readonly string[]) => Promise<readonly Item[]>
  body: (id: string) => Promise<string>
  text: (id: string) => Promise<ItemText>
  /** Fetches it now. A source that fails is no failure of the call: the item says so. */
  refresh: (id: string) => Promise<Item>
  /** Takes the answer that waits. */
  adopt: (item: Pick<Item, 'id' | 'held'>) => Promise<Item>
  /** Calls when the items were changed elsewhere, as in another tab. Gives back how to end that. */
  watch?: (listener: () => void) => () => void
}

export type ItemRefusalCode = ApiError | 'locked'

/** The store did not do what it was asked. */
export class ItemRefusal extends Error {
  override name = 'ItemRefusal'
  readonly code: ItemRefusalCode

  constructor(code: ItemRefusalCode) {
    super(code)
    this.code = code
  }
}

/** Why a store refused, whichever it was. */
export function refusalOf(error: unknown): ItemRefusalCode | undefined {
  return error instanceof ItemRefusal ? error.code : failureData(error)?.error
}

/** 'A' beside a taken 'A' gives 'A 2'; a free name stays. */
export function freeName(name: string, names: readonly string[]): string {
  if (!names.includes(name)) return name
  let count = 2
  while (names.includes(`${name} ${count}`)) count++
  return `${name} ${count}`
}
