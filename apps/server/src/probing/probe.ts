import type { ProbeReason, ProbeResult, ProbeTarget } from '@switchyard/contract'
import { errorCode } from '@switchyard/outbound/error-code'
import { SECOND_MS } from '@switchyard/sources/spans'
import { askByDatagram } from '../fetch/checked-datagram.ts'
import { checkedDial, type Network } from '../fetch/checked-dial.ts'
import { readHandshake } from '../fetch/checked-handshake.ts'
import { asSafeFetchError } from '../fetch/safe-fetch-error.ts'
import { withSignal } from '../shared/with-signal.ts'
import { makeVersionProbe, readVersions } from './version-probe.ts'

/** How long each level may take. docs/decisions/probes.md */
export interface ProbeBudgets {
  dnsMs: number
  tcpMs: number
  tlsMs: number
  quicMs: number
}

export const PROBE_BUDGETS: ProbeBudgets = {
  dnsMs: 2 * SECOND_MS,
  tcpMs: 2 * SECOND_MS,
  tlsMs: 5 * SECOND_MS,
  quicMs: 2 * SECOND_MS,
}

/** What was found, without the time that it is of. */
export type Probed = Omit<ProbeResult, 'checkedAt' | 'isCached'>

interface Probing {
  network: Network
  budgets: ProbeBudgets
  now: () => number
  signal: AbortSignal
}

/** A level that was not passed, and why. */
class ProbeFailure extends Error {
  readonly reason: ProbeReason

  constructor(reason: ProbeReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ProbeFailure'
    this.reason = reason
  }
}

/** Checks one target, level by level, until one is not passed. Throws the reason of the signal alone. */
export async function probe(target: ProbeTarget, { network, budgets, now, signal }: Probing): Promise<Probed> {
  const levels: Pick<Probed, 'dns' | 'tcp' | 'tls' | 'quic'> = {}
  const watched: Network = {
    ...network,
    resolve: (host) => {
      const since = stopwatch()
      const found = inTime(network.resolve(host), budgets.dnsMs).then((addresses) => {
        levels.dns = { count: addresses.length, ms: since() }
        return addresses
      })
      // After a check was stopped, nobody waits for this promise. Its failure must not end the process.
      found.catch(() => undefined)
      return found
    },
  }
  try {
    if (target.transport === 'quic') levels.quic = await probeQuic()
    else await probeTcp()
    return { outcome: 'reachable', ...levels }
  } catch (error) {
    signal.throwIfAborted()
    const reason = reasonOf(error, levels)
    // An address that may not be asked is nobody's business either.
    if (reason === 'refused-address') return { outcome: 'refused', reason }
    return { outcome: 'unreachable', reason, ...levels }
  }

  async function probeTcp(): Promise<void> {
    const { host, port, transport } = target
    const since = stopwatch()
    const socket = await checkedDial(watched, { host, port, isTls: false }, { connectMs: budgets.tcpMs, signal })
    levels.tcp = { ms: roundedMs(since() - (levels.dns?.ms ?? 0)) }
    if (transport === 'tls') levels.tls = await probeTls(socket)
    else socket.destroy()
  }

  async function probeTls(socket: Parameters<typeof readHandshake>[0]): Promise<NonNullable<Probed['tls']>> {
    const since = stopwatch()
    const asked = { name: target.sni ?? target.host, alpn: target.alpn }
    const { certificate, ...handshake } = await readHandshake(socket, asked, { handshakeMs: budgets.tlsMs, signal })
    return {
      ms: since(),
      ...handshake,
      ...(certificate && { certificate: { ...certificate, isExpired: certificate.expiresAt < now() } }),
    }
  }

  async function probeQuic(): Promise<NonNullable<Probed['quic']>> {
    const since = stopwatch()
    const asked = makeVersionProbe()
    await askByDatagram(watched, target, asked.packet, { waitMs: budgets.quicMs, signal }, (answer) =>
      readVersions(answer, asked),
    )
    return { ms: roundedMs(since() - (levels.dns?.ms ?? 0)), proves: 'answers' }
  }
}

const REASONS: Readonly<Record<string, ProbeReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  EHOSTUNREACH: 'unreachable-network',
  ENETUNREACH: 'unreachable-network',
  EADDRNOTAVAIL: 'unreachable-network',
}

function reasonOf(error: unknown, { tcp }: Pick<Probed, 'tcp'>): ProbeReason {
  if (error instanceof ProbeFailure) return error.reason
  const known = REASONS[errorCode(error) ?? '']
  if (known) return known
  const { code, cause } = asSafeFetchError(error)
  if (code === 'timeout' || code === 'dns') return code
  // `asSafeFetchError` calls everything that it does not know a refused address, too.
  if (code === 'refused-address' && cause === undefined) return code
  return tcp ? 'tls' : 'unreachable-network'
}

/** The addresses of a name. What a name server says no with is not what a node says no with. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = AbortSignal.timeout(ms)
  try {
    return await withSignal(work, over)
  } catch (error) {
    const isLate = over.aborted || ['ETIMEOUT', 'ECANCELLED'].includes(errorCode(error) ?? '')
    throw new ProbeFailure(isLate ? 'dns-timeout' : 'dns', { cause: error })
  }
}

/** Counts milliseconds from now on. */
function stopwatch(): () => number {
  const start = performance.now()
  return () => roundedMs(performance.now() - start)
}

const roundedMs = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10)
