import { createHash } from 'node:crypto'
import type { ProbeTarget } from '@switchyard/contract'
import { FREE_NODES_MAX } from '@switchyard/contract/free-node-kinds'
import {
  isInfoEntry,
  type NodeBase,
  parseEntries,
  probeTarget,
  type ProxyNode,
  regionOf,
  writeNode,
} from '@switchyard/convert'
import { MAX_ALIASES, MAX_NODES } from '../engine-output.ts'

/** A text of a source, whose nodes are wanted one by one. */
export interface NodesJob {
  text: string
}

/** A node as text, and what is shown of it. */
export interface SourceNode {
  /** The same for the same node, whatever it is called. */
  key: string
  name: string
  protocol: string
  region?: string
  host: string
  port: number
  /** What of it can be tried without its secrets. */
  target?: ProbeTarget
  /** Its share link, or an entry of `proxies:` where its protocol has no links. */
  text: string
}

const KEY_LENGTH = 22

/** Lists the different nodes of a text in its order; entries that only tell something are left out. */
export function nodesJob({ text }: NodesJob): SourceNode[] {
  const listed = new Map<string, SourceNode>()
  parseEntries(text, { maxNodes: MAX_NODES, maxAliases: MAX_ALIASES }, (entry) => {
    const { node } = entry
    if (node === undefined || isInfoEntry(node.name) || listed.size === FREE_NODES_MAX) return
    const key = keyOf(node)
    const written = listed.has(key) ? undefined : textOf(node, entry.link)
    if (written === undefined) return
    const { name, type: protocol, server: host, port } = node
    const region = regionOf(name, host)
    const { alpn, ...target } = probeTarget(node) ?? {}
    listed.set(key, {
      key,
      name,
      protocol,
      host,
      port,
      text: written,
      ...(region === undefined ? {} : { region }),
      ...('host' in target ? { target: { ...target, ...(alpn ? { alpn: [...alpn] } : {}) } } : {}),
    })
  })
  return [...listed.values()]
}

/** Links and documents spell the fields of a node in different orders. */
function keyOf(node: NodeBase): string {
  const inOrder = JSON.stringify({ ...node, name: undefined, rest: undefined }, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(inOrder).digest('base64url').slice(0, KEY_LENGTH)
}

function textOf(node: ProxyNode, link: string | undefined): string | undefined {
  const written = writeNode(node, 'links', { origin: { node, ...(link === undefined ? {} : { link }) } }).link
  if (written !== undefined) return written
  const { entry } = writeNode(node, 'mihomo')
  return entry && `- ${JSON.stringify(entry)}`
}
