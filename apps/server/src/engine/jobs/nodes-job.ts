import { createHash } from 'node:crypto'
import { FREE_NODES_MAX } from '@switchyard/contract/free-node-kinds'
import { listNodes, type SourceNode } from '@switchyard/recipe'
import { MAX_ALIASES, MAX_NODES } from '../engine-output.ts'

/** A text of a source, whose nodes are wanted one by one. */
export interface NodesJob {
  text: string
}

const LIMITS = { most: FREE_NODES_MAX, maxNodes: MAX_NODES, maxAliases: MAX_ALIASES }
const KEY_LENGTH = 22

/** Lists the different nodes of a text in its order. */
export function nodesJob({ text }: NodesJob): SourceNode[] {
  return listNodes(text, LIMITS, (node) => createHash('sha256').update(node).digest('base64url').slice(0, KEY_LENGTH))
}
