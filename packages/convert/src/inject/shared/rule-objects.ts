import { type DocumentNode, resolved, valueOf } from '../../document/document-node.ts'
import type { Issue } from '../../model/issue.ts'
import { cut, issueOfRule, ruleIssue } from '../../rules/rule-issue.ts'
import { printRuleLine, type RuleEntry } from '../../rules/rule-line.ts'
import { isRecord } from '../../text/record.ts'
import type { KnownRules, ListedRule } from './config-editor.ts'

/** The rules of a list of JSON objects. */
export function placedRules(
  list: DocumentNode | undefined,
  is: { final(rule: unknown): boolean; first(rule: unknown): boolean },
): ListedRule[] {
  return valuesIn(list).map((rule, index) => ({
    text: JSON.stringify(rule), index, isFinal: is.final(rule), isFirst: is.first(rule),
  })) // oxfmt-ignore
}

/** The values of a list. */
export function valuesIn(list: DocumentNode | undefined): unknown[] {
  const node = list && resolved(list)
  return node?.kind === 'list' ? node.items.map(({ value }) => valueOf(value)) : []
}

/** How a client's rules are compared. */
export interface RuleComparison {
  /** Keys whose values are alternatives: a rule with more of them does all that one with fewer does. */
  alternatives: ReadonlySet<string>
  /** A rule holds any of those keys where this is given: they are alternatives among one another. */
  kindOf?: (rule: Record<string, unknown>) => string | undefined
}

/** A rule is there if another one does at least the same: its target is the same, and its values are among that one's. */
export function coveredRules(rules: readonly unknown[], comparison: RuleComparison): KnownRules {
  const bySign = new Map<string, Map<string, Set<string>>[]>()
  const add = (rule: unknown) => {
    const { sign, values } = apart(rule, comparison)
    const same = bySign.get(sign)
    if (same === undefined) bySign.set(sign, [values])
    else same.push(values)
  }
  for (const rule of rules) add(rule)
  return {
    add,
    has(rule) {
      const { sign, values } = apart(rule, comparison)
      return (bySign.get(sign) ?? []).some((known) =>
        [...values].every(([key, wanted]) => [...wanted].every((value) => known.get(key)?.has(value))),
      )
    },
  }
}

/** What has to be equal of two rules, and what may be more. */
function apart(
  rule: unknown,
  { alternatives, kindOf }: RuleComparison,
): { sign: string; values: Map<string, Set<string>> } {
  const values = new Map<string, Set<string>>()
  if (!isRecord(rule)) return { sign: JSON.stringify(rule), values }
  const kind = kindOf?.(rule)
  const rest: [string, unknown][] = []
  for (const [key, value] of Object.entries(rule)) {
    const isAlternative = alternatives.has(key) && (kindOf === undefined || kind !== undefined)
    if (isAlternative) values.set(key, new Set(listOf(value)))
    else rest.push([key, value])
  }
  const keys = kindOf === undefined ? [...values.keys()] : [kind]
  return {
    sign: JSON.stringify([
      [...keys].sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)),
      rest.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
    values,
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : String(value).split(',')
}

/** The issue about a line that leads to what is not there. */
export function targetMissing(line: RuleEntry): Issue {
  const { type, value, action, index } = line
  const place = { line: index + 1, column: 1, raw: printRuleLine(line) }
  return issueOfRule(ruleIssue(place, 'rule-target-missing', 'target-missing', { type, value: cut(value), action }))
}
