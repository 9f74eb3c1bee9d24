import { createHash } from 'node:crypto'
import { Email, type OAuthProvider } from '@switchyard/contract'
import { z } from 'zod'
import type { AskProvider } from '../../fetch/ask-provider.ts'
import type { Settings } from '../../settings.ts'

/** The app that the operator registered at a provider. */
export type ProviderApp = NonNullable<Settings['OAUTH_GITHUB']>

/** Who somebody is for a provider. */
export interface ProviderUser {
  subject: string
  /** What they are called there. */
  login: string
  name: string
  /** Only one that the provider has confirmed. */
  email?: string
}

interface Facts {
  authorize: string
  token: string
  scopes: readonly string[]
  /** Where its API is. */
  api: (origin: string) => string
  /** Asks its API who a token belongs to. */
  identify: (get: (path: string) => Promise<unknown>) => Promise<ProviderUser>
}

const Id = z.union([z.int(), z.string().min(1)]).transform(String)
const Text = z.string().nullish()

const Person = z.object({ id: Id, login: z.string(), name: Text })
// docs.github.com: REST, "List email addresses for the authenticated user"
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
// docs.gitlab.com: Users API, "Retrieve the current user"
const GitLabPerson = z.object({ id: Id, username: z.string(), name: Text, email: Text, confirmed_at: Text })
// gitee.com/api/v5/swagger: GET /v5/emails
const GiteeEmails = z.array(z.object({ email: z.string(), state: z.string(), scope: z.array(z.string()).nullish() }))

/** What each provider calls things. */
const FACTS: Record<OAuthProvider, Facts> = {
  github: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    api: (origin) => (origin === 'https://github.com' ? 'https://api.github.com' : origin),
    identify: async (get) => {
      const { id, login, name } = Person.parse(await get('/user'))
      const emails = GitHubEmails.parse(await get('/user/emails'))
      return personOf(id, login, name, emails.find(({ primary, verified }) => primary && verified)?.email)
    },
  },
  gitlab: {
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    scopes: ['read_user'],
    api: (origin) => `${origin}/api/v4`,
    identify: async (get) => {
      const { id, username, name, email, confirmed_at } = GitLabPerson.parse(await get('/user'))
      return personOf(id, username, name, confirmed_at ? email : undefined)
    },
  },
  gitee: {
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    scopes: ['user_info', 'emails'],
    api: (origin) => `${origin}/api/v5`,
    identify: async (get) => {
      const { id, login, name } = Person.parse(await get('/user'))
      const emails = GiteeEmails.parse(await get('/emails')).filter(({ state }) => state === 'confirmed')
      const primary = emails.find(({ scope }) => scope?.includes('primary')) ?? emails[0]
      return personOf(id, login, name, primary?.email)
    },
  },
}

/** Letters that nobody sees, or that no database takes. */
const UNSEEN = /[\p{Cc}\p{Cf}]+/gu

/** A provider may say anything: what is no address is none, and a name is as ours are. */
function personOf(
  subject: string,
  login: string,
  name: string | null | undefined,
  email: string | null | undefined,
): ProviderUser {
  const address = Email.safeParse(email)
  const seen = (name ?? '').replace(UNSEEN, ' ').trim()
  return { subject, login, name: seen || login, ...(address.success ? { email: address.data } : {}) }
}

/** The address at which a person says yes (RFC 6749, section 4.1.1; the challenge: RFC 7636, section 4.2). */
export function askAddress(
  provider: OAuthProvider,
  app: ProviderApp,
  { state, verifier, callback }: { state: string; verifier: string; callback: string },
): string {
  const { authorize, scopes } = FACTS[provider]
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.id,
    state,
    scope: scopes.join(' '),
    redirect_uri: callback,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  return `${app.origin}${authorize}?${query}`
}

/** Trades a code for who it stands for (RFC 6749, section 4.1.3). The token is used here and kept nowhere. */
export async function identify(
  provider: OAuthProvider,
  app: ProviderApp,
  { code, verifier, callback }: { code: string; verifier: string; callback: string },
  ask: AskProvider,
): Promise<ProviderUser> {
  const { token, api, identify } = FACTS[provider]
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: callback,
    client_id: app.id,
    client_secret: app.secret,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const answer = await ask({ url: app.origin + token, headers, body: body.toString() })
  const accessToken = accessTokenOf(answer)
  return identify((path) => ask({ url: api(app.origin) + path, headers: { authorization: `Bearer ${accessToken}` } }))
}

const TokenAnswer = z.object({ access_token: z.string().min(1) })

/** GitHub says an error with status 200. */
function accessTokenOf(answer: unknown): string {
  const read = TokenAnswer.safeParse(answer)
  if (!read.success) throw new Error('The provider gave no token for the code')
  return read.data.access_token
}
