import type { GitBranch, GitHost } from '@switchyard/git-hosts'
import { useLoaded } from '../../lib/use-loaded.ts'

/** More are searched on the page of the host. */
const PARTS_MAX = 5

export interface Branches {
  all: readonly GitBranch[]
  isPart: boolean
  isLoading: boolean
  error?: unknown
  reload: () => void
}

/** The branches of a repository, as far as some parts of their list go. */
export function useBranches(host: GitHost | undefined, key: string, repository: string): Branches {
  const { data, error, isLoading, reload } = useLoaded(host && repository ? `branches ${key}` : undefined, async () => {
    const all: GitBranch[] = []
    let page: string | undefined
    for (let part = 0; part < PARTS_MAX; part++) {
      const { items, next } = await host!.branches(repository, page === undefined ? undefined : { page })
      all.push(...items)
      if (next === undefined) return { all, isPart: false }
      page = next
    }
    return { all, isPart: true }
  })
  return { all: data?.all ?? [], isPart: data?.isPart ?? false, isLoading, error, reload }
}
