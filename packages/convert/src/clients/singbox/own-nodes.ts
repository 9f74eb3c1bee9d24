import { carryOwnNodes } from '../../config/own-nodes.ts'
import type { GroupedNode } from '../../config/config-request.ts'
import type { Issue } from '../../model/issue.ts'
import type { SingboxOutbound, SingboxTarget } from '../../protocols/protocol.ts'
import type { Template } from '../../templates/template.ts'
import { writeSingboxOutbound } from './write-outbound.ts'

/** The nodes of a template of the user's own, as sing-box takes them. */
interface OwnOutbounds {
  nodes: readonly GroupedNode[]
  outbounds: readonly SingboxOutbound[]
  endpoints: readonly SingboxOutbound[]
  /** What was lost, and which of them sing-box does not take. */
  issues: readonly Issue[]
}

/** Carries the `proxies:` of a mihomo or Clash file over as outbounds and endpoints. */
export function ownOutbounds(template: Template, target: SingboxTarget): OwnOutbounds {
  const { nodes, written, issues } = carryOwnNodes(template, (node, nodeIssues) =>
    writeSingboxOutbound(node, target, nodeIssues),
  )
  return {
    nodes,
    outbounds: written.flatMap(({ isEndpoint, main, helpers }) => (isEndpoint ? [] : [main, ...helpers])),
    endpoints: written.flatMap(({ isEndpoint, main }) => (isEndpoint ? [main] : [])),
    issues,
  }
}
