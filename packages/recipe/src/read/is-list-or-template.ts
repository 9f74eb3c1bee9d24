import { isIniTemplate, readOwnConfig, readRuleList } from '@switchyard/convert'

const LIST_FORMS = ['classical', 'domain', 'ipcidr'] as const
const MAX_ALIASES = 100

/** Whether a text that holds no node is a rule list or a template: at least half of a list's entries are rules. */
export function isListOrTemplate(text: string): boolean {
  return isIniTemplate(text) || isConfig(text) || LIST_FORMS.some((behavior) => isList(text, behavior))
}

function isConfig(text: string): boolean {
  try {
    const { groups, rules } = readOwnConfig(text, '', { maxAliases: MAX_ALIASES })
    return groups.length + rules.length > 0
  } catch {
    return false
  }
}

function isList(text: string, behavior: (typeof LIST_FORMS)[number]): boolean {
  const { rules, skipped } = readRuleList(text, { behavior })
  // `OK` may be a host too, and is what a service in a private network says.
  const { length } = behavior === 'classical' ? rules : rules.filter(({ value }) => /[.:]/.test(value))
  return length > 0 && 2 * length >= rules.length + skipped
}
