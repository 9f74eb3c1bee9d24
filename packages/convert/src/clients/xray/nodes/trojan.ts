import type { TrojanNode } from '../../../protocols/trojan.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { refusesPlain } from './plain-server.ts'
import { streamOf } from './stream.ts'

/** Trojan, also without TLS: Xray is the client that takes it. */
export const trojan: XrayWriter<TrojanNode> = {
  toXray(node, version, issues) {
    if (node.plugin !== undefined) return issues.refuse('plugin-unsupported', 'plugin')
    if (node.transportSpelled !== undefined)
      return issues.refuse('transport-unsupported', 'type', { value: node.transportSpelled })
    if (node.shadowsocks) return issues.refuse('encryption-unsupported', 'encryption')
    if (!node.password) return issues.refuse('client-refuses', 'password')
    if (refusesPlain(node, version, issues)) return undefined
    if (!node.tls) issues.note('no-tls', 'security')
    const stream = streamOf(node, version, issues)
    if (stream === undefined) return undefined
    if (node.multiplex) issues.note('mux-unsupported', 'smux')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    return outboundOf(node, 'trojan', { ...addressOf(node), password: node.password }, stream)
  },
}
