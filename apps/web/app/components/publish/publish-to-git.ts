import { type FileContent, GitHostError } from '@switchyard/git-hosts'
import type { FileSpace } from '../places/place.ts'

/** A file on its way into a repository. */
export interface PublishedFile {
  path: string
  bytes: Uint8Array<ArrayBuffer>
  message: string
}

/** What became of it. `unchanged`: it stood there already, and no commit was made. */
export type FilePublished =
  | { kind: 'created' | 'updated'; commit: string; version: string }
  | { kind: 'unchanged'; version: string }

/** What stands at a path now; undefined: nothing. */
export async function whatStands(space: FileSpace, path: string): Promise<FileContent | undefined> {
  try {
    return await space.read(path)
  } catch (error) {
    if (error instanceof GitHostError && error.failure.code === 'not-found') return undefined
    throw error
  }
}

/**
 * One commit that updates the file, or creates it where there is none. `seen` is what the person saw there: where something
 * else stands by now nothing is written, and the failure says so.
 */
export async function publishToGit(
  space: FileSpace,
  { path, bytes, message }: PublishedFile,
  seen: FileContent | undefined,
): Promise<FilePublished> {
  if (seen && isSame(seen.bytes, bytes)) return { kind: 'unchanged', version: seen.version }
  const change = seen
    ? ({ kind: 'update', path, bytes, version: seen.version, orCreate: true } as const)
    : ({ kind: 'create', path, bytes } as const)
  const { commit, versions } = await space.write({ message, changes: [change] })
  return { kind: seen ? 'updated' : 'created', commit, version: versions[path] ?? '' }
}

/** Makes a file as it was at a commit: a new commit, on top of what stands there now. Undefined: it is so already. */
export async function restoreFrom(
  space: FileSpace,
  path: string,
  commit: string,
  message: string,
): Promise<FilePublished | undefined> {
  const [then, now] = await Promise.all([space.readAt?.(commit, path), whatStands(space, path)])
  if (!then) return undefined
  const published = await publishToGit(space, { path, bytes: then.bytes, message }, now)
  return published.kind === 'unchanged' ? undefined : published
}

/** Writes a small file and takes it away again, as two commits. Fails as the place does. */
export async function tryPlace(space: FileSpace, folder: string, name: string, message: string): Promise<void> {
  const path = folder === '' ? name : `${folder}/${name}`
  const bytes = new TextEncoder().encode(`${message}\n`)
  const { versions } = await space.write({ message, changes: [{ kind: 'create', path, bytes }] })
  await space.write({ message, changes: [{ kind: 'delete', path, version: versions[path] ?? '' }] })
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at])
