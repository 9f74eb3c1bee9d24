import type { Hono, MiddlewareHandler } from 'hono'
import { answerWrongMethod } from './failures.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The route of pages, which takes any address. */
const ANY_PATH = '/*'

/** 405 with `Allow` where the routes of an address take other methods than the one asked for. */
export function methodCheck(app: Hono): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req
    const allowed = METHODS.filter((each) => takes(app, each, path))
    const withHead = allowed.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
    if (withHead.length === 0 || withHead.includes(method)) return next()
    return answerWrongMethod(c, withHead)
  }
}

/** What stands under /api/ and /assets/ is never a page. */
function takes(app: Hono, method: string, path: string): boolean {
  const isPage = !/^\/(?:api|assets)\//.test(path)
  const [matches] = app.router.match(method, path)
  return matches.some(([[, route]]) => route.method === method && (isPage || route.path !== ANY_PATH))
}
