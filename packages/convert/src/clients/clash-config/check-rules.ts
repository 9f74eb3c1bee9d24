import type { CheckReport } from '../../check/shared/check-report.ts'
import type { IssueArgs, Severity } from '../../model/issue.ts'
import { removingFix, replacingFix } from '../../check/shared/certain-fix.ts'
import type { CheckFix } from '../../check/shared/check-issue.ts'
import { type CheckRulesOptions, printRuleLine, type RuleLine, RuleOrder, RuleReader } from '../../rules/rule-line.ts'
import type { RuleIssue, RuleReason } from '../../rules/rule-issue.ts'
import type { RuleText } from './read-config.ts'

/** How grave the client takes what the reader says of a line; absent: as the reader does. */
export type RuleVerdicts = Readonly<Partial<Record<RuleReason, Verdict | ((args: IssueArgs) => Verdict)>>>

type Verdict = Severity | 'none'

/** Checks lists of rule lines as one client takes them. */
export function checkRuleTexts(
  lists: readonly (readonly RuleText[])[],
  options: CheckRulesOptions & { isSubRules?: boolean },
  verdicts: RuleVerdicts,
  report: CheckReport,
): void {
  const reader = new RuleReader({ ...options, lenient: true })
  for (const rules of lists) checkRuleList(rules, reader, verdicts, report)
}

function checkRuleList(
  rules: readonly RuleText[],
  reader: RuleReader,
  verdicts: RuleVerdicts,
  report: CheckReport,
): void {
  const order = new RuleOrder(reader)
  for (const [index, rule] of rules.entries()) {
    const line = reader.readLine(rule.text, index)
    if (line?.ruleType === 'rule') order.add(line)
    if (line?.ruleType === 'comment')
      report.add('rule-type-unknown', rule.node, rule.path, { reason: 'type-unknown', type: '#', raw: rule.text })
    for (const issue of reader.issues.splice(0)) {
      const verdict = verdicts[issue.args.reason] ?? issue.severity
      const severity = typeof verdict === 'function' ? verdict(issue.args) : verdict
      if (severity === 'none') continue
      const { of } = issue.args
      // Lines are counted among the rules; the issue is about lines of the file.
      const first = typeof of === 'number' ? rules[of - 1] : undefined
      const args = first === undefined ? issue.args : { ...issue.args, of: report.lineOf(first.node) }
      const fix = severity === 'note' ? undefined : fixOf(issue, line, rule, report)
      report.add(issue.code, placeOf(rule, issue.column), rule.path, args, { severity, fix })
    }
    const blank = OTHER_BLANK.exec(rule.text)
    // Clients cut off spaces alone: another blank belongs to the name beside it.
    if (blank !== null && line?.ruleType === 'rule') {
      const character = `U+${blank[0].replaceAll(',', '').charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
      report.add('rule-parts', rule.node, rule.path, { reason: 'control-character', character, raw: rule.text })
    }
  }
}

const OTHER_BLANK = /(?:^|,)[\t\u00a0\u3000\ufeff]|[\t\u00a0\u3000\ufeff](?:,|$)/

/** A line as the client reads it, in place of one that was read as it was meant; the second of equal rules goes. */
function fixOf(
  { code, args }: RuleIssue,
  line: RuleLine | undefined,
  rule: RuleText,
  report: CheckReport,
): CheckFix | undefined {
  // oxfmt-ignore
  if (args.reason === 'same-rule') return removingFix(report.document, rule.path)
  if (code === 'rule-rewritten' && line?.ruleType === 'rule') return replacingFix(report.document, rule.node, printRuleLine(line)) // oxfmt-ignore
  return undefined
}

/** The part of the line that an issue is about, where the text stands as it is written. */
function placeOf({ node, text }: RuleText, column: number): { start: number; end: number } {
  const isWritten = node.kind === 'scalar' && node.end - node.start - text.length <= 2
  if (!isWritten) return node
  const start = node.start + (node.style === 'plain' ? 0 : 1) + column - 1
  const comma = text.indexOf(',', column - 1)
  const end = start + (comma < 0 ? text.length : comma) - column + 1
  return start < end && end <= node.end ? { start, end } : node
}
