import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { GrowingBuffer } from '@switchyard/outbound'
import type { Deps } from '../deps.ts'
import { within } from './engine-refusal.ts'
import { answerError } from './api-answers.ts'
import { visitorKey } from './client-address.ts'
import { type Endpoint, routeOf } from './endpoint.ts'
import { untilSent } from './asked.ts'

const KIBIBYTE = 1024
/** docs/security.md, "Sizes" */
const MAX_BODY_BYTES = 256 * KIBIBYTE
/** What an endpoint takes that is sent whole texts, or a recipe with them. */
export const TEXTS_BODY_BYTES = 5 * 1024 * KIBIBYTE
/** Waits for no room: all connections together send little of it, and signing in is among it. */
const SMALL_BYTES = 16 * KIBIBYTE

/**
 * Reads the body of a request, up to what its endpoint takes, before a route sees it. The bytes are counted as they come:
 * what the request says of its own length is not believed. What may come is held from the beginning, so that bodies that
 * come slowly fill no memory. Nothing is read of somebody who has to be signed in and is not.
 */
export function bodyLimit(
  endpoints: readonly Endpoint[],
  { bytes, settings }: Pick<Deps, 'bytes' | 'settings'>,
): MiddlewareHandler {
  const known = new Map(endpoints.map((each) => [routeOf(each).join(' '), each]))
  return async (c, next) => {
    const { raw } = c.req
    if (raw.method === 'GET' || raw.method === 'HEAD' || !raw.body) return next()
    const [endpoint] = matchedRoutes(c).flatMap(({ method, path }) => known.get(`${method} ${path}`) ?? [])
    const user = c.get('visitor')?.user
    if (endpoint && endpoint.who !== 'visitor' && !user) return next()
    const most = endpoint?.bodyBytes ?? MAX_BODY_BYTES
    const said = Number(c.req.header('content-length') ?? most)
    const coming = said <= most ? said : most
    if (coming > SMALL_BYTES) {
      const holder = user ? { person: user.id } : { person: visitorKey(c, settings.TRUSTED_PROXIES), isVisitor: true }
      const leave = await within(bytes.enter({ ...holder, signal: raw.signal }, coming))
      untilSent(c.env, leave)
    }
    const body = new GrowingBuffer(most)
    // Leaving the loop early cancels what is still on its way.
    for await (const chunk of raw.body) if (!body.add(chunk)) return answerError(c, 'body-too-large')
    const { method, headers, signal } = raw
    c.req.raw = new Request(raw.url, { method, headers, signal, body: body.bytes })
    return next()
  }
}
