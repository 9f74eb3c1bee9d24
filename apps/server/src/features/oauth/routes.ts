import { type ApiError, OAUTH_PROVIDERS, type OAuthProvider } from '@switchyard/contract'
import { LANGS } from '@switchyard/convert/languages'
import type { Context } from 'hono'
import { z } from 'zod'
import { beginAttempt, endAttempt } from '../../accounts/attempts.ts'
import { placeOf, signIn } from '../../accounts/enter.ts'
import { noteEvent } from '../../accounts/security-events.ts'
import { addProvider } from '../../accounts/sign-in-methods.ts'
import { drawToken, hashToken } from '../../db/secret-token.ts'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { hostCookie } from '../../http/host-cookie.ts'
import { langOf } from '../../http/lang-of.ts'
import { findUser, requireProof } from '../../http/visitor.ts'
import { answerCompletion } from './completion.ts'
import { findOrMakeUser } from './find-or-make-user.ts'
import { askAddress, identify, type ProviderApp, type ProviderUser } from './providers.ts'

type Needs = Pick<Deps, 'settings' | 'store' | 'askProvider' | 'log' | 'now'>

const BINDING_BITS = 256
const LIFE_S = 10 * 60

const bindingCookie = hostCookie('oauth', LIFE_S)

const Attempt = z.object({
  provider: z.enum(OAUTH_PROVIDERS),
  verifier: z.string(),
  /** The hash of a cookie: the state works in the browser that asked for it. */
  boundTo: z.string(),
  /** Who links; without it somebody signs in. */
  linkTo: z.string().optional(),
  mode: z.enum(['popup', 'page']),
  /** A path of this site. */
  back: z.string(),
  setupCode: z.string().optional(),
  invite: z.string().optional(),
  language: z.enum(LANGS),
})

type Attempt = z.infer<typeof Attempt>

/** Signing in with GitHub, GitLab and Gitee, and linking such an account to one of ours. */
export function oauth(deps: Needs): Endpoint[] {
  const { settings, store, log, now, askProvider } = deps
  const apps: Partial<Record<OAuthProvider, ProviderApp | undefined>> = {
    github: settings.OAUTH_GITHUB,
    gitlab: settings.OAUTH_GITLAB,
    gitee: settings.OAUTH_GITEE,
  }

  return [
    endpoint(
      'POST /api/auth/oauth/:provider',
      {
        who: 'visitor',
        needs: requireApp,
        limit: ({ body: { setupCode }, address }) => [
          ['links', address()],
          ...(setupCode === undefined ? [] : [['setup code', 'all'] as const]),
        ],
      },
      async ({ c, body: wanted }) => {
        const { provider, app } = requireApp(c)
        const linkTo = wanted.purpose === 'link' ? requireProof(c, now()).user.id : undefined
        const [verifier, binding] = [drawToken(BINDING_BITS), drawToken(BINDING_BITS)]
        const back = pathOfSite(wanted.back, siteUrlOf(c, settings.SITE_URL))
        const attempt: Attempt = {
          provider,
          verifier,
          boundTo: hashToken(binding),
          linkTo,
          mode: wanted.mode,
          back,
          setupCode: wanted.setupCode,
          invite: wanted.invite,
          language: languageOfPath(back) ?? langOf(c),
        }
        const state = await beginAttempt(store, 'oauth', attempt, now())
        bindingCookie.set(c, settings.SITE_URL, binding)
        return { url: askAddress(provider, app, { state, verifier, callback: callbackOf(c, provider) }) }
      },
    ),
    // The one GET that changes something: the provider sends the browser here.
    endpoint('GET /api/auth/oauth/:provider/callback', { who: 'visitor' }, async ({ c }) => {
      const { provider, app } = requireApp(c)
      const binding = bindingCookie.read(c, settings.SITE_URL) ?? ''
      bindingCookie.clear(c, settings.SITE_URL)
      const attempt = await endAttempt(store, 'oauth', Attempt, c.req.query('state') ?? '', now())
      const site = siteUrlOf(c, settings.SITE_URL)
      if (attempt?.provider !== provider || attempt.boundTo !== hashToken(binding))
        return answerCompletion(c, { mode: 'page', back: '/', language: langOf(c), site }, 'sign-in-failed')
      return answerCompletion(c, { ...attempt, site }, await outcomeOf(c, attempt, app))
    }),
  ]

  async function outcomeOf(c: Context, attempt: Attempt, app: ProviderApp): Promise<ApiError | undefined> {
    const code = c.req.query('code')
    if (c.req.query('error') === 'access_denied') return 'sign-in-denied'
    if (code === undefined) return 'sign-in-failed'
    try {
      const callback = callbackOf(c, attempt.provider)
      const person = await identify(attempt.provider, app, { code, verifier: attempt.verifier, callback }, askProvider)
      if (attempt.linkTo === undefined) await signIn(c, deps, await findOrMakeUser(deps, attempt, person))
      else await link(c, attempt, attempt.linkTo, person)
      return undefined
    } catch (error) {
      if (error instanceof ApiRefusal) return error.code
      log.error({ err: error, provider: attempt.provider }, 'A provider did not say who somebody is')
      return 'sign-in-failed'
    }
  }

  async function link(c: Context, { provider }: Attempt, userId: string, person: ProviderUser): Promise<void> {
    // Who began it is still signed in, here.
    if (findUser(c)?.id !== userId) throw new ApiRefusal('sign-in-failed')
    const { query } = store.database
    const method = { kind: provider, subject: person.subject, label: person.login }
    if (!(await addProvider(query, userId, method, now()))) throw new ApiRefusal('method-taken')
    await noteEvent(query, userId, { what: 'method-added', network: placeOf(c, deps).network }, now())
  }

  function requireApp(c: Context): { provider: OAuthProvider; app: ProviderApp } {
    const provider = OAUTH_PROVIDERS.find((known) => known === c.req.param('provider'))
    const app = provider && apps[provider]
    if (provider === undefined || app === undefined) throw new ApiRefusal('not-found')
    return { provider, app }
  }

  function callbackOf(c: Context, provider: OAuthProvider): string {
    return `${siteUrlOf(c, settings.SITE_URL)}/api/auth/oauth/${provider}/callback`
  }
}

/** Where to go back to: a path that stays on this site, else the home page. A regex would be passed by a tab or a backslash. */
function pathOfSite(path: string, site: string): string {
  if (!URL.canParse(path, site)) return '/'
  const url = new URL(path, site)
  return url.origin === new URL(site).origin ? url.pathname + url.search : '/'
}

/** A path with a language in front is a page in that language, whatever the browser prefers. */
function languageOfPath(path: string): Attempt['language'] | undefined {
  return LANGS.find((language) => path === `/${language}` || path.startsWith(`/${language}/`))
}
