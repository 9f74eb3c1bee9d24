import type { VmessNode } from '../../../protocols/vmess.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'
import { isUserId } from './user-id.ts'

/** Since 26.7.11 `none` and `zero` mean `auto`: the server takes any of them. */
const CIPHERS: ReadonlySet<string> = new Set(['aes-128-gcm', 'chacha20-poly1305', 'auto', 'none', 'zero'])

/** VMess with the AEAD header, the only one that Xray still speaks. */
export const vmess: XrayWriter<VmessNode> = {
  toXray(node, version, issues) {
    if (node.tls === undefined) issues.note('no-tls', 'security')
    if (node.alterId > 0) return issues.refuse('protocol-variant-unsupported', 'alterId', { value: `${node.alterId}` })
    if (!isUserId(node.uuid)) return issues.refuse('client-refuses', 'uuid')
    const stream = streamOf(node, version, issues)
    if (stream === undefined) return undefined
    // Xray takes any other word for `auto` without saying so.
    const isKnown = CIPHERS.has(node.cipher)
    if (!isKnown) issues.note('value-defaulted', 'cipher', { value: 'auto' })
    if (node.packetEncoding === 'packetaddr') issues.note('field-ignored', 'packet-encoding')
    if (node.globalPadding) issues.note('field-ignored', 'global-padding')
    if (node.authenticatedLength) issues.note('field-ignored', 'authenticated-length')
    if (node.multiplex) issues.note('mux-unsupported', 'smux')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    return outboundOf(
      node,
      'vmess',
      { ...addressOf(node), id: node.uuid, security: isKnown ? node.cipher : 'auto' },
      stream,
    )
  },
}
