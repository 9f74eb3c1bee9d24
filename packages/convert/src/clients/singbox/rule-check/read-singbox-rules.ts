import type { Node } from 'jsonc-parser'
import { isIp } from '../../../text/ip.ts'
import type { JsonObject } from '../../../text/record.ts'
import { startCheck, type SingboxCheckOptions, type SingboxRulesCheck } from './check-singbox-rules.ts'
import { isListKind } from './field-rule.ts'
import { propertiesOf, shown, valueOf, type Property } from './json-nodes.ts'
import type { RuleReport } from './rule-report.ts'
import { ITEMS } from './rule-tables.ts'

/**
 * Reads what was typed as rules or rule sets: puts `action: route` in, makes lists of single values, and says so. A rule
 * that the form or sing-box refuses is left out with its issue.
 */
export function readSingboxRules(text: string, options: SingboxCheckOptions = {}): SingboxRulesCheck {
  const check = startCheck(text, options)
  const { found, report } = check
  const rules: JsonObject[] = []
  const ruleSets: JsonObject[] = []
  for (const node of found.rules) {
    const rule = usable(report, () => {
      check.rules.check(node, found.isHeadless)
      return formRule(node, found.isHeadless, report)
    })
    if (rule !== undefined) rules.push(rule)
  }
  for (const node of found.sets) {
    const set = usable(report, () => {
      check.sets.check(node)
      return formRuleSet(node, report)
    })
    if (set !== undefined) ruleSets.push(set)
  }
  return { rules, ruleSets, issues: report.inOrder() }
}

/** Runs a step; its value counts only where it found no error. */
function usable<T>(report: RuleReport, step: () => T): T | undefined {
  const before = report.count
  const value = step()
  return report.since(before).some((issue) => issue.severity === 'error') ? undefined : value
}

/** The rule as the form hands it on. */
function formRule(node: Node, isHeadless: boolean, report: RuleReport): JsonObject | undefined {
  if (node.type !== 'object') return undefined
  const fields = propertiesOf(node)
  const rule = withLists(node, fields, report)
  if (isHeadless || fields.has('action')) return rule
  if (!fields.has('outbound')) {
    report.add(node, 'rule-action', 'field-missing', { field: 'action' })
    return undefined
  }
  report.add(node, 'rule-rewritten', 'action-added', {
    field: 'action',
    value: 'route',
    from: '',
    to: 'action: route',
  })
  return { ...rule, action: 'route' }
}

/** What the form asks of the items: lists are lists, addresses carry a prefix, ports are 1 to 65535. */
function withLists(node: Node, fields: ReadonlyMap<string, Property>, report: RuleReport): JsonObject {
  const rule = valueOf(node)
  for (const [name, { key, value }] of fields) {
    const kind = ITEMS.get(name)?.kind
    if (kind === undefined || !isListKind(kind)) continue
    const spelled = String(key.value)
    if (value.type !== 'array' && value.type !== 'null') {
      report.add(value, 'rule-rewritten', 'wrapped', { field: name, from: shown(value), to: `[${shown(value)}]` })
      rule[spelled] = [rule[spelled]]
    }
    for (const item of value.type === 'array' ? (value.children ?? []) : [value]) {
      if (kind === 'ports' && item.value === 0)
        report.add(item, 'rule-value', 'port', { field: name, value: 0, min: 1, max: 65535 })
      const isBare = kind === 'cidrs' && typeof item.value === 'string' && isIp(item.value)
      if (isBare) report.add(item, 'rule-value', 'cidr-missing-prefix', { field: name, value: shown(item) })
    }
  }
  return rule
}

function formRuleSet(node: Node, report: RuleReport): JsonObject | undefined {
  if (node.type !== 'object') return undefined
  if (!propertiesOf(node).has('type')) report.add(node, 'rule-value', 'field-missing', { field: 'type' })
  return valueOf(node)
}
