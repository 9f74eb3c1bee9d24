import type { StarredKind } from '@switchyard/contract/kept-kinds'
import { useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { type FavouriteState, favourites, startFavourites } from './favourite-store.ts'

const NONE: FavouriteState = { rows: [], isReady: false }

/** What is starred. It is asked for when it is first shown. */
export function useFavourites(): FavouriteState {
  useEffect(() => void startFavourites(), [])
  return useStore(favourites, NONE)
}

/** Whether one thing is starred. */
export function useIsStarred(kind: StarredKind, id: string): boolean {
  return useFavourites().rows.some((one) => one.kind === kind && one.id === id && !one.removed)
}
