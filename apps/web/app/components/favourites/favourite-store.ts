import type { KeptKind } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import { deviceStore } from '../../lib/device-store.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import { onSessionEnd, session } from '../../lib/session.ts'
import { createStore, type ReadStore } from '../../lib/store.ts'
import {
  type Favourite,
  inPlace,
  keptOf,
  keyOfFavourite,
  mergeFavourites,
  placeBetween,
  withoutAccount,
} from './favourite.ts'

/** All rows of this browser stand in one, so that each change is written whole. */
interface Saved {
  key: 'all'
  favourites: readonly Favourite[]
  /** The person who chose that their account has them too. */
  syncsWith?: string
}

export interface FavouriteState {
  favourites: readonly Favourite[]
  syncsWith?: string
  /** The device has been asked. */
  isReady: boolean
}

export interface SyncResult {
  /** Came from the account, were replaced by newer ones of it, went to it. */
  added: number
  replaced: number
  sent: number
}

const inStore = deviceStore<Saved>('switchyard-favourites', 'favourites', 'key')
const state = createStore<FavouriteState>({ favourites: [], isReady: false })
/** What is starred here. Nobody has asked the device before `startFavourites`. */
export const favourites: ReadStore<FavouriteState> = state

const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('switchyard-favourites')
let starting: Promise<void> | undefined

// A session that ran out may go on. Who signs out takes everything of the account along, whatever page is shown.
onSessionEnd((how) => {
  if (how === 'left') void startFavourites().then(() => save({ favourites: withoutAccount(state.get().favourites) }))
})

/** Reads what the device has, once. A browser that keeps nothing starts with none. */
export function startFavourites(): Promise<void> {
  return (starting ??= begin())
}

async function begin(): Promise<void> {
  otherTabs?.addEventListener('message', () => void read())
  await read()
}

async function read(): Promise<void> {
  const saved = await inStore<Saved | undefined>('readonly', (store) => store.get('all')).catch(() => undefined)
  state.set({
    favourites: saved?.favourites ?? [],
    ...(saved?.syncsWith === undefined ? {} : { syncsWith: saved.syncsWith }),
    isReady: true,
  })
}

function save(next: Omit<FavouriteState, 'isReady'>): void {
  state.set({ ...next, isReady: true })
  if (isLocalDataCleared()) return
  void inStore('readwrite', (store) => store.put({ key: 'all', ...next }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    .then(() => otherTabs?.postMessage(null))
    // They stay in the memory of this tab.
    .catch(() => undefined)
}

function change(favourites: readonly Favourite[]): void {
  const { syncsWith } = state.get()
  save({ favourites, ...(syncsWith === undefined ? {} : { syncsWith }) })
  if (isSyncing()) void syncFavourites().catch(() => undefined)
}

/** Whether the account of who is signed in has them too. */
export function isSyncing(): boolean {
  const { syncsWith } = state.get()
  return syncsWith !== undefined && syncsWith === session.get()?.user?.id
}

export const isStarred = (kind: KeptKind, id: string): boolean =>
  state.get().favourites.some((one) => one.kind === kind && one.id === id && !one.removed)

/** Stars things, in front of all others. What is starred already stays as it is. */
export async function star(given: readonly Pick<Favourite, 'kind' | 'id' | 'name' | 'data'>[]): Promise<void> {
  await startFavourites()
  const { favourites: known } = state.get()
  const isKnown = ({ kind, id, data }: (typeof given)[number]) =>
    known.some((one) => one.kind === kind && !one.removed && (one.id === id || (kind === 'node' && one.data === data)))
  const fresh = given.filter((one) => !isKnown(one))
  const keys = new Set(fresh.map(keyOfFavourite))
  const first = placeBetween(undefined, inPlace(known)[0])
  const added = fresh.map((one, index) =>
    Object.assign({}, one, { place: first - (fresh.length - 1 - index), changed: Date.now() }),
  )
  change([...added, ...known.filter((one) => !keys.has(keyOfFavourite(one)))])
}

/** Takes one away. Gives back how it comes back as it was. */
export function unstar(favourite: Pick<Favourite, 'kind' | 'id'>): () => void {
  const { favourites: known } = state.get()
  const key = keyOfFavourite(favourite)
  const gone = known.find((one) => keyOfFavourite(one) === key)
  const rest = known.filter((one) => one !== gone)
  if (!gone) return () => undefined
  // The account has to hear of it.
  change(gone.synced ? [...rest, { ...gone, removed: true, changed: Date.now() }] : rest)
  return () => {
    const { synced: _, ...back } = gone
    const others = state.get().favourites.filter((one) => keyOfFavourite(one) !== key)
    change([...others, { ...back, changed: Date.now() }])
  }
}

/** Changes the name, the folder or the place of one. */
export function changeFavourite(
  favourite: Pick<Favourite, 'kind' | 'id'>,
  part: Partial<Pick<Favourite, 'name' | 'folder' | 'place'>>,
): void {
  const key = keyOfFavourite(favourite)
  change(
    state
      .get()
      .favourites.map((one) =>
        keyOfFavourite(one) === key ? Object.assign({}, one, part, { changed: Date.now() }) : one,
      ),
  )
}

/** From now on the account of this person has them too, or no more. What it has stays there. */
export function chooseSync(userId: string | undefined): void {
  const { favourites: known } = state.get()
  save({ favourites: known, ...(userId === undefined ? {} : { syncsWith: userId }) })
}

let underWay: Promise<unknown> = Promise.resolve()

/**
 * Merges with the account. `nodes`: the nodes go there too. Each merge waits for the one before. Throws what the server
 * refuses; then the device has what it had.
 */
export function syncFavourites(options: { nodes?: boolean } = {}): Promise<SyncResult> {
  const merge = underWay.catch(() => undefined).then(() => mergeNow(options))
  underWay = merge
  return merge
}

async function mergeNow(options: { nodes?: boolean }): Promise<SyncResult> {
  const { items } = await call('GET /api/kept', { quiet: true })
  const before = state.get().favourites
  const plan = mergeFavourites(before, items, options)
  if (plan.send.length > 0) await call('POST /api/kept', { body: { items: plan.send.map(keptOf) }, quiet: true })
  for (const { kind, id } of plan.remove)
    await call('DELETE /api/kept/:kind/:kept', { params: { kind, kept: id }, quiet: true })
  const { favourites: now, syncsWith } = state.get()
  // What was changed meanwhile is as it was changed, and goes with the next merge.
  const changed = now.filter((one) => !before.includes(one))
  const keys = new Set(changed.map(keyOfFavourite))
  const merged = [...changed, ...plan.here.filter((one) => !keys.has(keyOfFavourite(one)))]
  save({ favourites: merged, ...(syncsWith === undefined ? {} : { syncsWith }) })
  return { added: plan.added, replaced: plan.replaced, sent: plan.send.length }
}
