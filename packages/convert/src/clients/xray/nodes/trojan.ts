import type { TrojanNode } from '../../../protocols/trojan.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'

/** Trojan, also without TLS: Xray is the client that takes it. */
export const trojan: XrayWriter<TrojanNode> = {
  toXray(node, findings) {
    if (node.plugin !== undefined) return findings.refuse('plugin-unsupported', 'plugin')
    if (node.transportSpelled !== undefined)
      return findings.refuse('transport-unsupported', 'type', { value: node.transportSpelled })
    if (node.shadowsocks) return findings.refuse('encryption-unsupported', 'encryption')
    if (!node.password) return findings.refuse('client-refuses', 'password')
    if (!node.tls) findings.note('no-tls', 'security')
    const stream = streamOf(node, findings)
    if (stream === undefined) return undefined
    if (node.multiplex) findings.note('mux-unsupported', 'smux')
    if (node.udp === false) findings.note('field-ignored', 'udp')
    return outboundOf(node, 'trojan', { ...addressOf(node), password: node.password }, stream)
  },
}
