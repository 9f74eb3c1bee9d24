import type { NodeBase } from '../model/node.ts'
import { anytls } from './anytls.ts'
import { http } from './http.ts'
import { hysteria } from './hysteria.ts'
import { hysteria2 } from './hysteria2.ts'
import { mieru } from './mieru.ts'
import { MIHOMO_ONLY } from './mihomo-only.ts'
import type { Protocol } from './protocol.ts'
import { snell } from './snell.ts'
import { socks5 } from './socks5.ts'
import { ss } from './ss.ts'
import { ssh } from './ssh.ts'
import { ssr } from './ssr.ts'
import { trojan } from './trojan.ts'
import { tuic } from './tuic.ts'
import { vless } from './vless.ts'
import { vmess } from './vmess.ts'
import { wireguard } from './wireguard.ts'

/** Every protocol, one line each; the parser tables and the type of a node follow from it. */
const LIST = [
  vmess,
  vless,
  trojan,
  tuic,
  hysteria,
  hysteria2,
  wireguard,
  ss,
  ssr,
  anytls,
  snell,
  socks5,
  http,
  ssh,
  mieru,
  ...MIHOMO_ONLY,
] as const

type NodeOf<P> = P extends Protocol<infer N> ? N : never

/** Any node of any protocol: `type` says which one. */
export type ProxyNode = NodeOf<(typeof LIST)[number]>

/** A protocol of the list, whichever it is. */
export type AnyProtocol = Protocol<ProxyNode>

export const PROTOCOLS: readonly AnyProtocol[] = LIST

const byType = new Map<string, AnyProtocol>()
const byScheme = new Map<string, AnyProtocol>()
const byMihomoType = new Map<string, AnyProtocol>()
const bySingboxType = new Map<string, AnyProtocol>()
for (const protocol of PROTOCOLS) {
  byType.set(protocol.type, protocol)
  for (const scheme of protocol.schemes) byScheme.set(scheme, protocol)
  for (const type of protocol.mihomoTypes) byMihomoType.set(type, protocol)
  for (const type of protocol.singboxTypes) bySingboxType.set(type, protocol)
}

/** The protocol of a node. A type outside the list is a bug of the caller. */
export function protocolOf(node: NodeBase): Protocol {
  const protocol = byType.get(node.type)
  if (protocol === undefined) throw new TypeError(`no protocol for type ${node.type}`)
  return protocol
}

/** The protocol of a node's `type`. */
export const findProtocolByType = (type: string): AnyProtocol | undefined => byType.get(type)
/** The protocol of a link's scheme in lower case, without `://`; undefined for one that none reads. */
export const findProtocolByScheme = (scheme: string): AnyProtocol | undefined => byScheme.get(scheme)
/** The protocol of the `type` of a `proxies:` entry. */
export const findProtocolByMihomoType = (type: string): AnyProtocol | undefined => byMihomoType.get(type)
/** The protocol of the `type` of a sing-box outbound or endpoint. */
export const findProtocolBySingboxType = (type: string): AnyProtocol | undefined => bySingboxType.get(type)
