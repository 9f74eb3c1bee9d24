import { randomUUID } from 'node:crypto'
import type { PageRequest, RenderedPage } from '@switchyard/server/web-app'

type Draw = (request: Request, page: PageRequest) => Promise<RenderedPage | Response>

const OK = 200
/** The server may have a few names: `localhost` and `127.0.0.1`. Each of them has pages of its own. */
const MOST_KEPT = 200

/**
 * Draws pages. The page of one of these addresses is drawn once for all who are signed out: all that differs is the nonce
 * of the answer and what the server says of itself. A page for a person, or one with a query, is always drawn.
 */
export function commonPages(draw: Draw, addresses: ReadonlySet<string>): Draw {
  /** Stands where the nonce of an answer comes. Nobody outside knows it, so it stands nowhere else. */
  const mark = randomUUID()
  const kept = new Map<string, readonly string[]>()

  return async (request, page) => {
    const { pathname, search } = new URL(request.url)
    const isCommon = request.method === 'GET' && search === '' && !page.session.user && addresses.has(pathname)
    if (!isCommon) return draw(request, page)
    const key = JSON.stringify([pathname, page.config])
    const known = kept.get(key)
    if (known) return { status: OK, html: Buffer.from(known.join(page.nonce)) }
    const drawn = await draw(request, { ...page, nonce: mark })
    if (drawn instanceof Response) return drawn
    const parts = Buffer.from(drawn.html).toString().split(mark)
    if (drawn.status === OK) {
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, parts)
    }
    return { status: drawn.status, html: Buffer.from(parts.join(page.nonce)) }
  }
}
