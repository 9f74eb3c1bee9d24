import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Agent, buildConnector, request } from 'undici'
import { isAllowedAddress, isSameAddress, parseRanges } from './address.ts'
import { Limits, LIMITS, type LimitNumbers } from './limits.ts'
import { readBody } from './read-body.ts'
import { SafeFetchError, type SafeFetchCode } from './safe-fetch-error.ts'
import { hostOf, parseTarget } from './target.ts'

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

const BUDGETS: Budgets = {
  connectMs: 5000,
  firstByteMs: 10_000,
  idleMs: 5000,
  totalMs: 20_000,
  headerBytes: 16 * 1024,
  bodyBytes: 5 * 1024 * 1024,
  hops: 5,
  refusalMs: 500,
}

/** Who the server says it is: itself, or a client whose subscription format is wanted. */
export const USER_AGENTS = {
  switchyard: 'Switchyard/0.1',
  mihomo: 'clash.meta/1.19.24',
  'sing-box': 'sing-box/1.14.1',
} as const

export interface SafeFetchDeps {
  log: Logger
  /** Private ranges that the operator allows. */
  privateUpstreams?: readonly string[]
  /** Our own public names: asking ourselves would go round for ever. */
  ownHosts?: readonly string[]
  ownAddresses?: readonly string[]
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<readonly string[]>
  /** Where a checked address really is: tests have their servers on loopback. */
  dial?: (address: string, port: number) => { address: string; port: number }
  ca?: string
  budgets?: Partial<Budgets>
  limits?: Partial<LimitNumbers>
}

export interface SafeFetchOptions {
  /** Whose request it is, for the limits: an account or an address. */
  user: string
  userAgent?: keyof typeof USER_AGENTS
  accept?: string
  /** Headers that only the first origin may see. */
  headers?: Readonly<Record<string, string>>
  maxBytes?: number
  totalMs?: number
  signal?: AbortSignal
}

export interface Fetched {
  body: Buffer
  contentType: string
  userInfo?: SubscriptionUserInfo
  /** The upstream failed; this is the last good answer. */
  stale: boolean
}

export interface SubscriptionUserInfo {
  upload?: number
  download?: number
  total?: number
  expire?: number
}

export type SafeFetch = (url: string, options: SafeFetchOptions) => Promise<Fetched>

/** One request, and how many wait for its answer. */
interface SharedRequest {
  result: Promise<Fetched>
  stop: AbortController
  waiting: number
}

const STALE_BYTES = 32 * 1024 * 1024
const STALE_MS = 24 * 60 * 60 * 1000
const STALE_CODES: ReadonlySet<SafeFetchCode> = new Set(['timeout', 'dns', 'tls', 'bad-status', 'refused-address'])
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The only way out of the server: GETs a public address, within limits, and gives back nothing but what was asked. */
export function createSafeFetch(deps: SafeFetchDeps): SafeFetch {
  const budgets = { ...BUDGETS, ...deps.budgets }
  const limits = new Limits({ ...LIMITS, ...deps.limits })
  const privateRanges = parseRanges(deps.privateUpstreams ?? [])
  const ownHosts = deps.ownHosts ?? []
  const ownAddresses = deps.ownAddresses ?? machineAddresses()
  const resolve = deps.resolve ?? resolveAll
  const dial = deps.dial ?? ((address: string, port: number) => ({ address, port }))
  const underWay = new Map<string, SharedRequest>()
  const lastGood = new LRUCache<string, Fetched>({
    maxSize: STALE_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
    ttl: STALE_MS,
  })

  return async (address, options) => {
    const start = performance.now()
    try {
      const url = parseTarget(address, ownHosts)
      const leave = await limits.enterUser(options.user)
      try {
        return await coalesced(url, options)
      } finally {
        leave()
      }
    } catch (error) {
      const failure = asSafeFetchError(error)
      deps.log[failure.code === 'refused-address' ? 'warn' : 'info'](
        { code: failure.code, host: safeHost(address), status: failure.status },
        'An address was not fetched',
      )
      if (failure.code === 'refused-address') await waitUntil(start + budgets.refusalMs)
      throw failure
    }
  }

  /** One request in flight per address and headers, whoever asks; the last good answer when the upstream fails. */
  async function coalesced(url: URL, options: SafeFetchOptions): Promise<Fetched> {
    const { userAgent, accept, headers, maxBytes } = options
    const key = JSON.stringify([url.href, userAgent, accept, headers, maxBytes])
    try {
      const fetched = await shared(key, url, options)
      lastGood.set(key, fetched)
      return fetched
    } catch (error) {
      const { code, status } = asSafeFetchError(error)
      const kept = STALE_CODES.has(code) && (status ?? 500) >= 500 ? lastGood.get(key) : undefined
      if (kept) return { ...kept, stale: true }
      throw error
    }
  }

  /** Waits for the request as long as its own visitor does. It is stopped when nobody waits any more. */
  async function shared(key: string, url: URL, options: SafeFetchOptions): Promise<Fetched> {
    const { signal, totalMs } = options
    signal?.throwIfAborted()
    const request = underWay.get(key) ?? begin(key, url, options)
    request.waiting++
    const patience = [...(signal ? [signal] : []), ...(totalMs === undefined ? [] : [AbortSignal.timeout(totalMs)])]
    try {
      return await withSignal(request.result, AbortSignal.any(patience))
    } finally {
      request.waiting--
      if (request.waiting === 0) end(key, request)
    }
  }

  /** Its own time is never less than the usual one: others may wait longer than who began it. */
  function begin(key: string, url: URL, options: SafeFetchOptions): SharedRequest {
    const stop = new AbortController()
    const timer = AbortSignal.timeout(Math.max(options.totalMs ?? 0, budgets.totalMs))
    const result = follow(url, options, AbortSignal.any([timer, stop.signal]))
    const request = { result, stop, waiting: 0 }
    underWay.set(key, request)
    return request
  }

  /** Who asks from now on begins a new one. */
  function end(key: string, request: SharedRequest): void {
    if (underWay.get(key) === request) underWay.delete(key)
    request.stop.abort()
  }

  async function follow(first: URL, options: SafeFetchOptions, signal: AbortSignal): Promise<Fetched> {
    const own = options.headers ?? {}
    const hasSecrets = Object.keys(own).length > 0
    const plain = {
      'user-agent': USER_AGENTS[options.userAgent ?? 'switchyard'],
      accept: options.accept ?? '*/*',
      'accept-encoding': 'gzip, br, deflate',
    }
    let url = first
    let headers: Record<string, string> = { ...own, ...plain }
    for (let hop = 0; hop <= budgets.hops; hop++) {
      const leave = await limits.enterHost(hostOf(url))
      const answer = await once(url, headers, signal, options.maxBytes ?? budgets.bodyBytes).finally(leave)
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

  async function once(
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
    maxBytes: number,
  ): Promise<Fetched | { location: string }> {
    // An agent for this one request: no socket is ever used for two users.
    const agent = new Agent({
      connect: connectTo(signal),
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
      const userInfo = parseUserInfo(one(answer.headers['subscription-userinfo']))
      return {
        body,
        contentType: one(answer.headers['content-type']) ?? '',
        ...(userInfo ? { userInfo } : {}),
        stale: false,
      }
    } finally {
      void agent.destroy()
    }
  }

  /** Connects to addresses that were checked, and to nothing else: a name is resolved once, here. */
  function connectTo(signal: AbortSignal): buildConnector.connector {
    const connector = buildConnector({
      timeout: budgets.connectMs,
      allowH2: false,
      maxCachedSessions: 0,
      ...(deps.ca ? { ca: deps.ca } : {}),
    })
    return (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
      const connect = async () => {
        const addresses = isIP(host) ? [host] : await withSignal(resolve(host.replace(/\.$/, '')), signal)
        if (addresses.length === 0) throw new SafeFetchError('dns')
        for (const address of addresses)
          if (!isAllowedAddress(address, privateRanges) || ownAddresses.some((own) => isSameAddress(own, address)))
            throw new SafeFetchError('refused-address')
        return firstThatAnswers(addresses, port)
      }
      const firstThatAnswers = async (addresses: readonly string[], port: number) => {
        const deadline = performance.now() + budgets.connectMs
        let failure: unknown
        for (const checked of addresses) {
          if (performance.now() > deadline || signal.aborted) break
          const target = dial(checked, port)
          try {
            return await open(connector, {
              ...options,
              hostname: target.address,
              port: String(target.port),
              servername: isIP(host) ? '' : host,
            })
          } catch (error) {
            failure = error
          }
        }
        throw failure instanceof Error ? failure : new SafeFetchError('timeout')
      }
      connect().then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
    }
  }
}

type Connected = NonNullable<Parameters<buildConnector.Callback>[1]>

function open(connector: buildConnector.connector, to: buildConnector.Options): Promise<Connected> {
  return new Promise((resolve, reject) => {
    connector(to, (error, socket) => (socket ? resolve(socket) : reject(error ?? new Error('No socket'))))
  })
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function waitUntil(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** `upload=1; download=2; total=3; expire=4`, whole numbers only: what goes on is written anew from these. */
export function parseUserInfo(header: string | undefined): SubscriptionUserInfo | undefined {
  const info: SubscriptionUserInfo = {}
  for (const part of (header ?? '').split(';')) {
    const [, name, digits] = /^\s*(upload|download|total|expire)\s*=\s*(\d{1,16})(?:\.\d*)?\s*$/i.exec(part) ?? []
    if (name && Number.isSafeInteger(Number(digits)))
      info[name.toLowerCase() as keyof SubscriptionUserInfo] = Number(digits)
  }
  return Object.keys(info).length > 0 ? info : undefined
}

function safeHost(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

const TIMEOUTS = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/
const NAMES_FAILED = /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EBADNAME|EBADRESP)$/
const TLS_FAILED =
  /^(ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|EPROTO|HOSTNAME_MISMATCH)$/
const TOO_LARGE = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_EXCEEDED_MAX_SIZE|HPE_HEADER_OVERFLOW)$/
const NO_HTTP = /^(HPE_\w+|Z_\w+|ERR_BROTLI\w*|ERR__ERROR_\w+|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_\w+|ERR_PADDING\w*)$/

/** Any failure as one of the codes. A closed port reads like a refused address, so that nobody can scan with us. */
function asSafeFetchError(error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  // A stream that was stopped tells of every stream that it went through.
  if (error instanceof AggregateError) return asSafeFetchError(error.errors[0])
  if (!(error instanceof Error)) return new SafeFetchError('refused-address', { cause: error })
  if (error.cause instanceof SafeFetchError) return error.cause
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new SafeFetchError('timeout', { cause: error })
  if (error.name === 'HTTPParserError' && !('code' in error && error.code))
    return new SafeFetchError('not-a-subscription', { cause: error })
  const code = 'code' in error ? String(error.code) : ''
  const kind: SafeFetchCode = TIMEOUTS.test(code)
    ? 'timeout'
    : NAMES_FAILED.test(code)
      ? 'dns'
      : TLS_FAILED.test(code)
        ? 'tls'
        : TOO_LARGE.test(code)
          ? 'too-large'
          : NO_HTTP.test(code)
            ? 'not-a-subscription'
            : 'refused-address'
  return new SafeFetchError(kind, { cause: error })
}
