import { printCondition, type RuleCondition } from '../../rules/rule-line.ts'
import { type JsonObject, recordsOf } from '../../text/record.ts'

/** What of a rule set became a condition, and how often something of a kind could not. */
export interface ReadRuleSet {
  rules: RuleCondition[]
  skippedTypes: Record<string, number>
}

const NONE: readonly string[] = []

/** Items that are alternatives of one another: docs/formats/explain.md, "sing-box". */
const TARGET: Readonly<Record<string, RuleCondition['type']>> = {
  domain: 'DOMAIN', domain_suffix: 'DOMAIN-SUFFIX', domain_keyword: 'DOMAIN-KEYWORD', domain_regex: 'DOMAIN-REGEX',
  ip_cidr: 'IP-CIDR',
} // oxfmt-ignore
const OTHERS: Readonly<Record<string, RuleCondition['type']>> = {
  source_ip_cidr: 'SRC-IP-CIDR', process_name: 'PROCESS-NAME', process_path: 'PROCESS-PATH',
  process_path_regex: 'PROCESS-PATH-REGEX', network: 'NETWORK',
} // oxfmt-ignore
const PORTS: Readonly<Record<string, RuleCondition['type']>> = { port: 'DST-PORT', source_port: 'SRC-PORT' }

/** The rules of a rule set of sing-box as conditions of rule lines. */
export function readSingboxRuleSet(rules: readonly JsonObject[]): ReadRuleSet {
  const skipped = new Map<string, number>()
  const read = rules.flatMap((rule) => {
    const known = readRule(rule, skipped)
    // A list is one of its rules anyway: alternatives stand alone.
    return known === undefined ? [] : known.type === 'OR' ? (known.rules ?? []) : [known]
  })
  return { rules: read, skippedTypes: Object.fromEntries(skipped) }
}

function readRule(rule: JsonObject, skipped: Map<string, number>): RuleCondition | undefined {
  const whole = rule['type'] === 'logical' ? readLogical(rule, skipped) : readItems(rule, skipped)
  if (whole === undefined) return undefined
  return rule['invert'] === true ? logic('NOT', [whole]) : whole
}

function readLogical(rule: JsonObject, skipped: Map<string, number>): RuleCondition | undefined {
  const inner = recordsOf(rule['rules']).map((one) => readRule(one, skipped))
  const known = inner.filter((one) => one !== undefined)
  if (known.length < inner.length || known.length === 0) return undefined
  return logic(rule['mode'] === 'or' ? 'OR' : 'AND', known)
}

function readItems(rule: JsonObject, skipped: Map<string, number>): RuleCondition | undefined {
  const all: RuleCondition[] = []
  const unknown = Object.keys(rule).filter((key) => !KNOWN.has(key))
  for (const key of unknown) skipped.set(key, (skipped.get(key) ?? 0) + 1)
  if (unknown.length > 0) return undefined
  const targets = Object.entries(TARGET).flatMap(([key, type]) =>
    textsOf(rule[key]).map((value) => target(type, value)),
  )
  if (targets.length > 0) all.push(logic('OR', targets))
  for (const [key, type] of Object.entries(OTHERS)) {
    const values = textsOf(rule[key])
    if (values.length > 0) all.push(logic('OR', values.map((value) => ({ type, value: key === 'source_ip_cidr' ? withPrefix(value) : value, params: NONE })))) // oxfmt-ignore
  }
  for (const [key, type] of Object.entries(PORTS)) {
    const ranges = textsOf(rule[`${key}_range`]).map(rangeOf)
    const value = [...numbersOf(rule[key]), ...ranges].join('/')
    if (value !== '') all.push({ type, value, params: NONE })
  }
  return all.length === 0 ? undefined : logic('AND', all)
}

const KNOWN: ReadonlySet<string> = new Set([
  'type',
  'invert',
  'port',
  'port_range',
  'source_port',
  'source_port_range',
  ...Object.keys(TARGET),
  ...Object.keys(OTHERS), // oxfmt-ignore
])

function target(type: RuleCondition['type'], value: string): RuleCondition {
  if (type === 'DOMAIN-SUFFIX' && value.startsWith('.')) return { type: 'DOMAIN-PATTERN', value, params: NONE }
  if (type === 'IP-CIDR') {
    // sing-box looks nothing up for a list.
    const block = withPrefix(value)
    return { type: block.includes(':') ? 'IP-CIDR6' : 'IP-CIDR', value: block, params: ['no-resolve'] }
  }
  return { type, value, params: NONE }
}

function withPrefix(value: string): string {
  return value.includes('/') ? value : `${value}/${value.includes(':') ? 128 : 32}`
}

/** `1000:2000`, `:2000`, `1000:`. */
function rangeOf(text: string): string {
  const [low = '', high = ''] = text.split(':')
  return `${low === '' ? 0 : low}-${high === '' ? 65_535 : high}`
}

function logic(type: 'AND' | 'OR' | 'NOT', rules: readonly RuleCondition[]): RuleCondition {
  const [only] = rules
  if (only !== undefined && rules.length === 1 && type !== 'NOT') return only
  return { type, value: `(${rules.map((rule) => `(${printCondition(rule)})`).join(',')})`, params: NONE, rules }
}

function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'string')
}

function numbersOf(value: unknown): number[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'number')
}
