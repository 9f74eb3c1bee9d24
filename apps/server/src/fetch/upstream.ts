import { hostOf, WireMeter } from '@switchyard/outbound'
import { readSubscriptionInfo, type SubscriptionInfo } from '@switchyard/convert'
import { USER_AGENTS, userInfoHeader } from '@switchyard/sources'
import { Agent, request } from 'undici'
import { checkedConnector, type Network } from './checked-connector.ts'
import type { Limits } from './limits.ts'
import { readBody } from './read-body.ts'
import { SafeFetchError } from './safe-fetch-error.ts'
import { parseTarget } from './target.ts'

export interface Budgets {
  connectMs: number
  firstByteMs: number
  idleMs: number
  totalMs: number
  headerBytes: number
  bodyBytes: number
  hops: number
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

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

interface From {
  network: Network
  limits: Limits
  budgets: Budgets
  ownHosts: readonly string[]
}

/** GETs public addresses for the server, one answer per question, sharing nothing between visitors. */
export class Upstream {
  readonly #from: From

  constructor(from: From) {
    this.#from = from
  }

  /** Follows redirects, each as wary as the first. Throws a SafeFetchError, or what the network throws. */
  async get(first: URL, options: SafeFetchOptions, signal: AbortSignal): Promise<Fetched> {
    const own = ownHeaders(options.headers)
    const hasSecrets = Object.keys(own).length > 0
    const plain = {
      'user-agent': USER_AGENTS[options.userAgent ?? 'switchyard'],
      accept: options.accept ?? '*/*',
      'accept-encoding': 'gzip, br, deflate',
    }
    let url = first
    let headers: Record<string, string> = { ...own, ...plain }
    const { ownHosts, limits, budgets } = this.#from
    for (let hop = 0; hop <= budgets.hops; hop++) {
      const leave = await limits.enterHost(hostOf(url), signal)
      const answer = await this.#once(url, headers, signal, options.maxBytes ?? budgets.bodyBytes).finally(leave)
      if (!('location' in answer)) return answer
      if (!URL.canParse(answer.location, url.href)) throw new SafeFetchError('refused-address')
      const next = parseTarget(new URL(answer.location, url.href).href, ownHosts)
      if (hasSecrets && url.protocol === 'https:' && next.protocol === 'http:')
        throw new SafeFetchError('refused-address')
      // `fetch` would strip Authorization and Cookie only: a PRIVATE-TOKEN would leak.
      if (next.origin !== url.origin) headers = plain
      url = next
    }
    throw new SafeFetchError('redirect-loop')
  }

  async #once(
    url: URL,
    headers: Record<string, string>,
    stop: AbortSignal,
    maxBytes: number,
  ): Promise<Fetched | { location: string }> {
    const { network, budgets } = this.#from
    const wire = new WireMeter(maxBytes, budgets.headerBytes, () => new SafeFetchError('too-large'))
    const signal = AbortSignal.any([stop, wire.signal])
    // An agent for this one request: no socket is ever used for two users.
    const agent = new Agent({
      connect: checkedConnector(network, {
        connectMs: budgets.connectMs,
        signal,
        onOpen: (socket) => wire.watch(socket),
      }),
      allowH2: false,
      pipelining: 1,
      headersTimeout: budgets.firstByteMs,
      bodyTimeout: budgets.idleMs,
      maxHeaderSize: budgets.headerBytes,
    })
    try {
      const answer = await request(url, { dispatcher: agent, headers, signal })
      const status = answer.statusCode
      const location = one(answer.headers.location)
      if (REDIRECTS.has(status) && location) {
        answer.body.on('error', () => {}).destroy()
        return { location }
      }
      if (status < 200 || status > 299) {
        answer.body.on('error', () => {}).destroy()
        throw new SafeFetchError('bad-status', { status })
      }
      if (Number(one(answer.headers['content-length']) ?? 0) > maxBytes) {
        answer.body.on('error', () => {}).destroy()
        throw new SafeFetchError('too-large')
      }
      const body = await readBody(answer.body, one(answer.headers['content-encoding']) ?? '', maxBytes, signal)
      wire.look()
      signal.throwIfAborted()
      const reported = userInfoHeader(
        Object.entries(answer.headers).map(([name, value]): [string, string] => [name, one(value) ?? '']),
      )
      // Only the numbers of the header are passed on, never its text.
      const userInfo = reported === undefined ? undefined : readSubscriptionInfo(reported)
      const date = Date.parse(one(answer.headers.date) ?? '')
      return {
        body,
        contentType: one(answer.headers['content-type']) ?? '',
        ...(userInfo ? { userInfo } : {}),
        ...(Number.isNaN(date) ? {} : { date }),
        stale: false,
      }
    } finally {
      wire.end()
      void agent.destroy()
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

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
