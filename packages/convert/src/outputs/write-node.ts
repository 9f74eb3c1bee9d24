import type { NodeOrigin } from '../clients/client.ts'
import { isChecked } from '../model/checked-node.ts'
import { type NodeIssue, NodeIssues } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { readNode } from '../nodes/node-from.ts'
import type { JsonObject } from '../text/record.ts'
import type { OutputId } from './facts.ts'
import { outputOf } from './index.ts'

/** What an output makes of one node, and what is lost or wrong on the way. */
export interface NodeOutput {
  /** Its entry of `proxies:`, outbound or endpoint; absent after a refusal, and where links are written. */
  entry?: Readonly<JsonObject>
  /** Further entries that only this node uses. */
  helpers: readonly Readonly<JsonObject>[]
  /** Its share link, where links are written; absent after a refusal. */
  link?: string
  /** Those that are not `kept` are why nothing was written. */
  issues: readonly NodeIssue[]
}

export interface WriteNodeOptions {
  /** Where the node came from: a share link is written again as it was, but for the name. */
  origin?: NodeOrigin
  /** One of the client's versions; absent: the usual one. */
  version?: string
}

/** Says what an output makes of one node that stands alone. What is no node is refused with its issues. */
export function writeNode(
  node: NodeBase,
  to: OutputId,
  { origin = { node }, version }: WriteNodeOptions = {},
): NodeOutput {
  const sound = isChecked(node) ? { node, issues: [] } : readNode(node)
  if (sound.node === undefined) return { helpers: [], issues: sound.issues }
  const output = outputOf(to)
  const writer =
    output.client === undefined
      ? output.writer
      : output.client.writer({ version, template: undefined, claimName: (wanted) => wanted })
  const nodeIssues = new NodeIssues()
  const written = writer.writeNode(sound.node, origin, nodeIssues)
  const issues = [...sound.issues, ...nodeIssues.take()]
  if (written === undefined) return { helpers: [], issues }
  const { entry, helpers, link } = written
  return output.client === undefined ? { link, helpers, issues } : { entry, helpers, issues }
}
