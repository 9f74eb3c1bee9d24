import {
  asRuleLine,
  type WrittenList,
  writeCompiledList,
  writeSingboxList,
  writeXrayList,
} from '../clients/list-writers.ts'
import { printCondition, type RuleCondition } from '../rules/rule-line.ts'
import { LossCounter } from '../rules/rule-losses.ts'
import type { RuleListForm } from '../rules/rule-list.ts'
import type { ListForm } from './list-forms.ts'

/** Writes rules as a list of the form; what the form cannot say is counted with its reason. */
export function writeList(
  rules: readonly RuleCondition[],
  form: ListForm,
  behavior: RuleListForm['behavior'] | undefined,
): WrittenList | Promise<WrittenList> {
  return WRITERS[form](rules, behavior ?? usualBehavior(rules))
}

type Writer = (
  rules: readonly RuleCondition[],
  behavior: RuleListForm['behavior'],
) => WrittenList | Promise<WrittenList>

const WRITERS: Readonly<Record<ListForm, Writer>> = {
  surge: (rules) => lines(rules, surgeLine, '', (entry) => entry),
  'mihomo-text': (rules, behavior) => lines(rules, ENTRIES[behavior], '', (entry) => entry),
  'mihomo-yaml': (rules, behavior) =>
    lines(rules, ENTRIES[behavior], 'payload:\n', (entry) => `  - '${entry.replaceAll("'", "''")}'`),
  'sing-box': writeSingboxList,
  srs: writeCompiledList,
  xray: writeXrayList,
}

/** The narrowest behavior that can say all rules. */
function usualBehavior(rules: readonly RuleCondition[]): RuleListForm['behavior'] {
  if (rules.length > 0 && rules.every((rule) => domainEntry(rule) !== undefined)) return 'domain'
  if (rules.length > 0 && rules.every((rule) => blockEntry(rule) !== undefined)) return 'ipcidr'
  return 'classical'
}

type EntryOf = (rule: RuleCondition) => string | undefined

const ENTRIES: Readonly<Record<RuleListForm['behavior'], EntryOf>> = {
  classical: (rule) => printCondition(asRuleLine(rule)),
  domain: domainEntry,
  ipcidr: blockEntry,
}

function domainEntry({ type, value }: RuleCondition): string | undefined {
  if (type === 'DOMAIN' || type === 'DOMAIN-PATTERN') return value
  return type === 'DOMAIN-SUFFIX' ? `+.${value}` : undefined
}

function blockEntry({ type, value, params }: RuleCondition): string | undefined {
  return (type === 'IP-CIDR' || type === 'IP-CIDR6') && !params.includes('src') ? value : undefined
}

/** Types that Surge calls by another name. */
const SURGE_NAMES: Readonly<Record<string, string>> = {
  'DST-PORT': 'DEST-PORT', 'SRC-IP-CIDR': 'SRC-IP', NETWORK: 'PROTOCOL',
} // oxfmt-ignore
const SURGE_TYPES: ReadonlySet<string> = new Set(
  'DOMAIN DOMAIN-SUFFIX DOMAIN-KEYWORD DOMAIN-WILDCARD IP-CIDR IP-CIDR6 GEOIP IP-ASN DST-PORT SRC-PORT SRC-IP-CIDR IN-PORT NETWORK PROCESS-NAME AND OR NOT'.split(' '), // oxfmt-ignore
)

function surgeLine(given: RuleCondition): string | undefined {
  const rule = asRuleLine(given)
  const { type, value, params, rules = [] } = rule
  if (!SURGE_TYPES.has(type) || params.includes('src')) return undefined
  if (rules.length > 0) {
    const inner = rules.map(surgeLine)
    return inner.includes(undefined) ? undefined : `${type},(${inner.map((one) => `(${one})`).join(',')})`
  }
  const written = type === 'NETWORK' ? value.toUpperCase() : value
  return [SURGE_NAMES[type] ?? type, written, ...params].join(',')
}

function lines(
  rules: readonly RuleCondition[],
  entryOf: EntryOf,
  head: string,
  printed: (entry: string) => string,
): WrittenList {
  const losses = new LossCounter()
  let content = head
  let carried = 0
  for (const rule of rules) {
    const entry = entryOf(rule)
    if (entry === undefined) {
      losses.count({ code: 'rule-unsupported', reason: 'type-unsupported', args: {} }, rule.type)
      continue
    }
    carried++
    content += `${printed(entry)}\n`
  }
  return { content, carried, dropped: rules.length - carried, issues: losses.list() }
}
