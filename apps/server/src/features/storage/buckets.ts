import { type Bucket, type BucketPermission, DEFAULT_BUCKET } from '@switchyard/contract'
import type { Selectable, Transaction } from 'kysely'
import { ApiRefusal } from '../../api-refusal.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { requireRoom, requireRow } from '../../db/quota.ts'
import { changeOfUser, drawId, unique } from '../../db/row-rules.ts'
import type { Rows } from '../../db/rows.ts'
import { columnPlace } from '../../db/sealed-text.ts'
import { drawToken, hashToken } from '../../db/secret-token.ts'
import type { Tables } from '../../db/tables.ts'
import { wasteKeysOf } from '../../storage/keys.ts'

const TABLE = 'storage_bucket'

export type BucketRow = Selectable<Tables['storage_bucket']>

/** What everybody has before anything was kept in it. */
const EMPTY = { permission: 'share-only', generation: 0, token_hash: null, token: null } as const

/** Buckets as they are kept: each query of a person names the owner, the tokens of public ones are sealed. */
export class BucketStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  /** All of a person in the order of their names; or the one of this name. Throws the refusal `not-found`. */
  async list(userId: string, filesAt: string, name?: string): Promise<Bucket[]> {
    const { query } = this.#store.database
    const rows = await query
      .selectFrom(TABLE)
      .selectAll(TABLE)
      .select((eb) => [
        eb
          .selectFrom('storage_entry')
          .select(({ fn }) => fn.count<number | string>('key').as('n'))
          .whereRef('bucket_id', '=', 'storage_bucket.id')
          .as('files'),
        eb
          .selectFrom('storage_entry')
          .select(({ fn }) => fn.sum<number | string | null>('size').as('n'))
          .whereRef('bucket_id', '=', 'storage_bucket.id')
          .as('bytes'),
      ])
      .where('user_id', '=', userId)
      .$if(name !== undefined, (found) => found.where('name', '=', name!))
      .orderBy('name')
      .execute()
    const buckets = rows.map((row) => this.#answer(row, filesAt))
    const isDefaultThere = buckets.some((bucket) => bucket.name === DEFAULT_BUCKET)
    if ((name === undefined || name === DEFAULT_BUCKET) && !isDefaultThere)
      buckets.unshift({ name: DEFAULT_BUCKET, permission: EMPTY.permission, createdAt: 0, files: 0, bytes: 0 })
    if (buckets.length === 0) throw new ApiRefusal('not-found')
    return buckets
  }

  async exported(userId: string) {
    return this.#store.database.query
      .selectFrom(TABLE)
      .select(['name', 'permission', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('name')
      .execute()
  }

  /** Throws the refusals `name-taken` and `quota-reached`. */
  async create(userId: string, name: string, filesAt: string, now: number): Promise<Bucket> {
    await unique(
      () =>
        changeOfUser(this.#store.database, userId, async (rows) => {
          const { count } = await rows
            .selectFrom(TABLE)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('user_id', '=', userId)
            .executeTakeFirstOrThrow()
          requireRow(TABLE, count)
          await insertBucket(rows, userId, name, now)
        }),
      new ApiRefusal('name-taken', { field: 'bucketName' }),
    )
    return (await this.list(userId, filesAt, name))[0]!
  }

  /** Makes the one that everybody has, where it is not there yet. */
  async ensureDefault(userId: string, now: number): Promise<void> {
    await changeOfUser(this.#store.database, userId, (rows) => ensureBucket(rows, userId, DEFAULT_BUCKET, now))
  }

  /**
   * Removes a bucket with all in it, its tokens and its addresses; the one that everybody has is empty then. Gives back how
   * many files and folders went, and the keys of their bytes. Throws the refusal `not-found`.
   */
  async remove(userId: string, name: string): Promise<{ removed: number; keys: string[] }> {
    return changeOfUser(this.#store.database, userId, async (rows) => {
      const bucket = await findBucket(rows, userId, name)
      if (!bucket) {
        if (name === DEFAULT_BUCKET) return { removed: 0, keys: [] }
        throw new ApiRefusal('not-found')
      }
      const inIt = rows.selectFrom('storage_entry').where('bucket_id', '=', bucket.id)
      const keys = await wasteKeysOf(rows, inIt)
      const { numDeletedRows } = await rows.deleteFrom('storage_entry').where('bucket_id', '=', bucket.id).executeTakeFirst() // oxfmt-ignore
      if (name === DEFAULT_BUCKET)
        await rows
          .updateTable(TABLE)
          .set({ ...EMPTY, generation: bucket.generation + 1 })
          .where('id', '=', bucket.id)
          .execute()
      else await rows.deleteFrom(TABLE).where('id', '=', bucket.id).execute()
      return { removed: Number(numDeletedRows), keys }
    })
  }

  /** Who may read it besides its person. A bucket that becomes public gets a new address; otherwise it has none. Throws `not-found`. */
  async permit(userId: string, name: string, permission: BucketPermission, now: number): Promise<void> {
    await changeOfUser(this.#store.database, userId, async (rows) => {
      const { id, permission: before } = await ensureBucket(rows, userId, name, now)
      if (permission === before) return
      const token = permission === 'public-read' ? drawToken() : null
      await rows
        .updateTable(TABLE)
        .set({
          permission,
          token_hash: token && hashToken(token),
          token: token && this.#store.keys.seal(columnPlace(TABLE, id, 'token', userId), token),
        })
        .where('id', '=', id)
        .execute()
      await requireRoom(rows, userId)
    })
  }

  /** Ends all tokens of a bucket. Throws the refusal `not-found`. */
  async endTokens(userId: string, name: string, now: number): Promise<void> {
    await changeOfUser(this.#store.database, userId, async (rows) => {
      const { id } = await ensureBucket(rows, userId, name, now)
      await rows
        .updateTable(TABLE)
        .set((eb) => ({ generation: eb('generation', '+', 1) }))
        .where('id', '=', id)
        .execute()
    })
  }

  /** Where the files of a public bucket are read; undefined for any other one. */
  publicAddress(row: Pick<BucketRow, 'id' | 'user_id' | 'token'>, filesAt: string): string | undefined {
    if (row.token === null) return undefined
    return `${filesAt}/f/${this.#store.keys.open(columnPlace(TABLE, row.id, 'token', row.user_id), row.token).toString()}`
  }

  #answer(row: BucketRow & { files: number | string | null; bytes: number | string | null }, filesAt: string): Bucket {
    const url = this.publicAddress(row, filesAt)
    return {
      name: row.name,
      permission: row.permission,
      createdAt: row.created_at,
      files: Number(row.files ?? 0),
      bytes: Number(row.bytes ?? 0),
      ...(url === undefined ? {} : { url }),
    }
  }
}

export function findBucket(rows: Rows, userId: string, name: string): Promise<BucketRow | undefined> {
  return rows.selectFrom(TABLE).selectAll().where('user_id', '=', userId).where('name', '=', name).executeTakeFirst()
}

/** A bucket that something is kept in: the one that everybody has is made by the first change. Throws the refusal `not-found`. */
export async function ensureBucket(
  rows: Transaction<Tables>,
  userId: string,
  name: string,
  now: number,
): Promise<BucketRow> {
  const found = await findBucket(rows, userId, name)
  if (found) return found
  if (name !== DEFAULT_BUCKET) throw new ApiRefusal('not-found', { field: 'bucket' })
  return insertBucket(rows, userId, name, now)
}

async function insertBucket(rows: Transaction<Tables>, userId: string, name: string, now: number): Promise<BucketRow> {
  // Tokens of a bucket that was removed open no later one of the same name.
  const generation = name === DEFAULT_BUCKET ? EMPTY.generation : now
  const row = { ...EMPTY, id: drawId(), user_id: userId, name, generation, created_at: now }
  await rows.insertInto(TABLE).values(row).execute()
  return row
}
