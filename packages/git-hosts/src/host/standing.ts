import { blobId } from './bytes.ts'
import type { GitFailure } from './failure.ts'
import type { FileChange } from './git-host.ts'

/** Where one change stands: not begun, done, or in the way of what somebody else did. */
export type Standing = 'before' | 'done' | 'gone' | 'taken' | 'changed'

/** The id of the content that a change puts there, of the same kind as `sample`; a deletion puts nothing. */
export async function idAfter(change: FileChange, sample = ''): Promise<string | undefined> {
  if (change.kind === 'move') return change.version
  return change.kind === 'delete' ? undefined : blobId(change.bytes, sample)
}

/** Where a change stands in front of the versions that are there. `id`: of the content that it puts there. */
export function standingOf(change: FileChange, versions: ReadonlyMap<string, string>, id?: string): Standing {
  const now = versions.get(change.path)
  switch (change.kind) {
    case 'create':
      if (now === undefined) return 'before'
      return now === id ? 'done' : 'taken'
    case 'update':
      if (now === undefined) return 'gone'
      if (now === id) return 'done'
      return now === change.version ? 'before' : 'changed'
    case 'delete':
      if (now === undefined) return 'done'
      return now === change.version ? 'before' : 'changed'
    case 'move': {
      const from = versions.get(change.from)
      if (from === undefined) return now === change.version ? 'done' : 'gone'
      if (now !== undefined) return 'taken'
      return from === change.version ? 'before' : 'changed'
    }
  }
}

/** An update of a file that is gone and may be created. */
export function isMadeAnew(change: FileChange, standing: Standing): boolean {
  return standing === 'gone' && change.kind === 'update' && change.orCreate === true
}

/** Why these changes cannot be made, with every file that is in the way; undefined when nothing is. */
export function stuckIn(
  changes: readonly FileChange[],
  standings: readonly Standing[],
  versions: ReadonlyMap<string, string>,
): Pick<GitFailure, 'code' | 'changed'> | undefined {
  const stuck = changes.filter(
    (change, at) => !['before', 'done'].includes(standings[at]!) && !isMadeAnew(change, standings[at]!),
  )
  if (stuck.length === 0) return undefined
  const isTaken = changes.every((change, at) => !stuck.includes(change) || standings[at] === 'taken')
  return { code: isTaken ? 'exists' : 'conflict', changed: stuck.map((change) => changedIn(change, versions)) }
}

/** The file that got in the way, as it is now. */
function changedIn(change: FileChange, versions: ReadonlyMap<string, string>) {
  const isSource = change.kind === 'move' && versions.get(change.from) !== change.version
  const path = isSource ? change.from : change.path
  const version = versions.get(path)
  return version === undefined ? { path } : { path, version }
}

/** The versions of the files that a commit leaves. */
export async function versionsAfter(changes: readonly FileChange[], commit: string): Promise<Record<string, string>> {
  const left = changes.filter((change) => change.kind !== 'delete')
  const versions = left.map(async (change) => (change.kind === 'move' ? change.version : blobId(change.bytes, commit)))
  const found = await Promise.all(versions)
  return Object.fromEntries(left.map(({ path }, at) => [path, found[at]!]))
}
