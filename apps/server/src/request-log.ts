import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

/** One line for every answer, without query and without what the visitor sent. */
export function logRequests({ log, settings }: { log: Logger; settings: Settings }): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round(performance.now() - start)
    const { status } = c.res
    const level = status >= 500 ? 'error' : c.req.path === '/healthz' || c.req.path === '/readyz' ? 'debug' : 'info'
    log[level]({ method: c.req.method, path: c.req.path, status, ms, ip: clientIp(c, settings.TRUSTED_PROXIES) })
  }
}

/** The visitor's address: what the nearest trusted proxies say, and never what the visitor says. */
function clientIp(c: Context, trustedProxies: number): string | undefined {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const told = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined
  if (told) return told
  try {
    return getConnInfo(c).remote.address
  } catch {
    // Asked without a socket, by a test.
    return undefined
  }
}
