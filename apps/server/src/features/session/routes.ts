import { Hono } from 'hono'

/** Who is signed in. There are no accounts yet, so nobody is. */
export function session(): Hono {
  return new Hono().get('/api/_auth/session', (c) => c.json({}, 200, { 'Cache-Control': 'private, no-store' }))
}
