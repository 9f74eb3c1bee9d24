import { Hono } from 'hono'
import type { Deps } from '../deps.ts'

/** Which build the server has: a page asks, to tell its visitor of a new one. */
export function build({ web }: Deps): Hono {
  return new Hono().get('/_build', (c) => c.json({ id: web.id }, 200, { 'Cache-Control': 'no-store' }))
}
