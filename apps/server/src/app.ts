import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { identify } from './accounts/identify.ts'
import { AccountLimits } from './accounts/limits.ts'
import type { Deps } from './deps.ts'
import { convert, CONVERT_BODY_BYTES } from './features/convert/routes.ts'
import { health } from './features/health/routes.ts'
import { oauth } from './features/oauth/routes.ts'
import { addresses } from './features/outputs/address-routes.ts'
import { outputs } from './features/outputs/routes.ts'
import { passkeys } from './features/passkeys/routes.ts'
import { people } from './features/people/routes.ts'
import { profile } from './features/profile/routes.ts'
import { relay } from './features/relay/routes.ts'
import { session } from './features/session/routes.ts'
import { createHosting, type Hosting } from './hosting.ts'
import { subscriptions } from './features/subscriptions/routes.ts'
import { signIn } from './features/sign-in/routes.ts'
import { type Asked, askedBy } from './http/asked.ts'
import { bodyLimit } from './http/body-limit.ts'
import { changeCheck } from './http/change-check.ts'
import { answerRefusal } from './http/api-answers.ts'
import { ApiRefusal } from './api-refusal.ts'
import { answerFailure, answerNotFound } from './http/failures.ts'
import { hostCheck, ownHosts } from './http/host-check.ts'
import { methodCheck } from './http/method-check.ts'
import { answerLog, logRequests } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { assets } from './pages/assets.ts'
import { build } from './pages/build.ts'
import { icons } from './pages/icons.ts'
import { messages } from './pages/messages.ts'
import { pages } from './pages/pages.ts'
import { shell } from './pages/shell.ts'
import { sitemap } from './pages/sitemap.ts'

/** The whole server: pages, API and files. */
export function createApp(deps: Deps, hosting: Hosting = createHosting(deps)): Hono {
  const { settings, web, log } = deps
  const app = new Hono()
  app.use(securityHeaders())
  const logAnswer = answerLog(deps)
  app.use(logRequests(logAnswer))
  const isOwnHost = ownHosts(settings.SITE_URL, deps.port)
  app.use(hostCheck(isOwnHost))
  app.use(methodCheck(app))
  app.use(changeCheck(settings.SITE_URL))
  app.use(
    bodyLimit({
      '/api/convert': CONVERT_BODY_BYTES,
      '/api/recipes/apply': CONVERT_BODY_BYTES,
      '/api/subscriptions/*/text': CONVERT_BODY_BYTES,
      '/api/outputs': CONVERT_BODY_BYTES,
      '/api/outputs/*': CONVERT_BODY_BYTES,
    }),
  )
  // Before anything is packed: its tag is that of the bytes.
  const { routes, copyFor } = addresses(deps, hosting)
  app.route('/', routes)
  app.use(compress())
  app.use('/api/*', identify(deps))

  app.route('/', health(deps))
  app.route('/', build(deps))
  app.route('/', session(deps))
  const withLimits = { ...deps, limits: new AccountLimits() }
  app.route('/', signIn(withLimits))
  app.route('/', oauth(withLimits))
  app.route('/', passkeys(withLimits))
  app.route('/', profile(withLimits))
  app.route('/', people(deps))
  app.route('/', convert(deps))
  app.route('/', subscriptions(deps, hosting))
  app.route('/', outputs(deps, hosting))
  app.route('/', relay(deps))
  app.route('/', messages(deps))
  app.route('/', icons(deps))
  app.route('/', sitemap(deps))
  app.route('/', shell(deps))
  app.all('/api/*', (c) => answerNotFound(c))
  if (web.middleware) app.use(web.middleware)
  app.route('/', assets(web))
  app.use(identify(deps))
  app.route('/', pages(deps))

  app.notFound((c) => answerNotFound(c))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof ApiRefusal) return answerRefusal(c, error)
    web.fixStack?.(error)
    return answerFailure(c, error, log)
  })
  answerFirst(app, (asked, token) => {
    const start = performance.now()
    const copy = isOwnHost(asked) ? copyFor(asked, token) : undefined
    if (copy) logAnswer(asked, copy.status, start)
    return copy
  })
  return app
}

/**
 * Answers an address of an output before anything else, if its copy is at hand. Passing through what all other requests
 * pass through would take longer than the whole answer, and says nothing about it: it is read only, and has its headers.
 */
function answerFirst(app: Hono, copyFor: (asked: Asked, token: string) => Response | undefined): void {
  const answerOthers = app.fetch
  app.fetch = (request, env, ...more) => {
    const [, token] = (request.method === 'GET' && ADDRESS.exec(request.url)) || []
    return (token !== undefined && copyFor(askedBy(request, env), token)) || answerOthers(request, env, ...more)
  }
}

/** The address of an output, with a token that needs no decoding. */
const ADDRESS = /^https?:\/\/[^/?#]+\/sub\/([\w-]+)(?:\?|$)/
