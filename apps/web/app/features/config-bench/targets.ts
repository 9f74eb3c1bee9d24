import type { OutlinedConfig, PlacedRule, RulesAt } from '@switchyard/convert/configs'
import { SHARED_MEMBERS } from '@switchyard/convert/facts'

/** More nodes than these make a list slow, and rules lead to groups. */
const NODES_MAX = 500

/** Where a rule of a config may lead: its groups, what every client has, its nodes. */
export function targetsOf({ parts }: OutlinedConfig): { value: string; label: string }[] {
  const named = (kind: 'group' | 'node') =>
    parts.filter((part) => part.kind === kind && part.name !== '').map(({ name }) => name)
  const names = new Set([...named('group'), ...SHARED_MEMBERS, ...named('node').slice(0, NODES_MAX)])
  return [...names].map((name) => ({ value: name, label: name }))
}

/** The place before a rule. The rules of a set of sub-rules are no place for one of the config itself: it goes to the top. */
export function placeBefore(rule: PlacedRule | null, { rules }: OutlinedConfig): RulesAt {
  const main = rules.find(({ name }) => name === '')?.rules ?? []
  return rule !== null && main.some(({ line, text }) => line === rule.line && text === rule.text)
    ? { before: rule.text }
    : 'top'
}
