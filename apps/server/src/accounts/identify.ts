import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { readSessionCookie } from '../http/session-cookie.ts'
import type { Visitor } from '../http/visitor.ts'
import { findApiToken } from './api-tokens.ts'
import { findBucketToken, isBucketToken } from './bucket-tokens.ts'
import { findSession } from './sessions.ts'

const BEARER = /^Bearer (\S+)$/i

/** Finds out who asks, for `findUser` and `requireUser`: by the API token of the request, else by its session. */
export function identify({ settings, store, now }: Pick<Deps, 'settings' | 'store' | 'now'>): MiddlewareHandler {
  const { query } = store.database
  return async (c, next) => {
    c.set('visitor', await visitorOf(c))
    return next()
  }

  async function visitorOf(c: Context): Promise<Visitor> {
    const [, bearer] = BEARER.exec(c.req.header('authorization') ?? '') ?? []
    if (bearer !== undefined && isBucketToken(bearer)) return (await findBucketToken(store, bearer)) ?? {}
    if (bearer !== undefined) return (await findApiToken(query, bearer, now())) ?? {}
    const token = readSessionCookie(c, settings.SITE_URL)
    return (token === undefined ? undefined : await findSession(query, token, now())) ?? {}
  }
}

/** The same by the API token that stands in the path, as `:token`. */
export function identifyByPath({ store, now }: Pick<Deps, 'store' | 'now'>): MiddlewareHandler {
  const { query } = store.database
  return async (c, next) => {
    c.set('visitor', (await findApiToken(query, c.req.param('token') ?? '', now())) ?? {})
    return next()
  }
}
