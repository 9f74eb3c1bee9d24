import { NodeIssues, issueOf, type Issue } from '../model/issue.ts'
import { Fields } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { regionOf } from '../nodes/regions.ts'
import { findProtocolByMihomoType } from '../protocols/index.ts'
import type { Template } from '../templates/template.ts'
import type { GroupedNode } from './config-request.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/** The nodes of a template of the user's own, as some client takes them. */
export interface OwnNodes<T> {
  nodes: readonly GroupedNode[]
  written: readonly T[]
  /** What was lost, and which of them the client does not take. */
  issues: readonly Issue[]
}

/** Carries the `proxies:` of a mihomo or Clash file over: read and written through the protocols like any entry. */
export function carryOwnNodes<T>(
  template: Template,
  write: (node: NodeBase, nodeIssues: NodeIssues) => T | undefined,
): OwnNodes<T> {
  const nodes: GroupedNode[] = []
  const written: T[] = []
  const issues: Issue[] = []
  const nodeIssues = new NodeIssues()
  const plainNames = new Set(template.plainNodes?.map((node) => node.name))
  for (const [index, entry] of listOf(template.base?.['proxies']).entries()) {
    // Scalars that were kept as they are spelled become text: readers of entries know no others.
    const plain: unknown = JSON.parse(JSON.stringify(entry))
    const name = isRecord(plain) ? nameOf(plain) : undefined
    // A built-in stands in its place.
    if (name !== undefined && plainNames.has(name)) continue
    const node = isRecord(plain) ? readNode(plain, name, nodeIssues) : nodeIssues.refuse('bad-value', 'proxies')
    const one = node && write(node, nodeIssues)
    for (const nodeIssue of nodeIssues.take())
      issues.push(issueOf(nodeIssue, { source: template.name, node: name ?? `proxies[${index}]` }))
    if (node === undefined || one === undefined) continue
    nodes.push({ name: node.name, type: node.type, server: node.server, region: regionOf(node.name), isOwn: true })
    written.push(one)
  }
  return { nodes, written, issues }
}

function readNode(entry: JsonObject, name: string | undefined, nodeIssues: NodeIssues): NodeBase | undefined {
  if (name === undefined) return nodeIssues.refuse('missing-field', 'name')
  const type = String(entry['type'])
  const protocol = findProtocolByMihomoType(type)
  if (protocol === undefined) return nodeIssues.refuse('type-unsupported', 'type', { type })
  const node = protocol.fromMihomo(new Fields(entry, nodeIssues), nodeIssues)
  return node && { ...node, name }
}

function nameOf(entry: JsonObject): string | undefined {
  const { name } = entry
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
