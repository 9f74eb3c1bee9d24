import type { NodeBase, Tls, Transport } from '../../model/node.ts'
import type { Reach } from '../../model/reach.ts'
import { isIp } from '../../text/ip.ts'
import type { Plugin } from './plugin.ts'

/** How far a stranger can get at the server of a node: docs/formats/reach.md. */

export const OVER_TCP: Reach = { transport: 'tcp' }

/** A handshake as clients begin it. A node that names no SNI gives the name of its server. */
export function handshake(transport: 'tls' | 'quic', server: string, tls: Tls = {}): Reach {
  const sni = tls.disableSni ? undefined : (tls.sni ?? (isIp(server) ? undefined : server))
  return { transport, ...(sni ? { sni } : {}), ...(tls.alpn?.length ? { alpn: tls.alpn } : {}) }
}

/** QUIC, with the protocol that clients of this node name where it says none. */
export function quicHandshake({ server, tls }: NodeBase & { tls: Tls }, alpn: string): Reach {
  return handshake('quic', server, { ...tls, alpn: tls.alpn?.length ? tls.alpn : [alpn] })
}

/** TCP or TLS, and what a transport makes of it. Undefined: the transport answers nobody without its secret. */
export function streamReach(
  { server }: NodeBase,
  tls: Tls | null | undefined,
  transport?: Transport | null,
): Reach | undefined {
  if (transport?.type === 'kcp') return undefined
  if (transport?.type === 'quic')
    return isPlain(transport.security) && isPlain(transport.header)
      ? handshake('quic', server, tls ?? undefined)
      : undefined
  // Xray uses HTTP/3 when `alpn` lists h3 alone: docs/formats/transports.md, "XHTTP".
  const isHttp3 = transport?.type === 'xhttp' && tls?.alpn?.length === 1 && tls.alpn[0] === 'h3' && !tls.reality
  if (isHttp3) return handshake('quic', server, tls)
  return tls ? handshake('tls', server, tls) : OVER_TCP
}

const isPlain = (value: string | undefined) => value === undefined || value === '' || value === 'none'

/** What a plugin in front of a node can be asked. Undefined: it runs over obfuscated UDP, or nobody here knows it. */
export function pluginReach({ server }: NodeBase, plugin: Plugin): Reach | undefined {
  switch (plugin.name) {
    case 'obfs':
      return OVER_TCP
    case 'shadow-tls':
    case 'restls':
      return handshake('tls', server, plugin.tls)
    case 'v2ray-plugin':
    case 'gost-plugin': {
      const tls = { ...plugin.tls, ...(plugin.host === undefined ? {} : { sni: plugin.host }) }
      if (plugin.mode === 'quic') return handshake('quic', server, tls)
      return plugin.tls ? handshake('tls', server, tls) : OVER_TCP
    }
    case 'kcptun':
    case 'other':
      return undefined
  }
}
