import { PROTOCOLS, writeNode, type NodeBase } from '@switchyard/convert'
import { keysOf } from '@switchyard/convert/record'
import { getAt, setAt } from '../model/values/record-values.ts'
import type { FieldsChange, NodeChange } from '../model/nodes/edits.ts'
import { COMMON_FIELDS, type CommonField } from '../model/nodes/common-field.ts'

/** Paths where a record may hold a field, and two values of it that look different in a client's entry. */
const FIELDS: Readonly<Record<CommonField, { paths: readonly (readonly string[])[]; probes: readonly unknown[] }>> = {
  udp: { paths: [['udp']], probes: [true, false] },
  tfo: { paths: [['tfo']], probes: [true, undefined] },
  insecure: {
    paths: [
      ['tls', 'insecure'],
      ['plugin', 'tls', 'insecure'],
      ['options', 'skip-cert-verify'],
    ],
    probes: [true, undefined],
  },
  fingerprint: {
    paths: [
      ['tls', 'fingerprint'],
      ['plugin', 'tls', 'fingerprint'],
      ['options', 'client-fingerprint'],
    ],
    probes: ['chrome', 'firefox'],
  },
  ipVersion: { paths: [['ipVersion']], probes: ['ipv4', 'ipv6'] },
}

export interface FieldsChanged {
  changes: Record<string, NodeChange>
  /** Nodes that have what was wanted already. */
  same: number
  /** Nodes without any of the fields. */
  skipped: number
}

/** How many of the nodes have each field. */
export function countFields(nodes: Iterable<NodeBase>): Record<CommonField, number> {
  const counts: Record<CommonField, number> = { udp: 0, tfo: 0, insecure: 0, fingerprint: 0, ipVersion: 0 }
  for (const node of nodes) for (const field of COMMON_FIELDS) if (pathOf(node, field)) counts[field]++
  return counts
}

/** Gives nodes the same values, each where its protocol has the field; null = the default of the client. */
export function setFields(nodes: ReadonlyMap<string, NodeBase>, wanted: FieldsChange): FieldsChanged {
  const changed: FieldsChanged = { changes: {}, same: 0, skipped: 0 }
  for (const [key, shown] of nodes) {
    let node: NodeBase = shown
    let hasAny = false
    for (const field of keysOf(wanted)) {
      const value = wanted[field]
      const path = value === undefined ? undefined : pathOf(shown, field)
      if (value === undefined || !path) continue
      hasAny = true
      node = withValue(node, path, plainValue(field, value))
    }
    if (!hasAny) changed.skipped++
    else if (node === shown) changed.same++
    else changed.changes[key] = { shown, node }
  }
  return changed
}

/** Path of the field in the node; undefined if the field changes nothing in what is written of the node. */
function pathOf(node: NodeBase, field: CommonField): readonly string[] | undefined {
  if (field === 'tfo' && OVER_UDP.has(node.type)) return undefined
  const { paths, probes } = FIELDS[field]
  return paths.find((path) => {
    const part = path.length === 1 ? node : getAt(node, path.slice(0, -1))
    if (typeof part !== 'object' || part === null) return false
    const [one, other] = probes.map((probe) => written(setAt(node, path, probe)))
    return one !== undefined && one !== other
  })
}

const OVER_UDP: ReadonlySet<string> = new Set(PROTOCOLS.flatMap(({ type, overUdp }) => (overUdp ? type : [])))

function written(node: NodeBase): string | undefined {
  const { entry } = writeNode(node, 'mihomo')
  return entry && JSON.stringify(entry)
}

/** What a record holds for a value: the default is no field at all. */
function plainValue(field: CommonField, value: boolean | string | null): unknown {
  if (field === 'udp') return value === false ? false : undefined
  return value === null || value === false ? undefined : value
}

function withValue(node: NodeBase, path: readonly string[], value: unknown): NodeBase {
  return getAt(node, path) === value ? node : setAt(node, path, value)
}
