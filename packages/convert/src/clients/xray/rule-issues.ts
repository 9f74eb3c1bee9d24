import type { Issue } from '../../model/issue.ts'
import { printRuleLine, type RuleLine } from '../../rules/rule-line.ts'
import { cut, issueOfRule, ruleIssue } from '../../rules/rule-issue.ts'
import type { RuleLoss } from '../../rules/rule-losses.ts'
import type { RuleEntry } from '../../rules/rule-line.ts'
import { matchesOf } from './matches.ts'

/** A rule of a country or a site is written when the text of its list is at hand: here it counts as one that is. */
const LISTED = () => []

/** What of rule lines Xray cannot say, without the config around them. */
export function xrayRuleIssues(lines: readonly RuleLine[]): Issue[] {
  return lines.flatMap((line) => {
    if (line.ruleType !== 'rule' || line.type === 'MATCH' || line.type === 'RULE-SET') return []
    if (line.action === 'PASS') return [unsupported(line, { reason: 'action-unsupported', args: {} })]
    const found = matchesOf(line, LISTED)
    return 'loss' in found ? [unsupported(line, found.loss)] : []
  })
}

/** The issue about a line that is left out. */
export function unsupported(line: RuleEntry, { reason, args }: Pick<RuleLoss, 'reason' | 'args'>): Issue {
  const { type, value, action, index } = line
  const place = { line: index + 1, column: 1, raw: printRuleLine(line) }
  return issueOfRule(ruleIssue(place, 'rule-unsupported', reason, { type, value: cut(value), action, ...args }))
}
