import type { NodeIssues } from '../../model/issue.ts'
import type { Query } from '../../link/query.ts'
import { type Fields, isYes } from '../../model/fields.ts'
import type { NodeBase } from '../../model/node.ts'
import { isIp } from '../../text/ip.ts'
import type { MihomoProxy, SingboxOutbound, SingboxTarget } from '../protocol.ts'
import { isRecord } from '../../text/record.ts'

/** Fields every node may have whatever its protocol: docs/formats/common-fields.md, "Dial fields". */

export const DIAL_PARAMS = ['name', 'udp', 'tfo', 'mptcp'] as const

type Dial = Pick<NodeBase, 'udp' | 'tfo' | 'mptcp' | 'dialer' | 'interfaceName' | 'routingMark' | 'ipVersion'>

const NONE: Dial = {}

/** `udp=0`, `tfo=1`, `mptcp=1` of a link. */
export function dialFromQuery(query: Query): Dial {
  if (query.udp === '' && query.tfo === '' && query.mptcp === '') return NONE
  return {
    udp: query.udp !== '' && !isYes(query.udp) ? false : undefined,
    tfo: isYes(query.tfo) || undefined,
    mptcp: isYes(query.mptcp) || undefined,
  }
}

/** What a link can say of them; the rest is told. */
export function dialToQuery(node: Dial, pairs: [string, string][], issues: NodeIssues): void {
  if (node.udp === false) pairs.push(['udp', '0'])
  if (node.tfo) pairs.push(['tfo', '1'])
  if (node.mptcp) pairs.push(['mptcp', '1'])
  if (node.dialer !== undefined) issues.note('field-ignored', 'dialer-proxy')
  if (node.interfaceName !== undefined) issues.note('field-ignored', 'interface-name')
  if (node.routingMark !== undefined) issues.note('field-ignored', 'routing-mark')
  if (node.ipVersion !== undefined) issues.note('field-ignored', 'ip-version')
}

/** The shared keys of a `proxies:` entry; what is mihomo's default is absent. */
export function dialFromMihomo(entry: Fields): Dial {
  const udp = entry.bool('udp')
  return {
    udp: udp === false ? false : undefined,
    tfo: entry.bool('tfo') || undefined,
    mptcp: entry.bool('mptcp') || undefined,
    dialer: entry.text('dialer-proxy'),
    interfaceName: entry.text('interface-name'),
    routingMark: entry.int('routing-mark'),
    ipVersion: entry.text('ip-version'),
  }
}

const IP_VERSIONS = new Set(['dual', 'ipv4', 'ipv6', 'ipv4-prefer', 'ipv6-prefer'])

/** The last keys of a `proxies:` entry. `udpKey` is false where the type has no `udp`. */
export function dialToMihomo(entry: MihomoProxy, node: Dial, udpKey: boolean, issues: NodeIssues): void {
  if (udpKey) entry['udp'] = node.udp !== false
  if (node.tfo) entry['tfo'] = true
  if (node.mptcp) entry['mptcp'] = true
  if (node.dialer !== undefined) entry['dialer-proxy'] = node.dialer
  if (node.interfaceName !== undefined) entry['interface-name'] = node.interfaceName
  if (node.routingMark !== undefined) entry['routing-mark'] = node.routingMark
  if (node.ipVersion !== undefined) {
    if (IP_VERSIONS.has(node.ipVersion)) entry['ip-version'] = node.ipVersion
    else issues.note('bad-value', 'ip-version')
  }
}

/** sing-box's `strategy` and `domain_strategy` as `ip-version`. */
const STRATEGIES = new Map([
  ['ipv4_only', 'ipv4'],
  ['ipv6_only', 'ipv6'],
  ['prefer_ipv4', 'ipv4-prefer'],
  ['prefer_ipv6', 'ipv6-prefer'],
])

const IP_STRATEGIES = new Map([...STRATEGIES].map(([strategy, ipVersion]) => [ipVersion, strategy]))

/** false where `network` leaves UDP out. UDP alone is left on the entry. */
export function udpFromSingbox(entry: Fields): false | undefined {
  const networks = entry.list('network')
  if (networks?.join() === 'udp') entry.leave('network', 'udp')
  return networks !== undefined && !networks.includes('udp') ? false : undefined
}

/** The dial fields of a sing-box outbound; fields that mean nothing to a node are left on the entry. */
export function dialFromSingbox(entry: Fields): Dial {
  return {
    udp: udpFromSingbox(entry),
    tfo: entry.bool('tcp-fast-open') || undefined,
    mptcp: entry.bool('tcp-multi-path') || undefined,
    dialer: entry.text('detour'),
    interfaceName: entry.text('bind-interface'),
    routingMark: entry.int('routing-mark'),
    ipVersion: resolverStrategy(entry),
  }
}

/** What `domain_resolver` says of addresses; the server it names is one of another config, so it is left. */
function resolverStrategy(entry: Fields): string | undefined {
  const old = STRATEGIES.get(entry.str('domain-strategy') ?? '')
  const resolver = entry.raw('domain-resolver')
  if (!isRecord(resolver)) {
    if (resolver !== undefined && resolver !== '') entry.leave('domain_resolver', resolver)
    return old
  }
  const { strategy, server, ...others } = resolver
  const known = typeof strategy === 'string' ? STRATEGIES.get(strategy) : undefined
  if (Object.keys(others).length === 0) entry.leave('domain_resolver', server)
  else entry.leave('domain_resolver', { server, ...others })
  return known ?? old
}

/** The dial fields of an outbound. `networkKey` is false where the type has no `network`. */
export function dialToSingbox(out: SingboxOutbound, node: Dial, networkKey: boolean, issues: NodeIssues): void {
  if (node.udp === false) {
    if (networkKey) out['network'] = 'tcp'
    else issues.note('field-ignored', 'udp')
  }
  if (node.tfo) out['tcp_fast_open'] = true
  if (node.mptcp) out['tcp_multi_path'] = true
  // mihomo's word for no detour at all.
  if (node.dialer !== undefined && node.dialer !== 'DIRECT') out['detour'] = node.dialer
  if (node.interfaceName !== undefined) out['bind_interface'] = node.interfaceName
  if (node.routingMark !== undefined) {
    // 32 bits without a sign; anything else fails the whole file.
    if (node.routingMark >= 0 && node.routingMark <= 0xffff_ffff) out['routing_mark'] = node.routingMark
    else issues.note('bad-value', 'routing-mark')
  }
}

/** `ip-version` as the way that the server's name is looked up; `out` is the outbound that connects to it. */
export function ipVersionToSingbox(
  out: SingboxOutbound,
  { ipVersion, server }: NodeBase,
  { resolver }: SingboxTarget,
  issues: NodeIssues,
): void {
  if (ipVersion === undefined || ipVersion === 'dual' || isIp(server)) return
  const strategy = IP_STRATEGIES.get(ipVersion)
  // Behind another outbound the dial fields count for nothing.
  if (strategy === undefined || resolver === undefined || out['detour'] !== undefined)
    issues.note('field-ignored', 'ip-version')
  else out['domain_resolver'] = { server: resolver, strategy }
}
