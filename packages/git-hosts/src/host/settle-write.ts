import { type GitFailure, type GitFailureCode, GitHostError } from './failure.ts'
import type { CommitRequest, FileChange, FileEntry, ListPart } from './git-host.ts'
import { allParts } from './paging.ts'
import { folderOf } from './paths.ts'
import { idAfter, isMadeAnew, standingOf, stuckIn } from './standing.ts'

/** What a write is settled with: all of one branch. */
export interface BranchAccess {
  /** The id of the commit. */
  write: (changes: readonly FileChange[]) => Promise<string>
  list: (folder: string, page: string | undefined) => Promise<ListPart<FileEntry>>
  /** The newest commit that touched a path, else of the branch; '' when it has none. */
  lastCommit: (path: string) => Promise<string>
}

/** After these nothing was written, whatever stands there now. */
const SURELY_NOT_WRITTEN: ReadonlySet<GitFailureCode> = new Set([
  'token-invalid',
  'scope-missing',
  'rate-limited',
  'repository-not-found',
  'protected',
  'too-large',
  'host-refuses-browsers',
])
/** Writes of others on the same branch get in the way, even of other files. */
const MAX_TRIES = 4
const MAX_PARTS_OF_A_FOLDER = 100

/**
 * Writes, and after every answer that does not say clearly what became of it reads the branch again: a change that is there
 * is a success, one that nobody has touched a failure, and one that met another version a conflict. No version is ever
 * replaced by a newer one, so a second try can overwrite nothing either.
 */
export async function settleWrite({ changes }: CommitRequest, branch: BranchAccess): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await branch.write(changes)
    } catch (error) {
      if (!(error instanceof GitHostError) || SURELY_NOT_WRITTEN.has(error.failure.code)) throw error
      const found = await readAgain(error.failure)
      if ('commit' in found) return found.commit
      const { code, status } = error.failure
      const isRefused = status !== undefined && status < 500
      const mayWork = code === 'conflict' || (isRefused && found.changes !== changes)
      if (tries === MAX_TRIES || !mayWork) throw error
      changes = found.changes
    }
  }

  /** The commit that holds the changes, or what is still to be done. */
  async function readAgain(failure: GitFailure): Promise<{ commit: string } | { changes: readonly FileChange[] }> {
    const versions = await orUnknown(failure, currentVersions())
    const standings = await Promise.all(
      changes.map(async (change) => standingOf(change, versions, await idAfter(change, versions.get(change.path)))),
    )
    if (standings.every((standing) => standing === 'done'))
      return { commit: await orUnknown(failure, branch.lastCommit(changes[0]!.path)) }
    const stuck = stuckIn(changes, standings, versions)
    if (stuck) throw new GitHostError({ ...failure, ...stuck })
    const isAsBefore = standings.every((standing) => standing === 'before')
    if (isAsBefore) return { changes }
    // What is there already, to the byte, needs no change.
    const rest = changes.map((change, at) => (isMadeAnew(change, standings[at]!) ? asCreate(change) : change))
    return { changes: rest.filter((_, at) => standings[at] !== 'done') }
  }

  /** The versions that the files of all changes have now. */
  async function currentVersions(): Promise<ReadonlyMap<string, string>> {
    const paths = changes.flatMap((change) => (change.kind === 'move' ? [change.from, change.path] : [change.path]))
    const folders = [...new Set(paths.map(folderOf))]
    const entries = await Promise.all(folders.map(entriesOf))
    return new Map(entries.flat().map(({ path, version }) => [path, version]))
  }

  async function entriesOf(folder: string): Promise<FileEntry[]> {
    try {
      return (await allParts((page) => branch.list(folder, page), MAX_PARTS_OF_A_FOLDER)).items
    } catch (error) {
      if (error instanceof GitHostError && error.failure.code === 'not-found') return []
      throw error
    }
  }
}

/** What is read again; when that fails, nobody knows what became of a write without a clear answer. */
async function orUnknown<T>(failure: GitFailure, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (again) {
    const isRefused = failure.status !== undefined && failure.status < 500
    const because = again instanceof GitHostError ? again.failure.code : undefined
    // A browser asks such a host before it sends a write, and then does not send it.
    if (because === 'host-refuses-browsers' || (isRefused && because === 'repository-not-found')) throw again
    throw new GitHostError(isRefused ? failure : { ...failure, mayBeWritten: true })
  }
}

function asCreate(change: FileChange): FileChange {
  return change.kind === 'update' ? { kind: 'create', path: change.path, bytes: change.bytes } : change
}
