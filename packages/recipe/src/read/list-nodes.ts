import {
  isInfoEntry,
  type NodeBase,
  parseEntries,
  type ParseOptions,
  probeTarget,
  type ProxyNode,
  regionOf,
  writeNode,
} from '@switchyard/convert'

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
  target?: { host: string; port: number; transport: 'tcp' | 'tls' | 'quic'; sni?: string; alpn?: string[] }
  /** Its share link, or an entry of `proxies:` where its protocol has no links. */
  text: string
}

interface ListLimits extends Pick<ParseOptions, 'maxNodes' | 'maxAliases'> {
  /** More are left out. */
  most: number
}

/**
 * Lists the different nodes of a text in its order; entries that only tell something are left out. `keyOf` makes a short
 * text of what a node is.
 */
export function listNodes(
  text: string,
  { most, ...limits }: ListLimits,
  keyOf: (node: string) => string,
): SourceNode[] {
  const listed = new Map<string, SourceNode>()
  parseEntries(text, limits, (entry) => {
    const { node } = entry
    if (node === undefined || isInfoEntry(node.name) || listed.size === most) return
    const key = keyOf(inOneOrder(node))
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
function inOneOrder(node: NodeBase): string {
  return JSON.stringify({ ...node, name: undefined, rest: undefined }, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

function textOf(node: ProxyNode, link: string | undefined): string | undefined {
  const written = writeNode(node, 'links', { origin: { node, ...(link === undefined ? {} : { link }) } }).link
  if (written !== undefined) return written
  const { entry } = writeNode(node, 'mihomo')
  return entry && `- ${JSON.stringify(entry)}`
}
