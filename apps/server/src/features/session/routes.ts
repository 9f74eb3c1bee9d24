import { Hono } from 'hono'
import { endSession } from '../../accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'
import { findUser, requireSession } from '../../http/visitor.ts'

/** Who is signed in, and the way out. */
export function session({ settings, store }: Pick<Deps, 'settings' | 'store'>): Hono {
  const routes = new Hono()
  routes.get('/api/_auth/session', (c) => {
    const user = findUser(c)
    return c.json(user ? { user } : {}, 200, { 'Cache-Control': 'private, no-store' })
  })
  routes.delete('/api/_auth/session', async (c) => {
    // Who is signed out already gets the same answer.
    if (findUser(c)) {
      const { user, session } = requireSession(c)
      await endSession(store.database.query, user.id, session.id)
    }
    clearSessionCookie(c, settings.SITE_URL)
    return c.body(null, 204, { 'Cache-Control': 'private, no-store' })
  })
  return routes
}
