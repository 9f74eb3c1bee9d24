import type { SingboxVersion } from '../../../model/singbox-version.ts'
import type { RuleIssue } from '../../../rules/rule-issue.ts'
import type { JsonObject } from '../../../text/record.ts'
import { checkUniqueTags } from './check-unique-tags.ts'
import type { CheckSetup } from './field-checker.ts'
import { findRules, type FoundRules } from './find-rules.ts'
import { valueOf } from './json-nodes.ts'
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

export interface SingboxRulesCheck {
  /** Route rules, or the headless rules of a source file, as they stand in the text. */
  rules: JsonObject[]
  ruleSets: JsonObject[]
  issues: RuleIssue[]
}

/**
 * Checks a whole config's `route`, a route object, a list of rules or rule sets, one of either, or a rule set's source
 * file, and says where what is wrong: what sing-box refuses or dies of at its start (docs/formats/rules.md, "Rules of
 * sing-box as JSON").
 */
export function checkSingboxRules(text: string, options: SingboxCheckOptions = {}): SingboxRulesCheck {
  const { found, report, rules, sets } = startCheck(text, options)
  for (const rule of found.rules) rules.check(rule, found.isHeadless)
  for (const set of found.sets) sets.check(set)
  return { rules: found.rules.map(valueOf), ruleSets: found.sets.map(valueOf), issues: report.inOrder() }
}

/** What is found in a text, and what checks it. */
interface StartedCheck {
  found: FoundRules
  report: RuleReport
  rules: RuleChecker
  sets: RuleSetChecker
}

/** Finds rules and rule sets, reports tags used twice, and makes ready what checks the rest. */
export function startCheck(text: string, { version = 'compatible' }: SingboxCheckOptions): StartedCheck {
  const report = new RuleReport(text)
  const versions = versionRange(version)
  const found = findRules(text, report, versions)
  const { setTags: ruleSets, outbounds } = found
  const names = new KnownNames(report, { ...(ruleSets && { ruleSets }), ...(outbounds && { outbounds }) })
  const setup: CheckSetup = { report, names, versions }
  checkUniqueTags(found.sets, report)
  return { found, report, rules: new RuleChecker(setup, ROUTE_TABLE), sets: new RuleSetChecker(setup) }
}
