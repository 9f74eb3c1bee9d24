import type { MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/**
 * A kept copy is asked about by its hash, and what has not changed is answered 304. The policy goes along: a browser
 * puts the headers of a 304 over those of its copy.
 */
export function revalidated(): MiddlewareHandler {
  return etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy', 'x-robots-tag'] })
}
