import type { NodeIssues } from '../../../model/issue.ts'
import type { XrayVersion } from '../../../model/xray-version.ts'
import type { NodeBase } from '../../../model/node.ts'
import type { JsonObject } from '../../../text/record.ts'

/**
 * A node as Xray takes it, not yet placed in a file: `name` becomes a tag and `dialer` the tag of what it connects
 * through as soon as all nodes are known.
 */
export interface XrayOutbound extends JsonObject {
  name: string
  dialer?: string
  protocol: string
  settings: JsonObject
  streamSettings?: JsonObject
}

/** What a protocol becomes in Xray: undefined after `issues.refuse`, when Xray would refuse it or never connect. */
export interface XrayWriter<N extends NodeBase = NodeBase> {
  toXray(node: N, version: XrayVersion, issues: NodeIssues): XrayOutbound | undefined
}

/** The outbound with what every node may have; `streamSettings` only where it says something. */
export function outboundOf(node: NodeBase, protocol: string, settings: JsonObject, stream: JsonObject): XrayOutbound {
  const out: XrayOutbound = { name: node.name, protocol, settings }
  for (const _ in stream) {
    out.streamSettings = stream
    break
  }
  // mihomo's word for no detour at all.
  if (node.dialer !== undefined && node.dialer !== 'DIRECT') out.dialer = node.dialer
  return out
}

/** The settings every protocol but WireGuard begins with. */
export function addressOf(node: NodeBase): JsonObject {
  return { address: node.server, port: node.port }
}
