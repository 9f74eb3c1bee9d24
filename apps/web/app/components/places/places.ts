import { useMemo } from 'react'
import type { KnownAccounts } from '../git-accounts/git-accounts.ts'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { STORAGE_HOST } from '../git-accounts/git-account.ts'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import { DEVICE_PLACE } from './device-place.ts'
import { gitPlace, gitPlaceId } from './git-place.ts'
import type { Place } from './place.ts'
import { OWN_STORAGE, storagePlace, storagePlaceId } from './storage-place.ts'

/** Places that everybody has, before those of accounts. */
const OWN_PLACES: readonly Place[] = [DEVICE_PLACE, OWN_STORAGE]

/** All places of a person, in the order shown. */
export function placesOf({ accounts, storages }: Pick<KnownAccounts, 'accounts' | 'storages'>): readonly Place[] {
  return [...OWN_PLACES, ...storages.map(storagePlace), ...accounts.map(gitPlace)]
}

/** The places of this browser; undefined until its accounts are loaded. */
export function usePlaces(): readonly Place[] | undefined {
  const known = useGitAccounts()
  return useMemo(() => known && placesOf(known), [known])
}

/** The id of the place that an account is. */
export function placeIdOf(account: Pick<GitAccount, 'id' | 'host'>): string {
  return account.host === STORAGE_HOST ? storagePlaceId(account) : gitPlaceId(account)
}
