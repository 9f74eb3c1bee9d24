import type { HttpNode } from '../../../protocols/http.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { userOf } from './socks5.ts'
import { streamOf } from './stream.ts'
import type { JsonObject } from '../../../text/record.ts'

/** An HTTP proxy, with or without TLS. */
export const http: XrayWriter<HttpNode> = {
  toXray(node, version, issues) {
    const stream = streamOf(node, version, issues)
    if (stream === undefined) return undefined
    if (node.path !== undefined && node.path !== '/') issues.note('field-ignored', 'path')
    const settings: JsonObject = { ...addressOf(node), ...userOf(node) }
    if (node.headers) settings['headers'] = node.headers
    return outboundOf(node, 'http', settings, stream)
  },
}
