import { providerUrlIssue } from '../rules/provider-url.ts'
import { readRuleList } from '../rules/rule-list.ts'
import type { RuleListResult } from '../rules/rule-list.ts'
import { listText, wrongRuleLines } from '../rules/rule-set-lines.ts'
import type { RuleList } from '../templates/template.ts'
import type { ReportConfigIssue } from './issue-report.ts'

/** Whether mihomo and Clash Premium can read the list from its address by themselves. */
export function isFetchable(list: RuleList): boolean {
  return list.payload === undefined && list.dialect === undefined && providerUrlIssue(list.url) === undefined
}

/** The rules of a list; undefined if its text is not at hand. Lines that are no rules are reported once for each list. */
export function rulesOnList(
  list: RuleList,
  texts: ReadonlyMap<string, string>,
  report: ReportConfigIssue,
): RuleListResult | undefined {
  const { name, payload } = list
  const text = payload ? listText(payload) : texts.get(list.url)
  if (text === undefined) return undefined
  const found = readRuleList(text, list, name)
  if (found.rules.length === 0) report('list-empty', { list: name }, 'rules', false)
  if (payload) {
    // The user wrote these lines, and can mend them.
    for (const { code, args } of wrongRuleLines({ ...list, lines: payload }))
      report(code, args!, 'ruleProviders', false)
  } else if (found.skipped > 0) {
    const types = Object.keys(found.skippedTypes).filter((type) => type !== '')
    const args = { reason: 'list-type', list: list.name, count: found.skipped }
    report('rule-unsupported', types.length > 0 ? { ...args, type: types.join(', ') } : args, 'rules', false)
  }
  return found
}
