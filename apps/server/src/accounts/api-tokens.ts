import { randomUUID } from 'node:crypto'
import { API_SCOPES, type ApiScope } from '@switchyard/contract'
import { writeIfPossible } from '../db/database-failure.ts'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { User } from '../http/visitor.ts'
import type { Database } from '../db/database.ts'
import { requireAnother } from '../db/quota.ts'
import { changeOfUser } from '../db/row-rules.ts'
import type { Rows } from '../db/rows.ts'

/** How one knows a token of ours where it turns up. */
const PREFIX = 'switchyard_'
const TAIL_LETTERS = 4
const USED_STEP_MS = 60_000

/** What a token is made of. */
export interface NewApiToken {
  name: string
  scopes: readonly ApiScope[]
  /** Undefined: it does not expire. */
  expiresAt?: number | undefined
}

/** Makes a token for programs; gives it back once, it is kept nowhere. Throws the refusal `quota-reached`. */
export async function makeApiToken(database: Database, userId: string, made: NewApiToken, now: number) {
  const token = PREFIX + drawToken()
  const row = {
    id: randomUUID(),
    user_id: userId,
    hash: hashToken(token),
    tail: token.slice(-TAIL_LETTERS),
    name: made.name,
    scopes: API_SCOPES.filter((scope) => made.scopes.includes(scope)).join(' '),
    created_at: now,
    expires_at: made.expiresAt ?? null,
    used_at: null,
  }
  await changeOfUser(database, userId, async (rows) => {
    await requireAnother(rows, 'api_token', userId)
    await rows.insertInto('api_token').values(row).execute()
  })
  return { token, id: row.id }
}

/** Whose token it is and what it may do; undefined for one that expired, was revoked or never was. */
export async function findApiToken(
  rows: Rows,
  token: string,
  now: number,
): Promise<{ user: User; scopes: readonly ApiScope[] } | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const found = await rows
    .selectFrom('api_token')
    .innerJoin('user_account', 'user_account.id', 'api_token.user_id')
    .select(['api_token.id as token_id', 'scopes', 'used_at'])
    .select(['user_account.id', 'user_account.name', 'email', 'role', 'language'])
    .where('hash', '=', hashToken(token))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { token_id, scopes, used_at, ...user } = found
  if (used_at === null || Math.abs(now - used_at) >= USED_STEP_MS)
    await writeIfPossible(rows.updateTable('api_token').set({ used_at: now }).where('id', '=', token_id).execute())
  return { user, scopes: scopesOf(scopes) }
}

/** What a person sees of their tokens, the newest first. */
export async function listApiTokens(rows: Rows, userId: string) {
  const found = await rows
    .selectFrom('api_token')
    .select(['id', 'tail', 'name', 'scopes'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return found.map(({ id, tail, name, scopes, createdAt, expiresAt, usedAt }) => ({
    id,
    tail,
    name,
    scopes: scopesOf(scopes),
    createdAt,
    expiresAt,
    usedAt,
  }))
}

/** Revokes one token of a user; false where that user has no such token. */
export async function revokeApiToken(rows: Rows, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await rows
    .deleteFrom('api_token')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Revokes all tokens of a user; gives back how many there were. */
export async function endApiTokens(rows: Rows, userId: string): Promise<number> {
  const { numDeletedRows } = await rows.deleteFrom('api_token').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

function scopesOf(text: string): ApiScope[] {
  const named = text.split(' ')
  return API_SCOPES.filter((scope) => named.includes(scope))
}
