import type { FileContent, WrittenCommit } from '@switchyard/git-hosts'
import { GitHostError } from '@switchyard/git-hosts/writes'
import type { FileSpace } from '../places/place.ts'

/** A file as it was at a commit; undefined where it was not there, or where the place keeps no versions. */
export function versionAt(space: FileSpace, commit: string, path: string): Promise<FileContent | undefined> {
  return orMissing(space.readAt?.(commit, path))
}

/** Puts a file back as it was, as a new commit on top of what is there now. Undefined: it is so already. */
export async function restoreVersion(
  space: FileSpace,
  path: string,
  commit: string,
  message: string,
): Promise<WrittenCommit | undefined> {
  const then = await versionAt(space, commit, path)
  if (!then) throw new GitHostError({ code: 'not-found' })
  const now = await orMissing(space.read(path))
  if (now?.version === then.version) return undefined
  const change = now
    ? ({ kind: 'update', path, bytes: then.bytes, version: now.version } as const)
    : ({ kind: 'create', path, bytes: then.bytes } as const)
  return space.write({ message, changes: [change] })
}

async function orMissing(asked: Promise<FileContent> | undefined): Promise<FileContent | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof GitHostError && error.failure.code === 'not-found') return undefined
    throw error
  }
}
