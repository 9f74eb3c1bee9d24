import type { NodeIssues } from '../../../model/issue.ts'
import type { NodeBase } from '../../../model/node.ts'
import { protocolOf } from '../../../protocols/index.ts'
import type { XrayVersion } from '../../../model/xray-version.ts'
import type { Protocol } from '../../../protocols/protocol.ts'
import { reportMihomoRest } from '../../../protocols/shared/mihomo-rest.ts'
import { reportSingboxRest } from '../../../protocols/shared/singbox-rest.ts'
import { http } from './http.ts'
import { hysteria2 } from './hysteria2.ts'
import type { XrayOutbound, XrayWriter } from './outbound.ts'
import { socks5 } from './socks5.ts'
import { ss } from './ss.ts'
import { trojan } from './trojan.ts'
import { vless } from './vless.ts'
import { vmess } from './vmess.ts'
import { wireguard } from './wireguard.ts'

/** The protocols that Xray has as a client; it knows no other. */
const WRITERS: ReadonlyMap<string, XrayWriter> = new Map<string, XrayWriter>([
  ['vmess', vmess],
  ['vless', vless],
  ['trojan', trojan],
  ['ss', ss],
  ['socks5', socks5],
  ['http', http],
  ['hysteria2', hysteria2],
  ['wireguard', wireguard],
])

/** A node as Xray takes it; undefined after a refusal. */
export function writeXrayOutbound(node: NodeBase, version: XrayVersion, issues: NodeIssues): XrayOutbound | undefined {
  const writer = WRITERS.get(node.type)
  if (writer === undefined) return issues.refuse('type-unsupported', 'type', { type: node.type })
  if (protocolOf(node).needsTls === true && !('tls' in node && node.tls)) return issues.refuse('missing-field', 'tls')
  const outbound = writer.toXray(node, version, issues)
  if (outbound === undefined) return undefined
  if (node.rest?.mihomo !== undefined) reportMihomoRest(node.rest.mihomo, issues)
  if (node.rest?.singbox !== undefined) reportSingboxRest(node.rest.singbox, issues)
  return outbound
}

/** Whether Xray has the protocol as a client. */
export function isInXray(protocol: Protocol): boolean {
  return WRITERS.has(protocol.type)
}
