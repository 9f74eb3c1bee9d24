import type { RuleGrammar } from '../model/client-facts.ts'

/** The rule types that each client knows, and how their payload is spelled (docs/formats/rules.md, "Types and values"). */

/** Types whose payload runs to the last comma, takes no parameters and may hold commas itself. */
const FREE_PAYLOAD = [
  'AND',
  'OR',
  'NOT',
  'SUB-RULE',
  'DOMAIN-REGEX',
  'PROCESS-NAME-REGEX',
  'PROCESS-PATH-REGEX',
] as const

const CLASH_AND_MIHOMO = [
  'DOMAIN',
  'DOMAIN-SUFFIX',
  'DOMAIN-KEYWORD',
  'GEOIP',
  'IP-CIDR',
  'IP-CIDR6',
  'SRC-IP-CIDR',
  'SRC-PORT',
  'DST-PORT',
  'PROCESS-NAME',
  'PROCESS-PATH',
  'RULE-SET',
  'MATCH',
] as const

const CLASH_ONLY = ['IPSET'] as const

const MIHOMO_ONLY = [
  ...FREE_PAYLOAD,
  'DOMAIN-WILDCARD',
  'GEOSITE',
  'SRC-GEOIP',
  'IP-ASN',
  'SRC-IP-ASN',
  'IP-SUFFIX',
  'SRC-IP-SUFFIX',
  'IN-PORT',
  'IN-TYPE',
  'IN-NAME',
  'IN-USER',
  'DSCP',
  'NETWORK',
  'UID',
  'PROCESS-NAME-WILDCARD',
  'PROCESS-PATH-WILDCARD',
  'REMATCH-NAME',
] as const

export type RuleType = (typeof CLASH_AND_MIHOMO)[number] | (typeof CLASH_ONLY)[number] | (typeof MIHOMO_ONLY)[number]

const CLASH_TYPES: ReadonlyMap<string, RuleType> = new Map(
  [...CLASH_AND_MIHOMO, ...CLASH_ONLY].map((type) => [type, type]),
)
const MIHOMO_TYPES: ReadonlyMap<string, RuleType> = new Map(
  [...CLASH_AND_MIHOMO, ...MIHOMO_ONLY].map((type) => [type, type]),
)

/** The types of a grammar, by name in capitals. */
export function ruleTypesOf(grammar: RuleGrammar): ReadonlyMap<string, RuleType> {
  return grammar === 'classic' ? CLASH_TYPES : MIHOMO_TYPES
}

const FREE: ReadonlySet<string> = new Set(FREE_PAYLOAD)

/** Whether the payload of the type runs to the last comma. */
export function hasFreePayload(type: string): boolean {
  return FREE.has(type)
}

const NO_RESOLVE: ReadonlySet<string> = new Set([
  'IP-CIDR',
  'IP-CIDR6',
  'IP-SUFFIX',
  'IP-ASN',
  'GEOIP',
  'RULE-SET',
  'IPSET',
])
const SOURCE_TYPES: ReadonlySet<string> = new Set(['SRC-IP-CIDR', 'SRC-IP-SUFFIX', 'SRC-IP-ASN', 'SRC-GEOIP'])
const SRC: ReadonlySet<string> = new Set(['IP-CIDR', 'IP-CIDR6', 'IP-SUFFIX', 'IP-ASN', 'GEOIP', 'RULE-SET'])

/** Whether `no-resolve` says something on a rule of the type, or at least does not stand in the way. */
export function takesNoResolve(type: string): boolean {
  return NO_RESOLVE.has(type) || SOURCE_TYPES.has(type)
}

/** Whether `src` turns a rule of the type to the source address. */
export function takesSrc(type: string): boolean {
  return SRC.has(type)
}

/** Whether a client has to resolve a domain to try the rule, unless `no-resolve` or `src` stands there. */
function looksAtAddress(type: string): boolean {
  return NO_RESOLVE.has(type) && type !== 'RULE-SET'
}

/** Whether mihomo looks a domain up to try the rule, or one inside it. */
export function resolves({ type, params, rules }: Condition): boolean {
  if (looksAtAddress(type) && params.length === 0) return true
  return rules !== undefined && rules.some(resolves)
}

interface Condition {
  type: string
  params: readonly string[]
  rules?: readonly Condition[]
}
