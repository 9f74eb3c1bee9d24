import type { ConfigRequest } from '../../config/config-request.ts'
import type { ConfigRule } from '../../config/config-rules.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { rulesOnList } from '../../config/list-rules.ts'
import type { RuleGrammar } from '../../model/client-facts.ts'
import { inlineRuleList } from './mihomo-rule.ts'

/** The lines of a list, each with its action; undefined if the text of the list is not at hand. */
export function inlinedList(
  { list, action, noResolve }: Extract<ConfigRule, { kind: 'list' }>,
  grammar: RuleGrammar,
  { lists }: Pick<ConfigRequest, 'lists'>,
  report: ReportConfigIssue,
): string[] | undefined {
  const found = rulesOnList(list, lists, report)
  if (!found) return undefined
  const { rules, issues } = inlineRuleList(found.rules, { grammar, group: action, noResolve, source: list.name })
  for (const { code, args } of issues) report(code, { ...args, list: list.name }, 'rules', code !== 'rule-unsupported')
  return rules
}
