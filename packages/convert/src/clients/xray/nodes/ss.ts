import { base64Size } from '../../../text/base64.ts'
import type { SsNode } from '../../../protocols/ss.ts'
import { addressOf, outboundOf, type XrayWriter } from './outbound.ts'
import { streamOf } from './stream.ts'
import type { JsonObject } from '../../../text/record.ts'

const CIPHERS: ReadonlySet<string> = new Set([
  'aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305', 'xchacha20-ietf-poly1305', 'none',
  '2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm', '2022-blake3-chacha20-poly1305',
]) // oxfmt-ignore

/** Shadowsocks without plugins; TLS and transport of a link are Xray's own, as panels of Xray write them. */
export const ss: XrayWriter<SsNode> = {
  toXray(node, version, issues) {
    const { method, password } = node
    // Xray 26.7.11 refuses the whole file over a node without a cipher.
    const isKnown = CIPHERS.has(method) && (method !== 'none' || version === '26.3')
    if (!isKnown) return issues.refuse('cipher-unsupported', 'cipher', { cipher: method.slice(0, 40) })
    if (!isPassword(method, password)) return issues.refuse('client-refuses', 'password')
    // Xray ignores the key, and would connect without what it stands for.
    if (node.plugin !== undefined) {
      const { plugin } = node
      const name = 'name' in plugin ? plugin.name : ''
      return issues.refuse('plugin-unsupported', 'plugin', name === '' ? undefined : { plugin: name })
    }
    const stream = streamOf(node, version, issues)
    if (stream === undefined) return undefined
    // Without a cipher the password means nothing, but an empty one is refused.
    const settings: JsonObject = { ...addressOf(node), method, password: password || 'none' }
    if (node.udpOverTcp !== undefined) {
      if (is2022(method)) {
        settings['uot'] = true
        settings['uotVersion'] = node.udpOverTcp
      } else issues.note('field-ignored', 'udp-over-tcp')
    }
    if (node.multiplex) issues.note('mux-unsupported', 'smux')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    return outboundOf(node, 'shadowsocks', settings, stream)
  },
}

const is2022 = (method: string): boolean => method.startsWith('2022-')

/** Keys of the 2022 methods have one length: Xray takes a longer one and never connects. Only AES takes several. */
function isPassword(method: string, password: string): boolean {
  if (!is2022(method)) return password !== '' || method === 'none'
  const keys = password.split(':')
  const size = method.includes('-aes-128-') ? 16 : 32
  if (keys.length > 1 && !method.includes('-aes-')) return false
  return keys.every((key) => base64Size(key) === size && !/[-_]/.test(key) && key.length % 4 === 0)
}
