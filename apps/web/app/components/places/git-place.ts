import type { GitAccount } from '../git-accounts/git-account.ts'
import { gitHostOf } from '../git-accounts/git-host-of.ts'
import type { Place } from './place.ts'

const KIND = 'git.'

/** The id of the place that an account is. */
export const gitPlaceId = (account: Pick<GitAccount, 'id'>): string => KIND + account.id

/** An account at a Git host as a place for files. */
export function gitPlace(account: GitAccount): Place {
  // Each call asks anew: the token may have come or gone meanwhile.
  const host = () => gitHostOf(account)
  return {
    id: gitPlaceId(account),
    kind: 'git',
    name: account.name,
    get host() {
      return host()
    },
    space: (root, ref) => ({
      list: async (folder, paging) => host().list(root, ref, folder, paging),
      tree: async () => host().tree(root, ref),
      read: async (path) => host().readFile(root, ref, path),
      write: async (request) => host().write(root, ref, request),
      history: async (options) => host().history(root, ref, options),
      commit: async (id) => host().commit(root, id),
      readAt: async (commit, path) => host().readFile(root, commit, path),
      address: (path) => host().rawAddress(root, ref, path),
    }),
  }
}
