import { randomUUID } from 'node:crypto'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { Rows } from '../db/rows.ts'
import { isOn } from '../shared/clocks.ts'
import { HOUR_MS } from '@switchyard/sources/spans'

const LIFE_MS = { reset: HOUR_MS, confirm: 24 * HOUR_MS } as const

/** A link that is used once: it resets a password, or confirms an address. */
export interface AccountLink {
  userId: string
  purpose: 'reset' | 'confirm'
  /** The address that it is sent to. */
  email: string
}

/** Makes the token of a link; an earlier one of that user and purpose ends. */
export async function makeLink(
  rows: Rows,
  { userId, purpose, email }: AccountLink,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = drawToken()
  const expiresAt = now + LIFE_MS[purpose]
  await rows.deleteFrom('account_link').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
  await rows
    .insertInto('account_link')
    .values({ id: randomUUID(), user_id: userId, purpose, email, hash: hashToken(token), expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** What a link is for; undefined for one that was used, has expired or never was. */
export async function findLink(
  rows: Rows,
  purpose: AccountLink['purpose'],
  token: string,
  now: number,
): Promise<AccountLink | undefined> {
  const found = await rows
    .selectFrom('account_link')
    .select(['user_id', 'email', 'expires_at'])
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!found || !isOn(found.expires_at, LIFE_MS[purpose], now)) return undefined
  return { userId: found.user_id, purpose, email: found.email }
}

/** Uses a link up; undefined for one that was used, has expired or never was. */
export async function useLink(
  rows: Rows,
  purpose: AccountLink['purpose'],
  token: string,
  now: number,
): Promise<AccountLink | undefined> {
  const found = await rows
    .deleteFrom('account_link')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .returning(['user_id', 'email', 'expires_at'])
    .executeTakeFirst()
  if (!found || !isOn(found.expires_at, LIFE_MS[purpose], now)) return undefined
  return { userId: found.user_id, purpose, email: found.email }
}

/** Ends the links of a user that are still on their way: whoever has them has no more business with the account. */
export async function endLinks(rows: Rows, userId: string): Promise<void> {
  await rows.deleteFrom('account_link').where('user_id', '=', userId).execute()
}

/** Removes links that nobody used in time. */
export async function forgetOldLinks(rows: Rows, now: number): Promise<void> {
  await rows.deleteFrom('account_link').where('expires_at', '<=', now).execute()
}
