import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { memoryShared } from '../shared/memory/memory.ts'
import type { Shared } from '../shared/shared.ts'
import { FetchLimits, LIMITS, type LimitNumbers } from './fetch-limits.ts'
import { LAST_GOOD } from './last-good.ts'
import { knownHosts, networkOf, type Surroundings } from './network.ts'
import { asSafeFetchError, type SafeFetchCode } from './safe-fetch-error.ts'
import { parseTarget } from './target.ts'
import { BUDGETS, Upstream, type Budgets, type Fetched, type SafeFetchOptions } from './upstream.ts'

export interface SafeFetchDeps extends Surroundings {
  log: Logger
  /** Where limits, places and earlier answers stand. Absent: they are of this `safeFetch` alone. */
  shared?: Shared
  /** Milliseconds since 1970. */
  now?: () => number
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

const STALE_CODES: ReadonlySet<SafeFetchCode> = new Set(['timeout', 'dns', 'tls', 'bad-status'])

/** The only way out of the server: GETs a public address, within limits, and gives back nothing but what was asked. */
export function createSafeFetch(deps: SafeFetchDeps): SafeFetch {
  const budgets = { ...BUDGETS, ...deps.budgets }
  const { shared = memoryShared(), now = Date.now } = deps
  const limits = new FetchLimits({ ...LIMITS, ...deps.limits }, shared, now)
  const hosts = knownHosts(deps)
  const known = networkOf(deps)
  const network = {
    ...known,
    ownAddresses: deps.ownAddresses ?? known.ownAddresses,
    resolve: deps.resolve ?? known.resolve,
    dial: deps.dial ?? known.dial,
    ca: deps.ca,
  }
  const upstream = new Upstream({ network, limits, budgets, hosts })
  const underWay = shared.once<Fetched>('fetches')
  const lastGood = shared.cache('last good answers', LAST_GOOD)

  return async (address, options) => {
    const start = performance.now()
    try {
      const url = parseTarget(address, hosts)
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

  /**
   * Visitors who ask for the same address in the same way share one request, which stops when the last of them has gone. If
   * it fails, they get the last good answer.
   */
  async function coalesced(url: URL, options: SafeFetchOptions, patience: AbortSignal): Promise<Fetched> {
    const key = keyOf(url, options)
    // Its own time is never less than the usual one: others may wait longer than who began it.
    const totalMs = Math.max(options.totalMs ?? 0, budgets.totalMs)
    try {
      const fetched = await underWay.run(key, (stop) => upstream.get(url, options, totalMs, stop), patience)
      if (!options.isFresh) await lastGood.keep(key, fetched, now())
      return fetched
    } catch (error) {
      const { code, status } = asSafeFetchError(error)
      const mayBeStale = !options.isFresh && STALE_CODES.has(code) && (status ?? 500) >= 500
      const kept = mayBeStale ? await lastGood.find(key, now()) : undefined
      if (kept) return { ...kept, stale: true }
      throw error
    }
  }

  /** How long a visitor waits, for a place too. */
  function patienceOf({ signal, totalMs = budgets.totalMs }: SafeFetchOptions): AbortSignal {
    signal?.throwIfAborted()
    return AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])])
  }
}

/** A request. Addresses and headers hold secrets: none of them is a key. */
function keyOf({ href }: URL, { userAgent, accept, headers, maxBytes }: SafeFetchOptions): string {
  return createHash('sha256')
    .update(JSON.stringify([href, userAgent, accept, headers, maxBytes]))
    .digest('hex')
}

function waitUntil(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))
}

function safeHost(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}
