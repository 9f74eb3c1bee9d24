import {
  type DataOf,
  DEFAULT_BUCKET,
  STORAGE_PAGE_SIZE,
  type StorageEntry,
  type StoragePage,
  storedPath,
} from '@switchyard/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import { ApiRefusal } from '../../api-refusal.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { countKept, requireRoom, requireRow } from '../../db/quota.ts'
import { changeOfUser, drawId } from '../../db/row-rules.ts'
import type { Rows } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'
import { ensureBucket, findBucket } from './buckets.ts'
import { type PictureType, typeOf } from './file-type.ts'
import { drawKey, takeKey, wasteKeys } from '../../storage/keys.ts'

const TABLE = 'storage_entry'
const ROOT = ''
const IDS_AT_ONCE = 500
const MOST_IN_TREE = 20_000

export type EntryRow = Selectable<Tables['storage_entry']>
/** A file: it has bytes. */
export type FileRow = EntryRow & { key: string; sha: string }

/** What is in a bucket of somebody. */
export interface StoredPlace {
  userId: string
  bucket: string
  /** As `storedPath` gives it; `''` is the root. */
  path: string
}

/** What a write or a removal is made on: a file with this content; null: no file; undefined: whatever is there. */
export type Expected = string | null | undefined

/** An upload that has begun. */
export interface BegunUpload {
  key: string
  size: number
}

/** Files and folders as they are kept: each query of a person names the owner, a path is walked down from its bucket. */
export class FileStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  /** One page of a folder, in the order of names, behind the name `after`. Throws the refusal `not-found`. */
  async list({ userId, bucket, path }: StoredPlace, after: string): Promise<StoragePage> {
    const { query } = this.#store.database
    const found = await findBucket(query, userId, bucket)
    if (!found) {
      if (path === ROOT && bucket === DEFAULT_BUCKET) return { entries: [] }
      throw new ApiRefusal('not-found')
    }
    const folder = path === ROOT ? { id: ROOT } : await walk(query, found.id, path)
    if (!folder || ('key' in folder && folder.key !== null)) throw new ApiRefusal('not-found')
    const rows = await query
      .selectFrom(TABLE)
      .selectAll(TABLE)
      .select(shares)
      .where('bucket_id', '=', found.id)
      .where('parent_id', '=', folder.id)
      .where('name', '>', after)
      .orderBy('name')
      .limit(STORAGE_PAGE_SIZE + 1)
      .execute()
    const page = rows.slice(0, STORAGE_PAGE_SIZE)
    const entries = page.map((row) => answer(row, joined(path, row.name)))
    return rows.length > STORAGE_PAGE_SIZE ? { entries, next: page.at(-1)!.name } : { entries }
  }

  /** All files and folders of a bucket. Throws the refusal `not-found`. */
  async tree({ userId, bucket }: Omit<StoredPlace, 'path'>): Promise<DataOf<'GET /api/storage/tree'>> {
    const { query } = this.#store.database
    const found = await findBucket(query, userId, bucket)
    if (!found) {
      if (bucket === DEFAULT_BUCKET) return { entries: [], isTruncated: false }
      throw new ApiRefusal('not-found')
    }
    const rows = await query
      .selectFrom(TABLE)
      .selectAll(TABLE)
      .select(shares)
      .where('bucket_id', '=', found.id)
      .limit(MOST_IN_TREE + 1)
      .execute()
    const pathOf = pathsOf(rows)
    const entries = rows.slice(0, MOST_IN_TREE).flatMap((row) => {
      const path = pathOf(row.id)
      return path === undefined ? [] : [answer(row, path)]
    })
    return { entries, isTruncated: rows.length > MOST_IN_TREE }
  }

  /** How many files and folders a person has. */
  async count(userId: string): Promise<number> {
    return countEntries(this.#store.database.query, userId)
  }

  /** All of a person, for the export. */
  async exported(userId: string): Promise<DataOf<'GET /api/profile/export'>['files']> {
    const rows = await this.#store.database.query
      .selectFrom(TABLE)
      .innerJoin('storage_bucket', 'storage_bucket.id', 'storage_entry.bucket_id')
      .selectAll(TABLE)
      .select('storage_bucket.name as bucket')
      .where('storage_entry.user_id', '=', userId)
      .execute()
    const pathOf = pathsOf(rows)
    return rows.map((row) => {
      const path = pathOf(row.id) ?? row.name
      const { bucket, changed_at: changedAt } = row
      if (!isFile(row)) return { bucket, path, kind: 'folder', changedAt }
      return { bucket, path, kind: 'file', changedAt, size: row.size, sha: row.sha, type: typeOf(row) }
    })
  }

  /** Throws the refusal `not-found`, for a folder too. */
  async file({ userId, bucket, path }: StoredPlace): Promise<FileRow> {
    const { query } = this.#store.database
    const found = await findBucket(query, userId, bucket)
    const row = found && (await walk(query, found.id, path))
    if (!row || !isFile(row)) throw new ApiRefusal('not-found')
    return row
  }

  /** The file at a path of a bucket, whoever asks. */
  async fileIn(bucketId: string, path: string): Promise<FileRow | undefined> {
    const row = await walk(this.#store.database.query, bucketId, path)
    return row && isFile(row) ? row : undefined
  }

  /**
   * Makes room for so many bytes, and a key for them. Throws the refusals `quota-reached`, `not-found` for a bucket that is
   * not there, and `conflict` with what is there instead of what is expected.
   */
  async begin(
    { userId, bucket, path }: StoredPlace,
    size: number,
    expected: Expected,
    now: number,
  ): Promise<BegunUpload> {
    return changeOfUser(this.#store.database, userId, async (rows) => {
      const { id } = await ensureBucket(rows, userId, bucket, now)
      const before = await this.#requireExpected(rows, id, path, expected)
      // The bytes that it replaces go with it.
      const key = await drawKey(rows, userId, Math.max(0, size - (before?.size ?? 0)), now)
      await requireRoom(rows, userId)
      return { key, size }
    })
  }

  /**
   * Makes a file of what was uploaded, in place of another one. Gives back the keys of bytes that no file has any more. Throws
   * what `begin` throws.
   */
  async finish(
    { userId, bucket, path }: StoredPlace,
    { key, size }: BegunUpload,
    { sha, picture }: { sha: string; picture: PictureType | undefined },
    expected: Expected,
    now: number,
  ): Promise<{ entryId: string; waste: string[] }> {
    return changeOfUser(this.#store.database, userId, async (rows) => {
      await takeKey(rows, key)
      const { id: bucketId } = await ensureBucket(rows, userId, bucket, now)
      const before = await this.#requireExpected(rows, bucketId, path, expected)
      const content = { key, size, sha, picture: picture ?? null, changed_at: now }
      if (before) {
        await rows.updateTable(TABLE).set(content).where('id', '=', before.id).execute()
        await wasteKeys(rows, [before.key])
        await requireRoom(rows, userId)
        return { entryId: before.id, waste: [before.key] }
      }
      const [folder, name] = split(path)
      const parent = await this.#ensureFolder(rows, { userId, bucketId, path: folder, now })
      const entryId = drawId()
      await rows
        .insertInto(TABLE)
        .values({ ...content, id: entryId, user_id: userId, bucket_id: bucketId, parent_id: parent, name })
        .execute()
      await requireAnotherEntry(rows, userId)
      await requireRoom(rows, userId)
      return { entryId, waste: [] }
    })
  }

  /**
   * Moves a file, or a folder with all in it. Throws the refusals `not-found`, `bad-request` for a folder that would be in
   * itself, and `conflict` with what is at either place.
   */
  async move(
    { userId, bucket, path }: StoredPlace,
    to: string,
    expected: string | undefined,
    now: number,
  ): Promise<StorageEntry> {
    return changeOfUser(this.#store.database, userId, async (rows) => {
      const { id: bucketId } = await ensureBucket(rows, userId, bucket, now)
      const row = await walk(rows, bucketId, path)
      if (!row) throw new ApiRefusal('not-found')
      if (expected !== undefined && row.sha !== expected) throw conflictWith(row, path)
      if (`${to}/`.startsWith(`${path}/`)) {
        if (to === path) return answer({ ...row, shares: 0 }, path)
        throw new ApiRefusal('bad-request', { field: 'to' })
      }
      const there = await walk(rows, bucketId, to)
      if (there) throw conflictWith(there, to)
      await requirePaths(rows, row, to)
      const [folder, name] = split(to)
      const parent = await this.#ensureFolder(rows, { userId, bucketId, path: folder, now })
      await rows.updateTable(TABLE).set({ parent_id: parent, name }).where('id', '=', row.id).execute()
      await requireAnotherEntry(rows, userId)
      return answer({ ...row, name, shares: 0 }, to)
    })
  }

  /**
   * Removes a file, or a folder with all in it. Gives back how many went, and the keys of their bytes. Throws the refusals
   * `not-found` and `conflict`.
   */
  async remove(
    { userId, bucket, path }: StoredPlace,
    expected: string | undefined,
  ): Promise<{ removed: number; keys: string[] }> {
    return changeOfUser(this.#store.database, userId, async (rows) => {
      const found = await findBucket(rows, userId, bucket)
      const row = found && (await walk(rows, found.id, path))
      if (!row) throw new ApiRefusal('not-found')
      if (expected !== undefined && row.sha !== expected) throw conflictWith(row, path)
      const all = await withAllBelow(rows, row)
      const keys = all.flatMap(({ key }) => key ?? [])
      await wasteKeys(rows, keys)
      for (let from = 0; from < all.length; from += IDS_AT_ONCE) {
        const ids = all.slice(from, from + IDS_AT_ONCE).map(({ id }) => id)
        await rows.deleteFrom(TABLE).where('id', 'in', ids).execute()
      }
      return { removed: all.length, keys }
    })
  }

  /** What a person keeps and may keep. */
  kept(userId: string) {
    return countKept(this.#store.database.query, userId)
  }

  /** The path of an entry from the root of its bucket. `folders`: the paths of those that are known already. */
  async pathOf(row: Pick<EntryRow, 'parent_id' | 'name'>, folders: Map<string, string>): Promise<string> {
    if (row.parent_id === ROOT) return row.name
    const known = folders.get(row.parent_id)
    if (known !== undefined) return joined(known, row.name)
    const folder = await this.#store.database.query
      .selectFrom(TABLE)
      .select(['parent_id', 'name'])
      .where('id', '=', row.parent_id)
      .executeTakeFirst()
    if (!folder) return row.name
    const path = await this.pathOf(folder, folders)
    folders.set(row.parent_id, path)
    return joined(path, row.name)
  }

  /** The file that is replaced. Throws the refusal `conflict` where a path leads through a file, or what is there is not expected. */
  async #requireExpected(
    rows: Transaction<Tables>,
    bucketId: string,
    path: string,
    expected: Expected,
  ): Promise<FileRow | undefined> {
    const row = await walk(rows, bucketId, path)
    if (row && !isFile(row)) throw conflictWith(row, path)
    const isExpected = expected === undefined || (row?.sha ?? null) === expected
    if (!isExpected) throw row ? conflictWith(row, path) : new ApiRefusal('conflict')
    return row
  }

  /** The id of a folder, made with those above it. Throws the refusal `conflict` where a file is in the way. */
  async #ensureFolder(
    rows: Transaction<Tables>,
    { userId, bucketId, path, now }: { userId: string; bucketId: string; path: string; now: number },
  ): Promise<string> {
    let parent = ROOT
    const names = path === ROOT ? [] : path.split('/')
    for (const [at, name] of names.entries()) {
      const found = await child(rows, bucketId, parent, name)
      if (found && isFile(found)) throw conflictWith(found, names.slice(0, at + 1).join('/'))
      if (found) parent = found.id
      else {
        const id = drawId()
        const folder = { id, user_id: userId, bucket_id: bucketId, parent_id: parent, name, changed_at: now }
        await rows
          .insertInto(TABLE)
          .values({ ...folder, key: null, size: 0, sha: null, picture: null })
          .execute()
        parent = id
      }
    }
    return parent
  }
}

export const isFile = (row: EntryRow): row is FileRow => row.key !== null

/** How many shares an entry has. */
const shares = sql<number>`(select count(*) from file_share where file_share.entry_id = storage_entry.id)`.as('shares')

function answer(row: EntryRow & { shares: number }, path: string): StorageEntry {
  const { name } = row
  if (!isFile(row)) return { path, name, kind: 'folder', changedAt: row.changed_at }
  const { size, sha, changed_at: changedAt } = row
  return {
    path,
    name,
    kind: 'file',
    size,
    sha,
    type: typeOf(row),
    changedAt,
    ...(row.shares > 0 ? { share: true } : {}),
  }
}

function conflictWith(row: EntryRow, path: string): ApiRefusal {
  return new ApiRefusal('conflict', { current: answer({ ...row, shares: 0 }, path) })
}

const joined = (folder: string, name: string): string => (folder === ROOT ? name : `${folder}/${name}`)

function split(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/')
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)]
}

function child(rows: Rows, bucketId: string, parent: string, name: string): Promise<EntryRow | undefined> {
  return rows
    .selectFrom(TABLE)
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('parent_id', '=', parent)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** What is at a path. The root is no entry. */
async function walk(rows: Rows, bucketId: string, path: string): Promise<EntryRow | undefined> {
  let row: EntryRow | undefined
  let parent = ROOT
  for (const name of path.split('/')) {
    row = await child(rows, bucketId, parent, name)
    if (!row) return undefined
    parent = row.id
  }
  return row
}

/** An entry, and everything in it. */
async function withAllBelow(rows: Rows, row: EntryRow): Promise<EntryRow[]> {
  const all = [row]
  let folders = isFile(row) ? [] : [row.id]
  while (folders.length > 0) {
    const next: string[] = []
    for (let from = 0; from < folders.length; from += IDS_AT_ONCE) {
      const found = await rows
        .selectFrom(TABLE)
        .selectAll()
        .where('bucket_id', '=', row.bucket_id)
        .where('parent_id', 'in', folders.slice(from, from + IDS_AT_ONCE))
        .execute()
      all.push(...found)
      next.push(...found.flatMap((each) => (isFile(each) ? [] : each.id)))
    }
    folders = next
  }
  return all
}

/** Throws the refusal `bad-request` where something in a folder would have a path that nothing may have. */
async function requirePaths(rows: Rows, row: EntryRow, to: string): Promise<void> {
  if (isFile(row)) return
  const all = await withAllBelow(rows, row)
  const pathOf = pathsOf(all.map((each) => (each === row ? { ...row, parent_id: ROOT, name: to } : each)))
  for (const { id } of all)
    if (storedPath(pathOf(id) ?? '') === undefined) throw new ApiRefusal('bad-request', { field: 'to' })
}

/** The paths of entries that are all here; undefined for one whose folder is not among them. */
function pathsOf(rows: readonly EntryRow[]): (id: string) => string | undefined {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const paths = new Map<string, string | undefined>([[ROOT, ROOT]])
  return function pathOf(id: string): string | undefined {
    if (paths.has(id)) return paths.get(id)
    const row = byId.get(id)
    const folder = row && pathOf(row.parent_id)
    const path = folder === undefined ? undefined : joined(folder, row!.name)
    paths.set(id, path)
    return path
  }
}

async function countEntries(rows: Rows, userId: string): Promise<number> {
  const { count } = await rows
    .selectFrom(TABLE)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Throws the refusal `quota-reached` after a change that made more files and folders than there may be. */
async function requireAnotherEntry(rows: Transaction<Tables>, userId: string): Promise<void> {
  requireRow(TABLE, (await countEntries(rows, userId)) - 1)
}
