import { type FileContent, GitHostError } from '@switchyard/git-hosts'
import type { FileSave, SaveOutcome } from '../file-save/file-save.ts'
import type { FileSpace } from '../places/place.ts'

/** What became of a file that was published. `unchanged`: it stood there already, and nothing was written. */
export type FilePublished = { kind: 'created' | 'updated'; commit: string } | { kind: 'unchanged' }

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
 * Updates the file, or creates it where there is none; a draft on the device holds it until the place has it. Undefined: it is
 * not there, and the state of `save` says why.
 */
export async function publishFile(
  save: FileSave,
  bytes: Uint8Array<ArrayBuffer>,
  message: string,
): Promise<FilePublished | undefined> {
  const { base } = save.state.get()
  return publishedBy(await save.save(bytes, message), base !== undefined)
}

/** What a save has made; `isUpdate`: of a file that was there before. */
export function publishedBy(outcome: SaveOutcome, isUpdate: boolean): FilePublished | undefined {
  if (!outcome.saved) return undefined
  const { written } = outcome
  return written ? { kind: isUpdate ? 'updated' : 'created', commit: written.commit } : { kind: 'unchanged' }
}

/** Writes a small file and takes it away again. Fails as the place does. */
export async function tryPlace(space: FileSpace, folder: string, name: string, message: string): Promise<void> {
  const path = folder === '' ? name : `${folder}/${name}`
  const bytes = new TextEncoder().encode(`${message}\n`)
  const { versions } = await space.write({ message, changes: [{ kind: 'create', path, bytes }] })
  await space.write({ message, changes: [{ kind: 'delete', path, version: versions[path] ?? '' }] })
}
