import type { Issue } from '../../model/issue.ts'
import { printRule, type RuleEntry } from '../../rules/rule-line.ts'
import { geoDatabases } from '../../templates/list-addresses.ts'
import { HEALTH_CHECK_INTERVAL_S, PRIVATE_SUFFIXES, PROBE_URL } from '../../templates/builtin.ts'
import { REAL_ADDRESSES } from '../../templates/real-addresses.ts'
import { planConfig } from '../../config/plan-config.ts'
import type { ClientSettings } from '../../config/client-settings.ts'
import { mihomoDefaults } from './mihomo-settings.ts'
import { TOLERANCE_MAX_MS } from '../../model/setting-limits.ts'
import type { ConfigRule } from '../../config/config-rules.ts'
import type { BuildMihomoConfig } from '../../config/config-request.ts'
import type { PlannedGroup } from '../../config/groups.ts'
import { reporter } from '../../config/issue-report.ts'
import { inlinedList } from '../clash-rules/inlined-list.ts'
import { writeRules } from '../clash-rules/commented-rules.ts'
import { ListWriter } from './list-writer.ts'
import { intoBase, readBase } from './own-base.ts'
import type { BaseParts } from './own-base.ts'
import { planProviders, printProviders } from './proxy-providers.ts'
import { mihomoTun } from './tun.ts'
import type { JsonObject } from '../../text/record.ts'

/** Encrypted, and reached directly: what names of nodes and of direct traffic are asked of. By address, so that nothing is asked in clear before. */
const DOMESTIC_DNS = 'https://223.5.5.5/dns-query'

/** Encrypted, and reached through the proxy. */
const FOREIGN_DNS = ['https://1.1.1.1/dns-query', 'https://8.8.8.8/dns-query']

/** Where an entry of `proxies:` names itself and what it connects through. */
export const MIHOMO_CHAIN = ['name', 'dialer-proxy'] as const

/** A mihomo config: the template's settings, the nodes, groups, rule providers and rules. */
export const buildMihomoConfig: BuildMihomoConfig = (request, proxies) => {
  const issues: Issue[] = []
  const report = reporter(issues)
  const base = readBase(request, report)
  const providers = planProviders(request, report)
  const { plan, kept, refused, rules, lists, ...planned } = planConfig(request, {
    entries: proxies,
    chain: MIHOMO_CHAIN,
    providers: providers.map((provider) => provider.name),
  })
  issues.push(...planned.issues)

  const writer = new ListWriter(request, report)
  const expanded = new Set<string>()
  const { lines, comments: ruleComments } = writeRules(rules, (rule) => {
    if (rule.kind === 'rule') return [printOwnRule(rule.rule)]
    // What says whose addresses a list holds stands behind its name alone.
    const isExpanded = request.expandsLists && request.lists.has(rule.list.url) && !rule.isSource
    if (!isExpanded) return printListRule(rule, writer)
    expanded.add(rule.list.name)
    return inlinedList(rule, 'full', request, report) ?? []
  })
  for (const list of lists.values()) if (!expanded.has(list.name)) writer.write(list)
  const parts: BaseParts = {
    proxies: kept,
    'proxy-providers': printProviders(providers),
    'proxy-groups': plan.groups.map(mihomoGroup),
    'rule-providers': Object.fromEntries(writer.written),
    rules: lines,
  }
  const needsDatabase = base === undefined && lines.some((line) => DATABASE_RULE.test(line))
  if (needsDatabase) report('geo-database', {}, 'rules')
  const geox = needsDatabase ? { 'geox-url': geoDatabases(request.listMirrors[0]) } : {}
  const config = base
    ? intoBase(base, parts, plan, report, issues)
    : wholeConfig(parts, plan.main, request.settings, geox)
  return { config, issues, refused, ruleComments }
}

/** Rules for which mihomo downloads a database, also inside of logic rules. */
const DATABASE_RULE = /(?:^|\()(?:GEOIP,(?!LAN\b)|SRC-GEOIP,|GEOSITE,|IP-ASN,|SRC-IP-ASN,)/i

function wholeConfig(
  { proxies, rules, ...parts }: BaseParts,
  main: string,
  settings: ClientSettings,
  geox: JsonObject,
): JsonObject {
  return {
    ...mihomoDefaults(settings),
    'unified-delay': true,
    'tcp-concurrent': true,
    ...geox,
    profile: { 'store-selected': true, 'store-fake-ip': true },
    tun: mihomoTun(settings.tun === true, false),
    dns: mihomoDns(main),
    ...filled('proxy-providers', parts['proxy-providers']),
    proxies,
    'proxy-groups': parts['proxy-groups'],
    ...filled('rule-providers', parts['rule-providers']),
    rules,
  }
}

/** A key with its value; no key at all for an empty map. */
export function filled(key: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [key]: value }
}

/** Names that must not get a made-up address: those inside the network, and those that break with one. */
export const FAKE_IP_FILTER: readonly string[] = [...PRIVATE_SUFFIXES.map((suffix) => `+.${suffix}`), ...REAL_ADDRESSES]

function mihomoDns(main: string): JsonObject {
  const through = main === 'DIRECT' ? '' : dnsProxyMark(main)
  return {
    enable: true,
    ipv6: true,
    'enhanced-mode': 'fake-ip',
    'fake-ip-range': '198.18.0.1/16',
    'fake-ip-filter': [...FAKE_IP_FILTER],
    'default-nameserver': ['tls://223.5.5.5'],
    nameserver: FOREIGN_DNS.map((address) => address + through),
    'proxy-server-nameserver': [DOMESTIC_DNS],
    'direct-nameserver': [DOMESTIC_DNS],
  }
}

/** `#Select` behind the address of a resolver: it is asked through that group. If `#` cannot hold the name, rules decide. */
function dnsProxyMark(group: string): string {
  if (/[&=]/.test(group)) return '#RULES'
  return `#${group.replace(/[%#]/g, encodeURIComponent)}`
}

/** A group in key order; what the user's own config said besides stands at the end. */
function mihomoGroup({ name, template, members, use, filters, excludeFilter, includeAll }: PlannedGroup): JsonObject {
  const tested = template.type !== 'select'
  return {
    name,
    type: template.type,
    ...(members.length > 0 ? { proxies: members } : {}),
    ...(use.length > 0 ? { use } : {}),
    ...(includeAll ? { 'include-all-proxies': true } : {}),
    // Without a fallback, a filter that finds nothing sends everything past the proxy.
    ...(filters.length > 0 ? { filter: filters.join('`') } : {}),
    ...(excludeFilter === undefined ? {} : { 'exclude-filter': excludeFilter }),
    ...(filters.length > 0 || excludeFilter !== undefined ? { 'empty-fallback': 'REJECT' } : {}),
    ...(tested ? groupProbe(template) : {}),
    ...template.extra,
  }
}

/** Any other makes the clients refuse the file. */
const STRATEGIES: ReadonlySet<string> = new Set(['consistent-hashing', 'round-robin', 'sticky-sessions'])

/** When and how a group that tests its members does so. */
export function groupProbe(template: PlannedGroup['template']): JsonObject {
  const { type, url, interval, tolerance, timeout, strategy } = template
  return {
    url: url || PROBE_URL,
    interval: interval ?? HEALTH_CHECK_INTERVAL_S,
    ...(type === 'url-test' && tolerance !== undefined ? { tolerance: Math.min(tolerance, TOLERANCE_MAX_MS) } : {}),
    ...(timeout !== undefined ? { timeout } : {}),
    ...(type === 'load-balance' && strategy !== undefined && STRATEGIES.has(strategy) ? { strategy } : {}),
  }
}

function printOwnRule(rule: RuleEntry): string {
  return rule.type === 'MATCH' ? `MATCH,${rule.action}` : printRule(rule, rule.action)
}

function printListRule(
  { list, action, noResolve, isSource }: Extract<ConfigRule, { kind: 'list' }>,
  lists: ListWriter,
): string[] {
  if (!lists.write(list)) return []
  return [`RULE-SET,${list.name},${action}${noResolve ? ',no-resolve' : ''}${isSource ? ',src' : ''}`]
}
