import type { Socks5Node } from '../../../protocols/socks5.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'
import type { JsonObject } from '../../../text/record.ts'

/** SOCKS5, over TLS too; the older versions are not there. */
export const socks5: XrayWriter<Socks5Node> = {
  toXray(node, version, issues) {
    if (node.version !== undefined)
      return issues.refuse('protocol-variant-unsupported', 'version', { value: node.version })
    const stream = streamOf(node, version, issues)
    if (stream === undefined) return undefined
    if (node.udpOverTcp !== undefined) issues.note('field-ignored', 'udp_over_tcp')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    return outboundOf(node, 'socks', { ...addressOf(node), ...userOf(node) }, stream)
  },
}

/** `user` and `pass`, where there is one of them. */
export function userOf({ username, password }: { username?: string; password?: string }): JsonObject {
  return username === undefined && password === undefined ? {} : { user: username ?? '', pass: password ?? '' }
}
