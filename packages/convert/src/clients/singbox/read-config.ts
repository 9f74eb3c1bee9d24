import { type DocumentNode, type DocumentPath, fieldsOf, type MapNode, resolved } from '../../document/document-node.ts'

/** An object of a list that has a tag: an outbound, an inbound, a DNS server. */
export interface TaggedPart {
  /** Empty where it has none. */
  tag: string
  tagNode: DocumentNode
  type: string
  map: MapNode
  path: DocumentPath
}

/** A config of sing-box in its parts, each with its place. */
export interface SingboxConfig {
  root: MapNode
  inbounds: TaggedPart[]
  /** Outbounds and endpoints, which share their tags. */
  outbounds: TaggedPart[]
  dnsServers: TaggedPart[]
}

/** The parts of a config, in the order of the text. */
export function readSingboxConfig(root: MapNode): SingboxConfig {
  return {
    root,
    inbounds: taggedParts(valueAt(root, 'inbounds'), ['inbounds']),
    outbounds: [
      ...taggedParts(valueAt(root, 'endpoints'), ['endpoints']),
      ...taggedParts(valueAt(root, 'outbounds'), ['outbounds']),
    ],
    dnsServers: taggedParts(valueAt(root, 'dns', 'servers'), ['dns', 'servers']),
  }
}

/** The value at a path of keys. */
export function valueAt(map: MapNode | undefined, ...keys: readonly string[]): DocumentNode | undefined {
  let node: DocumentNode | undefined = map
  for (const key of keys) {
    const inner: DocumentNode | undefined = node && resolved(node)
    if (inner?.kind !== 'map') return undefined
    node = fieldsOf(inner).get(key)?.value
  }
  return node
}

/** A text, where one stands there. */
export function textAt(map: MapNode | undefined, ...keys: readonly string[]): string | undefined {
  const node = valueAt(map, ...keys)
  return node?.kind === 'scalar' && node.style === 'double' ? node.text : undefined
}

/** A number, where one stands there. */
export function numberAt(map: MapNode | undefined, ...keys: readonly string[]): number | undefined {
  const node = valueAt(map, ...keys)
  return node?.kind === 'scalar' && node.style === 'plain' && /^[-\d]/.test(node.text) ? Number(node.text) : undefined
}

/** Whether `true` stands there. */
export function isOnAt(map: MapNode | undefined, ...keys: readonly string[]): boolean {
  const node = valueAt(map, ...keys)
  return node?.kind === 'scalar' && node.style === 'plain' && node.text === 'true'
}

/** The texts of a list, or the one that stands alone. */
export function textsAt(
  map: MapNode | undefined,
  key: string,
): { text: string; node: DocumentNode; index: number | undefined }[] {
  const node = valueAt(map, key)
  if (node?.kind === 'scalar') return node.style === 'double' ? [{ text: node.text, node, index: undefined }] : []
  if (node?.kind !== 'list') return []
  return node.items.flatMap(({ value }, index) =>
    value.kind === 'scalar' && value.style === 'double' ? [{ text: value.text, node: value, index }] : [],
  )
}

function taggedParts(node: DocumentNode | undefined, path: DocumentPath): TaggedPart[] {
  if (node?.kind !== 'list') return []
  return node.items.flatMap(({ value }, index) => {
    if (value.kind !== 'map') return []
    const tagNode = valueAt(value, 'tag') ?? { ...value, end: value.start + 1 }
    return [
      {
        tag: textAt(value, 'tag') ?? '',
        tagNode,
        type: textAt(value, 'type') ?? '',
        map: value,
        path: [...path, index],
      },
    ]
  })
}
