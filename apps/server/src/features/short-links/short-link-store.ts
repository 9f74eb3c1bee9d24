import {
  type DataOf,
  type NewShortLink,
  SHORT_PAGE_SIZE,
  SHORT_UNDO_MS,
  type ShortLink,
  type ShortLinkChange,
  type ShortLinkPage,
  type WholeShortLink,
} from '@switchyard/contract'
import type { Selectable, Transaction } from 'kysely'
import { hashPassword } from '../../accounts/passwords.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { requireRoom, requireRow } from '../../db/quota.ts'
import { changeOfUser, drawId, unique } from '../../db/row-rules.ts'
import { columnPlace } from '../../db/sealed-text.ts'
import { drawToken } from '../../db/secret-token.ts'
import type { Tables } from '../../db/tables.ts'

const TABLE = 'short_link'
/** Ten letters: nobody finds a drawn code by trying. */
const CODE_BITS = 56

type Row = Selectable<Tables['short_link']>

/** A link as a visit finds it. */
export interface FoundLink {
  id: string
  target: string
  passwordHash: string | undefined
  /** It was switched off, or its time is over. */
  isGone: boolean
}

/** Short links as they are kept: each query of a person names the owner, targets are sealed. */
export class ShortLinkStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  /** One page of a person's links, the newest first. `site`: where the server answers. */
  async list(userId: string, page: number, site: string): Promise<ShortLinkPage> {
    const own = this.#store.database.query
      .selectFrom(TABLE)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await own
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(SHORT_PAGE_SIZE)
      .offset(page * SHORT_PAGE_SIZE)
      .execute()
    return { links: rows.map((row) => this.#answer(row, site)), total }
  }

  /** All of a person, with their targets, for the export. */
  async exported(userId: string, site: string): Promise<DataOf<'GET /api/profile/export'>['shortLinks']> {
    const { query } = this.#store.database
    const rows = await query
      .selectFrom(TABLE)
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map((row) => this.#forExport(row, site))
  }

  /** A link with its target. Throws the refusal `not-found`. */
  async require(userId: string, id: string, site: string): Promise<WholeShortLink> {
    return this.#whole(await this.#row(userId, id), site)
  }

  /** Throws the refusals `code-taken` and `quota-reached`. */
  async create(userId: string, wanted: NewShortLink, site: string, now: number): Promise<ShortLink> {
    const id = drawId()
    const code = wanted.code ?? drawToken(CODE_BITS)
    const passwordHash = wanted.password === undefined ? null : await hashPassword(wanted.password)
    await unique(
      () =>
        changeOfUser(this.#store.database, userId, async (transaction) => {
          // Whoever deleted a link may give its code to another one at once.
          await transaction
            .deleteFrom(TABLE)
            .where('user_id', '=', userId)
            .where('code', '=', code)
            .where('deleted_at', 'is not', null)
            .execute()
          await requireAnotherLink(transaction, userId)
          await transaction
            .insertInto(TABLE)
            .values({
              id,
              user_id: userId,
              revision: 0,
              code,
              target: this.#seal(userId, id, wanted.target),
              password_hash: passwordHash,
              created_at: now,
              expires_at: wanted.expiresAt ?? null,
              disabled: 0,
              blocked: 0,
              hits: 0,
              last_hit_at: null,
              reports: 0,
              deleted_at: null,
            })
            .execute()
          await requireRoom(transaction, userId)
        }),
      new ApiRefusal('code-taken', { field: 'code' }),
    )
    return this.#answer(await this.#row(userId, id), site)
  }

  /**
   * Changes a link that is still as the person saw it. Throws the refusals `not-found`, `quota-reached`, and `conflict`
   * with the link as it is now.
   */
  async change(userId: string, id: string, change: ShortLinkChange, site: string): Promise<ShortLink> {
    const { revision, target, password, expiresAt, disabled } = change
    const passwordHash = typeof password === 'string' ? await hashPassword(password) : password
    const isChanged = await changeOfUser(this.#store.database, userId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable(TABLE)
        .set({
          revision: revision + 1,
          ...(target === undefined ? {} : { target: this.#seal(userId, id, target) }),
          ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
          ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
          ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }),
        })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('revision', '=', revision)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (target !== undefined) await requireRoom(transaction, userId)
      return numUpdatedRows === 1n
    })
    const current = this.#answer(await this.#row(userId, id), site)
    if (!isChanged) throw new ApiRefusal('conflict', { current })
    return current
  }

  /** Deletes a link: its address answers 404 at once. Its person can bring it back for a day. Throws the refusal `not-found`. */
  async remove(userId: string, id: string, now: number): Promise<void> {
    const { numUpdatedRows } = await this.#store.database.query
      .updateTable(TABLE)
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ApiRefusal('not-found')
  }

  /** Brings back what was deleted, as it was. Throws the refusals `not-found` and `quota-reached`. */
  async restore(userId: string, id: string, site: string): Promise<ShortLink> {
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable(TABLE)
        .set({ deleted_at: null })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await requireAnotherLink(transaction, userId, 1)
    })
    return this.#answer(await this.#row(userId, id), site)
  }

  /** What answers at a code; undefined where nothing does. */
  async findByCode(code: string, now: number): Promise<FoundLink | undefined> {
    const row = await this.#store.database.query
      .selectFrom(TABLE)
      .innerJoin('user_account', 'user_account.id', 'short_link.user_id')
      .selectAll(TABLE)
      .where('code', '=', code)
      .where('deleted_at', 'is', null)
      .where('user_account.disabled_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const isOver = row.expires_at !== null && row.expires_at <= now
    return {
      id: row.id,
      target: this.#open(row),
      passwordHash: row.password_hash ?? undefined,
      isGone: isOver || row.disabled === 1 || row.blocked === 1,
    }
  }

  /** Counts a visit. */
  async noteHit(id: string, now: number): Promise<void> {
    await this.#store.database.query
      .updateTable(TABLE)
      .set((eb) => ({ hits: eb('hits', '+', 1), last_hit_at: now }))
      .where('id', '=', id)
      .execute()
  }

  /** Counts that somebody reported a link to the owner of the server. */
  async noteReport(id: string): Promise<void> {
    await this.#store.database.query
      .updateTable(TABLE)
      .set((eb) => ({ reports: eb('reports', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }

  /** What was reported or is blocked, the most reported first, with whose it is. */
  async reported(site: string): Promise<DataOf<'GET /api/reported-links'>['links']> {
    const rows = await this.#store.database.query
      .selectFrom(TABLE)
      .innerJoin('user_account', 'user_account.id', 'short_link.user_id')
      .select(['short_link.id', 'code', 'reports', 'blocked', 'user_account.name as person'])
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('reports', '>', 0), eb('blocked', '=', 1)]))
      .orderBy('reports', 'desc')
      .orderBy('short_link.id')
      .limit(SHORT_PAGE_SIZE)
      .execute()
    return rows.map(({ id, code, reports, blocked, person }) => {
      return { id, code, url: urlOf(code, site), person, reports, blocked: blocked === 1 }
    })
  }

  /** Switches off a link of anybody, or on again; then its reports are forgotten. Throws the refusal `not-found`. */
  async block(id: string, isBlocked: boolean): Promise<void> {
    const { numUpdatedRows } = await this.#store.database.query
      .updateTable(TABLE)
      .set({ blocked: isBlocked ? 1 : 0, ...(isBlocked ? {} : { reports: 0 }) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ApiRefusal('not-found')
  }

  /** Takes away for good what was deleted long enough ago. */
  async forgetDeleted(now: number): Promise<void> {
    await this.#store.database.query
      .deleteFrom(TABLE)
      .where('deleted_at', '<=', now - SHORT_UNDO_MS)
      .execute()
  }

  async #row(userId: string, id: string): Promise<Row> {
    const row = await this.#store.database.query
      .selectFrom(TABLE)
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw new ApiRefusal('not-found')
    return row
  }

  #whole(row: Row, site: string): WholeShortLink {
    return { ...this.#answer(row, site), target: this.#open(row) }
  }

  #forExport(row: Row, site: string): DataOf<'GET /api/profile/export'>['shortLinks'][number] {
    return { ...this.#whole(row, site), ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }) }
  }

  #answer(row: Row, site: string): ShortLink {
    const { id, revision, code, hits, reports } = row
    return {
      id,
      revision,
      code,
      url: urlOf(code, site),
      host: new URL(this.#open(row)).host,
      createdAt: row.created_at,
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
      disabled: row.disabled === 1,
      blocked: row.blocked === 1,
      hasPassword: row.password_hash !== null,
      hits,
      ...(row.last_hit_at === null ? {} : { lastHitAt: row.last_hit_at }),
      reports,
    }
  }

  #seal(userId: string, id: string, target: string): string {
    return this.#store.keys.seal(columnPlace(TABLE, id, 'target', userId), target)
  }

  #open({ id, user_id, target }: Pick<Row, 'id' | 'user_id' | 'target'>): string {
    return this.#store.keys.open(columnPlace(TABLE, id, 'target', user_id), target).toString()
  }
}

const urlOf = (code: string, site: string) => `${site}/s/${code}`

/** Throws the refusal `quota-reached` where a person has as many links as there may be. `isThere`: one is counted already. */
async function requireAnotherLink(rows: Transaction<Tables>, userId: string, isThere: 0 | 1 = 0): Promise<void> {
  const { count } = await rows
    .selectFrom(TABLE)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  requireRow(TABLE, count - isThere)
}
