import { useMemo } from 'react'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import { DEVICE_PLACE } from './device-place.ts'
import { gitPlace } from './git-place.ts'
import type { Place } from './place.ts'

/** Places that everybody has, before those of accounts. */
const OWN_PLACES: readonly Place[] = [DEVICE_PLACE]

/** All places of a person, in the order shown. */
export function placesOf(accounts: readonly GitAccount[]): readonly Place[] {
  return [...OWN_PLACES, ...accounts.map(gitPlace)]
}

/** The places of this browser; undefined until its accounts are loaded. */
export function usePlaces(): readonly Place[] | undefined {
  const accounts = useGitAccounts()?.accounts
  return useMemo(() => accounts && placesOf(accounts), [accounts])
}
