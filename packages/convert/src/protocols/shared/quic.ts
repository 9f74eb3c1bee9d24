import type { NodeIssues } from '../../model/issue.ts'
import type { Query } from '../../link/query.ts'
import { type Fields, isYes, plainKey, wholeNumber } from '../../model/fields.ts'
import type { NodeBase, Rest, Tls } from '../../model/node.ts'
import type { MihomoProxy, SingboxOutbound, SingboxTarget } from '../protocol.ts'
import { dialFromMihomo, dialToMihomo } from './dial.ts'
import { alwaysTlsFromSingbox, pinList, securityName, tlsFromMihomo, tlsFromQuery } from './tls.ts'

/** What tuic, hysteria and hysteria2 share: TLS that is always on and inside QUIC, and the settings of QUIC. */

/** docs/formats/hysteria2.md, "QUIC settings" */
export interface QuicOptions {
  /** Receive windows in bytes. */
  streamWindow?: number
  connectionWindow?: number
  /** Their first sizes (mihomo's hysteria2). */
  initialStreamWindow?: number
  initialConnectionWindow?: number
  noMtuDiscovery?: boolean
  /** sing-box durations: `30s`. */
  idleTimeout?: string
  keepAlivePeriod?: string
  maxConcurrentStreams?: number
  initialPacketSize?: number
}

/** How mihomo spells TLS on the QUIC types: no browser fingerprint, no reality. */
export const QUIC_MIHOMO_TLS = { nameKey: 'sni', tlsKey: false, fingerprint: false, alpn: true } as const

/** Parameters of a link that `quicTlsFromQuery` reads; `host`, `type` and the like mean nothing there. */
export const QUIC_TLS_PARAMS = [
  'security', 'tls', 'sni', 'insecure', 'verify', 'alpn', 'fp', 'pin', 'vcn', 'ech', 'disableSni',
] as const // oxfmt-ignore

/**
 * The TLS of a link whose protocol has no other: `security=none` does not turn it off, and keys of reality count only
 * where the link insists on reality. Undefined after a refusal.
 */
export function quicTlsFromQuery(query: Query, issues: NodeIssues): Tls | undefined {
  const security = query.security.trim().toLowerCase()
  query.security = security === 'none' ? '' : security
  query.tls = ''
  if (security !== 'reality') query.pbk = ''
  const tls = tlsFromQuery(query, 'tls', issues) ?? undefined
  return tls && query.disableSni !== '' && isYes(query.disableSni) ? { ...tls, disableSni: true } : tls
}

/** Names of the parameters in links of a protocol. */
export interface QuicTlsNames {
  sni: string
  insecure: string
}

/** The inverse of `quicTlsFromQuery`. */
export function quicTlsToQuery(
  { tls, rest }: { tls: Tls; rest?: Rest },
  names: QuicTlsNames,
  pairs: [string, string][],
  issues: NodeIssues,
): void {
  if (tls.reality || tls.xtls) pairs.push(['security', securityName(tls)])
  // The keys of a link are among the parameters that the node keeps as they are.
  if (tls.reality && !rest?.link?.some(([key]) => key === 'pbk')) pairs.push(['pbk', tls.reality.publicKey])
  if (tls.sni !== undefined) pairs.push([names.sni, tls.sni])
  if (tls.insecure) pairs.push([names.insecure, '1'])
  if (tls.alpn !== undefined) pairs.push(['alpn', tls.alpn.join(',')])
  if (tls.fingerprint !== undefined) pairs.push(['fp', tls.fingerprint])
  if (tls.certificatePin !== undefined) pairs.push(['pinSHA256', pinList(tls)])
  if (tls.certificateName !== undefined) pairs.push(['vcn', tls.certificateName])
  if (tls.ech !== undefined) {
    const { config, queryName, doh } = tls.ech
    const text = config ?? (doh === undefined ? undefined : queryName === undefined ? doh : `${queryName}+${doh}`)
    if (text === undefined) issues.note('ech-unsupported', 'ech')
    else pairs.push(['ech', text])
  }
  if (tls.disableSni) pairs.push(['disable_sni', '1'])
  if (tls.certificate !== undefined) issues.note('field-ignored', 'certificate')
}

/** The TLS keys of an entry. mihomo ignores reality on these types, so it is not a part of the node. */
export function quicTlsFromMihomo(entry: Fields, issues: NodeIssues): Tls {
  // The key is `sni` here; `servername` counts only in its absence.
  const sni = entry.text('sni')
  const tls = tlsFromMihomo(entry, issues)
  entry.bool('tls')
  return { ...tls, sni: sni ?? tls.sni, reality: undefined }
}

/** The `tls` object of an outbound; sing-box refuses these types without it, so an absent one counts as on. */
export function quicTlsFromSingbox(entry: Fields, issues: NodeIssues): Tls {
  return alwaysTlsFromSingbox(entry.map('tls'), issues)
}

type Dial = Pick<NodeBase, 'udp' | 'tfo' | 'mptcp' | 'dialer' | 'interfaceName' | 'routingMark' | 'ipVersion'>

/** `udp` is no key of these types: UDP is always on. */
export function quicDialFromMihomo(entry: Fields): Dial {
  const dial = dialFromMihomo(entry)
  return dial.udp === undefined ? dial : { ...dial, udp: undefined }
}

/** The last keys of such an entry; UDP that is off is told as `field-ignored`. */
export function quicDialToMihomo(entry: MihomoProxy, node: Dial, issues: NodeIssues): void {
  if (node.udp === false) issues.note('field-ignored', 'udp')
  dialToMihomo(entry, node, false, issues)
}

/** The QUIC fields of a sing-box outbound (1.14). */
export function quicFromSingbox(entry: Fields): QuicOptions {
  return {
    streamWindow: usable(entry, 'stream_receive_window', bytesOf),
    connectionWindow: usable(entry, 'connection_receive_window', bytesOf),
    noMtuDiscovery: entry.bool('disable-path-mtu-discovery') || undefined,
    idleTimeout: usable(entry, 'idle_timeout', unitDuration),
    keepAlivePeriod: usable(entry, 'keep_alive_period', unitDuration),
    maxConcurrentStreams: entry.int('max-concurrent-streams'),
    initialPacketSize: entry.int('initial-packet-size'),
  }
}

/** A value as `read` has it; one that it cannot use is left. */
function usable<T>(entry: Fields, name: string, read: (text: string) => T | undefined): T | undefined {
  const text = entry.text(plainKey(name))
  if (text === undefined) return undefined
  const value = read(text)
  if (value === undefined) entry.leave(name, text)
  return value
}

/** Undefined when nothing is set, so that a node without QUIC settings stays small. */
export function quicOrNothing(quic: QuicOptions): QuicOptions | undefined {
  for (const value of Object.values(quic)) if (value !== undefined) return quic
  return undefined
}

/** Writes the QUIC fields; before 1.14 each is left out and reported. */
export function quicToSingbox(
  out: SingboxOutbound,
  quic: QuicOptions | undefined,
  target: SingboxTarget,
  issues: NodeIssues,
): void {
  if (quic === undefined) return
  const fields: [key: string, value: unknown][] = [
    ['idle_timeout', quic.idleTimeout],
    ['keep_alive_period', quic.keepAlivePeriod],
    ['stream_receive_window', quic.streamWindow ?? quic.initialStreamWindow],
    ['connection_receive_window', quic.connectionWindow ?? quic.initialConnectionWindow],
    ['max_concurrent_streams', quic.maxConcurrentStreams],
    ['initial_packet_size', quic.initialPacketSize],
    ['disable_path_mtu_discovery', quic.noMtuDiscovery],
  ]
  for (const [key, value] of fields) {
    if (value === undefined) continue
    if (target.minor >= 14) out[key] = value
    else issues.note('version-too-old', key, { needs: '1.14' })
  }
}

/** Says for mihomo and for links which QUIC settings they have no word for. */
export function quicOnlySingbox(quic: QuicOptions | undefined, issues: NodeIssues): void {
  if (quic === undefined) return
  if (quic.idleTimeout !== undefined) issues.note('field-ignored', 'idle_timeout')
  if (quic.keepAlivePeriod !== undefined) issues.note('field-ignored', 'keep_alive_period')
  if (quic.maxConcurrentStreams !== undefined) issues.note('field-ignored', 'max_concurrent_streams')
  if (quic.initialPacketSize !== undefined) issues.note('field-ignored', 'initial_packet_size')
}

/** Says for links which QUIC settings they have no word for. */
function quicLost(quic: QuicOptions | undefined, issues: NodeIssues): void {
  if (quic === undefined) return
  for (const [key, value] of Object.entries(quic)) if (value !== undefined) issues.note('field-ignored', key)
}

/** `recv-window-conn`, `recv-window`, `disable-mtu-discovery` of a link; absent in most. */
export function quicFromQuery(query: Query): QuicOptions | undefined {
  if (query.recvWindowConn === '' && query.recvWindow === '' && query.disableMtuDiscovery === '') return undefined
  return quicOrNothing({
    streamWindow: positive(wholeNumber(query.recvWindowConn)),
    connectionWindow: positive(wholeNumber(query.recvWindow)),
    noMtuDiscovery: isYes(query.disableMtuDiscovery) || undefined,
  })
}

/** The inverse; what links have no word for is told. */
export function quicToQuery(quic: QuicOptions | undefined, pairs: [string, string][], issues: NodeIssues): void {
  if (quic === undefined) return
  const { streamWindow, connectionWindow, noMtuDiscovery, ...others } = quic
  if (streamWindow !== undefined) pairs.push(['recv-window-conn', `${streamWindow}`])
  if (connectionWindow !== undefined) pairs.push(['recv-window', `${connectionWindow}`])
  if (noMtuDiscovery) pairs.push(['disable-mtu-discovery', '1'])
  quicLost(others, issues)
}

/** `recv-window-conn`, `recv-window`, `disable-mtu-discovery` of hysteria and tuic: "conn" is the window of one stream. */
export function quicFromMihomo(entry: Fields): QuicOptions {
  return {
    streamWindow: positive(entry.int('recv-window-conn')),
    connectionWindow: positive(entry.int('recv-window')),
    noMtuDiscovery: entry.bool('disable-mtu-discovery') || undefined,
  }
}

/** Writes the three of them that mihomo has; the others are told as `field-ignored`. */
export function quicToMihomo(entry: MihomoProxy, quic: QuicOptions | undefined, issues: NodeIssues): void {
  if (quic === undefined) return
  if (quic.streamWindow !== undefined) entry['recv-window-conn'] = quic.streamWindow
  if (quic.connectionWindow !== undefined) entry['recv-window'] = quic.connectionWindow
  if (quic.noMtuDiscovery) entry['disable-mtu-discovery'] = true
  quicOnlySingbox(quic, issues)
}

/** A number above 0; undefined for the 0 that stands for a default. */
export function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}

const UNITS: Record<string, number> = { '': 1, b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** sing-box sizes of memory: 8388608, "8 MB" -> bytes. */
function bytesOf(text: string): number | undefined {
  const match = /^(\d{1,15})\s?([kmg]?)b?$/i.exec(text)
  return match ? positive(Number(match[1]) * (UNITS[(match[2] ?? '').toLowerCase()] ?? 1)) : undefined
}

const SECONDS: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86400 }

/** Thirty days: what is longer is no interval, and overflows Go's durations further up. */
const MOST_SECONDS = 30 * 86400

/** "30", "30s", "1m30s", "500ms" -> seconds; undefined when it is no duration or a senseless one. */
export function secondsOf(text: string): number | undefined {
  let total = 0
  let at = 0
  const length = text.length
  if (length === 0) return undefined
  while (at < length) {
    const start = at
    while (at < length && isDigitOrDot(text.charCodeAt(at))) at++
    if (at === start || at - start > 15) return undefined
    const value = Number(text.slice(start, at))
    const unitStart = at
    while (at < length && !isDigitOrDot(text.charCodeAt(at))) at++
    const unit = text.slice(unitStart, at).trim()
    const size = unit === '' && start === 0 ? 1 : Object.hasOwn(SECONDS, unit) ? SECONDS[unit]! : Number.NaN
    if (!(value * size >= 0)) return undefined
    total += value * size
  }
  return total <= MOST_SECONDS ? total : undefined
}

function isDigitOrDot(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46
}

const DURATION = /^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[nuµm]?s|[mhd]))+$/

/** A duration with its unit, which sing-box insists on: "30s", "1m30s". */
export function unitDuration(text: string): string | undefined {
  return DURATION.test(text) && secondsOf(text) !== undefined ? text : undefined
}

/** Milliseconds as sing-box spells them: 10000 -> "10s", 1500 -> "1500ms". */
export function durationText(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`
}

/** Seconds between two hops: a random number from `min` to `max`. */
export interface HopInterval {
  min: number
  max: number
}

/** "30", "30s", "15-30", "30s-15s" -> whole seconds in order; undefined where it is no interval or 0. */
export function hopIntervalOf(text: string, longest?: string): HopInterval | undefined {
  const dash = text.indexOf('-')
  const first = secondsOf((dash < 0 ? text : text.slice(0, dash)).trim())
  const second = longest !== undefined ? secondsOf(longest) : dash < 0 ? first : secondsOf(text.slice(dash + 1).trim())
  if (first === undefined || second === undefined || first <= 0 || second <= 0) return undefined
  const min = Math.max(1, Math.round(Math.min(first, second)))
  return { min, max: Math.max(min, Math.round(Math.max(first, second))) }
}

/** One port is no list to hop over. */
export function noteNoHops(node: { hopInterval?: HopInterval }, issues: NodeIssues): void {
  if (node.hopInterval !== undefined) issues.note('field-ignored', 'hop-interval')
}
