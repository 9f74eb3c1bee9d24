import type { VmessNode } from '../../../protocols/vmess.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'
import { isUserId } from './user-id.ts'

const CIPHERS: ReadonlySet<string> = new Set(['aes-128-gcm', 'chacha20-poly1305', 'auto', 'none', 'zero'])

/** VMess with the AEAD header, the only one that Xray still speaks. */
export const vmess: XrayWriter<VmessNode> = {
  toXray(node, findings) {
    if (node.tls === undefined) findings.note('no-tls', 'security')
    if (node.alterId > 0)
      return findings.refuse('protocol-variant-unsupported', 'alterId', { value: `${node.alterId}` })
    if (!isUserId(node.uuid)) return findings.refuse('client-refuses', 'uuid')
    const stream = streamOf(node, findings)
    if (stream === undefined) return undefined
    // Xray takes any other word for `auto` without saying so.
    const isKnown = CIPHERS.has(node.cipher)
    if (!isKnown) findings.note('value-defaulted', 'cipher', { value: 'auto' })
    if (node.packetEncoding === 'packetaddr') findings.note('field-ignored', 'packet-encoding')
    if (node.globalPadding) findings.note('field-ignored', 'global-padding')
    if (node.authenticatedLength) findings.note('field-ignored', 'authenticated-length')
    if (node.multiplex) findings.note('mux-unsupported', 'smux')
    if (node.udp === false) findings.note('field-ignored', 'udp')
    return outboundOf(
      node,
      'vmess',
      { ...addressOf(node), id: node.uuid, security: isKnown ? node.cipher : 'auto' },
      stream,
    )
  },
}
