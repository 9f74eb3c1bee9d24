import type { Socks5Node } from '../../../protocols/socks5.ts'
import { addressOf, type Json, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'

/** SOCKS5, over TLS too; the older versions are not there. */
export const socks5: XrayWriter<Socks5Node> = {
  toXray(node, findings) {
    if (node.version !== undefined)
      return findings.refuse('protocol-variant-unsupported', 'version', { value: node.version })
    const stream = streamOf(node, findings)
    if (stream === undefined) return undefined
    if (node.udpOverTcp !== undefined) findings.note('field-ignored', 'udp_over_tcp')
    if (node.udp === false) findings.note('field-ignored', 'udp')
    return outboundOf(node, 'socks', { ...addressOf(node), ...userOf(node) }, stream)
  },
}

/** `user` and `pass`, where there is one of them. */
export function userOf({ username, password }: { username?: string; password?: string }): Json {
  return username === undefined && password === undefined ? {} : { user: username ?? '', pass: password ?? '' }
}
