import type { ConfigOutline, OutlinePart, OutlineKind } from '../../compare/shared/config-outline.ts'
import { type DocumentNode, valueOf } from '../../document/document-node.ts'
import { readXrayConfig, type XrayPart } from './read-config.ts'

/** A config of Xray by what it means; undefined where it is no object. */
export function xrayOutline(root: DocumentNode): ConfigOutline | undefined {
  if (root.kind !== 'map') return undefined
  const { inbounds, outbounds, rules, balancers } = readXrayConfig(root)
  return {
    root,
    parts: [...parts('node', outbounds), ...parts('group', balancers, 'selector'), ...parts('inbound', inbounds)],
    rules: [{ name: '', rules: rules.map(({ node }) => ({ text: ruleText(valueOf(node)), node })) }],
    taken: new Set(['outbounds', 'inbounds', 'routing.rules', 'routing.balancers']),
    isWeak: false,
  }
}

function parts(kind: OutlineKind, list: readonly XrayPart[], membersKey?: string): OutlinePart[] {
  return list.map(({ tag, node }) => ({ kind, name: tag, node, nameKeys: ['tag'], membersKey }))
}

/** A rule as text, whatever the order of its keys; `type` says nothing. */
function ruleText(value: unknown): string {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const said = entries.filter(([key]) => key !== 'type').toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(Object.fromEntries(said))
}
