import { type GitHost, GitHostError, type GitRepository } from '@switchyard/git-hosts'
import type { FileAddress, Place } from '../../components/places/place.ts'

/** Why a file can be read and not be saved: what the token may do, what the branch takes, or that it is no branch. */
export type WriteLock = 'token' | 'branch' | 'no-branch'

/** More branches are not looked through: a save says what is wrong then. */
const PARTS_MAX = 5

/** What a place says of a file before it is saved: whether it takes a save, and who may read it. */
export interface FileStanding {
  lock?: WriteLock
  repository?: GitRepository
}

export async function findStanding({ host }: Place, address: FileAddress): Promise<FileStanding> {
  if (!host) return {}
  try {
    const repository = await host.repository(address.root)
    const lock = repository.canWrite === false ? 'token' : await lockOfBranch(host, address)
    return { repository, ...(lock ? { lock } : {}) }
  } catch (error) {
    // The file was read: what is asked here is only a help.
    if (error instanceof GitHostError) return {}
    throw error
  }
}

async function lockOfBranch(host: GitHost, { root, ref }: FileAddress): Promise<WriteLock | undefined> {
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
}
