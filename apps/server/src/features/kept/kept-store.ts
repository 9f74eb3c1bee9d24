import type { DataOf, KeptItem, KeptKind } from '@switchyard/contract'
import type { Selectable } from 'kysely'
import { ApiRefusal } from '../../api-refusal.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { requireRoom, requireRow } from '../../db/quota.ts'
import { changeOfUser } from '../../db/row-rules.ts'
import { columnPlace, openText, sealText } from '../../db/sealed-text.ts'
import type { Tables } from '../../db/tables.ts'

const TABLE = 'kept_item'

type Row = Selectable<Tables['kept_item']>

/** What people keep by kind and id: each query names the owner, bodies are sealed. */
export class KeptStore {
  readonly #store: ServerStore

  constructor(store: ServerStore) {
    this.#store = store
  }

  /** All that a person keeps, or what is of these kinds, by kind and id. */
  async list(userId: string, kinds?: readonly string[]): Promise<KeptItem[]> {
    const { query } = this.#store.database
    const rows = await query
      .selectFrom(TABLE)
      .selectAll()
      .where('user_id', '=', userId)
      .$if(kinds !== undefined, (asked) => asked.where('kind', 'in', kinds!))
      .orderBy('kind')
      .orderBy('id')
      .execute()
    return Promise.all(rows.map((row) => this.#opened(row)))
  }

  /**
   * Adds what is not there and replaces what is older. A clock that is ahead wins for no longer than until now. Throws the
   * refusal `quota-reached`.
   */
  async merge(userId: string, items: readonly KeptItem[], now: number): Promise<DataOf<'POST /api/kept'>> {
    const counts = { added: 0, replaced: 0, unchanged: 0 }
    const sealed = await Promise.all(items.map(({ kind, id, body }) => this.#sealed(userId, kind, id, body)))
    await changeOfUser(this.#store.database, userId, async (transaction) => {
      const rows = await transaction
        .selectFrom(TABLE)
        .select(['kind', 'id', 'changed'])
        .where('user_id', '=', userId)
        .execute()
      const known = new Map(rows.map(({ kind, id, changed }) => [keyOf(kind, id), changed]))
      for (const [index, { kind, id, name, changed: said }] of items.entries()) {
        const changed = Math.min(said, now)
        const before = known.get(keyOf(kind, id))
        if (before !== undefined && before >= changed) {
          counts.unchanged++
          continue
        }
        const values = { name, body: sealed[index]!, changed }
        if (before === undefined) {
          requireRow(TABLE, known.size)
          await transaction
            .insertInto(TABLE)
            .values({ user_id: userId, kind, id, ...values })
            .execute()
          counts.added++
        } else {
          await transaction
            .updateTable(TABLE)
            .set(values)
            .where('user_id', '=', userId)
            .where('kind', '=', kind)
            .where('id', '=', id)
            .execute()
          counts.replaced++
        }
        known.set(keyOf(kind, id), changed)
      }
      await requireRoom(transaction, userId)
    })
    return { items: await this.list(userId), ...counts }
  }

  /** Throws the refusal `not-found`. */
  async remove(userId: string, kind: string, id: string): Promise<void> {
    const { numDeletedRows } = await this.#store.database.query
      .deleteFrom(TABLE)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new ApiRefusal('not-found')
  }

  async #opened({ user_id, kind, id, name, body, changed }: Row): Promise<KeptItem> {
    const place = placeOf(user_id, kind, id)
    // A kind is one of the contract's: nothing else comes in.
    return { kind: kind as KeptKind, id, name, body: await openText(this.#store.keys, place, body), changed }
  }

  #sealed(userId: string, kind: string, id: string, body: string): Promise<string> {
    return sealText(this.#store.keys, placeOf(userId, kind, id), body)
  }
}

const keyOf = (kind: string, id: string) => `${kind} ${id}`

const placeOf = (userId: string, kind: string, id: string) =>
  columnPlace(TABLE, `${userId} ${keyOf(kind, id)}`, 'body', userId)
