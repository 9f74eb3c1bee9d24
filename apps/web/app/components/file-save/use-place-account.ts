import { useTranslations } from 'use-intl'
import { commitMessage } from '../git-accounts/commit-message.ts'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { allAccounts } from '../git-accounts/git-accounts.ts'
import { useGitAccounts } from '../git-accounts/use-git-accounts.ts'
import type { Place } from '../places/place.ts'
import { placeIdOf } from '../places/places.ts'

/** The account that a place is, and whether this tab may ask its host. This device is none, and always open. */
export function usePlaceAccount(place: Place | undefined): { account: GitAccount | undefined; isOpen: boolean } {
  const known = useGitAccounts()
  const account = place && known && allAccounts(known).find((one) => placeIdOf(one) === place.id)
  return { account, isOpen: account === undefined || known?.withToken.has(account.id) === true }
}

/** What a commit says unless somebody says otherwise: as the account has it, or as we do. */
export function useCommitMessage(place: Place): (kind: 'create' | 'update' | 'remove', path: string) => string {
  const t = useTranslations('fileSave.save')
  const { account } = usePlaceAccount(place)
  return (kind, path) => {
    const own = commitMessage(account?.commitMessage ?? '', path)
    return own !== '' && kind !== 'remove' ? own : t(kind, { path })
  }
}
