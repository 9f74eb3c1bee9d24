import type { Findings } from '../../model/issue.ts'
import { isMap } from '../../nodes/fields.ts'
import type { NodeBase } from '../../model/node.ts'
import { protocolOf } from '../../protocols/index.ts'
import type { MihomoProxy, Protocol, SingboxOutbound, SingboxTarget, SingboxVersion } from '../../protocols/protocol.ts'
import { ipVersionToSingbox } from '../../protocols/shared/dial.ts'
import { tellField, tellMihomoRest } from '../../protocols/shared/mihomo-rest.ts'
import { addSingboxRest, tellSingboxRest } from '../../protocols/shared/singbox-rest.ts'
import { isInClash, toClassicClash } from '../clash/clash-proxy.ts'

/**
 * One node as each client wants it. Undefined after a refusal: the client has no such type, would refuse the value
 * (and with it the whole file), or would take it and never connect.
 */

/** Most nodes have no helpers, and pay for no list. */
export const NO_HELPERS: readonly SingboxOutbound[] = []

/** An entry of `proxies:` for mihomo. */
export function writeMihomoProxy(node: NodeBase, findings: Findings): MihomoProxy | undefined {
  const protocol = protocolOf(node)
  if (protocol.mihomoTypes.length === 0) return findings.refuse('type-unsupported', 'type', { type: node.type })
  if (lacksTls(protocol, node)) return findings.refuse('missing-field', 'tls')
  const entry = protocol.toMihomo(node, findings)
  if (entry === undefined || node.rest === undefined) return entry
  if (node.rest.mihomo !== undefined) addRest(entry, node.rest.mihomo, findings)
  if (node.rest.singbox !== undefined) tellSingboxRest(node.rest.singbox, findings)
  return entry
}

/** An entry of `proxies:` for classic Clash. */
export function writeClashProxy(node: NodeBase, findings: Findings): MihomoProxy | undefined {
  const protocol = protocolOf(node)
  if (!isInClash(protocol)) return findings.refuse('type-unsupported', 'type', { type: node.type })
  if (lacksTls(protocol, node)) return findings.refuse('missing-field', 'tls')
  const entry = protocol.toMihomo(node, findings)
  if (entry !== undefined && node.rest?.mihomo !== undefined) tellMihomoRest(node.rest.mihomo, findings)
  if (entry !== undefined && node.rest?.singbox !== undefined) tellSingboxRest(node.rest.singbox, findings)
  return entry && toClassicClash(entry, findings)
}

/** What a node is in sing-box: an outbound or an endpoint, and outbounds that only it uses. */
export interface SingboxParts {
  main: SingboxOutbound
  helpers: readonly SingboxOutbound[]
  isEndpoint: boolean
}

/** What sing-box has. It dropped ShadowsocksR in 1.6.0, and configs with it are still read. */
export function isInSingbox({ type, singboxTypes }: Protocol): boolean {
  return singboxTypes.length > 0 && type !== 'ssr'
}

const ENDPOINT_TYPES: ReadonlySet<unknown> = new Set(['wireguard', 'tailscale', 'openvpn-client', 'openconnect'])

/** A sing-box outbound or endpoint. */
export function writeSingboxOutbound(
  node: NodeBase,
  target: SingboxTarget,
  findings: Findings,
): SingboxParts | undefined {
  const protocol = protocolOf(node)
  if (!isInSingbox(protocol)) return findings.refuse('type-unsupported', 'type', { type: node.type })
  if (lacksTls(protocol, node)) return findings.refuse('missing-field', 'tls')
  const written = protocol.toSingbox(node, target, findings)
  if (written === undefined) return undefined
  const isList = Array.isArray(written)
  const main = isList ? written[0] : written
  const helpers = isList ? written.slice(1) : NO_HELPERS
  if (main === undefined) return undefined
  nameLoopback(helpers[0] ?? main)
  if (node.rest?.mihomo !== undefined) tellMihomoRest(node.rest.mihomo, findings)
  if (node.ipVersion !== undefined) ipVersionToSingbox(helpers[0] ?? main, node, target, findings)
  if (node.rest?.singbox !== undefined) addSingboxRest(main, helpers[0] ?? main, node.rest.singbox, target, findings)
  return { main, helpers, isEndpoint: ENDPOINT_TYPES.has(main['type']) }
}

/** A node object of the caller's may be anything. */
function lacksTls(protocol: Protocol, node: NodeBase & { tls?: unknown }): boolean {
  return protocol.needsTls === true && !node.tls
}

/** The servers that our templates ask for names know nothing of `localhost`. */
function nameLoopback(outbound: SingboxOutbound): void {
  if (outbound['server'] !== 'localhost') return
  outbound['server'] = '127.0.0.1'
  const { tls } = outbound
  if (isMap(tls) && tls['server_name'] === undefined) tls['server_name'] = 'localhost'
}

/** What the sing-box of a version can say. `compatible` is written for 1.12 and read by all. */
export function singboxTarget(version: SingboxVersion): SingboxTarget {
  return { version, minor: version === '1.14' ? 14 : version === '1.13' ? 13 : 12 }
}

/** Keys that mihomo does not know are ignored there: scalars stay with their node, maps could only do harm. */
function addRest(entry: MihomoProxy, rest: Record<string, unknown>, findings: Findings): void {
  for (const key of Object.keys(rest)) {
    const value = rest[key]
    if (key === '__proto__') continue
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isScalar && !Object.hasOwn(entry, key)) entry[key] = value
    else tellField(key, value, findings)
  }
}
