import type { GitBranch, GitRepository, ListPart, Paging } from '@switchyard/git-hosts'
import { type Loaded, useLoaded } from '../../lib/use-loaded.ts'
import type { GitAccount } from './git-account.ts'
import { gitHostOf } from './git-host-of.ts'

/** Of a longer list the rest is typed, not chosen. */
const PARTS_MAX = 5

async function allParts<T>(ask: (paging: Paging) => Promise<ListPart<T>>): Promise<T[]> {
  const items: T[] = []
  let page: string | undefined
  for (let count = 0; count < PARTS_MAX; count++) {
    const part = await ask(page === undefined ? {} : { page })
    items.push(...part.items)
    page = part.next
    if (page === undefined) break
  }
  return items
}

/** The repositories that the token of an account may see. */
export function useRepositories(account: GitAccount): Loaded<GitRepository[]> {
  return useLoaded(`git.${account.id}.repositories`, () =>
    allParts((paging) => gitHostOf(account).repositories(paging)),
  )
}

/** One repository; none is asked for while its path is not typed out. */
export function useRepository(account: GitAccount | undefined, path: string): Loaded<GitRepository> {
  const isPath = /^[^/\s]+\/\S*[^/\s]$/.test(path)
  return useLoaded(account && isPath ? `git.${account.id}.repository.${path}` : undefined, () =>
    gitHostOf(account!).repository(path),
  )
}

/** The branches of a repository that is there. */
export function useBranches(account: GitAccount, repository: string | undefined): Loaded<GitBranch[]> {
  return useLoaded(repository === undefined ? undefined : branchesKey(account, repository), () =>
    allParts((paging) => gitHostOf(account).branches(repository ?? '', paging)),
  )
}

/** By which the branches are asked for again. */
export const branchesKey = ({ id }: GitAccount, repository: string): string => `git.${id}.branches.${repository}`
