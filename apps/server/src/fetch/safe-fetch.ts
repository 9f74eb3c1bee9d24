import type { Logger } from 'pino'
import { LastGood } from './last-good.ts'
import { Limits, LIMITS, type LimitNumbers } from './limits.ts'
import { networkOf } from './network.ts'
import { asSafeFetchError, type SafeFetchCode } from './safe-fetch-error.ts'
import { parseTarget } from './target.ts'
import { BUDGETS, Upstream, type Budgets, type Fetched, type SafeFetchOptions } from './upstream.ts'
import { withSignal } from './with-signal.ts'

export interface SafeFetchDeps {
  log: Logger
  /** Earlier answers, given when a server fails. The caller keeps this store and clears it from time to time. */
  lastGood?: LastGood
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

export type SafeFetch = (url: string, options: SafeFetchOptions) => Promise<Fetched>

/** One request, and how many wait for its answer. */
interface SharedRequest {
  result: Promise<Fetched>
  stop: AbortController
  waiting: number
}

const STALE_CODES: ReadonlySet<SafeFetchCode> = new Set(['timeout', 'dns', 'tls', 'bad-status'])

/** The only way out of the server: GETs a public address, within limits, and gives back nothing but what was asked. */
export function createSafeFetch(deps: SafeFetchDeps): SafeFetch {
  const budgets = { ...BUDGETS, ...deps.budgets }
  const limits = new Limits({ ...LIMITS, ...deps.limits })
  const ownHosts = deps.ownHosts ?? []
  const known = networkOf(deps.privateUpstreams ?? [])
  const network = {
    ...known,
    ownAddresses: deps.ownAddresses ?? known.ownAddresses,
    resolve: deps.resolve ?? known.resolve,
    dial: deps.dial ?? known.dial,
    ca: deps.ca,
  }
  const upstream = new Upstream({ network, limits, budgets, ownHosts })
  const underWay = new Map<string, SharedRequest>()
  const lastGood = deps.lastGood ?? new LastGood()

  return async (address, options) => {
    const start = performance.now()
    try {
      const url = parseTarget(address, ownHosts)
      const patience = patienceOf(options)
      const leave = await limits.enterUser(options.user, patience)
      try {
        return await coalesced(url, options, patience)
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

  /** Visitors who ask for the same address in the same way share one request. If it fails, they get the last good answer. */
  async function coalesced(url: URL, options: SafeFetchOptions, patience: AbortSignal): Promise<Fetched> {
    const { userAgent, accept, headers, maxBytes } = options
    const key = JSON.stringify([url.href, userAgent, accept, headers, maxBytes])
    try {
      const fetched = await shared(key, url, options, patience)
      if (!options.isFresh) lastGood.keep(key, fetched)
      return fetched
    } catch (error) {
      const { code, status } = asSafeFetchError(error)
      const mayBeStale = !options.isFresh && STALE_CODES.has(code) && (status ?? 500) >= 500
      const kept = mayBeStale ? lastGood.find(key) : undefined
      if (kept) return { ...kept, stale: true }
      throw error
    }
  }

  /** How long a visitor waits, for a place too. */
  function patienceOf({ signal, totalMs = budgets.totalMs }: SafeFetchOptions): AbortSignal {
    signal?.throwIfAborted()
    return AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])])
  }

  /** Waits for the shared request as long as this visitor does. The request stops when its last visitor has gone. */
  async function shared(key: string, url: URL, options: SafeFetchOptions, patience: AbortSignal): Promise<Fetched> {
    const request = underWay.get(key) ?? begin(key, url, options)
    request.waiting++
    try {
      return await withSignal(request.result, patience)
    } finally {
      request.waiting--
      if (request.waiting === 0) end(key, request)
    }
  }

  /** Its own time is never less than the usual one: others may wait longer than who began it. */
  function begin(key: string, url: URL, options: SafeFetchOptions): SharedRequest {
    const stop = new AbortController()
    const result = upstream.get(url, options, Math.max(options.totalMs ?? 0, budgets.totalMs), stop.signal)
    const request = { result, stop, waiting: 0 }
    underWay.set(key, request)
    return request
  }

  /** Who asks from now on begins a new one. */
  function end(key: string, request: SharedRequest): void {
    if (underWay.get(key) === request) underWay.delete(key)
    request.stop.abort()
  }
}

function waitUntil(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))
}

function safeHost(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}
