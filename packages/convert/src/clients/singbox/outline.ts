import type { ConfigOutline, OutlinePart, OutlineKind } from '../../compare/shared/config-outline.ts'
import { type DocumentNode, valueOf } from '../../document/document-node.ts'
import { readSingboxConfig, type TaggedPart, textAt, valueAt } from './read-config.ts'

/** A config of sing-box by what it means; undefined where it is no object. */
export function singboxOutline(root: DocumentNode): ConfigOutline | undefined {
  if (root.kind !== 'map') return undefined
  const { inbounds, outbounds, dnsServers } = readSingboxConfig(root)
  const sets = valueAt(root, 'route', 'rule_set')
  return {
    root,
    parts: [
      ...parts(
        'node',
        outbounds.filter((part) => !isGroup(part)),
      ),
      ...parts('group', outbounds.filter(isGroup), 'outbounds'),
      ...(sets?.kind === 'list' ? sets.items.map(({ value }): OutlinePart => ({ kind: 'rule-provider', name: (value.kind === 'map' && textAt(value, 'tag')) || '', node: value, nameKeys: ['tag'] })) : []), // oxfmt-ignore
      ...parts('inbound', inbounds),
      ...parts('dns-server', dnsServers),
    ],
    rules: [
      { name: '', rules: rulesOf(valueAt(root, 'route', 'rules')) },
      { name: 'dns', rules: rulesOf(valueAt(root, 'dns', 'rules')) },
    ],
    taken: new Set(['outbounds', 'endpoints', 'inbounds', 'dns.servers', 'dns.rules', 'route.rules', 'route.rule_set']),
    isWeak: false,
  }
}

function isGroup({ type }: TaggedPart): boolean {
  return type === 'selector' || type === 'urltest'
}

function parts(kind: OutlineKind, list: readonly TaggedPart[], membersKey?: string): OutlinePart[] {
  return list.map(({ tag, map }) => ({ kind, name: tag, node: map, nameKeys: ['tag'], membersKey }))
}

function rulesOf(node: DocumentNode | undefined): { text: string; node: DocumentNode }[] {
  if (node?.kind !== 'list') return []
  return node.items.map(({ value }) => ({ text: inOrder(valueOf(value)), node: value }))
}

/** A rule as text: the order of its keys does not count, and one value is the same as a list of it. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    const entries = Object.entries(item).filter(([, inner]) => inner !== null)
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, Array.isArray(inner) && inner.length === 1 && typeof inner[0] !== 'object' ? inner[0] : inner])) // oxfmt-ignore
  })
}
