import { NodeIssues } from '../model/issue.ts'
import { percentEncode } from '../text/percent.ts'
import { protocolOf } from '../protocols/index.ts'
import { reportMihomoRest } from '../protocols/shared/mihomo-rest.ts'
import { reportSingboxRest } from '../protocols/shared/singbox-rest.ts'
import type { NodeBase } from '../model/node.ts'

/**
 * The share link of a node under its present name: the link it came from with only the name changed, where there is
 * one, else a new one. Undefined when no link can say it. A link whose name stands inside is written anew; where that
 * would lose something, the old link stays with its old name.
 */
export function linkOf(
  node: NodeBase,
  original: string | undefined,
  originalName: string,
  issues: NodeIssues,
): string | undefined {
  if (original === undefined) {
    const link = protocolOf(node).toLink(node, issues)
    if (link !== undefined && node.rest?.mihomo !== undefined) reportMihomoRest(node.rest.mihomo, issues)
    if (link !== undefined && node.rest?.singbox !== undefined) reportSingboxRest(node.rest.singbox, issues)
    return link
  }
  if (node.name === originalName) return original
  const protocol = protocolOf(node)
  if (protocol.namedInside) {
    const losses = new NodeIssues()
    const link = protocol.toLink(node, losses)
    if (link !== undefined && losses.isEmpty) return link
    issues.note('name-not-rewritten', 'name')
    return original
  }
  const hash = original.indexOf('#')
  const body = hash < 0 ? original : original.slice(0, hash)
  return `${body}#${percentEncode(node.name)}`
}
