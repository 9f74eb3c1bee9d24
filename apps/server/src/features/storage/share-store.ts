import type { FileShare, NewShare, ShareChange } from '@switchyard/contract'
import type { Selectable } from 'kysely'
import { hashPassword } from '../../accounts/passwords.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { requireRoom, requireRow } from '../../db/quota.ts'
import { changeOfUser, drawId } from '../../db/row-rules.ts'
import { columnPlace } from '../../db/sealed-text.ts'
import { drawToken, hashToken } from '../../db/secret-token.ts'
import type { Tables } from '../../db/tables.ts'
import { type FileRow, FileStore, isFile, type StoredPlace } from './file-store.ts'

const TABLE = 'file_share'

type Row = Selectable<Tables['file_share']>

/** What a token opens now. */
export type Opened =
  | { kind: 'file'; shareId: string; file: FileRow; passwordHash: string | undefined }
  | { kind: 'bucket'; bucketId: string }

/** Shares as they are kept: each query of a person names the owner, tokens are sealed and found by their hash. */
export class ShareStore {
  readonly #store: ServerStore
  readonly #files: FileStore

  constructor(store: ServerStore) {
    this.#store = store
    this.#files = new FileStore(store)
  }

  /** All of a person, or of one bucket; the newest first. */
  async list(userId: string, filesAt: string, now: number, bucket?: string): Promise<FileShare[]> {
    const rows = await this.#rows(userId)
      .$if(bucket !== undefined, (found) => found.where('storage_bucket.name', '=', bucket!))
      .orderBy('file_share.created_at', 'desc')
      .orderBy('file_share.id')
      .execute()
    const folders = new Map<string, string>()
    const shares: FileShare[] = []
    for (const row of rows) shares.push(await this.#answer(row, filesAt, now, folders))
    return shares
  }

  /** A share without a password that answers now; undefined where a file has none. */
  async findOpen(userId: string, entryId: string, filesAt: string, now: number): Promise<string | undefined> {
    const row = await this.#rows(userId)
      .where('entry_id', '=', entryId)
      .where('password_hash', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('file_share.created_at')
      .orderBy('file_share.id')
      .executeTakeFirst()
    return row && (await this.#answer(row, filesAt, now)).url
  }

  /** Throws the refusals `not-found`, `bucket-private` and `quota-reached`. */
  async create(
    place: StoredPlace,
    { expiresAt, password }: Omit<NewShare, 'path' | 'bucket'>,
    filesAt: string,
    now: number,
  ): Promise<FileShare> {
    const { userId, bucket } = place
    const file = await this.#files.file(place)
    const hash = password === undefined ? null : await hashPassword(password)
    const id = drawId()
    const token = drawToken()
    await changeOfUser(this.#store.database, userId, async (rows) => {
      const found = await rows
        .selectFrom('storage_bucket')
        .select('permission')
        .where('user_id', '=', userId)
        .where('name', '=', bucket)
        .executeTakeFirst()
      if (found?.permission === 'private') throw new ApiRefusal('bucket-private')
      const isThere = await rows.selectFrom('storage_entry').select('id').where('id', '=', file.id).executeTakeFirst()
      if (!found || !isThere) throw new ApiRefusal('not-found')
      const { count } = await rows
        .selectFrom(TABLE)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      requireRow(TABLE, count)
      await rows
        .insertInto(TABLE)
        .values({
          id,
          user_id: userId,
          entry_id: file.id,
          revision: 0,
          token_hash: hashToken(token),
          token: this.#store.keys.seal(columnPlace(TABLE, id, 'token', userId), token),
          password_hash: hash,
          created_at: now,
          expires_at: expiresAt ?? null,
        })
        .execute()
      await requireRoom(rows, userId)
    })
    return this.#require(userId, id, filesAt, now)
  }

  /** Changes a share that is still as the person saw it. Throws the refusals `not-found`, and `conflict` with the share as it is now. */
  async change(
    userId: string,
    id: string,
    change: ShareChange,
    { filesAt, now, bucket }: { filesAt: string; now: number; bucket: string | undefined },
  ): Promise<FileShare> {
    const { revision, password, expiresAt } = change
    const before = await this.#require(userId, id, filesAt, now, bucket)
    const hash = typeof password === 'string' ? await hashPassword(password) : password
    const { numUpdatedRows } = await this.#store.database.query
      .updateTable(TABLE)
      .set({
        revision: revision + 1,
        ...(hash === undefined ? {} : { password_hash: hash }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      })
      .where('id', '=', before.id)
      .where('user_id', '=', userId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    const current = await this.#require(userId, id, filesAt, now)
    if (numUpdatedRows !== 1n) throw new ApiRefusal('conflict', { current })
    return current
  }

  /** Takes a share back: its address answers 404 at once. Throws the refusal `not-found`. */
  async remove(userId: string, id: string, bucket: string | undefined): Promise<void> {
    const row = await this.#row(userId, id, bucket)
    await this.#store.database.query.deleteFrom(TABLE).where('id', '=', row.id).where('user_id', '=', userId).execute()
  }

  /**
   * What a token opens now: a file that is shared, or a bucket that everybody may read. Every token that opens nothing takes the
   * same two searches, so that nobody can tell why.
   */
  async open(token: string, now: number): Promise<Opened | undefined> {
    const hash = hashToken(token)
    const { query } = this.#store.database
    const share = await query
      .selectFrom(TABLE)
      .innerJoin('storage_entry', 'storage_entry.id', 'file_share.entry_id')
      .innerJoin('storage_bucket', 'storage_bucket.id', 'storage_entry.bucket_id')
      .innerJoin('user_account', 'user_account.id', 'file_share.user_id')
      .selectAll('storage_entry')
      .select(['file_share.id as share_id', 'password_hash'])
      .where('file_share.token_hash', '=', hash)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .where('permission', '!=', 'private')
      .where('user_account.disabled_at', 'is', null)
      .executeTakeFirst()
    const bucket = await query
      .selectFrom('storage_bucket')
      .innerJoin('user_account', 'user_account.id', 'storage_bucket.user_id')
      .select('storage_bucket.id')
      .where('storage_bucket.token_hash', '=', hash)
      .where('permission', '=', 'public-read')
      .where('user_account.disabled_at', 'is', null)
      .executeTakeFirst()
    if (share) {
      const { share_id: shareId, password_hash, ...file } = share
      return isFile(file) ? { kind: 'file', shareId, file, passwordHash: password_hash ?? undefined } : undefined
    }
    return bucket && { kind: 'bucket', bucketId: bucket.id }
  }

  /** Of a bucket alone, where one is named. Throws the refusal `not-found`. */
  async #row(userId: string, id: string, bucket?: string) {
    const row = await this.#rows(userId)
      .where('file_share.id', '=', id)
      .$if(bucket !== undefined, (found) => found.where('storage_bucket.name', '=', bucket!))
      .executeTakeFirst()
    if (!row) throw new ApiRefusal('not-found')
    return row
  }

  async #require(userId: string, id: string, filesAt: string, now: number, bucket?: string): Promise<FileShare> {
    return this.#answer(await this.#row(userId, id, bucket), filesAt, now)
  }

  #rows(userId: string) {
    return this.#store.database.query
      .selectFrom(TABLE)
      .innerJoin('storage_entry', 'storage_entry.id', 'file_share.entry_id')
      .innerJoin('storage_bucket', 'storage_bucket.id', 'storage_entry.bucket_id')
      .selectAll(TABLE)
      .select(['storage_bucket.name as bucket', 'permission', 'storage_entry.name', 'parent_id'])
      .where('file_share.user_id', '=', userId)
  }

  async #answer(
    row: Row & { bucket: string; permission: string; name: string; parent_id: string },
    filesAt: string,
    now: number,
    folders = new Map<string, string>(),
  ): Promise<FileShare> {
    const { id, user_id: userId, revision, bucket, created_at: createdAt, expires_at: expiresAt } = row
    const token = this.#store.keys.open(columnPlace(TABLE, id, 'token', userId), row.token).toString()
    return {
      id,
      revision,
      bucket,
      path: await this.#files.pathOf(row, folders),
      url: `${filesAt}/f/${token}`,
      createdAt,
      ...(expiresAt === null ? {} : { expiresAt }),
      hasPassword: row.password_hash !== null,
      answers: row.permission !== 'private' && (expiresAt === null || expiresAt > now),
    }
  }
}
