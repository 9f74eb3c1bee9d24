import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Asked } from './asked.ts'
import { clientAddress, isThroughUnknownProxy } from './client-address.ts'
import type { Settings } from '../settings.ts'

/** Writes the line of an answer. `start`: when its request came, by `performance.now`. */
export type LogAnswer = (c: Asked, status: number, start: number) => void

/** A line for every answer that goes through here. */
export function logRequests(logAnswer: LogAnswer): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    logAnswer(c, c.res.status, start)
  }
}

/** One line for every answer, without query and without what the visitor sent. */
export function answerLog({ log, settings }: { log: Logger; settings: Settings }): LogAnswer {
  let isProxySaid = false
  return (c, status, start) => {
    if (!isProxySaid && isThroughUnknownProxy(c, settings.TRUSTED_PROXIES)) {
      isProxySaid = true
      log.warn(
        'Requests come through a proxy, which names visitors in X-Forwarded-For, but TRUSTED_PROXIES is 0: all visitors count as one, for limits too. Set TRUSTED_PROXIES=1.',
      )
    }
    const ms = Math.round(performance.now() - start)
    const level = status >= 500 ? 'error' : c.req.path === '/healthz' || c.req.path === '/readyz' ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const link = linkOf(c.req.path)
    const ip = clientAddress(c, settings.TRUSTED_PROXIES)
    log[level]({ method: c.req.method, path: c.req.path, status, ms, ip, ...(link === undefined ? {} : { link }) })
  }
}

const LINK_LETTERS = 6

/** What tells requests for one address from those for another, and opens none: the beginning of the token's hash. */
function linkOf(path: string): string | undefined {
  const [, token] = /^\/sub\/([^/]+)$/.exec(path) ?? []
  return token === undefined ? undefined : createHash('sha256').update(token).digest('hex').slice(0, LINK_LETTERS)
}
