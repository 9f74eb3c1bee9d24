import type { NodeBase } from '@switchyard/convert'
import { isRecord } from '@switchyard/convert/record'
import type { ChangedField, ComparedLists, ComparedPair } from '../model/nodes/list-work.ts'

type Nodes = ReadonlyMap<string, NodeBase>
type KeyOf = (node: NodeBase) => string

/** The values of these fields are shown. Any other one may be secret. */
const OPEN: ReadonlySet<string> = new Set([
  'name', 'type', 'server', 'port', 'udp', 'tfo', 'flow', 'method', 'cipher', 'tls.sni', 'tls.insecure', 'tls.alpn',
  'tls.fingerprint', 'transport.type', 'transport.host', 'transport.path', 'transport.serviceName',
]) // oxfmt-ignore

/** By what two nodes are taken for the same one: the first that fits counts. */
const PAIRINGS: readonly KeyOf[] = [
  canonical,
  (node) => canonical({ ...node, name: '' }),
  ({ type, server, port, name }) => JSON.stringify([type, server.toLowerCase(), port, name]),
  ({ type, server, port }) => JSON.stringify([type, server.toLowerCase(), port]),
  ({ type, name }) => JSON.stringify([type, name]),
]

/**
 * Puts two lists beside each other. Each node is paired once at most, in the order of the lists, so the numbers add up:
 * left = only left + same + changed, and so on the right. What only its own format can say of a node (`rest`) is not
 * compared: the same node may come as a link here and in YAML there.
 */
export function compareLists(left: Nodes, right: Nodes): ComparedLists {
  const unpaired = { left: new Map(left), right: new Map(right) }
  const pairOf = new Map<string, string>()
  for (const keyOf of PAIRINGS) {
    const waiting = Map.groupBy(unpaired.right, ([, node]) => keyOf(node))
    const taken = new Map<string, number>()
    for (const [key, node] of unpaired.left) {
      const kind = keyOf(node)
      const at = taken.get(kind) ?? 0
      const partner = waiting.get(kind)?.[at]
      if (!partner) continue
      taken.set(kind, at + 1)
      pairOf.set(key, partner[0])
      unpaired.left.delete(key)
      unpaired.right.delete(partner[0])
    }
  }
  const pairs = [...left].flatMap(([key, node]): ComparedPair[] => {
    const partner = pairOf.get(key)
    const other = partner === undefined ? undefined : right.get(partner)
    return partner === undefined || !other ? [] : [{ left: key, right: partner, fields: changedFields(node, other) }]
  })
  return {
    onlyLeft: [...unpaired.left.keys()],
    onlyRight: [...unpaired.right.keys()],
    same: pairs.filter(({ fields }) => fields.length === 0),
    changed: pairs.filter(({ fields }) => fields.length > 0),
  }
}

/** The same text for equal nodes, in whatever order their fields stand. */
function canonical(node: NodeBase): string {
  const { rest: _, ...known } = node
  return JSON.stringify(known, (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  )
}

function changedFields(left: NodeBase, right: NodeBase): ChangedField[] {
  const fields: ChangedField[] = []
  const compare = (one: unknown, other: unknown, path: string) => {
    if (isRecord(one) && isRecord(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[key], other[key], path === '' ? key : `${path}.${key}`)
    } else if (textOf(one) !== textOf(other)) {
      fields.push(OPEN.has(path) ? { path, left: textOf(one), right: textOf(other) } : { path })
    }
  }
  compare({ ...left, rest: undefined }, { ...right, rest: undefined }, '')
  return fields
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
