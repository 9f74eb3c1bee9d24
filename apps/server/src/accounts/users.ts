import { randomUUID } from 'node:crypto'
import type { AccountTables } from '../db/account-tables.ts'
import type { User } from '../http/visitor.ts'
import type { Rows } from './rows.ts'

/** What a user is made of. */
export type NewUser = Omit<User, 'id'> & { emailConfirmedAt?: number }

type UserRow = AccountTables['user_account']

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

/** The user of an id. */
export function findUserById(rows: Rows, id: string): Promise<UserRow | undefined> {
  return rows.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst()
}
