import type { Findings } from '../../../model/issue.ts'
import { isMlkemEncryption, type VlessNode } from '../../../protocols/vless.ts'
import { addressOf, type Json, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'
import { isUserId } from './user-id.ts'

const FLOWS: ReadonlySet<string> = new Set(['xtls-rprx-vision', 'xtls-rprx-vision-udp443'])

/** VLESS with REALITY, vision and encryption. */
export const vless: XrayWriter<VlessNode> = {
  toXray(node, findings) {
    if (node.tls === undefined) findings.note('no-tls', 'security')
    if (!isUserId(node.uuid)) return findings.refuse('client-refuses', 'uuid')
    const { encryption = 'none' } = node
    if (encryption !== 'none' && !isMlkemEncryption(encryption)) return findings.refuse('client-refuses', 'encryption')
    const flow = flowOf(node, findings)
    if (flow === undefined) return undefined
    const stream = streamOf(node, findings)
    if (stream === undefined) return undefined
    if (node.packetEncoding !== undefined && node.packetEncoding !== 'xudp')
      findings.note('field-ignored', 'packet-encoding')
    if (node.multiplex) findings.note('mux-unsupported', 'smux')
    if (node.udp === false) findings.note('field-ignored', 'udp')
    const settings: Json = { ...addressOf(node), id: node.uuid, encryption }
    if (flow !== '') settings['flow'] = flow
    return outboundOf(node, 'vless', settings, stream)
  },
}

/**
 * The flow, or '' for none; undefined after a refusal. Vision needs raw TCP with TLS, or vless encryption: elsewhere no
 * connection stands with it, so where such a node works at all it works without.
 */
function flowOf({ flow, encryption, transport, tls }: VlessNode, findings: Findings): string | undefined {
  if (flow === undefined || flow === '') return ''
  if (!FLOWS.has(flow)) return findings.refuse('protocol-variant-unsupported', 'flow', { value: flow.slice(0, 40) })
  if (encryption === undefined && (transport || !tls)) {
    findings.note('field-ignored', 'flow')
    return ''
  }
  return flow
}
