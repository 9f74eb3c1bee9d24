import type { SingboxVersion } from '../../../model/singbox-version.ts'
import type { RuleIssue } from '../../../rules/rule-issue.ts'
import { checkUniqueTags } from './check-unique-tags.ts'
import type { CheckSetup } from './field-checker.ts'
import { findRules } from './find-rules.ts'
import { KnownNames } from './known-names.ts'
import { RuleChecker } from './rule-checker.ts'
import { RuleReport } from './rule-report.ts'
import { RuleSetChecker } from './rule-set-checker.ts'
import { ROUTE_TABLE } from './rule-tables.ts'
import { versionRange } from './version-range.ts'

export interface SingboxCheckOptions {
  /** `compatible` (default) means 1.12, 1.13 and 1.14 alike. */
  version?: SingboxVersion
}

/**
 * Checks a whole config's `route`, a route object, a list of rules or rule sets, one of either, or a rule set's source
 * file, and says where what is wrong: what sing-box refuses or dies of at its start (docs/formats/rules.md, "Rules of
 * sing-box as JSON").
 */
export function checkSingboxRules(text: string, { version = 'compatible' }: SingboxCheckOptions = {}): RuleIssue[] {
  const report = new RuleReport(text)
  const versions = versionRange(version)
  const found = findRules(text, report, versions)
  const { setTags: ruleSets, outbounds } = found
  const names = new KnownNames(report, { ...(ruleSets && { ruleSets }), ...(outbounds && { outbounds }) })
  const setup: CheckSetup = { report, names, versions }
  checkUniqueTags(found.sets, report)
  const rules = new RuleChecker(setup, ROUTE_TABLE)
  for (const rule of found.rules) rules.check(rule, found.isHeadless)
  const sets = new RuleSetChecker(setup)
  for (const set of found.sets) sets.check(set)
  return report.inOrder()
}
