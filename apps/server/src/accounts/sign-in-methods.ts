import { randomUUID } from 'node:crypto'
import type { OAuthProvider } from '@switchyard/contract'
import { ApiRefusal } from '../api-refusal.ts'
import type { Rows } from '../db/rows.ts'

/** The hash of a user's password; undefined where the user has none. */
export async function findPasswordHash(rows: Rows, userId: string): Promise<string | undefined> {
  const found = await rows
    .selectFrom('sign_in_method')
    .select('secret_hash')
    .where('kind', '=', 'password')
    .where('subject', '=', userId)
    .executeTakeFirst()
  return found?.secret_hash ?? undefined
}

/** Sets or replaces the password of a user. */
export async function savePassword(rows: Rows, userId: string, hash: string, now: number): Promise<void> {
  await rows
    .insertInto('sign_in_method')
    .values({
      id: randomUUID(),
      user_id: userId,
      kind: 'password',
      subject: userId,
      secret_hash: hash,
      label: '',
      created_at: now,
      used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ secret_hash: hash }))
    .execute()
}

/** Notes that a user signed in by it. */
export async function notePasswordUsed(rows: Rows, userId: string, now: number): Promise<void> {
  await rows
    .updateTable('sign_in_method')
    .set({ used_at: now })
    .where('kind', '=', 'password')
    .where('subject', '=', userId)
    .execute()
}

/** Whether a user was ever in: who waits for the first mail was not. */
export async function hasBeenIn(rows: Rows, userId: string): Promise<boolean> {
  const used = await rows
    .selectFrom('sign_in_method')
    .select('id')
    .where('user_id', '=', userId)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return used !== undefined
}

/** Who an account at a provider belongs to. */
export async function findProviderUser(rows: Rows, kind: OAuthProvider, subject: string): Promise<string | undefined> {
  const found = await rows
    .selectFrom('sign_in_method')
    .select('user_id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.user_id
}

/** Notes that somebody signed in by an account at a provider. */
export async function noteProviderUsed(rows: Rows, kind: OAuthProvider, subject: string, now: number): Promise<void> {
  await rows
    .updateTable('sign_in_method')
    .set({ used_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}

/** Lets a user sign in by an account at a provider; false where that account is somebody's already. */
export async function addProvider(
  rows: Rows,
  userId: string,
  { kind, subject, label }: { kind: OAuthProvider; subject: string; label: string },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await rows
    .insertInto('sign_in_method')
    .values({
      id: randomUUID(),
      user_id: userId,
      kind,
      subject,
      secret_hash: null,
      label,
      created_at: now,
      used_at: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** The ways in which a user signs in, passkeys too, in the order in which they were added. */
export async function listMethods(rows: Rows, userId: string) {
  const methods = await rows
    .selectFrom('sign_in_method')
    .select(['id', 'kind', 'label', 'created_at as createdAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .execute()
  const passkeys = await rows
    .selectFrom('passkey')
    .select(['id', 'label', 'created_at as createdAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .execute()
  return [
    ...methods,
    ...passkeys.map(({ id, label, createdAt, usedAt }) => ({ id, kind: 'passkey' as const, label, createdAt, usedAt })),
  ].toSorted((one, other) => one.createdAt - other.createdAt)
}

/** Calls a passkey of a user by another name; false where the user has no such passkey. */
export async function renamePasskey(rows: Rows, userId: string, id: string, label: string): Promise<boolean> {
  const { numUpdatedRows } = await rows
    .updateTable('passkey')
    .set({ label })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Boolean(numUpdatedRows)
}

/** Takes a way to sign in from a user. Throws the refusals `not-found`, and `last-method` for the only one. */
export async function removeMethod(rows: Rows, userId: string, id: string): Promise<void> {
  await rows.transaction().execute(async (transaction) => {
    // Two that are removed at once would each see the other one: the user's row is held.
    await transaction.updateTable('user_account').set({ id: userId }).where('id', '=', userId).execute()
    const methods = await listMethods(transaction, userId)
    const removed = methods.find((method) => method.id === id)
    if (!removed) throw new ApiRefusal('not-found')
    if (methods.length === 1) throw new ApiRefusal('last-method')
    const table = removed.kind === 'passkey' ? 'passkey' : 'sign_in_method'
    await transaction.deleteFrom(table).where('id', '=', id).where('user_id', '=', userId).execute()
  })
}
