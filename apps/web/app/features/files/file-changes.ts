import type { FileChange, FileEntry, WrittenCommit } from '@switchyard/git-hosts'
import { folderOf } from '@switchyard/git-hosts/writes'
import type { FileSpace, PlaceEntry } from '../../components/places/place.ts'
import { PLACEHOLDER } from './file-names.ts'
import { joined } from './folder-address.ts'
import type { LastChange } from './last-changes.ts'

const NOTHING = new Uint8Array()
/** A folder that lists more parts than these is of no person's making. */
const PARTS_MAX = 100

/** All files that chosen entries stand for, those inside of folders among them. */
export async function filesIn(space: FileSpace, entries: readonly FileEntry[]): Promise<FileEntry[]> {
  const folders = entries.filter(({ kind }) => kind === 'folder')
  const files = entries.filter(({ kind }) => kind !== 'folder')
  if (folders.length === 0) return files
  const tree = await space.tree()
  if (tree.isTruncated)
    return [...files, ...(await Promise.all(folders.map(({ path }) => allBelow(space, path)))).flat()]
  const isInside = ({ path, kind }: FileEntry) =>
    kind !== 'folder' && folders.some((folder) => path.startsWith(`${folder.path}/`))
  return [...files, ...tree.entries.filter(isInside)]
}

/** Folder by folder, where a host does not list everything at once. */
async function allBelow(space: FileSpace, folder: string): Promise<FileEntry[]> {
  const { entries } = await folderParts(space, folder, PARTS_MAX)
  const inside = await Promise.all(
    entries.map(async (entry) => (entry.kind === 'folder' ? allBelow(space, entry.path) : [entry])),
  )
  return inside.flat()
}

/** A folder as far as `max` parts of its list go. `isPart`: there is more. A part that fails leaves those before it. */
export async function folderParts(
  space: FileSpace,
  folder: string,
  max: number,
): Promise<{ entries: PlaceEntry[]; isPart: boolean; error?: unknown }> {
  const entries: PlaceEntry[] = []
  let page: string | undefined
  for (let part = 0; part < max; part++) {
    try {
      const { items, next } = await space.list(folder, page === undefined ? undefined : { page })
      entries.push(...items)
      if (next === undefined) return { entries, isPart: false }
      page = next
    } catch (error) {
      if (part === 0) throw error
      return { entries, isPart: true, error }
    }
  }
  return { entries, isPart: true }
}

/** When entries were changed, as the place lists it; undefined where it does not. */
export function datesOf(entries: readonly PlaceEntry[]): ReadonlyMap<string, LastChange> | undefined {
  const dates = entries.flatMap(({ path, changedAt }): [string, LastChange][] =>
    changedAt === undefined ? [] : [[path, { date: changedAt }]],
  )
  return dates.length > 0 ? new Map(dates) : undefined
}

/** Takes entries out of a place: folders that stand by themselves go as a whole, all else file by file. */
export async function removeAll(
  space: FileSpace,
  entries: readonly FileEntry[],
  files: readonly FileEntry[],
  message: string,
): Promise<Pick<WrittenCommit, 'commit'>> {
  const { folders } = space
  if (!folders) return await space.write({ message, changes: deletions(files) })
  const changes = deletions(entries.filter(({ kind }) => kind === 'file'))
  if (changes.length > 0) await space.write({ message, changes })
  for (const { kind, path } of entries) if (kind === 'folder') await folders.remove(path)
  return { commit: '' }
}

/** Gives entries other paths: folders that stand by themselves move as a whole, all else file by file. */
export async function moveAll(
  space: FileSpace,
  entries: readonly FileEntry[],
  pathOf: (entry: FileEntry) => string,
  message: string,
): Promise<void> {
  const { folders } = space
  const whole = folders ? entries.filter(({ kind }) => kind === 'folder') : []
  const others = folders ? entries.filter(({ kind }) => kind !== 'folder') : entries
  const changes = moves(others, await filesIn(space, others), pathOf)
  if (changes.length > 0) await space.write({ message, changes })
  for (const entry of whole) if (pathOf(entry) !== entry.path) await folders?.move(entry.path, pathOf(entry))
}

/** More is not held in the page to take a deletion back. */
const KEPT_FILES = 50
const KEPT_BYTES = 5 * 1024 * 1024

/** What brings files back that no history holds; undefined where that is too much to keep here. */
export async function keptContents(space: FileSpace, files: readonly FileEntry[]): Promise<FileChange[] | undefined> {
  const bytes = files.reduce((sum, { size = KEPT_BYTES }) => sum + size, 0)
  if (files.length === 0 || files.length > KEPT_FILES || bytes > KEPT_BYTES) return undefined
  const changes: FileChange[] = []
  for (const { path } of files) changes.push({ kind: 'create', path, bytes: (await space.read(path)).bytes })
  return changes
}

/** Where everybody reads a file of a public bucket. */
export function publicAddress(bucketUrl: string, path: string): string {
  return `${bucketUrl}/${path.split('/').map(encodeURIComponent).join('/')}`
}

export function deletions(files: readonly FileEntry[]): FileChange[] {
  return files.map(({ path, version }) => ({ kind: 'delete', path, version }))
}

/** Entries with all that is in them, each under the path that `pathOf` gives to the entry. */
export function moves(
  entries: readonly FileEntry[],
  files: readonly FileEntry[],
  pathOf: (entry: FileEntry) => string,
): FileChange[] {
  return entries.flatMap((entry) => {
    const to = pathOf(entry)
    const inside = files.filter(({ path }) => path === entry.path || path.startsWith(`${entry.path}/`))
    return inside
      .map(({ path, version }) => ({ kind: 'move', from: path, path: to + path.slice(entry.path.length), version }) as const)
      .filter(({ from, path }) => from !== path)
  }) // oxfmt-ignore
}

/** Why entries cannot go to a folder: it is one of them, or inside of one; or they are there already. */
export function moveIssue(entries: readonly FileEntry[], target: string): 'inside' | 'same' | undefined {
  const isInside = ({ kind, path }: FileEntry) =>
    kind === 'folder' && (target === path || target.startsWith(`${path}/`))
  if (entries.some(isInside)) return 'inside'
  return entries.every(({ path }) => folderOf(path) === target) ? 'same' : undefined
}

/** Copies with the bytes of the files; each entry under the path that `pathOf` gives to it. */
export async function copies(
  space: FileSpace,
  entries: readonly FileEntry[],
  files: readonly FileEntry[],
  pathOf: (entry: FileEntry) => string,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const change of moves(entries, files, pathOf))
    if (change.kind === 'move') {
      const { bytes } = await space.read(change.from)
      changes.push({ kind: 'create', path: change.path, bytes })
    }
  return changes
}

/** A folder that stays although nothing is in it yet. */
export function newFolder(path: string): FileChange {
  return { kind: 'create', path: joined(path, PLACEHOLDER), bytes: NOTHING }
}

/** What stood in files before the commit that deleted them, to bring them back as a new one. */
export async function restorations(
  space: FileSpace,
  files: readonly FileEntry[],
  deletion: string,
): Promise<FileChange[]> {
  if (!space.history || !space.readAt) return []
  const changes: FileChange[] = []
  for (const { path } of files) {
    const { items } = await space.history({ path })
    // A host may not list the deletion itself.
    const before = items[items.findIndex(({ id }) => id === deletion) + 1]
    if (before) changes.push({ kind: 'create', path, bytes: (await space.readAt(before.id, path)).bytes })
  }
  return changes
}
