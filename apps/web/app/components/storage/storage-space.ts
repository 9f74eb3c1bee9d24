import type { StorageEntry } from '@switchyard/contract'
import type { CommitRequest, FileChange, WrittenCommit } from '@switchyard/git-hosts'
import { type GitFailure, GitHostError, idAfter, standingOf, stuckIn } from '@switchyard/git-hosts/writes'
import type { FileSpace, PlaceEntry } from '../places/place.ts'
import type { StorageClient } from './storage-client.ts'

/**
 * The files of a bucket. A service makes one change at a time, each on the version that the person saw. Several changes are
 * looked at together first, so that nothing is written where one of them is in the way; one that fails after that leaves those
 * before it, and the same changes asked for again go on from there.
 */
export function storageSpace(client: StorageClient, bucket: string): FileSpace {
  return {
    async list(folder, paging) {
      const { entries, next } = await client.list(bucket, folder, paging?.page)
      return { items: entries.map(entryOf), ...(next !== undefined && { next }) }
    },
    async tree() {
      const { entries, isTruncated } = await client.tree(bucket)
      return { entries: entries.map(entryOf), isTruncated }
    },
    async read(path) {
      const { bytes, sha } = await client.read(bucket, path)
      return { bytes, version: sha }
    },
    write: (request) => write(client, bucket, request),
    async upload(path, file, { replaces, ...options } = {}) {
      await client.put(bucket, path, file, replaces ?? null, options).catch((error: unknown) => {
        throw isFailure(error, 'conflict') && replaces === undefined ? asExists(error) : error
      })
    },
    folders: {
      make: (path) => client.makeFolder(bucket, path),
      remove: (path) => client.remove(bucket, path),
      move: (from, to) => client.move(bucket, from, to),
    },
  }
}

function entryOf({ name, path, kind, sha = '', size, changedAt, share }: StorageEntry): PlaceEntry {
  return {
    name,
    path,
    kind,
    version: sha,
    ...(size !== undefined && { size }),
    ...(changedAt !== undefined && { changedAt: new Date(changedAt).toISOString() }),
    ...(share && { isShared: true }),
  }
}

async function write(client: StorageClient, bucket: string, { changes }: CommitRequest): Promise<WrittenCommit> {
  if (changes.length === 0) throw new Error('A write without changes is none.')
  const ids = await Promise.all(changes.map((change) => idAfter(change)))
  const isDone = changes.length > 1 ? await lookAhead(client, bucket, changes, ids) : []
  for (const [at, change] of changes.entries()) if (!isDone[at]) await apply(client, bucket, change, ids[at])
  const versions = changes.flatMap(({ path }, at): [string, string][] =>
    ids[at] === undefined ? [] : [[path, ids[at]]],
  )
  return { commit: '', versions: Object.fromEntries(versions) }
}

/** Which of several changes are done already. Throws where one of them is in the way of what somebody else did. */
async function lookAhead(
  client: StorageClient,
  bucket: string,
  changes: readonly FileChange[],
  ids: readonly (string | undefined)[],
): Promise<boolean[]> {
  const { entries, isTruncated } = await client.tree(bucket)
  // What is not listed may be there all the same: each change is checked when it is made.
  if (isTruncated) return []
  const found = new Map(
    entries.flatMap(({ path, sha }): [string, string][] => (sha === undefined ? [] : [[path, sha]])),
  )
  const standings = changes.map((change, at) => standingOf(change, found, ids[at]))
  const stuck = stuckIn(changes, standings, found)
  if (stuck) throw new GitHostError(stuck)
  return standings.map((standing) => standing === 'done')
}

/** Makes one change. What is as it should be already is in nobody's way. */
async function apply(client: StorageClient, bucket: string, change: FileChange, id: string | undefined): Promise<void> {
  const { kind, path } = change
  try {
    if (kind === 'delete') await client.remove(bucket, path, change.version)
    else if (kind === 'move') await client.move(bucket, change.from, path, change.version)
    else await client.put(bucket, path, new Blob([change.bytes]), kind === 'create' ? null : change.version)
  } catch (error) {
    if (!(error instanceof GitHostError)) throw error
    const { failure } = error
    const isGone = failure.code === 'not-found'
    const isTaken = failure.code === 'conflict' || failure.code === 'exists'
    const [met] = failure.changed ?? []
    if (kind === 'delete' && isGone) return
    if (kind === 'move') {
      if (isGone && (await isMoved(client, bucket, change))) return
      throw isGone ? asConflict(change.from) : met?.path === path ? asExists(error) : error
    }
    if (kind === 'delete' || !(isGone || isTaken)) throw error
    if (met?.version !== undefined && met.version === id) return
    if (kind === 'create') throw asExists(error)
    if (met?.version !== undefined || !change.orCreate) throw isGone ? asConflict(path) : error
    await apply(client, bucket, { kind: 'create', path, bytes: change.bytes }, id)
  }
}

/** Whether a file that is gone stands at its new place already. */
async function isMoved(client: StorageClient, bucket: string, { path, version }: FileChange & { kind: 'move' }) {
  const there = await client.read(bucket, path).catch(() => undefined)
  return there?.sha === version
}

const asConflict = (path: string) => new GitHostError({ code: 'conflict', changed: [{ path }] })
const asExists = ({ failure, cause }: GitHostError) => new GitHostError({ ...failure, code: 'exists' }, cause)

const isFailure = (error: unknown, code: GitFailure['code']): error is GitHostError =>
  error instanceof GitHostError && error.failure.code === code
