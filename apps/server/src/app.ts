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
import { createHosting, type Hosting } from './hosting/hosting.ts'
import { subscriptions } from './features/subscriptions/routes.ts'
import { signIn } from './features/sign-in/routes.ts'
import { bodyLimit } from './http/body-limit.ts'
import { changeCheck } from './http/change-check.ts'
import { answerRefusal } from './http/api-answers.ts'
import { ApiRefusal } from './http/api-refusal.ts'
import { answerFailure, answerNotFound } from './http/failures.ts'
import { hostCheck } from './http/host-check.ts'
import { methodCheck } from './http/method-check.ts'
import { logRequests } from './http/request-log.ts'
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
  app.use(logRequests(deps))
  app.use(hostCheck(settings.SITE_URL, deps.port))
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
  app.route('/', addresses(deps, hosting))
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
  return app
}
