import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_HEADERS } from '@switchyard/git-hosts/facts'
import { USER_AGENTS } from '@switchyard/sources'
import type { Logger } from 'pino'
import type { Shared } from '../shared/shared.ts'
import type { Network } from './checked-dial.ts'
import { type CheckedRequest, createCheckedRequest, type RequestBudgets } from './checked-request.ts'
import { FetchLimits, type LimitNumbers } from './fetch-limits.ts'
import { knownHosts, networkOf, type Surroundings } from './network.ts'
import { asSafeFetchError, type SafeFetchCode } from './safe-fetch-error.ts'
import { parseTarget } from './target.ts'

export interface GitHostRequest extends Required<Pick<CheckedRequest, 'method' | 'headers'>> {
  /** Whose request it is, for the limits: an account or an address. */
  user: string
  /** Sent to the letter: `%2F` stays. */
  url: string
  body?: string
  signal?: AbortSignal
}

export interface GitHostAnswer {
  status: number
  /** Those that a dialect reads; no cookie, no address. */
  headers: Record<string, string>
  body: Buffer
}

/** Asks a Git host once for somebody. It throws nothing: an error could hold the token. */
export type AskGitHost = (request: GitHostRequest) => Promise<GitHostAnswer | { failure: SafeFetchCode }>

const BUDGETS: RequestBudgets = {
  connectMs: 5000,
  firstByteMs: 30_000,
  idleMs: 10_000,
  totalMs: 60_000,
  headerBytes: 32 * 1024,
  bodyBytes: 5 * 1024 * 1024,
  // A redirect is an answer: nobody else is sent the token.
  hops: 0,
}
/** A folder that is opened asks several times. docs/security.md, "Rates" */
const LIMITS: LimitNumbers = {
  perUserAtOnce: 4,
  perUserPerMinute: 300,
  perHostAtOnce: 16,
  perHostPerMinute: 1200,
  atOnce: 32,
  queueMs: 5000,
}
/** A refusal takes at least this long, so that it tells nothing about the network behind the server. */
const REFUSAL_MS = 500

interface AskGitHostDeps extends Surroundings {
  log: Logger
  shared: Shared
  now: () => number
  network?: Partial<Network>
}

/** Makes what asks Git hosts. It checks addresses as the fetcher of subscriptions does, opens a connection for each request, and keeps nothing. */
export function createAskGitHost(deps: AskGitHostDeps): AskGitHost {
  const { log, shared, now } = deps
  const hosts = knownHosts(deps)
  const network = { ...networkOf(deps), ...deps.network }
  const limits = new FetchLimits(LIMITS, shared, now, 'requests to Git hosts')

  return async ({ user, url, method, headers, body, signal }) => {
    const start = performance.now()
    const stop = AbortSignal.any([AbortSignal.timeout(BUDGETS.totalMs), ...(signal ? [signal] : [])])
    try {
      const target = parseTarget(url, hosts)
      const leave = await limits.enterUser(user, stop)
      try {
        const ask = createCheckedRequest({
          network,
          budgets: BUDGETS,
          parseTarget: (text) => parseTarget(text, hosts),
          enterHost: (host, waiting) => limits.enterHost(host, user, waiting),
        })
        const answer = await ask({
          url: target,
          method,
          headers: { ...headers, 'user-agent': USER_AGENTS.switchyard, 'accept-encoding': 'gzip, br, deflate' },
          ...(body !== undefined && { body }),
          signal: stop,
        })
        const known = ANSWER_HEADERS.flatMap((name) => {
          const value = answer.header(name)
          return value === undefined ? [] : [[name, value] as const]
        })
        return { status: answer.status, headers: Object.fromEntries(known), body: await answer.bytes() }
      } finally {
        leave()
      }
    } catch (error) {
      const failure = asSafeFetchError(error)
      // Of the address no more than the host: Gitee reads the token from it.
      const { hostname } = new URL(url)
      log[failure.code === 'refused-address' ? 'warn' : 'info']({ code: failure.code, host: hostname }, 'A Git host was not asked') // oxfmt-ignore
      if (failure.code === 'refused-address') await sleep(Math.max(0, start + REFUSAL_MS - performance.now()))
      return { failure: failure.code }
    }
  }
}
