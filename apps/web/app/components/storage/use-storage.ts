import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { type Loaded, useLoaded } from '../../lib/use-loaded.ts'
import type { Place } from '../places/place.ts'
import { OWN_STORAGE_ID } from '../places/storage-place.ts'
import type { StorageState } from './storage-client.ts'

/** By which what a storage place holds is asked for again. */
export const storageKey = (place: Pick<Place, 'id'>, part = ''): string =>
  `storage.${place.id}.${session.get()?.user?.id ?? ''}.${part}`

/** The buckets of a storage place, and the room that is left. Nobody asks our own server before somebody has signed in. */
export function useStorageState(place: Place | undefined): Loaded<StorageState> {
  const { storage } = place ?? {}
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  const isOpen = place !== undefined && (place.id !== OWN_STORAGE_ID || isSignedIn)
  return useLoaded(isOpen && storage ? storageKey(place) : undefined, async () => (await storage!()).state())
}

/** Whether somebody is signed in; undefined until that is known. */
export function useSignedIn(): boolean | undefined {
  const known = useStore(session, undefined)
  return known && known.user !== undefined
}
