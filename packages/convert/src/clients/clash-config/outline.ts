import type { ConfigOutline, OutlinePart, OutlineKind } from '../../compare/shared/config-outline.ts'
import type { DocumentNode } from '../../document/document-node.ts'
import { type ConfigPart, mapAt, readClashConfig, type RuleText } from './read-config.ts'

/** A config of Clash or mihomo by what it means; undefined where it is no map. */
export function clashOutline(root: DocumentNode): ConfigOutline | undefined {
  const map = mapAt(root)
  if (map === undefined) return undefined
  const { proxies, groups, proxyProviders, ruleProviders, rules, subRules } = readClashConfig(map)
  return {
    root,
    parts: [
      ...parts('node', proxies),
      ...parts('group', groups, 'proxies'),
      ...parts('proxy-provider', proxyProviders),
      ...parts('rule-provider', ruleProviders),
    ],
    rules: [{ name: '', rules: rules.map(ruleOf) }, ...subRules.map((set) => ({ name: set.name, rules: set.rules.map(ruleOf) }))], // oxfmt-ignore
    taken: new Set(['proxies', 'proxy-groups', 'proxy-providers', 'rule-providers', 'rules', 'sub-rules']),
    isWeak: true,
  }
}

function parts(kind: OutlineKind, list: readonly ConfigPart[], membersKey?: string): OutlinePart[] {
  return list.map(({ name, node }) => ({ kind, name, node, nameKeys: ['name'], membersKey }))
}

/** Blanks around the parts of a line say nothing. */
function ruleOf({ text, node }: RuleText) {
  return {
    text: text
      .split(',')
      .map((part) => part.trim())
      .join(','),
    node,
  }
}
