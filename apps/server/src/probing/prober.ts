import { isIP, isIPv6 } from 'node:net'
import { PROBE_BATCH_MAX } from '@switchyard/contract/probe-facts'
import type { ProbeEvent, ProbeResult, ProbeTarget } from '@switchyard/contract'
import type { Logger } from 'pino'
import { hostOf, type KnownHosts, publicTarget } from '@switchyard/outbound'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'
import { checkedAddresses, type Network } from '../fetch/checked-dial.ts'
import { knownHosts, networkOf, resolveApart, type Surroundings } from '../fetch/network.ts'
import type { Asker } from '../shared/asker.ts'
import type { Cache } from '../shared/cache.ts'
import type { Limit, Places } from '../shared/limits.ts'
import type { Once } from '../shared/once.ts'
import type { Shared } from '../shared/shared.ts'
import { type Probed, probe, PROBE_BUDGETS, type ProbeBudgets } from './probe.ts'

/** docs/security.md, "Checks of nodes" */
export const PROBE_LIMITS = {
  batch: PROBE_BATCH_MAX,
  /** Of one person, and of all together. */
  atOnce: 20,
  allAtOnce: 100,
  perDay: 2000,
  /** How long the same host and port are left alone, whoever asks. */
  pauseMs: MINUTE_MS,
  keptMs: 10 * MINUTE_MS,
} as const

/** How long a check waits for a place: less than a connection may stand still. */
const WAIT_MS = 20 * SECOND_MS
const HTTPS_PORT = 443
const KEPT_BYTES = 8 * 1024 * 1024

/** Who has something checked. */
export interface ProbeAsker extends Asker {
  /** The clock asks, and not a person: that counts to nobody's day. Whoever set the clock has a limit of their own. */
  isByClock?: true
  /** No older result will do; ten minutes where it is not said. */
  freshMs?: number
}

/** It was not checked: a limit did not let it through. */
export interface NotProbed {
  /** Milliseconds since 1970. */
  retryAt: number
}

interface ProberDeps extends Surroundings {
  log: Logger
  shared: Shared
  /** Milliseconds since 1970. */
  now: () => number
  network?: Partial<Network>
  budgets?: Partial<ProbeBudgets>
}

type Checked = Probed & Pick<ProbeResult, 'checkedAt'>

const sizeOf = (checked: Checked): number => JSON.stringify(checked).length

/** Finds out whether nodes can be reached from this server, within limits, and for all who ask about the same node at once. */
export class Prober {
  readonly #log: Logger
  readonly #network: Network
  readonly #hosts: KnownHosts
  readonly #budgets: ProbeBudgets
  readonly #now: () => number
  readonly #kept: Cache<Checked>
  readonly #underWay: Once<Checked | NotProbed>
  readonly #targets: Limit
  readonly #days: Limit
  readonly #places: Places

  constructor(deps: ProberDeps) {
    const { log, shared, now } = deps
    this.#log = log
    this.#network = { ...networkOf(deps), resolve: (host) => resolveApart(host), ...deps.network }
    this.#hosts = knownHosts(deps)
    this.#budgets = { ...PROBE_BUDGETS, ...deps.budgets }
    this.#now = now
    this.#kept = shared.cache('probes', { ttlMs: PROBE_LIMITS.keptMs, maxBytes: KEPT_BYTES, sizeOf })
    this.#underWay = shared.once('probes')
    this.#targets = shared.limit('probes of a host and port', { points: 1, spanMs: PROBE_LIMITS.pauseMs })
    this.#days = shared.limit('probes of a person', { points: PROBE_LIMITS.perDay, spanMs: DAY_MS })
    this.#places = shared.places('probes')
  }

  /** Checks one target, unless that was just done or a limit says no. Throws the reason of the signal alone. */
  async check(target: ProbeTarget, asker: ProbeAsker): Promise<ProbeResult | NotProbed> {
    asker.signal?.throwIfAborted()
    const host = this.#hostOf(target.host, HTTPS_PORT)
    if (host === undefined) return this.#refused('refused-address')
    if (this.#hostOf(target.host, target.port) === undefined) return this.#refused('refused-port')
    if (isIP(host) && !(await this.#mayDial(host))) return this.#refused('refused-address')
    const asked = { ...target, host }
    const key = JSON.stringify([asked.host, asked.port, asked.transport, asked.sni, asked.alpn])
    const kept = await this.#kept.find(key, this.#now(), asker.freshMs)
    if (kept) return { ...kept, isCached: true }
    let isOwn = false
    const work = (signal: AbortSignal) => {
      isOwn = true
      return this.#checkAnew(key, asked, asker, signal)
    }
    let checked = await this.#underWay.run(key, work, asker.signal)
    // A limit of who began it is none of who came along.
    if ('retryAt' in checked && !isOwn) checked = await this.#underWay.run(key, work, asker.signal)
    return 'retryAt' in checked ? checked : { ...checked, isCached: false }
  }

  /** Checks many targets, a few at once: their results as they come, and how many a limit left out. */
  async *checkAll(targets: readonly ProbeTarget[], asker: ProbeAsker): AsyncGenerator<ProbeEvent> {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, ...(asker.signal ? [asker.signal] : [])])
    const running = new Map<number, Promise<{ index: number; checked: ProbeResult | NotProbed }>>()
    let [next, left, refused, retryAt] = [0, 0, 0, Infinity]
    try {
      while (next < targets.length || running.size > 0) {
        for (; next < targets.length && running.size < PROBE_LIMITS.atOnce; next++) {
          const index = next
          const checking = this.check(targets[index]!, { ...asker, signal }).then((checked) => ({ index, checked }))
          running.set(index, checking)
        }
        const { index, checked } = await Promise.race(running.values())
        running.delete(index)
        if ('retryAt' in checked) {
          left++
          retryAt = Math.min(retryAt, checked.retryAt)
          continue
        }
        if (checked.reason === 'refused-address') refused++
        yield { event: 'result', data: { index, result: checked } }
      }
      yield { event: 'end', data: { left, ...(left > 0 && { retryAt }) } }
    } finally {
      over.abort()
      // Without their names: the nodes of a person are nobody's business.
      if (refused > 0) this.#log.warn({ code: 'refused-address', count: refused }, 'Nodes were not checked')
      await Promise.allSettled(running.values())
    }
  }

  /** Within the limits, whoever asks for it meanwhile. */
  async #checkAnew(
    key: string,
    target: ProbeTarget,
    asker: ProbeAsker,
    signal: AbortSignal,
  ): Promise<Checked | NotProbed> {
    const { person, isByClock, freshMs } = asker
    const wanted = [
      { key: `of ${person}`, most: PROBE_LIMITS.atOnce },
      { key: 'all', most: PROBE_LIMITS.allAtOnce },
    ]
    const leave = await this.#places.enter(wanted, { person, waitMs: WAIT_MS, signal })
    if (!leave) return { retryAt: this.#now() + WAIT_MS }
    try {
      // Another copy of the server may have checked it meanwhile.
      const kept = await this.#kept.find(key, this.#now(), freshMs)
      if (kept) return kept
      const asked = JSON.stringify([target.host, target.port])
      const pauseMs = await this.#targets.take(asked, this.#now())
      if (pauseMs > 0) return { retryAt: this.#now() + pauseMs }
      const dayMs = isByClock ? 0 : await this.#days.take(person, this.#now())
      if (dayMs > 0) {
        // It was not asked, and somebody else may.
        await this.#targets.forget(asked)
        return { retryAt: this.#now() + dayMs }
      }
      const found = await probe(target, { network: this.#network, budgets: this.#budgets, now: this.#now, signal })
      const checked = { ...found, checkedAt: this.#now() }
      await this.#kept.keep(key, checked, checked.checkedAt)
      return checked
    } finally {
      leave()
    }
  }

  /** A host by the rules for every address that the server asks; undefined: it may not be asked at this port. */
  #hostOf(host: string, port: number): string | undefined {
    // What would end the host in an address is no part of a name.
    if (!isIPv6(host) && /[\s/\\?#@:%[\]]/.test(host)) return undefined
    const url = publicTarget(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`, this.#hosts)
    return url && hostOf(url)
  }

  /** Whether an address may be connected to: that is known without asking anybody, and counts to no limit. */
  #mayDial(address: string): Promise<boolean> {
    return checkedAddresses(this.#network, address, new AbortController().signal).then(
      () => true,
      () => false,
    )
  }

  #refused(reason: 'refused-address' | 'refused-port'): ProbeResult {
    return { outcome: 'refused', reason, checkedAt: this.#now(), isCached: false }
  }
}
