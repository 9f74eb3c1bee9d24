import { useMemo } from 'react'
import type { GitAccount } from '../../components/git-accounts/git-account.ts'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { allAccounts } from '../../components/git-accounts/git-accounts.ts'
import { placeIdOf, usePlaces } from '../../components/places/places.ts'
import type { Place } from '../../components/places/place.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'

/** A place with what this browser knows of its account. */
export interface FilePlace {
  place: Place
  account?: GitAccount
  /** This tab may ask it: it has the token, or somebody is signed in. */
  isOpen: boolean
}

/** The places of a screen: all, or those at one kind of host. Undefined until they are loaded. */
export function useFilePlaces(host: string | undefined): readonly FilePlace[] | undefined {
  const known = useGitAccounts()
  const places = usePlaces()
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  return useMemo(() => {
    if (!known || !places) return undefined
    const all = places.map((place): FilePlace => {
      const account = allAccounts(known).find((one) => placeIdOf(one) === place.id)
      if (account) return { place, account, isOpen: known.withToken.has(account.id) }
      return { place, isOpen: place.kind !== 'storage' || isSignedIn }
    })
    return host === undefined ? all : all.filter(({ account }) => account?.host === host)
  }, [known, places, host, isSignedIn])
}
