import type { Issue } from '../../model/issue.ts'
import { inlinedList } from '../clash-rules/inlined-list.ts'
import { toMihomoRules } from '../clash-rules/mihomo-rule.ts'
import type { RuleList } from '../../templates/template.ts'
import { planConfig } from '../../config/plan-config.ts'
import { mihomoDefaults } from '../mihomo/mihomo-settings.ts'
import { unruledLists } from '../../config/config-rules.ts'
import { writeRules } from '../clash-rules/commented-rules.ts'
import type { ConfigRule } from '../../config/config-rules.ts'
import type { BuildMihomoConfig, ConfigRequest } from '../../config/config-request.ts'
import type { PlannedGroup } from '../../config/groups.ts'
import { reporter, reportOfRules } from '../../config/issue-report.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { isFetchable } from '../../config/list-rules.ts'
import { ListWriter } from '../mihomo/list-writer.ts'
import { FAKE_IP_FILTER, filled, groupProbe, MIHOMO_CHAIN } from '../mihomo/mihomo-config.ts'
import { intoBase, readBase } from '../mihomo/own-base.ts'
import type { BaseParts } from '../mihomo/own-base.ts'
import { planProviders, printProviders } from '../mihomo/proxy-providers.ts'
import { mihomoTun } from '../mihomo/tun.ts'
import { isKeptRecord } from '../../text/kept-scalar.ts'
import { clashFacts } from './facts.ts'
import { recordOf, recordsOf, type JsonObject } from '../../text/record.ts'

/**
 * A config for the open-source Clash 1.18: it has no rule providers, so lists are written out as rules, and no filters,
 * so members are named. The Premium core knows rule providers (`clashPremium`).
 */
export const buildClashConfig: BuildMihomoConfig = (request, proxies) => {
  const issues: Issue[] = []
  const report = reporter(issues)
  const base = readBase(request, report)
  // Only the Premium core has TUN.
  if (request.settings.tun && !request.clashPremium) report('field-ignored', { client: 'clash' }, 'tun')
  const providers = planProviders(request, report)
  for (const { name, password } of request.clashPremium ? [] : providers) {
    if (password) report('field-ignored', { provider: name, client: 'clash' }, 'header')
  }
  const { plan, kept, refused, rules, lists, ...planned } = planConfig(request, {
    entries: proxies,
    chain: MIHOMO_CHAIN,
    providers: providers.map((provider) => provider.name),
  })
  issues.push(...planned.issues)

  const writer = new ListWriter(request, report)
  const ruleWriter = new ClashRules(request, writer, report, issues)
  const { lines, comments: ruleComments } = writeRules(rules, (rule) => ruleWriter.lines(rule))
  for (const list of unruledLists(rules, lists)) {
    if (request.clashPremium && isReadByPremium(list)) writer.write(list)
    else report('provider-unsupported', { name: list.name }, 'rule-providers', false)
  }
  const parts: BaseParts = {
    proxies: kept,
    'proxy-providers': printProviders(providers, request.clashPremium),
    'proxy-groups': plan.groups.map(clashGroup),
    'rule-providers': Object.fromEntries(writer.written),
    rules: lines,
  }
  const config = base
    ? intoBase(ownBase(base, request, report), parts, plan, report, issues)
    : wholeConfig(parts, request)
  return { config, issues, refused, ruleComments }
}

class ClashRules {
  readonly #request: ConfigRequest
  readonly #writer: ListWriter
  readonly #report: ReportConfigIssue
  readonly #issues: Issue[]

  constructor(request: ConfigRequest, writer: ListWriter, report: ReportConfigIssue, issues: Issue[]) {
    this.#request = request
    this.#writer = writer
    this.#report = report
    this.#issues = issues
  }

  lines(rule: ConfigRule): string[] {
    if (rule.kind === 'rule') {
      const { rules, issues } = toMihomoRules([rule.rule], { grammar: 'classic' })
      reportOfRules(this.#issues, issues, 'rules')
      return rules
    }
    const { list, action, noResolve } = rule
    const { clashPremium, expandsLists, lists } = this.#request
    const isExpanded = expandsLists && lists.has(list.url)
    if (clashPremium && !isExpanded && isReadByPremium(list) && this.#writer.write(list)) {
      return [`RULE-SET,${list.name},${action}${noResolve ? ',no-resolve' : ''}`]
    }
    const lines = inlinedList(rule, 'classic', this.#request, this.#report)
    if (lines) return lines
    const code = list.format === 'mrs' ? 'provider-unsupported' : 'list-missing'
    this.#report(code, { list: list.name, name: list.name, url: list.url }, 'rules', false)
    return []
  }
}

function clashGroup({ name, template, members, use }: PlannedGroup): JsonObject {
  return {
    name,
    type: template.type,
    ...(members.length > 0 ? { proxies: members } : {}),
    ...(use.length > 0 ? { use } : {}),
    ...(template.type === 'select'
      ? {}
      : groupProbe({ ...template, timeout: undefined, strategy: clashStrategy(template.strategy) })),
  }
}

/** mihomo's third strategy is unknown to Clash: the default stands in. */
function clashStrategy(strategy: string | undefined): string | undefined {
  return strategy === 'sticky-sessions' ? 'consistent-hashing' : strategy
}

/** Only mihomo reads compiled lists (docs/formats/clash.md, "Lists and providers"). */
function isReadByPremium(list: RuleList): boolean {
  return list.format !== 'mrs' && isFetchable(list)
}

/**
 * Rule providers of the user's own file mean nothing to the open-source core: their rules stand in `rules`. The Premium
 * core has them, less what only mihomo reads.
 */
function ownBase(given: JsonObject, { clashPremium, template }: ConfigRequest, report: ReportConfigIssue): JsonObject {
  const plain = new Set(template.plainNodes?.map(({ name }) => name))
  const proxies = recordsOf(given['proxies']).filter(({ name }) => !plain.has(String(name)))
  const known = withoutSetNames(given, report)
  const base = plain.size === 0 ? known : { ...known, proxies }
  const { 'rule-providers': providers, ...rest } = base
  if (!clashPremium || typeof providers !== 'object' || providers === null) return clashPremium ? base : rest
  const read = Object.entries(providers).filter(([, one]) => !isMihomoOnly(one))
  return { ...base, 'rule-providers': Object.fromEntries(read) }
}

/** Keys whose settings name rule providers as `rule-set:NAME` or in rule lines, which only mihomo reads. */
const NAMING_SETS = ['dns', 'sniffer']
const SET_NAME = /^rule-set[:,]/i

/** Programs that are called Clash and are a mihomo inside refuse the whole file where a named set is not there. */
function withoutSetNames(base: JsonObject, report: ReportConfigIssue): JsonObject {
  const isKept = (name: unknown, field: string) => {
    if (typeof name !== 'string' || !SET_NAME.test(name)) return true
    report('field-ignored', { client: clashFacts.id, value: name }, field)
    return false
  }
  const without = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.filter((one) => isKept(one, field))
    if (!isKeptRecord(value)) return value
    const kept = Object.entries(value).filter(([key]) => isKept(key, field))
    return Object.fromEntries(kept.map(([key, one]) => [key, without(one, `${field}.${key}`)]))
  }
  const changed = NAMING_SETS.filter((key) => Object.hasOwn(base, key)).map((key) => [key, without(base[key], key)])
  return { ...base, ...Object.fromEntries(changed) }
}

function isMihomoOnly(provider: unknown): boolean {
  const { format, type } = recordOf(provider)
  return format === 'mrs' || type === 'inline'
}

function wholeConfig({ proxies, rules, ...parts }: BaseParts, request: ConfigRequest): JsonObject {
  return {
    ...mihomoDefaults(request.settings),
    profile: { 'store-selected': true, 'store-fake-ip': true },
    ...(request.clashPremium ? { tun: mihomoTun(request.settings.tun === true, true) } : {}),
    dns: {
      enable: true,
      ipv6: true,
      'enhanced-mode': 'fake-ip',
      'fake-ip-range': '198.18.0.1/16',
      'fake-ip-filter': [...FAKE_IP_FILTER],
      // Clash cannot ask through a group: both resolvers are encrypted and reached directly. By address, so that nothing is asked in clear before.
      'default-nameserver': ['tls://223.5.5.5'],
      nameserver: ['https://223.5.5.5/dns-query', 'https://223.6.6.6/dns-query'],
    },
    ...filled('proxy-providers', parts['proxy-providers']),
    proxies,
    'proxy-groups': parts['proxy-groups'],
    ...filled('rule-providers', parts['rule-providers']),
    rules,
  }
}
