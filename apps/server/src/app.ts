import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { credentialOf, identify } from './accounts/identify.ts'
import { ApiRefusal } from './api-refusal.ts'
import { findDatabaseFailure, refusalOf } from './db/database-failure.ts'
import type { Deps } from './deps.ts'
import { ads } from './features/ads/routes.ts'
import { apiDescription } from './features/api-description/routes.ts'
import { convert } from './features/convert/routes.ts'
import { freeFile } from './features/free-nodes/free-file.ts'
import { freeNodes } from './features/free-nodes/routes.ts'
import { health } from './features/health/routes.ts'
import { oauth } from './features/oauth/routes.ts'
import { addresses } from './features/outputs/address-routes.ts'
import { KeptStore } from './features/kept/kept-store.ts'
import { kept } from './features/kept/routes.ts'
import { exportOutputs } from './features/outputs/export-outputs.ts'
import { outputs } from './features/outputs/routes.ts'
import { passkeys } from './features/passkeys/routes.ts'
import { people } from './features/people/routes.ts'
import { probes } from './features/probes/routes.ts'
import { profile } from './features/profile/routes.ts'
import { gitRelay } from './features/relay/git-relay.ts'
import { relay } from './features/relay/routes.ts'
import { rules } from './features/rules/routes.ts'
import { session } from './features/session/routes.ts'
import { exportItems } from './features/subscriptions/export-items.ts'
import { subscriptions } from './features/subscriptions/routes.ts'
import { shortLinks } from './features/short-links/routes.ts'
import { ShortLinkStore } from './features/short-links/short-link-store.ts'
import { visits } from './features/short-links/visits.ts'
import { signIn } from './features/sign-in/routes.ts'
import { BucketStore } from './features/storage/buckets.ts'
import { FileStore } from './features/storage/file-store.ts'
import { fileBytes, storageService } from './features/storage/routes.ts'
import { sharedFiles } from './features/storage/shared-files.ts'
import { ShareStore } from './features/storage/share-store.ts'
import { urlApi } from './features/url-api/routes.ts'
import { createHosting, type Hosting } from './hosting.ts'
import { type Asked, askedBy, incomingOf } from './http/asked.ts'
import { visitorKey } from './http/client-address.ts'
import { bodyLimit } from './http/body-limit.ts'
import { changeCheck } from './http/change-check.ts'
import { answerRefusal } from './http/api-answers.ts'
import { isUpload } from './features/storage/is-upload.ts'
import { answerFailure, answerNobody, answerNotFound, answerOutOfService } from './http/failures.ts'
import { type Endpoint, serve } from './http/endpoint.ts'
import { RequestLimits } from './http/request-limits.ts'
import { hostCheck, filesHosts, ownHosts } from './http/host-check.ts'
import { methodCheck } from './http/method-check.ts'
import { answerLog, logRequests } from './http/request-log.ts'
import { storageCors } from './http/storage-cors.ts'
import { securityHeaders } from './http/security-headers.ts'
import { listPublications } from './outputs/publication-store.ts'
import { ScheduleStore } from './probing/schedule-store.ts'
import { assets } from './pages/assets.ts'
import { build } from './pages/build.ts'
import { icons } from './pages/icons.ts'
import { messages } from './pages/messages.ts'
import { pages } from './pages/pages.ts'
import { securityText } from './pages/security-text.ts'
import { shell } from './pages/shell.ts'
import { sitemap } from './pages/sitemap.ts'
import type { Settings } from './settings.ts'
import { turns } from './shared/turns.ts'

/** All endpoints besides those of files, which are asked first and only described here. The server tries them in this order. */
export function endpointsOf(
  deps: Deps & { limits: RequestLimits },
  hosting: Hosting,
  files: readonly Endpoint[],
): Endpoint[] {
  const { store } = deps
  const exported = {
    subscriptions: exportItems(deps),
    outputs: exportOutputs(deps),
    publications: (userId: string) => listPublications(store.database.query, userId),
    kept: (userId: string) => new KeptStore(store).list(userId),
    probes: (userId: string) => new ScheduleStore(store).exported(userId),
    shortLinks: (userId: string, site: string) => new ShortLinkStore(store).exported(userId, site),
    buckets: (userId: string) => new BucketStore(store).exported(userId),
    files: (userId: string) => new FileStore(store).exported(userId),
    fileShares: (userId: string, site: string) =>
      new ShareStore(store).list(userId, deps.settings.FILES_URL ?? site, deps.now()),
  }
  const own = [
    ...health(deps),
    build(deps),
    ...ads(deps),
    ...session(deps),
    ...signIn(deps),
    ...oauth(deps),
    ...passkeys(deps),
    ...profile(deps, exported),
    ...people(deps),
    ...convert(deps),
    ...subscriptions(deps, hosting),
    ...outputs(deps, hosting),
    ...kept(deps),
    ...shortLinks(deps),
    ...visits(deps),
    ...storageService(deps),
    ...freeNodes(deps, hosting.freeNodes),
    ...rules(deps, hosting.lists),
    ...relay(deps),
    ...gitRelay(deps),
    ...probes(deps),
    messages(deps),
    icons(deps),
    ...sitemap(deps),
    securityText(deps),
    shell(deps),
  ]
  return [...own, apiDescription(deps, [...own, ...files])]
}

/** The whole server: pages, API and files. */
export function createApp(deps: Deps, hosting: Hosting = createHosting(deps)): Hono {
  const { settings, web, log } = deps
  const app = new Hono()
  app.use(securityHeaders())
  const logAnswer = answerLog(deps)
  app.use(logRequests(logAnswer))
  const isOwnHost = ownHosts(settings.SITE_URL, deps.port)
  const isFilesHost = filesHosts(settings.FILES_URL)
  app.use(hostCheck(isOwnHost, isFilesHost))
  app.use(storageCors())
  app.use(methodCheck(app))
  app.use(changeCheck(settings.SITE_URL))
  const { endpoints: ofAddresses, copyFor } = addresses(deps, hosting)
  const limits = new RequestLimits(deps)
  const { endpoints: ofConversions, copyFor: conversionFor } = urlApi({ ...deps, limits }, hosting)
  const { files: ofShares, forms } = sharedFiles({ ...deps, limits }, isFilesHost)
  const files = [
    ...ofAddresses,
    ...freeFile({ ...deps, limits }, hosting),
    ...ofConversions,
    ...fileBytes(deps),
    ...ofShares,
  ]
  const endpoints = [...forms, ...endpointsOf({ ...deps, limits }, hosting, [...files, ...forms])]
  // Before anything is packed: its tag is that of the bytes.
  serve(app, files, { ...deps, limits })
  app.use(compress())
  app.use('/api/*', identify(deps))
  app.use(bodyLimit(endpoints, deps))
  serve(app, endpoints, { ...deps, limits })
  app.all('/api/*', (c) => answerNotFound(c))
  if (web.middleware) app.use(web.middleware)
  app.route('/', assets(web))
  app.use(identify(deps))
  app.route('/', pages(deps))

  app.notFound((c) => answerNotFound(c))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof ApiRefusal) return c.req.raw.signal.aborted ? answerNobody() : answerRefusal(c, error)
    const failure = findDatabaseFailure(error)
    if (failure) {
      log.error({ err: failure, method: c.req.method, path: c.req.path }, failure.message)
      return answerOutOfService(c, refusalOf(failure))
    }
    web.fixStack?.(error)
    return answerFailure(c, error, log)
  })
  answerInTurn(app, settings, (asked, token) => {
    const start = performance.now()
    if (!isOwnHost(asked)) return undefined
    const copy = token === undefined ? conversionFor(asked) : copyFor(asked, token)
    if (copy) logAnswer(asked, copy.status, start)
    return copy
  })
  return app
}

/**
 * So many requests of one person are answered at the same time. Uploads do not count. A browser sends six at once, or more
 * through a proxy with HTTP/2. Visitors have no limit, because many of them may share an address.
 */
const MOST_UNDER_WAY = 16

/**
 * Answers `/sub/{token}` and `/sub?…` at once, when a copy of the file is in memory. Such an answer changes nothing and has
 * its headers already, so it skips the middleware, which would take longer than the answer. All other requests begin one
 * after the other, and people take turns.
 */
function answerInTurn(
  app: Hono,
  { SITE_URL, TRUSTED_PROXIES }: Settings,
  copyFor: (asked: Asked, token: string | undefined) => Response | undefined,
): void {
  const answerOthers = app.fetch
  app.fetch = (request, env, ...more) => {
    const asked = askedBy(request, env)
    const found = request.method === 'GET' ? ADDRESS.exec(request.url) : null
    const copy = found && copyFor(asked, found[1])
    if (copy) return copy
    const incoming = incomingOf(env)
    const answer = () => (incoming?.socket.destroyed ? answerNobody() : answerOthers(request, env, ...more))
    const { bearer, session } = credentialOf(asked, SITE_URL)
    const person = bearer ?? session
    // Nobody has checked the credential. The first word keeps it apart from the names of other kinds of work.
    if (person === undefined) return turns.run(`visitor ${visitorKey(asked, TRUSTED_PROXIES)}`, answer)
    return turns.run(`credential ${person}`, answer, incoming && isUpload(incoming) ? undefined : MOST_UNDER_WAY)
  }
}

/** The address of an output, with a token that needs no decoding; or one of the URL API. */
const ADDRESS = /^https?:\/\/[^/?#]+\/sub(?:\/([\w-]+)(?:\?|$)|\?)/
