import { type Issue, ISSUE_SEVERITY } from '../model/issue.ts'
import { readRuleList, type RuleListForm } from './rule-list.ts'

/** A rule set whose lines the user gave. */
export interface GivenRuleSet extends RuleListForm {
  name: string
  lines: readonly string[]
}

/**
 * The lines of a given rule set that are no rule, each with its line, its text and the reason: `rule-set-line` with
 * `name`, `line`, `raw`, `reason` and what the reason tells besides. The last one counts those that are too many to list.
 */
export function wrongRuleLines({ name, lines, ...form }: GivenRuleSet): Issue[] {
  const { issues, skipped } = readRuleList(listText(lines), form)
  const reported = issues.map(({ line, args }) => lineIssue({ ...args, name, line: line! }))
  const more = skipped - issues.length
  return more > 0 ? [...reported, lineIssue({ name, count: more })] : reported
}

/** One entry a line: a line break inside an entry would shift the lines behind it. */
export function listText(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/[\r\n]+/g, ' ')).join('\n')
}

function lineIssue(args: Issue['args']): Issue {
  return { code: 'rule-set-line', severity: ISSUE_SEVERITY['rule-set-line'], kept: false, field: 'rules', args }
}
