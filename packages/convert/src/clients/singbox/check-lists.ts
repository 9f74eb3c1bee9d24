import type { CheckReport } from '../../check/shared/check-report.ts'
import { resolved } from '../../document/document-node.ts'
import { heldItems } from '../../document/held-items.ts'
import { openDocument } from '../../document/open-document.ts'
import type { RuleIssue } from '../../rules/rule-issue.ts'
import { numberAt, type SingboxConfig, textAt, valueAt } from './read-config.ts'
import { jsonNode } from './rule-check/json-nodes.ts'
import { KnownNames } from './rule-check/known-names.ts'
import { RuleChecker } from './rule-check/rule-checker.ts'
import { RuleReport } from './rule-check/rule-report.ts'
import { ROUTE_TABLE } from './rule-check/rule-tables.ts'
import type { VersionRange } from './rule-check/version-range.ts'

/** Versions of rule sets that sing-box 1.14.1 takes. */
const NEWEST = 5
/** Of one list nobody reads more. */
const MAX_SHOWN = 100

/**
 * Looks at the rule sets whose texts are at hand. sing-box reads local ones at its start and refuses to start over a
 * wrong one; what an address gives may be another text by then.
 */
export function checkLists(
  { root }: SingboxConfig,
  versions: VersionRange,
  lists: ReadonlyMap<string, string>,
  report: CheckReport,
): void {
  for (const [index, node] of heldItems(valueAt(root, 'route', 'rule_set'))) {
    const set = resolved(node)
    if (set.kind !== 'map') continue
    const path = ['route', 'rule_set', index]
    const place = valueAt(set, 'tag') ?? { start: set.start, end: set.start + 1 }
    const list = textAt(set, 'tag') ?? ''
    const text = lists.get(textAt(set, 'url') ?? '') ?? lists.get(textAt(set, 'path') ?? '')
    if (text === undefined) continue
    const severity = textAt(set, 'type') === 'local' ? 'error' : 'warning'
    const issues = issuesOf(text, versions)
    if (issues === undefined) report.add('list-refused', place, path, { list }, { severity })
    else if (issues === 'empty') report.add('list-empty', place, path, { list })
    else
      for (const { code, args } of issues.slice(0, MAX_SHOWN)) {
        // The program takes a rule without conditions.
        const isTaken = args.reason === 'no-condition'
        report.add(code, place, path, { ...args, list }, { severity: isTaken ? 'warning' : severity })
      }
  }
}

/** What is wrong with the rules of a set; undefined where the text is none. */
function issuesOf(text: string, versions: VersionRange): readonly RuleIssue[] | 'empty' | undefined {
  const { root, issue } = openDocument(text, { format: 'json' })
  const rules = root?.kind === 'map' ? valueAt(root, 'rules') : undefined
  if (root?.kind !== 'map' || issue !== undefined || (rules !== undefined && rules.kind !== 'list')) return undefined
  const version = numberAt(root, 'version') ?? 0
  if (!Number.isInteger(version) || version < 1 || version > NEWEST) return undefined
  if (rules === undefined || rules.items.length === 0) return 'empty'
  const report = new RuleReport(text)
  const checker = new RuleChecker({ report, names: new KnownNames(report, {}), versions }, ROUTE_TABLE)
  for (const { value } of rules.items) checker.check(jsonNode(value), true)
  const issues = report.inOrder()
  // A field that is misspelt is no condition, and is told itself.
  const others = issues.filter(({ args }) => args.reason !== 'no-condition')
  return others.length > 0 ? others : issues
}
