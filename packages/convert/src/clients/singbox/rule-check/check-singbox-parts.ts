import { parseTree } from 'jsonc-parser'
import type { RuleIssue } from '../../../rules/rule-issue.ts'
import type { JsonObject } from '../../../text/record.ts'
import type { SingboxCheckOptions } from './check-singbox-rules.ts'
import { withoutHashComments } from './hash-comments.ts'
import { propertiesOf } from './json-nodes.ts'
import { KnownNames, type SingboxNames } from './known-names.ts'
import { RouteFieldChecker } from './route-field-checker.ts'
import { RuleChecker } from './rule-checker.ts'
import { RuleReport } from './rule-report.ts'
import { RuleSetChecker } from './rule-set-checker.ts'
import { DNS_TABLE, ROUTE_TABLE } from './rule-tables.ts'
import { versionRange } from './version-range.ts'

/** Parts of a config to be judged as they will be written. */
export interface SingboxParts {
  rules?: readonly unknown[]
  dnsRules?: readonly unknown[]
  ruleSets?: readonly unknown[]
  /** The other fields of `route`. */
  fields?: Readonly<JsonObject>
}

/** What is wrong with each part; lines and columns say nothing here. */
export interface SingboxPartsCheck {
  rules: RuleIssue[][]
  dnsRules: RuleIssue[][]
  ruleSets: RuleIssue[][]
  fields: ReadonlyMap<string, RuleIssue[]>
}

/** Judges every rule, every rule set and every field of a `route` by itself, so that only what is wrong need be left out. */
export function checkSingboxParts(
  parts: SingboxParts,
  options: SingboxCheckOptions,
  names: SingboxNames = {},
): SingboxPartsCheck {
  const { rules = [], dnsRules = [], ruleSets = [], fields = {} } = parts
  const singles = Object.entries(fields).map(([key, value]) => ({ [key]: value }))
  const kinds: readonly (readonly [PartKind, readonly unknown[]])[] = [
    ['rule', rules],
    ['dns-rule', dnsRules],
    ['rule-set', ruleSets],
    ['route-field', singles],
  ]
  const kindOf = kinds.flatMap(([kind, items]) => items.map(() => kind))
  const text = itemsText(kinds.flatMap(([, items]) => items))
  const found = checkItems(text, options, names, kindOf)
  const dnsFrom = rules.length
  const setsFrom = dnsFrom + dnsRules.length
  const fieldsFrom = setsFrom + ruleSets.length
  return {
    rules: found.slice(0, dnsFrom),
    dnsRules: found.slice(dnsFrom, setsFrom),
    ruleSets: found.slice(setsFrom, fieldsFrom),
    fields: new Map(Object.keys(fields).map((key, index) => [key, found[fieldsFrom + index]!])),
  }
}

type PartKind = 'rule' | 'dns-rule' | 'rule-set' | 'route-field'

/** Checks the items of a list one by one; the issues of each. */
function checkItems(
  text: string,
  { version = 'compatible' }: SingboxCheckOptions,
  names: SingboxNames,
  kindOf: readonly PartKind[],
): RuleIssue[][] {
  const report = new RuleReport(text)
  const setup = { report, names: new KnownNames(report, names), versions: versionRange(version) }
  const rules = new RuleChecker(setup, ROUTE_TABLE)
  const dnsRules = new RuleChecker(setup, DNS_TABLE)
  const sets = new RuleSetChecker(setup)
  const routeFields = new RouteFieldChecker(setup)
  return (parseTree(text)?.children ?? []).map((node, index) => {
    const before = report.count
    const kind = kindOf[index]
    if (kind === 'dns-rule') dnsRules.check(node, false)
    else if (kind === 'rule') rules.check(node, false)
    else if (kind === 'rule-set') sets.check(node)
    else routeFields.check(propertiesOf(node))
    return report.since(before)
  })
}

/** A list of one item a line; what nests deeper than anything real stands there as null. */
function itemsText(items: readonly unknown[]): string {
  const lines = items.map((item) => {
    const text = JSON.stringify(item) ?? 'null'
    return typeof withoutHashComments(text) === 'number' ? 'null' : text
  })
  return `[\n${lines.join(',\n')}\n]`
}
