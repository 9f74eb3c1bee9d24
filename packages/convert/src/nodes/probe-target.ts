import type { ProxyNode } from '../protocols/index.ts'
import { protocolOf } from '../protocols/index.ts'
import type { Reach } from '../model/reach.ts'

/**
 * What of a node can be tried without its secrets: `{ host, port, transport: 'tls', sni, alpn }`. Undefined: nothing,
 * its server answers only those who know the key, or it has none. All that is told of the node is in it.
 */
export function probeTarget(node: ProxyNode): (Reach & Pick<ProxyNode, 'port'> & { host: string }) | undefined {
  const protocol = protocolOf(node)
  const reach = protocol.addressless ? undefined : protocol.reach(node)
  return reach && { host: node.server, port: node.port, ...reach }
}
