import type { Issue } from '../../model/issue.ts'
import type { SingboxOutbound } from '../../protocols/protocol.ts'
import type { RuleEntry } from '../../rules/rule-line.ts'
import { resolves } from '../../rules/rule-types.ts'
import { toHeadlessRules, toSingboxRules } from './singbox-rule.ts'
import type { SingboxRemoteSet, SingboxRule } from './singbox-rule.ts'
import { HEALTH_CHECK_INTERVAL_S, PRIVATE_SUFFIXES, PROBE_URL, URL_TEST_TOLERANCE_MS } from '../../templates/builtin.ts'
import { geoList } from '../../templates/list-addresses.ts'
import { mirrored } from '../../templates/list-mirrors.ts'
import { IDLE_TIMEOUT_S, withOutbounds } from '../../templates/own-groups.ts'
import { asSingboxNames, REAL_ADDRESSES } from '../../templates/real-addresses.ts'
import type { RuleList, Template } from '../../templates/template.ts'
import { printDuration } from '../../text/duration.ts'
import { planConfig } from '../../config/plan-config.ts'
import { controllerAddress } from '../../config/client-settings.ts'
import { MIXED_PORT, TOLERANCE_MAX_MS } from '../../model/setting-limits.ts'
import { unruledLists } from '../../config/config-rules.ts'
import type { ConfigRule } from '../../config/config-rules.ts'
import type { BuildSingboxConfig, SingboxRequest } from '../../config/config-request.ts'
import type { GroupPlan, PlannedGroup } from '../../config/groups.ts'
import { reporter, reportOfRules } from '../../config/issue-report.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { rulesOnList } from '../../config/list-rules.ts'
import { warnOfUnsafeSingbox } from './unsafe-settings.ts'
import { ownOutbounds } from './own-nodes.ts'
import { listenAddress, singboxLog, withSingboxSettings } from './singbox-settings.ts'
import { mergeRoute, withoutRefusedRules } from './singbox-route.ts'
import { HIJACK_DNS, SINGBOX_TUN } from './tun.ts'
import { isRecord, recordsOf, type JsonObject } from '../../text/record.ts'

const DNS_DIRECT = 'dns-direct'
const DNS_PROXY = 'dns-proxy'
const DNS_LOCAL = 'dns-local'
const DNS_FAKE = 'dns-fakeip'
const HTTP_CLIENT = 'http-proxy'

/** Where an outbound names itself and what it connects through. */
const SINGBOX_CHAIN = ['tag', 'detour'] as const

/**
 * A sing-box config that starts: all tags exist, nothing is empty, nothing loops
 * (docs/formats/sing-box.md, "What finds which mistake").
 */
export const buildSingboxConfig: BuildSingboxConfig = (request, outbounds, endpoints) => {
  const issues: Issue[] = []
  const report = reporter(issues)
  if (request.template.baseKind === 'clash-yaml') {
    // Groups, rules and nodes are carried over; what else the file says is said in mihomo's words.
    const own = ownOutbounds(request.template, request.singbox)
    const template = { ...request.template, base: undefined, baseNodes: undefined, ownNodes: own.nodes }
    request = { ...request, template }
    outbounds = [...own.outbounds, ...outbounds]
    endpoints = [...own.endpoints, ...endpoints]
    issues.push(...own.issues)
  }
  const { ownNodes = [] } = request.template
  const ownBase = withSingboxSettings(request, report)
  warnOfUnsafeSingbox(ownBase, request.settings, report)
  const entries = [...outbounds, ...endpoints]
  const nodeTags = new Set([...request.nodes, ...ownNodes].map((node) => node.name))
  const helpers = entries.flatMap((entry) => (nodeTags.has(String(entry['tag'])) ? [] : [String(entry['tag'])]))
  const { plan, kept, refused, rules, lists, ...planned } = planConfig(request, {
    entries,
    chain: SINGBOX_CHAIN,
    helpers,
  })
  issues.push(...planned.issues)
  const base = ownBase && withFinalNames(ownBase, plan)

  const tags = new Tags(request, plan, base)
  const sets = new RuleSets(request, tags.of(plan.main), report)
  const route = routeRules(rules, tags, sets, base ? {} : { server: DNS_PROXY }, issues)
  for (const list of unruledLists(rules, lists)) sets.tagOf(list)
  if (sets.downloaded > 0) report('list-remote', { count: sets.downloaded }, 'rule_set')
  const groups = plan.groups.map((group) => singboxGroup(group, tags, report))
  const isEndpoint = new Set(endpoints.map((endpoint) => endpoint['tag']))
  const parts: SingboxParts = {
    groups,
    nodes: kept.filter((entry) => !isEndpoint.has(entry['tag'])),
    endpoints: kept.filter((entry) => isEndpoint.has(entry['tag'])),
    builtins: tags.added(),
    rules: route.rules,
    ruleSets: sets.list,
    final: route.final,
  }
  const whole = base ? intoSingboxBase(base, parts, plan) : wholeConfig(request, parts, tags.of(plan.main))
  const own = base ? withoutRefusedRules(whole, base, request.singbox) : { config: whole, issues: [] }
  const { config, issues: routeIssues } = request.route
    ? mergeRoute(own.config, request.route, request.singbox)
    : { config: own.config, issues: [] }
  for (const issue of own.issues) issue.source = request.template.name
  issues.push(...own.issues, ...routeIssues)
  const given = new Set(request.nodes.map((node) => node.name))
  return { config, issues, refused: refused.filter((name) => given.has(name)) }
}

/** The DNS server that looks up the names of nodes in a config made from a template; undefined where that is not said. */
export function nodeResolver({ base, baseKind }: Template): string | undefined {
  if (base === undefined || baseKind !== 'singbox-json') return DNS_DIRECT
  const resolver: unknown = isRecord(base['route']) ? base['route']['default_domain_resolver'] : undefined
  const tag = isRecord(resolver) ? resolver['server'] : resolver
  return typeof tag === 'string' && tag !== '' ? tag : undefined
}

interface SingboxParts {
  groups: readonly SingboxGroup[]
  nodes: readonly SingboxOutbound[]
  endpoints: readonly SingboxOutbound[]
  /** Outbounds of our own making: direct, block. */
  builtins: readonly JsonObject[]
  rules: readonly SingboxRule[]
  ruleSets: readonly JsonObject[]
  /** Tag that takes what no rule takes; undefined: the template has no say. */
  final: string | undefined
}

/** Names as tags: DIRECT and REJECT are outbounds here. */
class Tags {
  readonly #direct: string
  readonly #block: string
  readonly #ownDirect: boolean
  readonly #ownBlock: boolean
  #usesBlock = false

  constructor(request: SingboxRequest, plan: GroupPlan, base: JsonObject | undefined) {
    const own = recordsOf(base?.['outbounds'])
    const nodes = [...request.nodes, ...(request.template.ownNodes ?? [])]
    const taken = new Set([...plan.groups, ...nodes].map((one) => one.name))
    const direct = own.find((outbound) => outbound['type'] === 'direct')?.['tag']
    const block = own.find((outbound) => outbound['type'] === 'block')?.['tag']
    this.#ownDirect = typeof direct === 'string'
    this.#ownBlock = typeof block === 'string'
    this.#direct = typeof direct === 'string' ? direct : free('direct', taken)
    this.#block = typeof block === 'string' ? block : free('block', taken)
  }

  of(name: string): string {
    if (name === 'DIRECT') return this.#direct
    if (name !== 'REJECT' && name !== 'REJECT-DROP') return name
    this.#usesBlock = true
    return this.#block
  }

  get direct(): string {
    return this.#direct
  }

  /** Outbounds that rules or groups name and that are not written elsewhere: direct, block. */
  added(): JsonObject[] {
    const direct = this.#ownDirect ? [] : [{ type: 'direct', tag: this.#direct }]
    return this.#usesBlock && !this.#ownBlock ? [...direct, { type: 'block', tag: this.#block }] : direct
  }
}

function free(tag: string, taken: ReadonlySet<string>): string {
  let found = tag
  for (let n = 1; taken.has(found); n++) found = `${tag}_${n}`
  return found
}

interface SingboxGroup extends JsonObject {
  tag: string
  outbounds: string[]
}

function singboxGroup({ name, template, members }: PlannedGroup, tags: Tags, report: ReportConfigIssue): SingboxGroup {
  const outbounds = [...new Set(members.map((member) => tags.of(member)))]
  if (template.type === 'select') return { type: 'selector', tag: name, outbounds }
  if (template.type !== 'url-test') report('group-kind-changed', { group: name, from: template.type, to: 'urltest' })
  const interval = template.interval || HEALTH_CHECK_INTERVAL_S
  return {
    type: 'urltest',
    tag: name,
    outbounds,
    url: template.url || PROBE_URL,
    interval: printDuration(interval),
    tolerance: Math.min(template.tolerance ?? URL_TEST_TOLERANCE_MS, TOLERANCE_MAX_MS),
    // The default of 30m must not be shorter than the interval: that is fatal at start.
    ...(interval > IDLE_TIMEOUT_S ? { idle_timeout: printDuration(interval) } : {}),
  }
}

interface RouteRules {
  rules: SingboxRule[]
  final: string | undefined
}

/** Rules as sing-box says them. `resolver` is what names are looked up with before rules about addresses. */
function routeRules(
  rules: readonly ConfigRule[],
  tags: Tags,
  sets: RuleSets,
  resolver: JsonObject,
  issues: Issue[],
): RouteRules {
  const lines = rules.flatMap((rule): RuleEntry[] => {
    if (rule.kind === 'rule') return [rule.rule]
    const tag = sets.tagOf(rule.list)
    if (tag === undefined) return []
    const params = [...(rule.noResolve ? ['no-resolve'] : []), ...(rule.isSource ? ['src'] : [])]
    return [{ ruleType: 'rule', type: 'RULE-SET', value: tag, action: rule.action, params, index: -1 }]
  })
  const result = toSingboxRules(lines, {
    tagOf: (name) => tags.of(name),
    ruleSetOf: (tag) => tag,
    looksUp: (tag) => sets.looksUp(tag),
  })
  reportOfRules(issues, result.issues, 'rules')
  const geo = new Map(result.remoteSets.flatMap((set) => [[set.tag, sets.geoTag(set)] as const]))
  return {
    rules: result.rules.flatMap((rule) => {
      const named = replaceSets(rule, geo)
      // The name is looked up by the encrypted resolver: DNS rules would give a made-up address.
      return named === undefined ? [] : [named['action'] === 'resolve' ? { ...named, ...resolver } : named]
    }),
    final: result.final,
  }
}

/** Sets that could not be had are taken out of a rule; a rule about nothing else goes, or it would match everything. */
function replaceSets(rule: SingboxRule, tags: ReadonlyMap<string, string | undefined>): SingboxRule | undefined {
  if (Array.isArray(rule['rules'])) {
    const inner = recordsOf(rule['rules']).map((one) => replaceSets(one, tags))
    return inner.every((one) => one !== undefined) ? { ...rule, rules: inner } : undefined
  }
  if (!Array.isArray(rule['rule_set'])) return rule
  const sets: readonly unknown[] = rule['rule_set']
  const kept = sets.map(String).flatMap((tag) => (tags.has(tag) ? (tags.get(tag) ?? []) : tag))
  return kept.length === 0 ? undefined : { ...rule, rule_set: [...new Set(kept)] }
}

/** The rule sets of a config: lists whose text is at hand stand in it, compiled ones are fetched. */
class RuleSets {
  readonly list: JsonObject[] = []
  /** Sets that sing-box downloads because no text was at hand. */
  downloaded = 0
  readonly #tags = new Map<string, string | undefined>()
  readonly #withAddresses = new Set<string>()
  readonly #request: SingboxRequest
  readonly #main: string
  readonly #report: ReportConfigIssue

  constructor(request: SingboxRequest, main: string, report: ReportConfigIssue) {
    this.#request = request
    this.#main = main
    this.#report = report
  }

  /** Tag of the set that holds a list's rules, or undefined where there is nothing to hold. */
  tagOf(list: RuleList): string | undefined {
    if (!this.#tags.has(list.name)) this.#tags.set(list.name, this.#add(list))
    return this.#tags.get(list.name)
  }

  /** Whether mihomo would look up a domain to try the rules of a set. */
  looksUp(tag: string): boolean {
    return this.#withAddresses.has(tag)
  }

  /** The set of a GEOIP or GEOSITE rule: its text list where it is at hand, else the compiled one. */
  geoTag(set: SingboxRemoteSet): string | undefined {
    const dash = set.tag.indexOf('-')
    const kind = set.tag.slice(0, dash) === 'geoip' ? 'geoip' : 'geosite'
    return this.tagOf({ ...geoList(kind, set.tag.slice(dash + 1)), name: set.tag, srsUrl: set.url })
  }

  #add(list: RuleList): string | undefined {
    const found = rulesOnList(list, this.#request.lists, this.#report)
    if (list.behavior === 'ipcidr' || found?.rules.some(resolves)) this.#withAddresses.add(list.name)
    if (!found) return this.#addRemote(list)
    const { name } = list
    const { rules, issues } = toHeadlessRules(found.rules, name)
    for (const { code, args } of issues)
      this.#report(code, { ...args, list: name }, 'rules', code !== 'rule-unsupported')
    // An inline set without rules is refused.
    if (rules.length === 0) return undefined
    this.list.push({ type: 'inline', tag: name, rules })
    return name
  }

  #addRemote(list: RuleList): string | undefined {
    const compiled = compiledAddress(list, this.#request.remoteLists)
    if (compiled === undefined) {
      const code = list.format === 'mrs' ? 'provider-unsupported' : 'list-missing'
      this.#report(code, { list: list.name, name: list.name, url: list.url }, 'rule_set', false)
      return undefined
    }
    if (compiled.url === list.srsUrl) this.downloaded++
    this.list.push({
      type: 'remote',
      tag: list.name,
      format: compiled.format,
      url: mirrored(compiled.url, this.#request.listMirrors[0]),
      update_interval: printDuration(list.interval),
      // 1.14 has http clients for it and warns of the old way.
      ...(this.#request.singbox.minor < 14 && !this.#isDirect() ? { download_detour: this.#main } : {}),
    })
    return list.name
  }

  #isDirect(): boolean {
    return this.#main === 'direct'
  }
}

const META_MRS =
  /^(https:\/\/raw\.githubusercontent\.com\/MetaCubeX\/meta-rules-dat)\/(?:refs\/heads\/)?meta\/(geo\/.+)\.mrs$/

/** Where sing-box finds a list in its own form; one that stands in the place of a text (`srsUrl`) only where wanted. */
function compiledAddress(
  { url, srsUrl }: RuleList,
  remoteLists: boolean,
): { url: string; format: 'binary' | 'source' } | undefined {
  const path = url.split(/[?#]/, 1)[0]!
  if (/^https?:/.test(url) && path.endsWith('.srs')) return { url, format: 'binary' }
  if (/^https?:/.test(url) && path.endsWith('.json')) return { url, format: 'source' }
  const meta = META_MRS.exec(url)
  if (meta) return { url: `${meta[1]}/sing/${meta[2]}.srs`, format: 'binary' }
  return srsUrl === undefined || !remoteLists ? undefined : { url: srsUrl, format: 'binary' }
}

function wholeConfig({ singbox, settings }: SingboxRequest, parts: SingboxParts, main: string): JsonObject {
  const { mixedPort = MIXED_PORT, logLevel = 'info', allowLan, secret, tun } = settings
  const is14 = singbox.minor >= 14
  const direct = String(parts.builtins[0]?.['tag'])
  const isProxied = main !== direct
  return {
    log: { ...singboxLog(logLevel), timestamp: true },
    dns: singboxDns(isProxied ? main : undefined),
    // Given without groups, the way out is direct, which an http client must not name.
    ...(is14 ? { http_clients: [isProxied ? { tag: HTTP_CLIENT, detour: main } : { tag: HTTP_CLIENT }] } : {}),
    ...(parts.endpoints.length > 0 ? { endpoints: parts.endpoints } : {}),
    inbounds: [
      ...(tun ? [SINGBOX_TUN] : []),
      { type: 'mixed', tag: 'mixed-in', listen: listenAddress(allowLan), listen_port: mixedPort },
    ],
    outbounds: [...parts.groups, ...parts.nodes, ...parts.builtins],
    route: {
      rules: [
        { action: 'sniff' },
        HIJACK_DNS,
        { clash_mode: 'Direct', action: 'route', outbound: direct },
        { clash_mode: 'Global', action: 'route', outbound: main },
        ...parts.rules,
      ],
      ...(parts.ruleSets.length > 0 ? { rule_set: parts.ruleSets } : {}),
      final: parts.final ?? main,
      auto_detect_interface: true,
      default_domain_resolver: DNS_DIRECT,
      ...(is14 ? { default_http_client: HTTP_CLIENT } : {}),
    },
    experimental: {
      cache_file: { enabled: true, store_fakeip: true, ...(is14 ? { store_dns: true } : {}) },
      // Without an address nothing listens; the apps that carry sing-box change the mode by other ways.
      clash_api: {
        ...(secret ? { external_controller: controllerAddress(settings), secret } : {}),
        default_mode: 'Rule',
      },
    },
  }
}

/** The private names before them have a resolver of their own. */
const REAL_ADDRESS_NAMES = asSingboxNames(REAL_ADDRESSES)

function singboxDns(main: string | undefined): JsonObject {
  return {
    servers: [
      { type: 'https', tag: DNS_PROXY, server: '1.1.1.1', ...(main === undefined ? {} : { detour: main }) },
      // Encrypted, by address, reached directly: names of nodes and of direct traffic.
      { type: 'https', tag: DNS_DIRECT, server: '223.5.5.5' },
      { type: 'local', tag: DNS_LOCAL },
      { type: 'fakeip', tag: DNS_FAKE, inet4_range: '198.18.0.0/15', inet6_range: 'fc00::/18' },
    ],
    rules: [
      // Names that only the network at hand knows.
      { domain_suffix: [...PRIVATE_SUFFIXES], action: 'route', server: DNS_LOCAL },
      { clash_mode: 'Direct', action: 'route', server: DNS_DIRECT },
      { ...REAL_ADDRESS_NAMES, action: 'route', server: DNS_DIRECT },
      { query_type: ['A', 'AAAA'], action: 'route', server: DNS_FAKE },
    ],
    final: DNS_PROXY,
    strategy: 'prefer_ipv4',
  }
}

/** The user's own config with groups under their new names, wherever it names them. */
function withFinalNames(base: JsonObject, { groups }: GroupPlan): JsonObject {
  const names = new Map(groups.flatMap(({ name, template }) => (name === template.name ? [] : [[template.name, name]])))
  return names.size === 0 ? base : withOutbounds(base, (name) => names.get(name) ?? name)
}

/** The user's own sing-box config with the nodes in it; its keys and their order stay. */
function intoSingboxBase(base: JsonObject, parts: SingboxParts, plan: GroupPlan): JsonObject {
  const byTag = new Map(plan.groups.map((group, index) => [group.template.name, parts.groups[index]!]))
  const placed = new Set<JsonObject>()
  const unread = new Set(plan.groups.filter((group) => group.isUnread).map((group) => group.name))
  const nodeTags = new Set([...parts.nodes, ...parts.endpoints].map((node) => node['tag']))
  const own = recordsOf(base['outbounds']).flatMap((outbound) => {
    // What is no group is only called like one.
    const group = Array.isArray(outbound['outbounds']) ? byTag.get(String(outbound['tag'])) : undefined
    if (!group) return nodeTags.has(outbound['tag']) ? [] : [outbound]
    placed.add(group)
    return [mergeOutbound(outbound, group, unread)]
  })
  const outbounds = [
    ...own,
    ...parts.groups.filter((group) => !placed.has(group)),
    ...parts.nodes,
    ...neededBuiltins(parts),
  ]
  const ownEndpoints = recordsOf(base['endpoints']).filter((endpoint) => !nodeTags.has(endpoint['tag']))
  const route = isRecord(base['route']) ? base['route'] : {}
  const rules = recordsOf(route['rules'])
  // Sniffing, looking up and DNS come first, then what the user added, then the file's own.
  const start = rules.findIndex((rule) => !FIRST_ACTIONS.has(rule['action']))
  const at = start < 0 ? rules.length : start
  const changed: JsonObject = {
    outbounds,
    ...(ownEndpoints.length + parts.endpoints.length > 0 ? { endpoints: [...ownEndpoints, ...parts.endpoints] } : {}),
    ...(parts.rules.length > 0 || parts.final !== undefined
      ? {
          route: {
            ...route,
            rules: [...rules.slice(0, at), ...parts.rules, ...rules.slice(at)],
            ...(parts.ruleSets.length > 0 ? { rule_set: [...recordsOf(route['rule_set']), ...parts.ruleSets] } : {}),
            ...(parts.final === undefined ? {} : { final: parts.final }),
          },
        }
      : {}),
  }
  return { ...base, ...changed }
}

/** What decides no way: rules behind them find more to look at. */
const FIRST_ACTIONS: ReadonlySet<unknown> = new Set(['sniff', 'resolve', 'route-options', 'hijack-dns'])

/** Only those that a group, a rule or `final` names. */
function neededBuiltins({ builtins, groups, rules, final }: SingboxParts): JsonObject[] {
  const named = new Set<unknown>(groups.flatMap((group) => group.outbounds))
  for (const rule of rules) named.add(rule['outbound'])
  named.add(final)
  return builtins.filter((outbound) => named.has(outbound['tag']))
}

/** Keys of other programs' templates that sing-box would refuse. */
const FOREIGN_KEYS: ReadonlySet<string> = new Set(['filter', 'exclude-filter', 'exclude-type', 'include-all', 'use'])

function mergeOutbound(own: JsonObject, group: SingboxGroup, unread: ReadonlySet<unknown>): JsonObject {
  // A selector has other keys than a group that tests.
  if (own['type'] !== group['type']) return group
  const members = group.outbounds
  const merged: JsonObject = {}
  for (const [key, value] of Object.entries(own)) {
    // A default that is no member is fatal at start; one whose filter nobody can read is nobody's choice.
    const isLost = key === 'default' && (!members.includes(String(value)) || unread.has(value))
    if (FOREIGN_KEYS.has(key) || isLost) continue
    merged[key] = key === 'outbounds' ? members : key === 'tag' ? group.tag : value
  }
  return 'outbounds' in merged ? merged : { ...merged, outbounds: members }
}
