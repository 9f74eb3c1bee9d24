import { protocolOf } from '../protocols/index.ts'
import type { NodeBase } from '../model/node.ts'
import type { Reach } from '../model/reach.ts'

/** A server and how far a stranger gets at it: all that is told of a node. */
export interface ReachableServer extends Reach {
  host: string
  port: number
}

/**
 * What of a node can be tried without its secrets: `{ host, port, transport: 'tls', sni, alpn }`. Undefined: nothing,
 * its server answers only those who know the key, or it has none.
 */
export function probeTarget(node: NodeBase): ReachableServer | undefined {
  const protocol = protocolOf(node)
  const reach = protocol.addressless ? undefined : protocol.reach(node)
  return reach && { host: node.server, port: node.port, ...reach }
}
