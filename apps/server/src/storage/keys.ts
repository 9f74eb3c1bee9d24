import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@switchyard/sources/spans'
import type { SelectQueryBuilder, Transaction } from 'kysely'
import type { Logger } from 'pino'
import { ApiRefusal } from '../api-refusal.ts'
import type { Database } from '../db/database.ts'
import type { Rows } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import type { Storage } from './storage.ts'

/** An upload that takes longer is given up. */
export const UPLOAD_MOST_MS = 15 * MINUTE_MS
const SWEPT_AT_ONCE = 200
const REMOVED_AT_ONCE = 8

/** A key for new bytes, noted before they are written: whatever happens then, a sweep finds it. */
export async function drawKey(rows: Transaction<Tables>, userId: string, bytes: number, now: number): Promise<string> {
  const key = `${userId}/${randomUUID()}`
  await rows
    .insertInto('storage_key')
    .values({ key, user_id: userId, bytes, is_waste: 0, due_at: now + UPLOAD_MOST_MS })
    .execute()
  return key
}

/** A file takes the key that was drawn for it. Throws the refusal `unavailable` where it was given up meanwhile. */
export async function takeKey(rows: Transaction<Tables>, key: string): Promise<void> {
  const { numDeletedRows } = await rows
    .deleteFrom('storage_key')
    .where('key', '=', key)
    .where('is_waste', '=', 0)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new ApiRefusal('unavailable')
}

/** No file takes this key any more; false where one has it. */
export async function giveUpKey(rows: Rows, key: string): Promise<boolean> {
  const { numUpdatedRows } = await rows
    .updateTable('storage_key')
    .set({ is_waste: 1, bytes: 0 })
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Bytes that no file has from now on. */
export async function wasteKeys(rows: Transaction<Tables>, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += SWEPT_AT_ONCE)
    await rows
      .insertInto('storage_key')
      .values(
        keys
          .slice(from, from + SWEPT_AT_ONCE)
          .map((key) => ({ key, user_id: ofKey(key), bytes: 0, is_waste: 1, due_at: 0 })),
      ) // oxfmt-ignore
      .execute()
}

/** The same for the files that a query finds, before they are deleted. Gives back their keys. */
export async function wasteKeysOf(
  rows: Transaction<Tables>,
  entries: SelectQueryBuilder<Tables, 'storage_entry', object>,
): Promise<string[]> {
  const found = await entries.select('key').where('key', 'is not', null).execute()
  const keys = found.flatMap(({ key }) => key ?? [])
  await wasteKeys(rows, keys)
  return keys
}

/** All files of a person who goes, and all that is on its way. Gives back their keys. */
export async function wasteKeysOfUser(rows: Transaction<Tables>, userId: string): Promise<string[]> {
  await rows.updateTable('storage_key').set({ is_waste: 1, bytes: 0 }).where('user_id', '=', userId).execute()
  return wasteKeysOf(rows, rows.selectFrom('storage_entry').where('user_id', '=', userId))
}

const ofKey = (key: string): string => key.slice(0, key.indexOf('/'))

interface Removing {
  database: Database
  storage: Storage
  log: Logger
}

/** Removes bytes that no file has. What cannot be removed now is left to the sweep. */
export async function removeWaste({ database, storage, log }: Removing, keys: readonly string[]): Promise<void> {
  const left = keys.values()
  const remove = async () => {
    for (const key of left) {
      await storage.remove(key)
      await database.query.deleteFrom('storage_key').where('key', '=', key).where('is_waste', '=', 1).execute()
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(REMOVED_AT_ONCE, keys.length) }, remove))
  } catch (error) {
    log.warn({ err: error }, 'Bytes of removed files are still in the storage')
  }
}

/** Gives up what was on its way for too long, and removes all bytes that no file has. */
export async function sweepKeys(deps: Removing, now: number, signal?: AbortSignal): Promise<void> {
  const { query } = deps.database
  await query
    .updateTable('storage_key')
    .set({ is_waste: 1, bytes: 0 })
    .where('is_waste', '=', 0)
    .where('due_at', '<=', now)
    .execute()
  let last = ''
  for (;;) {
    if (signal?.aborted) return
    const rows = await query
      .selectFrom('storage_key')
      .select('key')
      .where('is_waste', '=', 1)
      .where('key', '>', last)
      .orderBy('key')
      .limit(SWEPT_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)!.key
    await removeWaste(deps, rows.map(({ key }) => key)) // oxfmt-ignore
  }
}
