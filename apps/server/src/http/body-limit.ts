import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { GrowingBuffer } from '@switchyard/outbound'
import { answerError } from './api-answers.ts'
import { type Endpoint, routeOf } from './endpoint.ts'

const KIBIBYTE = 1024
/** docs/security.md, "Sizes" */
const MAX_BODY_BYTES = 256 * KIBIBYTE
/** What an endpoint takes that is sent whole texts, or a recipe with them. */
export const TEXTS_BODY_BYTES = 5 * 1024 * KIBIBYTE

/**
 * Reads the body of a request, up to what its endpoint takes, before a route sees it. The bytes are counted as they come:
 * what the request says of its own length is not believed.
 */
export function bodyLimit(endpoints: readonly Endpoint[]): MiddlewareHandler {
  const limits = new Map(endpoints.map((each) => [routeOf(each).join(' '), each.bodyBytes]))
  return async (c, next) => {
    const { raw } = c.req
    if (raw.method === 'GET' || raw.method === 'HEAD' || !raw.body) return next()
    const known = matchedRoutes(c).map(({ method, path }) => limits.get(`${method} ${path}`))
    const bytes = new GrowingBuffer(known.find((limit) => limit !== undefined) ?? MAX_BODY_BYTES)
    // Leaving the loop early cancels what is still on its way.
    for await (const chunk of raw.body) if (!bytes.add(chunk)) return answerError(c, 'body-too-large')
    const { method, headers, signal } = raw
    c.req.raw = new Request(raw.url, { method, headers, signal, body: bytes.bytes })
    return next()
  }
}
