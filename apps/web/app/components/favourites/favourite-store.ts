import { STARRED_KINDS } from '@switchyard/contract/kept-kinds'
import { type KeptState, KeptRows, type SyncResult } from '../kept/kept-rows.ts'
import { keyOfKept } from '../kept/merge-kept.ts'
import { type Favourite, favouriteOf, goesToAccount, inPlace, keptOf, placeBetween } from './favourite.ts'

export type FavouriteState = KeptState<Favourite>

const kept = new KeptRows<Favourite>({
  key: 'favourites',
  kinds: STARRED_KINDS,
  keptOf,
  rowOf: favouriteOf,
  goes: goesToAccount(),
})
/** What is starred here. Nobody has asked the device before `startFavourites`. */
export const favourites = kept.state

/** Reads what the device has, once. A browser that keeps nothing starts with none. */
export const startFavourites = (): Promise<void> => kept.start()

/** Whether the account of who is signed in has them too. */
export const isSyncing = (): boolean => kept.isSyncing()

export const isStarred = (kind: Favourite['kind'], id: string): boolean => kept.find({ kind, id }) !== undefined

/** Stars things, in front of all others. What is starred already stays as it is. */
export async function star(given: readonly Pick<Favourite, 'kind' | 'id' | 'name' | 'data'>[]): Promise<void> {
  await startFavourites()
  kept.change((known) => {
    const isKnown = ({ kind, id, data }: (typeof given)[number]) =>
      known.some(
        (one) => one.kind === kind && !one.removed && (one.id === id || (kind === 'node' && one.data === data)),
      )
    const fresh = given.filter((one) => !isKnown(one))
    const keys = new Set(fresh.map(keyOfKept))
    const first = placeBetween(undefined, inPlace(known)[0])
    const added = fresh.map((one, index) =>
      Object.assign({}, one, { place: first - (fresh.length - 1 - index), changed: Date.now() }),
    )
    return [...added, ...known.filter((one) => !keys.has(keyOfKept(one)))]
  })
}

/** Takes one away. Gives back how it comes back as it was. */
export const unstar = (favourite: Pick<Favourite, 'kind' | 'id'>): (() => void) => kept.remove(favourite)

/** Changes the name, the folder or the place of one. */
export function changeFavourite(
  favourite: Pick<Favourite, 'kind' | 'id'>,
  part: Partial<Pick<Favourite, 'name' | 'folder' | 'place'>>,
): void {
  kept.changeOne(favourite, part)
}

/** From now on the account of this person has them too, or no more. What it has stays there. */
export const chooseSync = (userId: string | undefined): void => kept.chooseSync(userId)

/** Merges with the account. `nodes`: the nodes go there too. Throws what the server refuses; then the device has what it had. */
export const syncFavourites = ({ nodes }: { nodes?: boolean } = {}): Promise<SyncResult> =>
  kept.sync(goesToAccount(nodes))
