import type { FileContent, GitFailure, WrittenCommit } from '@switchyard/git-hosts'
import type { FileAddress, Place } from '../places/place.ts'
import { failureOf } from './file-save.ts'

type Elsewhere = { address: FileAddress; written: WrittenCommit } | { failure: GitFailure }

/** A new file beside the one that somebody else changed. A file that is there already is not overwritten. */
export async function saveCopy(
  place: Place,
  address: FileAddress,
  bytes: Uint8Array<ArrayBuffer>,
  message: string,
): Promise<Elsewhere> {
  const { root, ref, path } = address
  return await tried(address, () =>
    place.space(root, ref).write({ message, changes: [{ kind: 'create', path, bytes }] }),
  )
}

/** The file on a new branch, made from the one that it is on now; `over`: what stands there. */
export async function saveToBranch(
  place: Place,
  { branch, ...address }: FileAddress & { branch: string },
  over: FileContent | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  message: string,
): Promise<Elsewhere> {
  const { root, ref, path } = address
  return await tried({ ...address, ref: branch }, async () => {
    await place.host?.createBranch(root, branch, ref)
    const change = over
      ? ({ kind: 'update', path, bytes, version: over.version } as const)
      : ({ kind: 'create', path, bytes } as const)
    return await place.space(root, branch).write({ message, changes: [change] })
  })
}

async function tried(address: FileAddress, write: () => Promise<WrittenCommit>): Promise<Elsewhere> {
  try {
    return { address, written: await write() }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
