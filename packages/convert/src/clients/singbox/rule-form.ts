import type { IssueArgs } from '../../model/issue.ts'
import type { RuleReason } from '../../rules/rule-issue.ts'
import { isCidr, isIp } from '../../text/ip.ts'
import { isRecord, type JsonObject, recordsOf } from '../../text/record.ts'
import { takesList } from './rule-check/rule-tables.ts'

/**
 * What the form of rules and rule sets asks for, which is more than sing-box does: an action, lists, ports from 1, an
 * explicit type. What is meant for certain is written so, and told.
 */

interface RuleFormIssue {
  code: 'rule-value' | 'rule-rewritten'
  args: IssueArgs & { reason: RuleReason }
}

const PORT_FIELDS: ReadonlySet<string> = new Set(['port', 'source_port'])
const CIDR_FIELDS: ReadonlySet<string> = new Set(['ip_cidr', 'source_ip_cidr'])
const PORT_MAX = 65535

/** A route rule in its full form, with what is wrong with it. */
export function formedRule(given: JsonObject): { rule: JsonObject; issues: RuleFormIssue[] } {
  const issues: RuleFormIssue[] = []
  if (leadsNowhere(given)) issues.push({ code: 'rule-value', args: { reason: 'field-missing', field: 'outbound' } })
  const rule = inFullForm(given)
  if (rule !== given && issues.length === 0)
    issues.push({ code: 'rule-rewritten', args: { reason: 'action-added', field: 'action', to: 'route' } })
  return { rule: formedItems(rule, issues), issues }
}

/** The match items of a rule, those inside a logical one too. */
function formedItems(rule: JsonObject, issues: RuleFormIssue[]): JsonObject {
  const formed: JsonObject = {}
  for (const [field, value] of Object.entries(rule)) {
    const isBare = takesList(field) && value !== null && !Array.isArray(value)
    if (isBare) issues.push({ code: 'rule-rewritten', args: { reason: 'list-added', field } })
    formed[field] = isBare ? [value] : value
    checkItems(field, Array.isArray(formed[field]) ? formed[field] : [], issues)
  }
  const { rules: inner } = rule
  return Array.isArray(inner)
    ? { ...formed, rules: inner.map((one) => (isRecord(one) ? formedItems(one, issues) : one)) }
    : formed
}

function checkItems(field: string, items: readonly unknown[], issues: RuleFormIssue[]): void {
  for (const item of items) {
    const isPort = typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= PORT_MAX
    if (PORT_FIELDS.has(field) && !isPort)
      issues.push({ code: 'rule-value', args: { reason: 'number', field, min: 1, max: PORT_MAX } })
    if (CIDR_FIELDS.has(field) && !(typeof item === 'string' && (isCidr(item) || isIp(item))))
      issues.push({ code: 'rule-value', args: { reason: 'field-value', field, value: String(item) } })
  }
}

/** What is wrong with a rule set: it needs its type, and what that type needs. */
export function ruleSetIssues({ type, url, rules }: JsonObject): RuleFormIssue[] {
  if (typeof type !== 'string' || type === '') return missing('type')
  if (type === 'remote' && (typeof url !== 'string' || url === '')) return missing('url')
  return type === 'inline' && recordsOf(rules).length === 0 ? missing('rules') : []
}

function missing(field: string): RuleFormIssue[] {
  return [{ code: 'rule-value', args: { reason: 'field-missing', field } }]
}

/** A rule that sends to an outbound and names none. */
export function leadsNowhere({ action, outbound }: JsonObject): boolean {
  return isRoute(action) && (typeof outbound !== 'string' || outbound === '')
}

/** `action: route` where only an outbound stands. */
export function inFullForm(rule: JsonObject): JsonObject {
  return isRoute(rule['action']) && rule['action'] !== 'route' ? { ...rule, action: 'route' } : rule
}

function isRoute(action: unknown): boolean {
  return action === undefined || action === null || action === '' || action === 'route'
}
