import type { NodeIssues } from '../../../model/issue.ts'
import type { Hysteria2Node } from '../../../protocols/hysteria2.ts'
import { carriesWithoutMask } from '../../../protocols/shared/finalmask.ts'
import { mihomoOnlyLost } from '../../../protocols/shared/mihomo-only.ts'
import { noteNoHops, type QuicOptions, secondsOf } from '../../../protocols/shared/quic.ts'
import { rateText } from '../../../protocols/shared/rate.ts'
import { outboundOf, type XrayWriter } from './outbound.ts'
import { addSockopt } from './stream.ts'
import { addSecurity } from './tls.ts'
import type { JsonObject } from '../../../text/record.ts'

const VERSION = 2
const SHORTEST_OBFS_BYTES = 4
const SHORTEST_HOP_S = 5
const USUAL_HOP_S = 30
const LEAST_WINDOW_BYTES = 16_384
const LEAST_STREAMS = 8
/** Xray takes 65,536 bytes a second or more. */
const LEAST_MBPS = (65_536 * 8) / 1e6
const encoder = new TextEncoder()

/** Hysteria 2, which Xray calls hysteria version 2. */
export const hysteria2: XrayWriter<Hysteria2Node> = {
  toXray(node, _version, issues) {
    const { obfs, tls } = node
    if (node.realm) return issues.refuse('protocol-variant-unsupported', 'realm')
    if (obfs && obfs.type !== 'salamander')
      return issues.refuse('protocol-variant-unsupported', 'obfs', { value: obfs.type })
    // A shorter one is taken, and nothing connects.
    if (obfs && encoder.encode(obfs.password).length < SHORTEST_OBFS_BYTES)
      return issues.refuse('client-refuses', 'obfs-password')
    if (!carriesWithoutMask(node, issues, obfs?.type)) return undefined
    const stream: JsonObject = { network: 'hysteria', hysteriaSettings: { version: VERSION, auth: node.password } }
    // The address is not the name in TLS here, and without one the handshake fails.
    const named = { ...tls, sni: tls.sni ?? node.server, alpn: tls.alpn ?? ['h3'] }
    if (!addSecurity(stream, named, { server: node.server, isQuic: true, carriesReality: false }, issues))
      return undefined
    const quicParams = quicOf(node, issues)
    const mask: JsonObject = {}
    if (obfs) mask['udp'] = [{ type: 'salamander', settings: { password: obfs.password } }]
    if (Object.keys(quicParams).length > 0) mask['quicParams'] = quicParams
    if (Object.keys(mask).length > 0) stream['finalmask'] = mask
    addSockopt(stream, node, issues)
    if (node.bbrProfile !== undefined) issues.note('field-ignored', 'bbr-profile')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    mihomoOnlyLost(node.mihomo, issues)
    return outboundOf(node, 'hysteria', { version: VERSION, address: node.server, port: node.port }, stream)
  },
}

function quicOf(node: Hysteria2Node, issues: NodeIssues): JsonObject {
  const out: JsonObject = {}
  const up = rateOf(node.up, 'up', issues)
  const down = rateOf(node.down, 'down', issues)
  if (up !== undefined) out['congestion'] = 'brutal'
  if (up !== undefined) out['brutalUp'] = up
  if (down !== undefined) out['brutalDown'] = down
  const hop = hopOf(node, issues)
  if (hop !== undefined) out['udpHop'] = hop
  if (node.quic !== undefined) addQuicOptions(out, node.quic, issues)
  return out
}

function rateOf(mbps: number | undefined, field: string, issues: NodeIssues): string | undefined {
  if (mbps === undefined) return undefined
  if (mbps >= LEAST_MBPS) return rateText(mbps).toLowerCase()
  issues.note('field-ignored', field, { value: mbps })
  return undefined
}

/** Ports without an interval end Xray at the first connection. */
function hopOf(node: Hysteria2Node, issues: NodeIssues): JsonObject | undefined {
  if (node.ports === undefined) {
    noteNoHops(node, issues)
    return undefined
  }
  const { min, max } = node.hopInterval ?? { min: USUAL_HOP_S, max: USUAL_HOP_S }
  const least = Math.max(SHORTEST_HOP_S, Math.round(min))
  const most = Math.max(least, Math.round(max))
  if (least !== min || most !== max) issues.note('value-defaulted', 'hop-interval', { value: least })
  return { ports: node.ports, interval: least === most ? `${least}` : `${least}-${most}` }
}

function addQuicOptions(out: JsonObject, quic: QuicOptions, issues: NodeIssues): void {
  const put = (key: string, name: string, value: number | undefined, least: number, most = Number.MAX_SAFE_INTEGER) => {
    if (value === undefined) return
    if (Number.isInteger(value) && value >= least && value <= most) out[key] = value
    else issues.note('field-ignored', name, { value })
  }
  put('initStreamReceiveWindow', 'initial-stream-receive-window', quic.initialStreamWindow, LEAST_WINDOW_BYTES)
  put('maxStreamReceiveWindow', 'max-stream-receive-window', quic.streamWindow, LEAST_WINDOW_BYTES)
  put('initConnectionReceiveWindow', 'initial-connection-receive-window', quic.initialConnectionWindow, LEAST_WINDOW_BYTES) // oxfmt-ignore
  put('maxConnectionReceiveWindow', 'max-connection-receive-window', quic.connectionWindow, LEAST_WINDOW_BYTES)
  put('maxIdleTimeout', 'idle_timeout', seconds(quic.idleTimeout), 4, 120)
  put('keepAlivePeriod', 'keep_alive_period', seconds(quic.keepAlivePeriod), 2, 60)
  put('maxIncomingStreams', 'max_concurrent_streams', quic.maxConcurrentStreams, LEAST_STREAMS)
  if (quic.noMtuDiscovery) out['disablePathMTUDiscovery'] = true
  if (quic.initialPacketSize !== undefined) issues.note('field-ignored', 'initial_packet_size')
}

function seconds(text: string | undefined): number | undefined {
  return text === undefined ? undefined : secondsOf(text)
}
