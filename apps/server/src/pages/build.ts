import type { Deps } from '../deps.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'

/** Which build the server has: a page asks, to tell its visitor of a new one. */
export function build({ web }: Deps): Endpoint {
  return endpoint('GET /_build', { who: 'visitor' }, ({ c }) =>
    c.json({ id: web.id }, 200, { 'Cache-Control': 'no-store' }),
  )
}
