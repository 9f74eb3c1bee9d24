import {
  ANY, between, either, FLAG, type KeyRule, type KeyTable, nameOf, NUMBER, oneOf, oneOrMore, TEXT, textAs,
} from '../../../model/key-rules.ts' // oxfmt-ignore
import type { FieldRule, RuleFieldKind } from '../rule-check/field-rule.ts'
import { LOGICAL, type RuleTable, SET_FIELDS } from '../rule-check/rule-tables.ts'

/** What the fields of rules and rule sets name. */
const NAMES: Readonly<Record<string, KeyRule>> = {
  outbound: nameOf('outbound'),
  preferred_by: oneOrMore(nameOf('outbound')),
  download_detour: nameOf('outbound'),
  server: nameOf('dns_server'),
  rule_set: oneOrMore(nameOf('rule-set')),
  inbound: oneOrMore(nameOf('inbound')),
}

const KINDS: Readonly<Partial<Record<RuleFieldKind & string, KeyRule>>> = {
  texts: oneOrMore(TEXT),
  domains: oneOrMore(TEXT),
  cidrs: oneOrMore(TEXT),
  prefixes: oneOrMore(TEXT),
  'port-ranges': oneOrMore(TEXT),
  regexes: oneOrMore(TEXT),
  'query-types': oneOrMore(either(TEXT, NUMBER)),
  records: oneOrMore(TEXT),
  ports: oneOrMore(between(0, 65_535)),
  numbers: oneOrMore(NUMBER),
  text: TEXT,
  cidr: TEXT,
  address: TEXT,
  rcode: either(TEXT, NUMBER),
  bool: FLAG,
  duration: textAs('duration'),
  uint16: between(0, 65_535),
  uint32: between(0, 4_294_967_295),
  mark: either(NUMBER, TEXT),
}

function keyRuleOf(name: string, { kind, values, since, gone }: FieldRule): KeyRule {
  return {
    ...(NAMES[name] ?? valueRule(kind, values)),
    ...(since && { since: `1.${since}` }),
    ...(gone && { gone: `1.${gone}` }),
  }
}

function valueRule(kind: RuleFieldKind, values: FieldRule['values'] = []): KeyRule {
  if (typeof kind !== 'string') return oneOrMore(oneOf(...kind))
  if (kind !== 'choice') return KINDS[kind] ?? ANY
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length > 0 ? { kind: 'number', values: numbers } : oneOf(...values.map(String))
}

function tableOf(fields: Iterable<readonly [string, FieldRule | undefined]>): KeyTable {
  return Object.fromEntries([...fields].flatMap(([name, rule]) => (rule ? [[name, keyRuleOf(name, rule)]] : [])))
}

/** The keys of a rule, whatever it does. */
export function ruleKeys({ items, modifiers, actions }: RuleTable): KeyTable {
  const ofActions = Object.values(actions).flatMap((action) => Object.entries(action?.fields ?? {}))
  return {
    ...tableOf(ofActions),
    ...tableOf(LOGICAL),
    ...tableOf(modifiers),
    ...tableOf(items),
    type: oneOf('default', 'logical'),
    action: oneOf(...Object.keys(actions)),
  }
}

/** One of `route.rule_set`. */
export const RULE_SET: KeyRule = {
  kind: 'variants',
  by: 'type',
  absent: 'inline',
  of: Object.fromEntries(Object.entries(SET_FIELDS).map(([type, fields]) => [type, { ...tableOf(Object.entries(fields ?? {})), tag: TEXT }])), // oxfmt-ignore
}
