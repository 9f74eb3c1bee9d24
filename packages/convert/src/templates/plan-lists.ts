import type { RuleSetEntry } from '../rules/rule-set-entry.ts'
import { type ClientId, clientFacts } from '../clients/facts.ts'
import { listFormatOf } from '../rules/list-format.ts'
import { providerUrlIssue } from '../rules/provider-url.ts'
import { parseRuleLine } from '../rules/rule-line.ts'
import type { RuleCondition } from '../rules/rule-line.ts'
import { geoList } from './list-addresses.ts'
import { ruleLists } from './own-config.ts'
import type { RuleList, Template } from './template.ts'

/** What besides the template brings lists into a result: these are options of the conversion. */
export interface RuleListNeeds {
  rules?: { lines?: string; providers?: readonly RuleSetEntry[]; expand?: boolean }
  clash?: { premium?: boolean }
}

/**
 * Addresses of the lists whose texts a result needs, each once: the option `rules.lists` takes the texts by them. Mihomo
 * (and Clash Premium) fetch lists themselves: unless they are to be expanded, only those that they cannot read are named.
 */
export function planLists(template: Template, client: ClientId, { rules = {}, clash }: RuleListNeeds = {}): string[] {
  const facts = clientFacts(client)
  const addresses = new Set<string>()
  const isFetchedByClient = rules.expand !== true && facts.fetchesLists(clash)
  const take = (list: Pick<RuleList, 'url' | 'payload' | 'dialect' | 'format'>): void => {
    const path = list.url.split(/[?#]/, 1)[0]!
    if (list.url === '' || list.payload !== undefined || list.format === 'mrs' || path.endsWith('.srs')) return
    if (!isFetchedByClient || list.dialect !== undefined || providerUrlIssue(list.url) !== undefined)
      addresses.add(list.url)
  }
  const named = ruleLists(template.baseKind === 'clash-yaml' ? template.base?.['rule-providers'] : undefined)
  const takeLine = (text: string): void => {
    const line = parseRuleLine(text, undefined, () => true).line
    if (line?.ruleType === 'rule') takeCondition(line)
  }
  const takeCondition = (rule: RuleCondition): void => {
    const list = rule.type === 'RULE-SET' ? named.get(rule.value) : facts.rules.expandsGeo ? geoListOf(rule) : undefined
    if (list) take(list)
    rule.rules?.forEach(takeCondition)
  }
  for (const rule of template.rules) {
    if (rule.kind === 'list') take(rule.list)
    else takeLine(rule.text)
  }
  for (const entry of rules.providers ?? [])
    take({ url: entry.url ?? '', payload: entry.rules, format: listFormatOf(entry.format, entry.url) })
  for (const line of rules.lines?.split(/\r\n|\n|\r/) ?? []) if (line.trim() !== '') takeLine(line)
  return [...addresses]
}

function geoListOf({ type, value }: RuleCondition): RuleList | undefined {
  const isPrivate = /^(?:lan|private)$/i.test(value)
  if (type === 'GEOIP' || type === 'SRC-GEOIP') return isPrivate ? undefined : geoList('geoip', value)
  return type === 'GEOSITE' ? geoList('geosite', value) : undefined
}
