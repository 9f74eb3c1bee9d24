import type { Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { answerWrongMethod } from './failures.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The route of pages, which takes any address. */
const ANY_PATH = '/*'

/**
 * Answers 405 with `Allow` if a path has routes but none for the method of the request. Pages answer for themselves which
 * methods they take.
 */
export function methodCheck(app: Hono): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req
    const wanted = method === 'HEAD' ? 'GET' : method
    if (matchedRoutes(c).some((route) => route.method === wanted && route.path !== ANY_PATH)) return next()
    const allowed = METHODS.filter((each) => takes(app, each, path))
    const withHead = allowed.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
    if (withHead.length === 0) return next()
    return answerWrongMethod(c, withHead)
  }
}

function takes(app: Hono, method: string, path: string): boolean {
  const [matches] = app.router.match(method, path)
  return matches.some(([[, route]]) => route.method === method && route.path !== ANY_PATH)
}
