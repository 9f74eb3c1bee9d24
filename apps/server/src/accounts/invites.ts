import { randomUUID } from 'node:crypto'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { Rows } from '../db/rows.ts'
import { latestAt } from '../shared/clocks.ts'
import { DAY_MS } from '@switchyard/sources/spans'

const LIFE_MS = 7 * DAY_MS

/** Makes an invitation for one member. */
export async function makeInvite(
  rows: Rows,
  { ownerId, label }: { ownerId: string; label: string },
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = drawToken()
  const expiresAt = now + LIFE_MS
  await rows
    .insertInto('invite')
    .values({
      id: randomUUID(),
      user_id: ownerId,
      hash: hashToken(token),
      label,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return { token, expiresAt }
}

/** Uses an invitation up; false for one that was used, has expired or never was, or of somebody who is no owner any more. */
export async function useInvite(rows: Rows, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await rows
    .updateTable('invite')
    .set({ used_at: now })
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestAt(now) + LIFE_MS)
    // An owner who is put out may have made one more at that moment.
    .where('user_id', 'in', (users) =>
      users.selectFrom('user_account').select('id').where('role', '=', 'owner').where('disabled_at', 'is', null),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the invitations of an owner who may invite nobody any more. */
export async function endInvites(rows: Rows, ownerId: string): Promise<void> {
  await rows.deleteFrom('invite').where('user_id', '=', ownerId).execute()
}

/** Invitations that can still be used, the newest first: all of them, or those that one owner made. */
export function listInvites(rows: Rows, now: number, ownerId?: string) {
  return rows
    .selectFrom('invite')
    .$if(ownerId !== undefined, (found) => found.where('user_id', '=', ownerId!))
    .select(['id', 'label', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestAt(now) + LIFE_MS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Takes an invitation back; false where there is none. */
export async function withdrawInvite(rows: Rows, id: string): Promise<boolean> {
  const { numDeletedRows } = await rows
    .deleteFrom('invite')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes invitations that can no longer be used. */
export async function forgetOldInvites(rows: Rows, now: number): Promise<void> {
  await rows
    .deleteFrom('invite')
    .where((where) => where.or([where('used_at', 'is not', null), where('expires_at', '<=', now)]))
    .execute()
}
