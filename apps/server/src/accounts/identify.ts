import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { Asked } from '../http/asked.ts'
import { readSessionCookie } from '../http/session-cookie.ts'
import type { Visitor } from '../http/visitor.ts'
import { findApiToken } from './api-tokens.ts'
import { findBucketToken, isBucketToken } from './bucket-tokens.ts'
import { findSession } from './sessions.ts'

const BEARER = /^Bearer (\S+)$/i

/** The token that a request brings: that of a program, else that of a session. Nobody has checked it. */
export function credentialOf(asked: Asked, siteUrl: string | undefined): { bearer?: string; session?: string } {
  const [, bearer] = BEARER.exec(asked.req.header('authorization') ?? '') ?? []
  if (bearer !== undefined) return { bearer }
  const session = readSessionCookie(asked, siteUrl)
  return session === undefined ? {} : { session }
}

/** Finds out who asks, for `findUser` and `requireUser`: by the API token of the request, else by its session. */
export function identify({ settings, store, now }: Pick<Deps, 'settings' | 'store' | 'now'>): MiddlewareHandler {
  const { query } = store.database
  return async (c, next) => {
    c.set('visitor', await visitorOf(c))
    return next()
  }

  async function visitorOf(c: Context): Promise<Visitor> {
    const { bearer, session } = credentialOf(c, settings.SITE_URL)
    if (bearer !== undefined && isBucketToken(bearer)) return (await findBucketToken(store, bearer)) ?? {}
    if (bearer !== undefined) return (await findApiToken(query, bearer, now())) ?? {}
    return (session === undefined ? undefined : await findSession(query, session, now())) ?? {}
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
