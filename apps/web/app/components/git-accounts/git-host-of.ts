import type { BodyOf } from '@switchyard/contract'
import {
  createGitHost,
  dialectOf,
  type GitHost,
  GitHostError,
  type GitHostOptions,
  relayedFetch,
  type RelayedRequest,
} from '@switchyard/git-hosts'
import { hostAtBase } from '@switchyard/git-hosts/facts'
import { call } from '../../lib/api.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { failureData } from '../api-call/api-failure.ts'
import { fetchBytes } from '../engine/fetch-client.ts'
import { gitAccounts } from './browser-git-accounts.ts'
import type { GitAccount } from './git-account.ts'

type Fetch = GitHostOptions['fetch']

const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** One for each account, kept alive: writes wait for each other inside it. */
const hosts = new Map<string, { key: string; host: GitHost }>()

/**
 * The host of an account as the account is now, with its token as this tab has it. Without a token every call fails as
 * `token-invalid`.
 */
export function gitHostOf(account: GitAccount): GitHost {
  const now = gitAccounts.state.get()?.accounts.find(({ id }) => id === account.id) ?? account
  const { id, base, isRelayed } = now
  const token = gitAccounts.tokenOf(now)
  const key = JSON.stringify([base, isRelayed, token])
  const alive = hosts.get(id)
  if (alive?.key === key) return alive.host
  const host = hostWith(base, token, isRelayed)
  hosts.set(id, { key, host })
  return host
}

/** Makes a host without an account. The settings try a new token with it. */
export function hostWith(base: string, token: string | undefined, isRelayed: boolean): GitHost {
  const facts = hostAtBase(base)
  if (!facts) throw new GitHostError({ code: 'host-unreachable' })
  const way = isRelayed ? relayedFetch(base, relayGit) : fetchFromPage
  return createGitHost(dialectOf(facts), { base, token: token ?? '', fetch: token ? way : withoutToken })
}

const withoutToken: Fetch = async () => {
  throw new GitHostError({ code: 'token-invalid' })
}

/** As `fetch`, by the worker that may reach other sites. */
const fetchFromPage: Fetch = async (input, init = {}) => {
  const answer = await fetchBytes(
    {
      address: input instanceof Request ? input.url : input.toString(),
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      isLook: init.mode === 'no-cors',
    },
    init.signal ?? undefined,
  )
  init.signal?.throwIfAborted()
  if ('error' in answer) {
    if (answer.error === 'too-large') throw new GitHostError({ code: 'too-large' })
    throw new TypeError('Failed to fetch')
  }
  // An answer that nobody may read: a redirect, or one to a look.
  if (answer.status === 0) return Response.error()
  return new Response(WITHOUT_BODY.has(answer.status) ? null : answer.bytes, answer)
}

/** Through our server, which some operators do for their own people alone. */
async function relayGit(request: RelayedRequest) {
  // A dialect sends no other methods and headers than those of the contract.
  const body = request as BodyOf<'POST /api/relay/git'>
  const ask = () => call('POST /api/relay/git', { body, quiet: true })
  return ask().catch(async (error: unknown) => {
    if (failureData(error)?.error !== 'not-signed-in' || !(await askToSignIn())) throw error
    return ask()
  })
}
