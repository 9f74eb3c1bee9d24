import { randomUUID } from 'node:crypto'
import { SECURITY_EVENTS, type SecurityEvent } from '@switchyard/contract'
import type { Rows } from '../db/rows.ts'
import { DAY_MS } from '@switchyard/sources/spans'

const KEPT_MS = 90 * DAY_MS
const SHOWN = 200

/** Notes what happened to an account, for the person whose it is. */
export async function noteEvent(
  rows: Rows,
  userId: string,
  { what, network }: { what: SecurityEvent; network: string },
  now: number,
): Promise<void> {
  await rows
    .insertInto('security_event')
    .values({ id: randomUUID(), user_id: userId, at: now, what, network })
    .execute()
}

/** What happened to an account, the latest first. */
export async function listEvents(rows: Rows, userId: string, now: number) {
  const found = await rows
    .selectFrom('security_event')
    .select(['id', 'at', 'what', 'network'])
    .where('user_id', '=', userId)
    .where('at', '>', now - KEPT_MS)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  return found.flatMap(({ id, at, what, network }) => {
    const known = SECURITY_EVENTS.find((event) => event === what)
    return known === undefined ? [] : [{ id, at, what: known, network }]
  })
}

/** Removes what is too old to be shown. */
export async function forgetOldEvents(rows: Rows, now: number): Promise<void> {
  await rows
    .deleteFrom('security_event')
    .where('at', '<=', now - KEPT_MS)
    .execute()
}
