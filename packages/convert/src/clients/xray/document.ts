import { planConfig } from '../../config/plan-config.ts'
import type { ClientSettings } from '../../config/client-settings.ts'
import { type LogLevel, MIXED_PORT } from '../../model/setting-limits.ts'
import type { ConfigRequest } from '../../config/config-request.ts'
import { type ConfigRule } from '../../config/config-rules.ts'
import { type ReportConfigIssue, reporter, reportOfRules } from '../../config/issue-report.ts'
import { rulesOnList } from '../../config/list-rules.ts'
import { refuseForeignBase } from '../../config/own-config-format.ts'
import { carryOwnNodes } from '../../config/own-nodes.ts'
import type { Issue } from '../../model/issue.ts'
import { LossCounter, type RuleLoss } from '../../rules/rule-losses.ts'
import type { RuleCondition, RuleEntry } from '../../rules/rule-line.ts'
import { resolves } from '../../rules/rule-types.ts'
import { geoList } from '../../templates/list-addresses.ts'
import type { RuleList } from '../../templates/template.ts'
import { isIp } from '../../text/ip.ts'
import { DNS_TAG, dnsOf } from './dns.ts'
import { type GeoRules, type Match, matchesOf } from './matches.ts'
import { writeXrayOutbound } from './nodes/index.ts'
import type { XrayVersion } from '../../model/xray-version.ts'
import type { XrayOutbound } from './nodes/outbound.ts'
import { placed, type PlacedNode } from './place-node.ts'
import { unsupported } from './rule-issues.ts'
import { RoutingRules } from './routing.ts'
import { BLOCK_TAG, DIRECT_TAG, tagNodes, Tags } from './tags.ts'
import { type RuleTarget, Targets } from './targets.ts'
import { isRecord, recordsOf, type JsonObject } from '../../text/record.ts'

/** Where an outbound names itself and what it connects through, as long as names are no tags. */
const XRAY_CHAIN = ['name', 'dialer'] as const
/** A group of a fallback becomes up to this many balancers. */
const TAGS_PER_GROUP = 16

export interface BuiltXrayConfig {
  config: JsonObject
  issues: Issue[]
  /** Names of nodes that had to be left out: the node they connect through is not there, or they wait for themselves. */
  refused: readonly string[]
}

/** A config that Xray starts with: the way out that rules leave to it stands first, and everything has a tag of ours. */
export function buildXrayConfig(
  request: ConfigRequest,
  outbounds: readonly XrayOutbound[],
  version: XrayVersion,
): BuiltXrayConfig {
  refuseForeignBase(request)
  const issues: Issue[] = []
  const report = reporter(issues)
  if (request.template.baseKind === 'clash-yaml') {
    // Groups, rules and nodes are carried over; what else the file says is said in mihomo's words.
    const own = carryOwnNodes(request.template, (node, nodeIssues) => writeXrayOutbound(node, version, nodeIssues))
    const template = { ...request.template, base: undefined, baseNodes: undefined, ownNodes: own.nodes }
    request = { ...request, template }
    outbounds = [...own.written, ...outbounds]
    issues.push(...own.issues)
  }
  reportOfLeftOut(request, report)
  const { plan, kept, refused, rules, ...planned } = planConfig(request, { entries: outbounds, chain: XRAY_CHAIN })
  issues.push(...planned.issues)

  const tags = new Tags(Math.max(kept.length, plan.groups.length * TAGS_PER_GROUP))
  const infoNames = new Set(request.nodes.filter(({ isInfo }) => isInfo).map(({ name }) => name))
  const tagOf = tagNodes(
    kept.map(({ name }) => ({ name, isInfo: infoNames.has(name) })),
    tags,
  )
  const targets = new Targets(plan, tagOf, tags, report)
  const writer = new RuleWriter(request, targets, report, issues)
  for (const rule of rules) writer.add(rule)
  const { settings } = request
  const nodes = kept.map((outbound) =>
    resolvedByUs(placed(outbound, tagOf.get(outbound.name)!, (name) => targets.outboundOf(name))),
  )
  const first = targets.outboundOf(writer.final ?? plan.main)
  const dnsRule = { inboundTag: [DNS_TAG], ...targets.of(plan.main) }
  targets.finish()
  const observatory = targets.observatory()
  const config: JsonObject = {
    log: logOf(settings.logLevel ?? 'info'),
    dns: dnsOf(namesOf(nodes)),
    inbounds: [inboundOf(settings)],
    outbounds: firstFirst(first, [
      ...nodes,
      ...targets.loopbacks,
      { tag: DIRECT_TAG, protocol: 'freedom' },
      { tag: BLOCK_TAG, protocol: 'blackhole' },
    ]),
    routing: {
      // Where no rule looks up a name, none is looked up for nothing.
      domainStrategy: writer.looksUp ? 'IPIfNonMatch' : 'AsIs',
      rules: [...targets.rules, dnsRule, ...writer.rules()],
      ...(targets.balancers.length > 0 ? { balancers: targets.balancers } : {}),
    },
    ...(observatory ? { observatory } : {}),
  }
  reportOfSharedConnections(kept, issues)
  const given = new Set(request.nodes.map((node) => node.name))
  return { config, issues, refused: refused.filter((name) => given.has(name)) }
}

/** What was asked for and has no place in the file. */
function reportOfLeftOut({ route, client, settings, ruleProviders }: ConfigRequest, report: ReportConfigIssue): void {
  if (route) report('field-ignored', { client: client.id }, 'route')
  if (settings.controllerPort !== undefined) report('field-ignored', {}, 'controller-port')
  if (settings.tun) report('field-ignored', {}, 'tun')
  if (settings.tolerance !== undefined) report('field-ignored', { value: settings.tolerance }, 'tolerance')
  // A set that no group takes is there for rules of the user's own, which a file of Xray has none of.
  for (const { name, group } of ruleProviders)
    if (group === undefined) report('provider-unsupported', { name }, 'ruleProviders', false)
}

/** The name of a node is looked up by the config's own resolver: the system would be asked in clear. */
function resolvedByUs(node: PlacedNode): PlacedNode {
  const sockopt = node.streamSettings?.['sockopt']
  const own = isRecord(sockopt) ? sockopt : {}
  if (lookedUpName(node) === undefined || own['dialerProxy'] !== undefined) return node
  const stream = { ...node.streamSettings, sockopt: { domainStrategy: 'UseIPv4v6', ...own } }
  return { ...node, streamSettings: stream }
}

/** The name that Xray asks the system for before it connects to a node. */
function lookedUpName({ protocol, settings: { address } }: PlacedNode): string | undefined {
  // WireGuard asks the resolver of the config by itself.
  return protocol !== 'wireguard' && typeof address === 'string' && !isIp(address) ? address : undefined
}

/** The names that connections to nodes begin with, each once. */
function namesOf(nodes: readonly PlacedNode[]): string[] {
  const names = new Set<string>()
  for (const node of nodes) {
    const name = lookedUpName(node)
    if (name !== undefined) names.add(name)
    else if (node.protocol === 'wireguard')
      for (const peer of recordsOf(node.settings['peers'])) {
        const endpoint = String(peer['endpoint'])
        const host = endpoint.slice(0, endpoint.lastIndexOf(':'))
        if (!host.startsWith('[') && !isIp(host)) names.add(host)
      }
  }
  return [...names]
}

/** What no rule takes goes to the outbound that stands first. */
function firstFirst(tag: string, outbounds: readonly JsonObject[]): JsonObject[] {
  const first = outbounds.find((outbound) => outbound['tag'] === tag)
  return first === undefined ? [...outbounds] : [first, ...outbounds.filter((outbound) => outbound !== first)]
}

function logOf(level: LogLevel): JsonObject {
  // Lines about single connections are no errors, and come whatever the level.
  return level === 'silent' ? { loglevel: 'none', access: 'none' } : { loglevel: level, ...(level === 'info' || level === 'debug' ? {} : { access: 'none' }) } // oxfmt-ignore
}

/** Takes both SOCKS and HTTP, on this machine only. */
function inboundOf({ mixedPort = MIXED_PORT, allowLan }: ClientSettings): JsonObject {
  return {
    tag: 'mixed-in',
    protocol: 'mixed',
    listen: allowLan ? '0.0.0.0' : '127.0.0.1',
    port: mixedPort,
    settings: { udp: true },
    sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'], routeOnly: true },
  }
}

/** Xray keeps one connection for all hysteria nodes at one address: the first one's password and TLS. */
function reportOfSharedConnections(outbounds: readonly XrayOutbound[], issues: Issue[]): void {
  const first = new Map<string, XrayOutbound>()
  for (const outbound of outbounds) {
    if (outbound.protocol !== 'hysteria') continue
    const { address, port } = outbound.settings
    const key = JSON.stringify([address, port])
    const other = first.get(key)
    if (other === undefined) first.set(key, outbound)
    else if (JSON.stringify(other.streamSettings) !== JSON.stringify(outbound.streamSettings))
      issues.push({
        node: outbound.name,
        code: 'connection-shared',
        severity: 'warning',
        field: 'server',
        kept: true,
        args: { name: other.name },
      })
  }
}

/** Rules of the config in Xray's words, and what is lost of them. */
class RuleWriter {
  /** What MATCH names. */
  final: string | undefined
  /** Whether a rule looks up the names of connections. */
  looksUp = false
  readonly #rules = new RoutingRules()
  readonly #request: ConfigRequest
  readonly #targets: Targets
  readonly #report: ReportConfigIssue
  readonly #issues: Issue[]
  readonly #geo = new Map<string, readonly RuleCondition[] | undefined>()
  #addressRules = 0

  constructor(request: ConfigRequest, targets: Targets, report: ReportConfigIssue, issues: Issue[]) {
    this.#request = request
    this.#targets = targets
    this.#report = report
    this.#issues = issues
  }

  add(rule: ConfigRule): void {
    if (rule.kind === 'list') this.#addList(rule)
    else if (rule.rule.type === 'MATCH') this.final = rule.rule.action
    else this.#addLine(rule.rule)
  }

  /** The rules in order. Says first how those about addresses act otherwise than before. */
  rules(): readonly JsonObject[] {
    if (this.looksUp && this.#addressRules > 0)
      this.#report('rule-semantics-changed', { reason: 'addresses-last', count: this.#addressRules }, 'rules')
    return this.#rules.list()
  }

  #addLine(line: RuleEntry): void {
    if (line.action === 'PASS') return this.#reportLoss(line, { reason: 'action-unsupported', args: {} })
    const found = matchesOf(line, this.#geoRules)
    if ('loss' in found) {
      // A missing list is reported once, under its own name.
      if (found.loss.reason !== 'rule-set-missing' || line.type === 'RULE-SET') this.#reportLoss(line, found.loss)
      return
    }
    this.#push(found.matches, line.action, resolves(line))
  }

  #addList({ list, action, noResolve, isSource }: ConfigRule & { kind: 'list' }): void {
    const found = this.#rulesOn(list)
    if (found === undefined) return
    const losses = new LossCounter()
    const matches: Match[] = []
    for (const rule of found) {
      const translated = matchesOf(rule, this.#geoRules)
      if ('loss' in translated) losses.count(translated.loss, rule.type)
      else for (const match of translated.matches) matches.push(isSource ? ofSource(match) : match)
    }
    for (const { code, args } of losses.list()) this.#report(code, { ...args, list: list.name }, 'rules', false)
    const looks = !noResolve && !isSource && (list.behavior === 'ipcidr' || found.some(resolves))
    this.#push(matches, action, looks)
  }

  #push(matches: readonly Match[], action: string, looksUp: boolean): void {
    if (matches.length === 0) return
    if (looksUp) this.looksUp = true
    if (matches.some((match) => match.ip !== undefined)) this.#addressRules++
    this.#rules.add(matches, this.#targets.of(action) satisfies RuleTarget)
  }

  readonly #geoRules: GeoRules = (kind, name) => {
    const key = `${kind} ${name.toLowerCase()}`
    if (!this.#geo.has(key)) this.#geo.set(key, this.#rulesOn(geoList(kind, name)))
    return this.#geo.get(key)
  }

  #rulesOn(list: RuleList): readonly RuleCondition[] | undefined {
    const found = rulesOnList(list, this.#request.lists, this.#report)
    if (found !== undefined) return found.rules
    const code = list.format === 'mrs' ? 'provider-unsupported' : 'list-missing'
    this.#report(code, { list: list.name, name: list.name, url: list.url }, 'rules', false)
    return undefined
  }

  #reportLoss(line: RuleEntry, loss: Pick<RuleLoss, 'reason' | 'args'>): void {
    reportOfRules(this.#issues, [unsupported(line, loss)], 'rules')
  }
}

function ofSource({ ip, ...match }: Match): Match {
  return ip === undefined ? match : { ...match, sourceIP: ip }
}
