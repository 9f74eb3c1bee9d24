import type { NodeIssues } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'
import type { Protocol, SingboxOutbound, SingboxTarget } from '../../protocols/protocol.ts'
import type { SingboxVersion } from '../../model/singbox-version.ts'
import { ipVersionToSingbox } from '../../protocols/shared/dial.ts'
import { reportMihomoRest } from '../../protocols/shared/mihomo-rest.ts'
import { addSingboxRest } from '../../protocols/shared/singbox-rest.ts'
import { carriedProtocol } from '../carried-protocol.ts'
import { NO_HELPERS } from '../client.ts'
import { isRecord } from '../../text/record.ts'

/** What a node is in sing-box: an outbound or an endpoint, and outbounds that only it uses. */
export interface SingboxNode {
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
  issues: NodeIssues,
): SingboxNode | undefined {
  const written = carriedProtocol(node, isInSingbox, issues)?.toSingbox(node, target, issues)
  if (written === undefined) return undefined
  const isList = Array.isArray(written)
  const main = isList ? written[0] : written
  const helpers = isList ? written.slice(1) : NO_HELPERS
  if (main === undefined) return undefined
  nameLoopback(helpers[0] ?? main)
  if (node.rest?.mihomo !== undefined) reportMihomoRest(node.rest.mihomo, issues)
  if (node.ipVersion !== undefined) ipVersionToSingbox(helpers[0] ?? main, node, target, issues)
  if (node.rest?.singbox !== undefined) addSingboxRest(main, helpers[0] ?? main, node.rest.singbox, target, issues)
  return { main, helpers, isEndpoint: ENDPOINT_TYPES.has(main['type']) }
}

/** The servers that our templates ask for names know nothing of `localhost`. */
function nameLoopback(outbound: SingboxOutbound): void {
  if (outbound['server'] !== 'localhost') return
  outbound['server'] = '127.0.0.1'
  const { tls } = outbound
  if (isRecord(tls) && tls['server_name'] === undefined) tls['server_name'] = 'localhost'
}

/** What the sing-box of a version can say. `compatible` is written for 1.12 and read by all. */
export function singboxTarget(version: SingboxVersion): SingboxTarget {
  return { version, minor: version === '1.14' ? 14 : version === '1.13' ? 13 : 12 }
}
