import type { NodeIssues } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { protocolOf } from '../protocols/index.ts'
import type { Protocol } from '../protocols/protocol.ts'

/** The protocol of a node, when the client has it and the node is whole; undefined after a refusal. */
export function carriedProtocol(
  node: NodeBase & { tls?: unknown },
  carries: (protocol: Protocol) => boolean,
  issues: NodeIssues,
): Protocol | undefined {
  const protocol = protocolOf(node)
  if (!carries(protocol)) return issues.refuse('type-unsupported', 'type', { type: node.type })
  // A node object of the caller's may be anything.
  if (protocol.needsTls === true && !node.tls) return issues.refuse('missing-field', 'tls')
  return protocol
}
