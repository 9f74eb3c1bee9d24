import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { answerFailure, answerNotFound } from './failures.ts'
import { hostCheck } from './host-check.ts'
import { methodCheck } from './method-check.ts'
import { logRequests } from './request-log.ts'
import { assets } from './routes/assets.ts'
import { build } from './routes/build.ts'
import { health } from './routes/health.ts'
import { icons } from './routes/icons.ts'
import { messages } from './routes/messages.ts'
import { pages } from './routes/pages.ts'
import { session } from './routes/session.ts'
import { shell } from './routes/shell.ts'
import { sitemap } from './routes/sitemap.ts'
import type { SafeFetch } from './safe-fetch/safe-fetch.ts'
import { securityHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import type { WebBuild } from './web-build.ts'

/** Everything the server is made of that a test may want to be something else. */
export interface Deps {
  settings: Settings
  web: WebBuild
  log: Logger
  safeFetch: SafeFetch
  /** The port it listens on; undefined takes any Host port of this machine. */
  port: () => number | undefined
  /** False as soon as the server is going down. */
  isReady: () => boolean
}

/** The whole server: pages, API and files. */
export function createApp(deps: Deps): Hono {
  const { settings, web, log } = deps
  const app = new Hono()
  app.use(securityHeaders())
  app.use(logRequests(deps))
  app.use(hostCheck(settings.SITE_URL, deps.port))
  app.use(methodCheck(app))
  app.use(compress())

  app.route('/', health(deps))
  app.route('/', build(deps))
  app.route('/', session())
  app.route('/', messages(deps))
  app.route('/', icons(deps))
  app.route('/', sitemap(deps))
  app.route('/', shell(deps))
  app.all('/api/*', (c) => answerNotFound(c))
  if (web.middleware) app.use(web.middleware)
  app.route('/', assets(web))
  app.route('/', pages(deps))

  app.notFound((c) => answerNotFound(c))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    web.fixStack?.(error)
    return answerFailure(c, error, log)
  })
  return app
}
