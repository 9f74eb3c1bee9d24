import { randomUUID } from 'node:crypto'
import type { Tables } from '../db/tables.ts'
import { ApiRefusal } from '../api-refusal.ts'
import type { User } from '../http/visitor.ts'
import { endLinks } from './account-links.ts'
import { hasBeenIn } from './sign-in-methods.ts'
import type { Rows } from '../db/rows.ts'

/** What a user is made of. */
export type NewUser = Omit<User, 'id'> & { emailConfirmedAt?: number }

/** A user as the database has them. */
export type UserRow = Tables['user_account']

/** An e-mail address as it is kept and compared. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Makes a user; undefined where the address is taken. */
export async function insertUser(
  rows: Rows,
  { emailConfirmedAt, ...user }: NewUser,
  now: number,
): Promise<User | undefined> {
  const made: User = { ...user, id: randomUUID(), email: emailKey(user.email) }
  const { numInsertedOrUpdatedRows } = await rows
    .insertInto('user_account')
    .values({
      ...made,
      email_confirmed_at: emailConfirmedAt ?? null,
      quota_bytes: null,
      created_at: now,
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows ? made : undefined
}

/** The user of an address, however it is typed. */
export function findUserByEmail(rows: Rows, email: string): Promise<UserRow | undefined> {
  return rows.selectFrom('user_account').selectAll().where('email', '=', emailKey(email)).executeTakeFirst()
}

/**
 * Somebody may have registered with an address that is not theirs, and waits for a mail that never reaches them. Who comes
 * later gets an account of their own; the first one never had a way in, and goes.
 */
export async function forgetUnconfirmed(rows: Rows, email: string): Promise<void> {
  const found = await findUserByEmail(rows, email)
  if (found?.role === 'member' && found.email_confirmed_at === null && !(await hasBeenIn(rows, found.id)))
    await rows.deleteFrom('user_account').where('id', '=', found.id).execute()
}

/** The user of an id. */
export function findUserById(rows: Rows, id: string): Promise<UserRow | undefined> {
  return rows.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A user as that user sees it. */
export function userOf({ id, name, email, role, language }: UserRow): User {
  return { id, name, email, role, language }
}

/**
 * Notes that an address is this user's, and makes it the address of the account where it is a new one. False where
 * somebody else has it by now.
 */
export async function confirmEmail(
  rows: Rows,
  { userId, email }: { userId: string; email: string },
  now: number,
): Promise<boolean> {
  const other = await findUserByEmail(rows, email)
  if (other && other.id !== userId) return false
  await rows
    .updateTable('user_account')
    .set({ email: emailKey(email), email_confirmed_at: now })
    .where('id', '=', userId)
    .execute()
  // A link to the address before it may be in a mailbox that is somebody else's by now.
  await endLinks(rows, userId)
  return true
}

/** Throws the refusal `last-owner` where a user is the only owner who can sign in. */
export async function requireOtherOwner(rows: Rows, userId: string): Promise<void> {
  // Two owners who put each other out at once would each still see the other one: one of them waits here.
  await rows.updateTable('setup_state').set({ id: 1 }).where('id', '=', 1).execute()
  const owners = await rows
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .execute()
  if (owners.length === 1 && owners[0]?.id === userId) throw new ApiRefusal('last-owner')
}

/** Everybody who has an account, the first one first, and when a session of theirs was last seen. */
export async function listPeople(rows: Rows) {
  const people = await rows
    .selectFrom('user_account')
    .leftJoin('session', 'session.user_id', 'user_account.id')
    .select(['user_account.id', 'name', 'email', 'role', 'language'])
    .select(['email_confirmed_at', 'user_account.created_at', 'disabled_at', 'quota_bytes'])
    .select(({ fn }) => fn.max<number | null>('seen_at').as('seen_at'))
    .groupBy('user_account.id')
    .orderBy('user_account.created_at')
    .orderBy('user_account.id')
    .execute()
  return people.map(({ id, name, email, role, language, ...row }) => ({
    id,
    name,
    email,
    role,
    language,
    emailConfirmed: row.email_confirmed_at !== null,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    quotaBytes: row.quota_bytes,
    seenAt: row.seen_at,
  }))
}
