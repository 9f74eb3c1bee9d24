import type { NodeIssues } from '../../../model/issue.ts'
import { isMlkemEncryption, type VlessNode } from '../../../protocols/vless.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { refusesPlain } from './plain-server.ts'
import { streamOf } from './stream.ts'
import { isUserId } from './user-id.ts'
import type { JsonObject } from '../../../text/record.ts'

const FLOWS: ReadonlySet<string> = new Set(['xtls-rprx-vision', 'xtls-rprx-vision-udp443'])

/** VLESS with REALITY, vision and encryption. */
export const vless: XrayWriter<VlessNode> = {
  toXray(node, version, issues) {
    if (node.tls === undefined) issues.note('no-tls', 'security')
    if (!isUserId(node.uuid)) return issues.refuse('client-refuses', 'uuid')
    const { encryption = 'none' } = node
    if (encryption === 'none' && refusesPlain(node, version, issues)) return undefined
    if (encryption !== 'none' && !isMlkemEncryption(encryption)) return issues.refuse('client-refuses', 'encryption')
    const flow = flowOf(node, issues)
    if (flow === undefined) return undefined
    const stream = streamOf(node, version, issues)
    if (stream === undefined) return undefined
    if (node.packetEncoding !== undefined && node.packetEncoding !== 'xudp')
      issues.note('field-ignored', 'packet-encoding')
    if (node.multiplex) issues.note('mux-unsupported', 'smux')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    const settings: JsonObject = { ...addressOf(node), id: node.uuid, encryption }
    if (flow !== '') settings['flow'] = flow
    return outboundOf(node, 'vless', settings, stream)
  },
}

/**
 * The flow, or '' for none; undefined after a refusal. Vision needs raw TCP with TLS, or vless encryption: elsewhere no
 * connection stands with it, so where such a node works at all it works without.
 */
function flowOf({ flow, encryption, transport, tls }: VlessNode, issues: NodeIssues): string | undefined {
  if (flow === undefined || flow === '') return ''
  if (!FLOWS.has(flow)) return issues.refuse('protocol-variant-unsupported', 'flow', { value: flow.slice(0, 40) })
  if (encryption === undefined && (transport || !tls)) {
    issues.note('field-ignored', 'flow')
    return ''
  }
  return flow
}
