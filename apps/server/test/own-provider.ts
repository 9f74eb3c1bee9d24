import { createHash, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody who has an account at the provider. */
export interface ProviderPerson {
  id: number
  login: string
  name: string
  email: string
  isConfirmed: boolean
}

/** How one provider calls what others call otherwise. */
export interface Dialect {
  userPath: string
  userOf: (person: ProviderPerson) => unknown
  emailsPath?: string
  emailsOf?: (person: ProviderPerson) => unknown
}

/**
 * GitLab as its documents say: docs.gitlab.com/api/oauth2 ("Authorization code with Proof Key for Code Exchange") and
 * /api/users ("Retrieve the current user").
 */
export const GITLAB: Dialect = {
  userPath: '/api/v4/user',
  userOf: ({ id, login, name, email, isConfirmed }) => ({
    id,
    username: login,
    name,
    state: 'active',
    email,
    confirmed_at: isConfirmed ? '2012-05-23T09:05:22Z' : null,
  }),
}

/** Gitee as its documents say: gitee.com/api/v5/oauth_doc, and gitee.com/api/v5/swagger for the user and the addresses. */
export const GITEE: Dialect = {
  userPath: '/api/v5/user',
  userOf: ({ id, login, name }) => ({ id, login, name, avatar_url: '', email: null }),
  emailsPath: '/api/v5/emails',
  emailsOf: ({ email, isConfirmed }) => [
    { email, state: isConfirmed ? 'confirmed' : 'unconfirmed', scope: ['primary', 'committed'] },
  ],
}

const AUTHORIZE = '/oauth/authorize'

interface Code {
  person: ProviderPerson
  challenge: string
  redirectUri: string
}

interface Choices {
  /** Who is signed in there: with it a browser is asked for a yes. */
  person?: ProviderPerson
  address?: string
}

/**
 * A provider of the tests' own, on loopback: the real ones cannot be reached. It is as strict as RFC 6749 and RFC 7636
 * let it be: a code works once, for its address and with its verifier. Tests of the server and journeys use it.
 */
export async function ownProvider(
  dialect: Dialect,
  app: { id: string; secret: string },
  { person: visitor, address = '127.0.0.1' }: Choices = {},
) {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, ProviderPerson>()
  const server = createServer((request, answer) => {
    void (async () => {
      const { pathname, href } = new URL(request.url ?? '/', 'http://provider')
      if (visitor && pathname === AUTHORIZE) return answerQuestion(answer, sayYes(href, visitor))
      let body = ''
      for await (const chunk of request) body += String(chunk)
      if (request.method === 'POST' && pathname === '/oauth/token') {
        const given = new URLSearchParams(body)
        const code = codes.get(given.get('code') ?? '')
        codes.delete(given.get('code') ?? '')
        const challenge = createHash('sha256')
          .update(given.get('code_verifier') ?? '')
          .digest('base64url')
        if (given.get('client_id') !== app.id || given.get('client_secret') !== app.secret)
          return answerJson(answer, { error: 'invalid_client' }, 401)
        if (
          given.get('grant_type') !== 'authorization_code' ||
          code?.redirectUri !== given.get('redirect_uri') ||
          code?.challenge !== challenge
        )
          return answerJson(answer, { error: 'invalid_grant', error_description: `canary ${body}` }, 400)
        const token = randomBytes(16).toString('hex')
        tokens.set(token, code.person)
        return answerJson(answer, { access_token: token, token_type: 'Bearer', expires_in: 7200, scope: 'read_user' })
      }
      const person = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
      if (!person) return answerJson(answer, { message: '401 Unauthorized' }, 401)
      if (pathname === dialect.userPath) return answerJson(answer, dialect.userOf(person))
      if (pathname === dialect.emailsPath) return answerJson(answer, dialect.emailsOf?.(person))
      return answerJson(answer, { message: '404 Not found' }, 404)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, address, () => resolve()))
  const host = address === '127.0.0.1' ? 'localhost' : address
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    sayYes,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  /** Says yes at the address that a person is sent to; gives back where the browser goes then. */
  function sayYes(asking: string, person: ProviderPerson): string {
    const { searchParams: asked } = new URL(asking)
    if (asked.get('client_id') !== app.id || asked.get('response_type') !== 'code') throw new Error('Unknown app')
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('No proof key')
    const code = randomBytes(16).toString('hex')
    const redirectUri = asked.get('redirect_uri') ?? ''
    codes.set(code, { person, challenge: asked.get('code_challenge') ?? '', redirectUri })
    return `${redirectUri}?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`
  }
}

/** What a person sees there: whether this app may know who they are. */
function answerQuestion(answer: ServerResponse, yes: string): void {
  const no = new URL(yes)
  no.searchParams.delete('code')
  no.searchParams.set('error', 'access_denied')
  answer
    .writeHead(200, { 'content-type': 'text/html' })
    .end(
      `<!DOCTYPE html><link rel="icon" href="data:,"><title>Provider</title><p>${link('Yes', yes)} ${link('No', no.href)}</p>`,
    )
}

function answerJson(answer: ServerResponse, value: unknown, status = 200): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function link(words: string, to: string): string {
  return `<a href="${to.replaceAll('&', '&amp;')}">${words}</a>`
}
