import type { RuleGrammar } from '../../model/client-facts.ts'
import type { Issue, IssueArgs, IssueCode } from '../../model/issue.ts'
import { cut, issueOfRule, ruleIssue, type RuleIssue, type RuleReason } from '../../rules/rule-issue.ts'
import { printRule, printRuleLine, type RuleCondition, type RuleEntry, type RuleLine } from '../../rules/rule-line.ts'
import { ruleTypesOf } from '../../rules/rule-types.ts'

/** Rules as Clash and mihomo read them: the lines of a config, and lists written out as lines. */

export interface MihomoRulesResult {
  /** `TYPE,VALUE,ACTION[,no-resolve]` in order. */
  rules: string[]
  issues: Issue[]
  /** Lines or list entries that were written, and those that could not be. */
  carried: number
  dropped: number
}

export interface InlineListOptions {
  grammar: RuleGrammar
  /** Where everything on the list goes. */
  group: string
  /** Rules that look at addresses get `no-resolve` although the list does not say so. */
  noResolve?: boolean
  /** What the issues name as their source. */
  source?: string
}

/** Writes rule lines for a client; what it does not know is left out with a reason, comments are not written. */
export function toMihomoRules(
  lines: readonly RuleLine[],
  options: { grammar: RuleGrammar; source?: string },
): MihomoRulesResult {
  const types = ruleTypesOf(options.grammar)
  const isClash = options.grammar === 'classic'
  const rules: string[] = []
  const issues: RuleIssue[] = []
  let carried = 0
  let dropped = 0
  const report = (line: RuleEntry, code: IssueCode, reason: RuleReason, args: IssueArgs = {}) => {
    const { type, value, action, index } = line
    const place = { line: index + 1, column: 1, raw: printRuleLine(line) }
    issues.push(ruleIssue(place, code, reason, { type, value: cut(value), action, ...args }))
  }
  for (const line of lines) {
    if (line.ruleType === 'comment') continue
    const written = writable(line, types, isClash)
    if (typeof written === 'string') {
      dropped++
      report(line, 'rule-unsupported', written)
      continue
    }
    const action = isClash ? clashAction(line.action) : line.action
    if (action === undefined) {
      dropped++
      report(line, 'rule-unsupported', 'action-unsupported')
      continue
    }
    if (action !== line.action) {
      const reason = line.action === 'REJECT-DROP' ? 'reject-drop' : 'compatible'
      report(line, 'rule-rewritten', reason, { from: line.action, to: action })
    }
    if (written.length > 1)
      report(line, 'rule-rewritten', 'ports-split', { from: line.value, to: '', count: written.length })
    carried++
    for (const rule of written) rules.push(rule.type === 'MATCH' ? `MATCH,${action}` : printRule(rule, action))
  }
  return { rules, issues: issues.map((reason) => issueOfRule(reason, options.source)), carried, dropped }
}

/** Writes the rules of a list as lines that go to a group. Types the client does not know are counted in one issue each. */
export function inlineRuleList(conditions: readonly RuleCondition[], options: InlineListOptions): MihomoRulesResult {
  const { grammar, group, source } = options
  const reason = targetIssue(group)
  if (reason !== undefined) {
    const issue = issueOfRule(
      ruleIssue({ line: 0, column: 0, raw: group }, 'rule-action', reason, { action: group }),
      source,
    )
    return { rules: [], issues: [withoutLine(issue)], carried: 0, dropped: conditions.length }
  }
  const types = ruleTypesOf(grammar)
  const isClash = grammar === 'classic'
  const action = (isClash ? clashAction(group) : group) ?? group
  const rules: string[] = []
  const counts = new Map<string, RuleCount>()
  const count = (code: IssueCode, reason: RuleReason, type: string) => {
    const key = `${code} ${reason} ${type}`
    const before = counts.get(key)
    if (before) before.count++
    else counts.set(key, { code, reason, type, count: 1 })
  }
  let dropped = 0
  for (const condition of conditions) {
    const rule = condition.type === 'DOMAIN-PATTERN' ? patternRule(condition, isClash) : condition
    if (rule !== condition && isClash && rule.type === 'DOMAIN-SUFFIX') {
      count('rule-semantics-changed', condition.value[0] === '.' ? 'subdomains-only' : 'one-level', condition.type)
    }
    const written = writable(rule, types, isClash)
    if (typeof written === 'string') {
      dropped++
      count('rule-unsupported', written, condition.type)
      continue
    }
    for (const one of written) rules.push(printRule(options.noResolve ? withNoResolve(one) : one, action))
  }
  const issues = [...counts.values()].map(({ code, reason, type, count }) => {
    const args = { type, action, count }
    return withoutLine(issueOfRule(ruleIssue({ line: 0, column: 0, raw: type }, code, reason, args), source))
  })
  return { rules, issues, carried: conditions.length - dropped, dropped }
}

/** How often something was lost of conditions of one type. */
interface RuleCount {
  code: IssueCode
  reason: RuleReason
  type: string
  count: number
}

/** Why a name cannot be the target of a rule line; undefined where it can. */
export function targetIssue(name: string): RuleReason | undefined {
  if (name === '') return 'action-empty'
  return name.includes(',') || name.trim() !== name ? 'action-comma' : undefined
}

/** Ports that a Clash rule may be split into: the core takes one port a rule. */
const SPLIT_MAX = 64

function writable(
  rule: RuleCondition,
  types: ReadonlyMap<string, unknown>,
  isClash: boolean,
): readonly RuleCondition[] | RuleReason {
  if (!types.has(rule.type)) return 'type-unsupported'
  if (!isClash) return [rule]
  if (rule.params.includes('src')) {
    return rule.type.startsWith('IP-CIDR')
      ? [{ type: 'SRC-IP-CIDR', value: rule.value, params: [] }]
      : 'type-unsupported'
  }
  if (rule.type === 'DST-PORT' || rule.type === 'SRC-PORT') return singlePorts(rule)
  if (rule.type === 'GEOIP' && !CLASH_GEOIP.test(rule.value)) {
    return rule.value.toUpperCase() === 'PRIVATE' ? [{ ...rule, value: 'LAN' }] : 'type-unsupported'
  }
  return [rule]
}

const CLASH_GEOIP = /^(?:[a-z]{2}|lan)$/i

function singlePorts(rule: RuleCondition): readonly RuleCondition[] | RuleReason {
  if (!rule.value.includes('/') && !rule.value.includes('-')) return [rule]
  const ports: number[] = []
  for (const part of rule.value.split('/')) {
    const [low = 0, high = low] = part.split('-').map(Number)
    if (ports.length + high - low >= SPLIT_MAX) return 'port-range-unsupported'
    for (let port = low; port <= high; port++) ports.push(port)
  }
  return ports.map((port) => ({ type: rule.type, value: String(port), params: rule.params }))
}

function clashAction(action: string): string | undefined {
  if (action === 'REJECT-DROP') return 'REJECT'
  if (action === 'COMPATIBLE') return 'DIRECT'
  return action === 'PASS' ? undefined : action
}

/**
 * A pattern of behavior domain as one rule. mihomo says it exactly; Clash takes more than was meant (the name itself,
 * all levels below) where the pattern begins with what DOMAIN-SUFFIX can say, and nothing else.
 */
export function patternRule(rule: RuleCondition, isClash: boolean): RuleCondition {
  const { value, params } = rule
  const below = value.startsWith('*.') ? value.slice(2) : value.startsWith('.') ? value.slice(1) : undefined
  if (isClash)
    return below === undefined || below.includes('*') ? rule : { type: 'DOMAIN-SUFFIX', value: below, params }
  if (value[0] === '.') return { type: 'DOMAIN-WILDCARD', value: `*${value}`, params }
  const isSuffix = value.startsWith('+.')
  const labels = (isSuffix ? value.slice(2) : value).split('.')
  const body = labels.map((label) => (label === '*' ? '[^.]+' : label)).join('\\.')
  return { type: 'DOMAIN-REGEX', value: isSuffix ? `^(?:.+\\.)?${body}$` : `^${body}$`, params }
}

const ADDRESS_TYPES: ReadonlySet<string> = new Set(['IP-CIDR', 'IP-CIDR6', 'GEOIP', 'IP-ASN', 'IP-SUFFIX'])

function withNoResolve(rule: RuleCondition): RuleCondition {
  return ADDRESS_TYPES.has(rule.type) && rule.params.length === 0 ? { ...rule, params: ['no-resolve'] } : rule
}

function withoutLine({ line: _none, ...issue }: Issue): Issue {
  return issue
}
