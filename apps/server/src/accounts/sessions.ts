import { randomUUID } from 'node:crypto'
import { writeIfPossible } from '../db/database-failure.ts'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { User } from '../http/visitor.ts'
import type { Rows } from '../db/rows.ts'
import { latestAt } from '../shared/clocks.ts'
import { DAY_MS, MINUTE_MS } from '@switchyard/sources/spans'

/** A session that nobody uses ends after this time, and any session after the longer one. */
const IDLE_MS = 7 * DAY_MS
const LONGEST_MS = 30 * DAY_MS
/** When it was seen is written this often, not at every request. */
const SEEN_STEP_MS = 5 * MINUTE_MS
const TOKEN_BITS = 256

/** Where a session is used. */
export interface SessionPlace {
  /** In words: `Firefox · Windows`. */
  device: string
  /** The beginning of the address. */
  network: string
}

/** Who is in a session. */
export interface LiveSession {
  user: User
  session: { id: string; provedAt: number }
}

/** Begins a session of a user who has just shown who they are; gives back its token, which is kept nowhere. */
export async function beginSession(rows: Rows, userId: string, place: SessionPlace, now: number): Promise<string> {
  const token = drawToken(TOKEN_BITS)
  await rows
    .insertInto('session')
    .values({
      id: randomUUID(),
      user_id: userId,
      hash: hashToken(token),
      created_at: now,
      seen_at: now,
      proved_at: now,
      device: place.device,
      network: place.network,
    })
    .execute()
  return token
}

/** Whose session a token opens; undefined for one that ended, and for a user who is disabled. */
export async function findSession(rows: Rows, token: string, now: number): Promise<LiveSession | undefined> {
  const found = await rows
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select(['session.id as session_id', 'session.created_at', 'session.seen_at', 'session.proved_at'])
    .select(['user_account.id', 'name', 'email', 'role', 'language'])
    .where('hash', '=', hashToken(token))
    .where('session.created_at', '>', now - LONGEST_MS)
    .where('session.seen_at', '>', now - IDLE_MS)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { session_id, created_at, seen_at, proved_at, ...user } = found
  // A time of before the clock was set back counts as now: else the session would last as much longer.
  const began = Math.min(created_at, latestAt(now))
  if (Math.abs(now - seen_at) >= SEEN_STEP_MS || began < created_at) {
    const seen = rows.updateTable('session').set({ seen_at: now, created_at: began }).where('id', '=', session_id)
    await writeIfPossible(seen.execute())
  }
  return { user, session: { id: session_id, provedAt: proved_at } }
}

/** What a person sees of their sessions, the one used last first. */
export function listSessions(rows: Rows, userId: string, now: number) {
  return rows
    .selectFrom('session')
    .select(['id', 'created_at as createdAt', 'seen_at as seenAt', 'device', 'network'])
    .where('user_id', '=', userId)
    .where('created_at', '>', now - LONGEST_MS)
    .where('seen_at', '>', now - IDLE_MS)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends one session of a user; false where that user has no such session. */
export async function endSession(rows: Rows, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await rows
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of a user, or all but one. */
export async function endSessions(rows: Rows, userId: string, but?: string): Promise<void> {
  let ending = rows.deleteFrom('session').where('user_id', '=', userId)
  if (but !== undefined) ending = ending.where('id', '!=', but)
  await ending.execute()
}

/** Removes the rows of sessions that ended by themselves. */
export async function forgetOldSessions(rows: Rows, now: number): Promise<void> {
  await rows
    .deleteFrom('session')
    .where((where) => where.or([where('created_at', '<=', now - LONGEST_MS), where('seen_at', '<=', now - IDLE_MS)]))
    .execute()
}
