import { Findings, issueOf, type Issue } from '../../model/issue.ts'
import { Fields } from '../../nodes/fields.ts'
import { regionOf } from '../../nodes/regions.ts'
import { findProtocolByMihomoType } from '../../protocols/index.ts'
import type { SingboxOutbound, SingboxTarget } from '../../protocols/protocol.ts'
import type { Template } from '../../templates/template.ts'
import type { GroupedNode } from '../../config/config-request.ts'
import { writeSingboxOutbound } from './write-outbound.ts'

/** The nodes of a template of the user's own, as sing-box takes them. */
export interface OwnOutbounds {
  nodes: readonly GroupedNode[]
  outbounds: readonly SingboxOutbound[]
  endpoints: readonly SingboxOutbound[]
  /** What was lost, and which of them sing-box does not take. */
  issues: readonly Issue[]
}

/** Carries the `proxies:` of a mihomo or Clash file over: read and written through the protocols like any entry. */
export function ownOutbounds(template: Template, target: SingboxTarget): OwnOutbounds {
  const nodes: GroupedNode[] = []
  const outbounds: SingboxOutbound[] = []
  const endpoints: SingboxOutbound[] = []
  const issues: Issue[] = []
  const findings = new Findings()
  for (const [index, entry] of listOf(template.base?.['proxies']).entries()) {
    // Scalars that were kept as they are spelled become text: readers of entries know no others.
    const plain = JSON.parse(JSON.stringify(entry)) as unknown
    const name = isMap(plain) ? nameOf(plain) : undefined
    const parts = isMap(plain) ? readAndWrite(plain, name, target, findings) : findings.refuse('bad-value', 'proxies')
    for (const finding of findings.take())
      issues.push(issueOf(finding, { source: template.name, node: name ?? `proxies[${index}]` }))
    if (parts === undefined) continue
    const { type, server, main, helpers, isEndpoint } = parts
    nodes.push({ name: parts.name, type, server, region: regionOf(parts.name), isOwn: true })
    if (isEndpoint) endpoints.push(main)
    else outbounds.push(main, ...helpers)
  }
  return { nodes, outbounds, endpoints, issues }
}

function readAndWrite(
  entry: Record<string, unknown>,
  name: string | undefined,
  target: SingboxTarget,
  findings: Findings,
) {
  if (name === undefined) return findings.refuse('missing-field', 'name')
  const type = String(entry['type'])
  const protocol = findProtocolByMihomoType(type)
  if (protocol === undefined) return findings.refuse('type-unsupported', 'type', { type })
  const node = protocol.fromMihomo(new Fields(entry, findings), findings)
  const parts = node && writeSingboxOutbound({ ...node, name }, target, findings)
  return parts && { ...parts, name, type: node.type, server: node.server }
}

function nameOf(entry: Record<string, unknown>): string | undefined {
  const { name } = entry
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
