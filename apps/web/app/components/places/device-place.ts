import type {
  CommitDetail,
  CommitRequest,
  FileChange,
  FileContent,
  FileDifference,
  FileEntry,
  GitCommit,
  ListPart,
  WrittenCommit,
} from '@switchyard/git-hosts'
import { folderOf, GitHostError, idAfter, nameOf, standingOf, stuckIn } from '@switchyard/git-hosts/writes'
import { deviceSteps, type StoreQuery } from '../../lib/device-store.ts'
import { patchOf } from '../diff/patch-of.ts'
import type { FileSpace, Place } from './place.ts'

/** More commits than these are forgotten, the oldest first. */
const COMMITS_KEPT = 200
const COMMITS_A_PART = 30
/** Digits of milliseconds since 1970, so that ids stand in the order of time. */
const ID_DIGITS = 15

/** As in git: files name contents by their id, and a commit names what it changed. */
interface Rows {
  blob: BlobRow
  file: FileRow
  commit: CommitRow
}
type Row = Rows[keyof Rows]

interface BlobRow {
  key: `blob/${string}`
  bytes: Uint8Array<ArrayBuffer>
}

interface FileRow {
  key: `file/${string}`
  version: string
  size: number
}

interface CommitRow extends GitCommit {
  key: `commit/${string}`
  files: KeptDifference[]
}

/** A file that a commit changed, with the version before and after; without one there was no file. */
interface KeptDifference extends Omit<FileDifference, 'patch'> {
  before?: string
  after?: string
}

type Ask = <T>(query: StoreQuery<Row, T>) => Promise<T>

const askDevice = deviceSteps<Row>('switchyard-files', 'rows', 'key')

const SPACE: FileSpace = { list, tree, read, write, history, commit, readAt }

/** Files that stay in this browser, with their history. They are one root, without branches. Screens say its name. */
export const DEVICE_PLACE: Place = { id: 'device', kind: 'device', name: '', space: () => SPACE }

async function list(folder: string): Promise<ListPart<FileEntry>> {
  const start = folder === '' ? '' : `${folder}/`
  const files = await inStore('readonly', async (ask) => rowsOf(ask, 'file', start))
  if (files.length === 0 && folder !== '') throw notFound()
  const { entries } = entriesOf(files, start)
  return { items: entries.filter(({ path }) => !path.slice(start.length).includes('/')) }
}

async function tree() {
  return entriesOf(await inStore('readonly', async (ask) => rowsOf(ask, 'file')), '')
}

async function read(path: string): Promise<FileContent> {
  return inStore('readonly', async (ask) => {
    const file = await rowOf(ask, 'file', path)
    return contentOf(ask, file?.version)
  })
}

async function readAt(commit: string, path: string): Promise<FileContent> {
  return inStore('readonly', async (ask) => {
    const touched = (await newestFirst(ask)).flatMap(({ id, files }) =>
      files.filter((file) => file.path === path || file.previousPath === path).map((file) => ({ id, file })),
    )
    const then = touched.find(({ id }) => id <= commit)
    const oldest = touched.at(-1)
    // Before the first commit that is still known, the file was as that one found it.
    if (then) return contentOf(ask, then.file.path === path ? then.file.after : undefined)
    if (oldest)
      return contentOf(
        ask,
        oldest.file.previousPath === path || !oldest.file.previousPath ? oldest.file.before : undefined,
      )
    return contentOf(ask, (await rowOf(ask, 'file', path))?.version)
  })
}

async function history({ path, page }: { path?: string; page?: string } = {}): Promise<ListPart<GitCommit>> {
  const commits = await inStore('readonly', newestFirst)
  const isOf = (changed: string | undefined) => changed === path || changed?.startsWith(`${path}/`)
  const touches = ({ files }: CommitRow) => files.some((file) => isOf(file.path) || isOf(file.previousPath))
  const shown = commits.filter(
    (each) => (page === undefined || each.id < page) && (path === undefined || touches(each)),
  )
  const items = shown.slice(0, COMMITS_A_PART).map(({ id, message, author, date }) => ({ id, message, author, date }))
  return shown.length > items.length ? { items, next: items.at(-1)!.id } : { items }
}

async function commit(id: string): Promise<CommitDetail> {
  return inStore('readonly', async (ask) => {
    const row = await rowOf(ask, 'commit', id)
    if (!row) throw notFound()
    const { key: _, files, ...said } = row
    const bytesOf = async (version: string | undefined) =>
      version === undefined ? new Uint8Array() : (await contentOf(ask, version)).bytes
    const differences: FileDifference[] = []
    for (const { before, after, ...file } of files) {
      const patch = patchOf(await bytesOf(before), await bytesOf(after))
      differences.push(patch ? { ...file, patch } : file)
    }
    return { ...said, files: differences }
  })
}

async function write({ message, changes }: CommitRequest): Promise<WrittenCommit> {
  if (changes.length === 0) throw new Error('A commit without changes is none.')
  // While a transaction waits for anything else it ends.
  const ids = await Promise.all(changes.map((change) => idAfter(change)))
  const versions = Object.fromEntries(
    changes.flatMap(({ path }, at) => (ids[at] === undefined ? [] : [[path, ids[at]]])),
  )
  const id = await inStore('readwrite', async (ask) => {
    const found = await versionsOf(ask, changes)
    const standings = changes.map((change, at) => standingOf(change, found, ids[at]))
    const stuck = stuckIn(changes, standings, found) ?? (await takenNames(ask, changes))
    if (stuck) throw new GitHostError(stuck)
    const newest = (await namesOf(ask, 'commit')).at(-1)
    const open = changes.filter((_, at) => standings[at] !== 'done')
    if (open.length === 0) return newest ?? ''
    const files: KeptDifference[] = []
    for (const change of open) files.push(await apply(ask, change, found.get(fromOf(change)), versions[change.path]))
    // A clock that was set back puts no commit before an older one.
    const id = String(Math.max(Date.now(), Number(newest ?? 0) + 1)).padStart(ID_DIGITS, '0')
    await ask((store) =>
      store.put({ key: `commit/${id}`, id, message, author: '', date: new Date(Number(id)).toISOString(), files }),
    )
    return id
  })
  await forgetOldest()
  return { commit: id, versions }
}

const fromOf = (change: FileChange) => (change.kind === 'move' ? change.from : change.path)

/** Makes one change. Gives back what the history says of it. */
async function apply(
  ask: Ask,
  change: FileChange,
  before: string | undefined,
  after: string | undefined,
): Promise<KeptDifference> {
  const { kind, path } = change
  if (kind === 'delete') {
    await ask((store) => store.delete(`file/${path}`))
    return { path, change: 'removed', before: change.version }
  }
  if (kind === 'move') {
    const file = (await rowOf(ask, 'file', change.from))!
    await ask((store) => store.delete(file.key))
    await ask((store) => store.put({ ...file, key: `file/${path}` }))
    return { path, previousPath: change.from, change: 'moved', before: file.version, after: file.version }
  }
  const version = after!
  await ask((store) => store.put({ key: `blob/${version}`, bytes: change.bytes }))
  await ask((store) => store.put({ key: `file/${path}`, version, size: change.bytes.length }))
  return { path, change: before === undefined ? 'added' : 'changed', ...(before && { before }), after: version }
}

/** The versions of all files that changes name. */
async function versionsOf(ask: Ask, changes: readonly FileChange[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of new Set(changes.flatMap((change) => [change.path, fromOf(change)]))) {
    const file = await rowOf(ask, 'file', path)
    if (file) found.set(path, file.version)
  }
  return found
}

/** No file has the path of a folder, and no folder that of a file. */
async function takenNames(ask: Ask, changes: readonly FileChange[]) {
  for (const { kind, path } of changes) {
    if (kind === 'delete') continue
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
      if (await rowOf(ask, 'file', folder)) return { code: 'exists', changed: [{ path: folder }] } as const
    if ((await namesOf(ask, 'file', `${path}/`)).length > 0) return { code: 'exists', changed: [{ path }] } as const
  }
  return undefined
}

/** Contents that no file and no kept commit names go with the oldest commits. */
async function forgetOldest(): Promise<void> {
  await inStore('readwrite', async (ask) => {
    const commits = await namesOf(ask, 'commit')
    if (commits.length <= COMMITS_KEPT) return
    for (const id of commits.slice(0, -COMMITS_KEPT)) await ask((store) => store.delete(`commit/${id}`))
    const files = await rowsOf(ask, 'file')
    const kept = (await newestFirst(ask)).flatMap((row) => row.files.flatMap(({ before, after }) => [before, after]))
    const named = new Set<string | undefined>([...kept, ...files.map(({ version }) => version)])
    for (const version of await namesOf(ask, 'blob'))
      if (!named.has(version)) await ask((store) => store.delete(`blob/${version}`))
  })
}

/** Folders are there as long as a file is in them. */
function entriesOf(files: readonly FileRow[], start: string) {
  const entries = new Map<string, FileEntry>()
  for (const { key, version, size } of files) {
    const path = key.slice('file/'.length)
    for (let folder = folderOf(path); folder.length >= start.length && folder !== ''; folder = folderOf(folder))
      entries.set(folder, { name: nameOf(folder), path: folder, kind: 'folder', version: '' })
    entries.set(path, { name: nameOf(path), path, kind: 'file', version, size })
  }
  return { entries: [...entries.values()], isTruncated: false }
}

async function contentOf(ask: Ask, version: string | undefined): Promise<FileContent> {
  const blob = version === undefined ? undefined : await rowOf(ask, 'blob', version)
  if (version === undefined || !blob) throw notFound()
  return { bytes: blob.bytes, version }
}

const newestFirst = async (ask: Ask) => (await rowsOf(ask, 'commit')).toReversed()

/** A key says of which kind its row is. */
async function rowOf<Kind extends keyof Rows>(ask: Ask, kind: Kind, name: string): Promise<Rows[Kind] | undefined> {
  return ask((store): IDBRequest<Rows[Kind] | undefined> => store.get(`${kind}/${name}`))
}

async function rowsOf<Kind extends keyof Rows>(ask: Ask, kind: Kind, start = ''): Promise<Rows[Kind][]> {
  const rows = await ask((store) => store.getAll(startingWith(`${kind}/${start}`)))
  return rows.filter((row): row is Rows[Kind] => row.key.startsWith(`${kind}/`))
}

/** What stands behind the kind, in order. */
async function namesOf(ask: Ask, kind: keyof Rows, start = ''): Promise<string[]> {
  const keys = await ask((store) => store.getAllKeys(startingWith(`${kind}/${start}`)))
  return keys.flatMap((key) => (typeof key === 'string' ? [key.slice(kind.length + 1)] : []))
}

const startingWith = (start: string) => IDBKeyRange.bound(start, `${start}\uFFFF`)

const notFound = () => new GitHostError({ code: 'not-found' })

/** A browser that keeps nothing, or no more, is a failure of the one list. */
async function inStore<T>(mode: IDBTransactionMode, steps: (ask: Ask) => Promise<T>): Promise<T> {
  try {
    return await askDevice(mode, steps)
  } catch (error) {
    if (error instanceof GitHostError) throw error
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    throw new GitHostError({ code: isFull ? 'no-room' : 'host-unreachable' }, error)
  }
}
