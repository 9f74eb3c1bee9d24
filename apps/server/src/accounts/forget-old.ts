import { forgetOldLinks } from './account-links.ts'
import { forgetOldInvites } from './invites.ts'
import type { Rows } from '../db/rows.ts'
import { forgetOldEvents } from './security-events.ts'
import { forgetOldSessions } from './sessions.ts'

/** Removes what has ended by itself: sessions, links, invitations, attempts to sign in, and events of long ago. */
export async function forgetOldDoors(rows: Rows, now: number): Promise<void> {
  await forgetOldSessions(rows, now)
  await forgetOldLinks(rows, now)
  await forgetOldInvites(rows, now)
  await forgetOldEvents(rows, now)
  await rows.deleteFrom('sign_in_attempt').where('expires_at', '<=', now).execute()
}
