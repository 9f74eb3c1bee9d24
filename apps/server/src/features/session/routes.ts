import { endSession } from '../../accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { answerJson } from '../../http/answer-json.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'

/** Who is signed in, and the way out. */
export function session({ settings, store }: Pick<Deps, 'settings' | 'store'>): Endpoint[] {
  return [
    endpoint('GET /api/_auth/session', { who: 'visitor' }, ({ c, user }) => {
      c.header('Cache-Control', 'private, no-store')
      return answerJson(c, user ? { user } : {})
    }),
    endpoint('DELETE /api/_auth/session', { who: 'visitor' }, async ({ c, user, session: ended }) => {
      // Who is signed out already gets the same answer.
      if (user && ended) await endSession(store.database.query, user.id, ended.id)
      clearSessionCookie(c, settings.SITE_URL)
      return c.body(null, 204, { 'Cache-Control': 'private, no-store' })
    }),
  ]
}
