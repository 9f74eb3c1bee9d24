import { GitHostError } from '@switchyard/git-hosts'
import type { FileAddress, Place } from '../../components/places/place.ts'

/** Why a file can be read and not be saved: what the token may do, what the branch takes, or that it is no branch. */
export type WriteLock = 'token' | 'branch' | 'no-branch'

/** More branches are not looked through: a save says what is wrong then. */
const PARTS_MAX = 5

/** Whether the place takes a save of this file, as far as it says so before. */
export async function findWriteLock({ host }: Place, { root, ref }: FileAddress): Promise<WriteLock | undefined> {
  if (!host) return undefined
  try {
    const { canWrite } = await host.repository(root)
    if (canWrite === false) return 'token'
    let page: string | undefined
    for (let part = 0; part < PARTS_MAX; part++) {
      const { items, next } = await host.branches(root, page === undefined ? {} : { page })
      const found = items.find(({ name }) => name === ref)
      if (found) return found.isProtected ? 'branch' : undefined
      const isEmpty = part === 0 && items.length === 0
      if (next === undefined) return isEmpty ? undefined : 'no-branch'
      page = next
    }
    return undefined
  } catch (error) {
    // The file was read: what is asked here is only a help.
    if (error instanceof GitHostError) return undefined
    throw error
  }
}
