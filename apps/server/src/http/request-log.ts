import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { clientAddress } from './client-address.ts'
import type { Settings } from '../settings.ts'

/** One line for every answer, without query and without what the visitor sent. */
export function logRequests({ log, settings }: { log: Logger; settings: Settings }): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round(performance.now() - start)
    const { status } = c.res
    const level = status >= 500 ? 'error' : c.req.path === '/healthz' || c.req.path === '/readyz' ? 'debug' : 'info'
    log[level]({ method: c.req.method, path: c.req.path, status, ms, ip: clientAddress(c, settings.TRUSTED_PROXIES) })
  }
}
