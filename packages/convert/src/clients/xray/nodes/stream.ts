import type { NodeIssues } from '../../../model/issue.ts'
import type { XrayVersion } from '../../../model/xray-version.ts'
import type { NodeBase, Tls, Transport } from '../../../model/node.ts'
import { carriesWithoutMask } from '../../../protocols/shared/finalmask.ts'
import { withoutH3 } from '../../../protocols/shared/transport.ts'
import { isIp } from '../../../text/ip.ts'
import { addSecurity, PLAIN_GO } from './tls.ts'
import { addTransport } from './transport.ts'
import type { JsonObject } from '../../../text/record.ts'

interface StreamNode extends NodeBase {
  tls?: Tls | null
  transport?: Transport | null
}

const MARK_MAX = 0x7fff_ffff
/** mihomo's `ip-version` as the way a server's name is looked up. */
const STRATEGIES: ReadonlyMap<string, string> = new Map([
  ['ipv4', 'ForceIPv4'],
  ['ipv6', 'ForceIPv6'],
  ['ipv4-prefer', 'UseIPv4v6'],
  ['ipv6-prefer', 'UseIPv6v4'],
])

/** `streamSettings` of a node; empty for plain TCP, undefined after a refusal. */
export function streamOf(node: StreamNode, version: XrayVersion, issues: NodeIssues): JsonObject | undefined {
  if (!carriesWithoutMask(node, issues)) return undefined
  const { tls = null, transport = null } = node
  const out: JsonObject = {}
  if (transport !== null && !addTransport(out, transport, { ...node, version }, issues)) return undefined
  if (tls !== null) {
    const carriesReality = transport === null || ['http', 'grpc', 'xhttp'].includes(transport.type)
    if (!addSecurity(out, tlsFor(tls, transport, issues), { server: node.server, carriesReality }, issues))
      return undefined
  }
  addSockopt(out, node, issues)
  return out
}

/** The names of HTTP versions as the transport wants them: xhttp chooses its version by them. */
function tlsFor(tls: Tls, transport: Transport | null, issues: NodeIssues): Tls {
  if (transport?.type !== 'xhttp') return withoutH3(tls, transport, issues)
  if (tls.reality || tls.alpn?.length !== 1 || tls.alpn[0] !== 'http/1.1') return tls
  // A browser offers HTTP/2 whatever the list says, and the server takes it: then nothing connects.
  if (tls.fingerprint !== undefined) issues.note('fp-unsupported', 'fp', { value: tls.fingerprint })
  return { ...tls, fingerprint: PLAIN_GO }
}

/** Puts `sockopt` into the stream settings where the node says something of its connection. */
export function addSockopt(out: JsonObject, node: NodeBase, issues: NodeIssues): void {
  const { tfo, mptcp, interfaceName, routingMark, ipVersion } = node
  if (!tfo && !mptcp && interfaceName === undefined && routingMark === undefined && ipVersion === undefined) return
  const sockopt: JsonObject = {}
  if (tfo) sockopt['tcpFastOpen'] = true
  if (mptcp) sockopt['tcpMptcp'] = true
  if (interfaceName !== undefined) sockopt['interface'] = interfaceName
  if (routingMark !== undefined) {
    if (Number.isInteger(routingMark) && routingMark >= 0 && routingMark <= MARK_MAX) sockopt['mark'] = routingMark
    else issues.note('bad-value', 'routing-mark')
  }
  if (ipVersion !== undefined && ipVersion !== 'dual' && !isIp(node.server)) {
    const strategy = STRATEGIES.get(ipVersion)
    if (strategy === undefined) issues.note('bad-value', 'ip-version')
    // Behind another outbound that one looks the name up.
    else if (node.dialer !== undefined) issues.note('field-ignored', 'ip-version')
    else sockopt['domainStrategy'] = strategy
  }
  if (Object.keys(sockopt).length > 0) out['sockopt'] = sockopt
}
