import { useMemo } from 'react'
import type { GitAccount } from '../../components/git-accounts/git-account.ts'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { gitPlaceId } from '../../components/places/git-place.ts'
import { usePlaces } from '../../components/places/places.ts'
import type { Place } from '../../components/places/place.ts'

/** A place with what this browser knows of its account. */
export interface FilePlace {
  place: Place
  account?: GitAccount
  /** This tab may ask the host. */
  isOpen: boolean
}

/** The places of a screen: all, or those at one kind of host. Undefined until they are loaded. */
export function useFilePlaces(host: string | undefined): readonly FilePlace[] | undefined {
  const known = useGitAccounts()
  const places = usePlaces()
  return useMemo(() => {
    if (!known || !places) return undefined
    const all = places.map((place): FilePlace => {
      const account = known.accounts.find((one) => gitPlaceId(one) === place.id)
      return account ? { place, account, isOpen: known.withToken.has(account.id) } : { place, isOpen: true }
    })
    return host === undefined ? all : all.filter(({ account }) => account?.host === host)
  }, [known, places, host])
}
