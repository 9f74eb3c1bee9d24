import { readSubscriptionInfo, type SubscriptionInfo } from '@switchyard/convert'
import type { KnownHosts } from '@switchyard/outbound'
import { USER_AGENTS, userInfoHeader } from '@switchyard/sources'
import type { Network } from './checked-dial.ts'
import { type AskChecked, createCheckedRequest, type RequestBudgets } from './checked-request.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { SafeFetchError } from './safe-fetch-error.ts'
import { parseTarget } from './target.ts'

export interface Budgets extends RequestBudgets {
  /** A refusal takes at least this long, so that it tells nothing about the network behind the server. */
  refusalMs: number
}

export const BUDGETS: Budgets = {
  connectMs: 5000,
  firstByteMs: 10_000,
  idleMs: 5000,
  totalMs: 20_000,
  headerBytes: 16 * 1024,
  bodyBytes: 5 * 1024 * 1024,
  hops: 5,
  refusalMs: 500,
}

export interface SafeFetchOptions {
  /** Whose request it is, for the limits: an account or an address. */
  user: string
  /** Who the server says it is: itself, or a client whose subscription format is wanted. */
  userAgent?: keyof typeof USER_AGENTS
  accept?: string
  /** Headers that only the first origin may see. */
  headers?: Readonly<Record<string, string>>
  maxBytes?: number
  totalMs?: number
  signal?: AbortSignal
  /** No earlier answer in place of a failure, and this one is kept for nobody. */
  isFresh?: true
}

export interface Fetched {
  body: Buffer
  contentType: string
  userInfo?: SubscriptionInfo
  /** The time that the upstream said it was, in milliseconds since 1970. */
  date?: number
  /** The upstream failed; this is the last good answer. */
  stale: boolean
}

interface From {
  network: Network
  limits: FetchLimits
  budgets: Budgets
  hosts: KnownHosts
}

/** GETs public addresses for the server, one answer per question, sharing nothing between visitors. */
export class Upstream {
  readonly #askFor: (user: string) => AskChecked

  constructor({ network, limits, budgets, hosts }: From) {
    this.#askFor = (user) =>
      createCheckedRequest({
        network,
        budgets,
        parseTarget: (text) => parseTarget(text, hosts),
        enterHost: (host, signal) => limits.enterHost(host, user, signal),
      })
  }

  /** Follows redirects, each as wary as the first. Throws a SafeFetchError, or what the network throws. */
  async get(url: URL, options: SafeFetchOptions, totalMs: number, signal: AbortSignal): Promise<Fetched> {
    const answer = await this.#askFor(options.user)({
      url,
      secretHeaders: ownHeaders(options.headers),
      headers: {
        'user-agent': USER_AGENTS[options.userAgent ?? 'switchyard'],
        accept: options.accept ?? '*/*',
        'accept-encoding': 'gzip, br, deflate',
      },
      budgets: { totalMs, ...(options.maxBytes === undefined ? {} : { bodyBytes: options.maxBytes }) },
      signal,
    })
    const { status } = answer
    if (status < 200 || status > 299) {
      answer.close()
      throw new SafeFetchError('bad-status', { status })
    }
    const body = await answer.bytes()
    const reported = userInfoHeader(answer.headers())
    // Only the numbers of the header are passed on, never its text.
    const userInfo = reported === undefined ? undefined : readSubscriptionInfo(reported)
    const date = Date.parse(answer.header('date') ?? '')
    return {
      body,
      contentType: answer.header('content-type') ?? '',
      ...(userInfo ? { userInfo } : {}),
      ...(Number.isNaN(date) ? {} : { date }),
      stale: false,
    }
  }
}

/** Headers of the request itself, which only we write: another Host would ask another site at a checked address. */
const NOT_THEIRS = new Set(
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  ),
)

function ownHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value])
  return Object.fromEntries(named.filter(([name]) => !NOT_THEIRS.has(name)))
}
