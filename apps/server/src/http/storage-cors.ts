import { isStorageService } from '@switchyard/contract'
import type { Context, MiddlewareHandler } from 'hono'

const DAY_S = 86_400

/** What a page of another site may send. It carries no cookie: `*` is no answer for a request with one. */
const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, PUT, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'authorization, content-type, if-match, if-none-match, range, x-requested-with',
  'Access-Control-Max-Age': String(DAY_S),
}

/**
 * Lets pages of other sites ask the storage service with a bearer token, and read the answer: a person who has files on two
 * servers sees both on one screen. A request with a cookie gets nothing of this. (docs/security.md, "Changes of state")
 */
export function storageCors(): MiddlewareHandler {
  return async (c, next) => {
    if (!isOfStorage(c.req.path)) return next()
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined)
      return c.body(null, 204, PREFLIGHT)
    await next()
    if (!hasBearerAlone(c)) return
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'ETag')
  }
}

const isOfStorage = (path: string) => isStorageService(path) || /^\/api\/(storage|shares)(\/|$)/.test(path)

const hasBearerAlone = (c: Context) =>
  /^Bearer \S+$/i.test(c.req.header('authorization') ?? '') && c.req.header('cookie') === undefined
