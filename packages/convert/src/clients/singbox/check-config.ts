import { pointerOf } from '../../document/pointer-of.ts'
import { compareVersions } from '../../text/compare-versions.ts'
import type { CheckReport } from '../../check/shared/check-report.ts'
import { KeyChecker, type KeyDialect } from '../../check/shared/key-checker.ts'
import { findLoops } from '../../check/shared/find-loops.ts'
import { cuttingFix } from '../../check/shared/certain-fix.ts'
import { jsonReading } from '../../check/shared/json-reading.ts'
import {
  type DocumentNode,
  type DocumentPath,
  fieldsOf,
  keyText,
  type MapNode,
  type TextRange,
} from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { isSingboxVersion, type SingboxVersion } from '../../model/singbox-version.ts'
import type { RuleIssue } from '../../rules/rule-issue.ts'
import { secondsOf } from '../../protocols/shared/quic.ts'
import { isCidr, isIp } from '../../text/ip.ts'
import { checkLists } from './check-lists.ts'
import { checkOutbound } from './check-outbound.ts'
import { SINGBOX_KEYS } from './config-keys/config.ts'
import { readSingboxConfig, type SingboxConfig, type TaggedPart, textAt, textsAt, valueAt } from './read-config.ts'
import { checkUniqueTags } from './rule-check/check-unique-tags.ts'
import { jsonNode, listOf, tagsOf } from './rule-check/json-nodes.ts'
import { KnownNames } from './rule-check/known-names.ts'
import { RuleChecker } from './rule-check/rule-checker.ts'
import { RuleReport } from './rule-check/rule-report.ts'
import { RuleSetChecker } from './rule-check/rule-set-checker.ts'
import { DNS_TABLE, ROUTE_TABLE } from './rule-check/rule-tables.ts'
import { type VersionRange, versionRange } from './rule-check/version-range.ts'

const DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d))+)$/

/** How sing-box takes its keys: docs/formats/sing-box.md, "Types of values". */
export const DIALECT: KeyDialect = {
  readings: { strict: jsonReading, weak: jsonReading },
  unknownKey: 'error',
  anyCase: true,
  formats: { duration: (text) => DURATION.test(text) },
  underscores: false,
  nullIsAbsent: true,
  floats: false,
}

/** The mark at the start of a text. */
const MARK = { start: 0, end: 1 }

/** Finds what sing-box refuses in a config or fails at when it starts. */
export function checkSingboxConfig(
  document: OpenDocument,
  report: CheckReport,
  version: string,
  lists: ReadonlyMap<string, string>,
): void {
  const { root, text, issue } = document
  if (text.charCodeAt(0) === 0xfeff)
    report.add('text-encoding', MARK, [], {}, { severity: 'error', fix: cuttingFix(MARK) })
  // Text behind the object was passed over before 1.14.
  if (issue !== undefined && compareVersions(version, '1.14') >= 0)
    report.add('bad-json', issue, [], { reason: 'json' })
  if (root === undefined) return
  if (root.kind !== 'map')
    return report.add('value-type', { start: root.start, end: root.start + 1 }, [], { key: '', expected: 'object' })
  const names: NamedPlace[] = []
  const keys = new KeyChecker(report, DIALECT, version, (kind, name, node, path) =>
    names.push({ kind, name, node, path }),
  )
  keys.checkKeys(root, root, SINGBOX_KEYS, [], [])
  const config = readSingboxConfig(root)
  checkTags(config, report)
  checkNames(config, names, report)
  checkGroups(config, report)
  for (const outbound of config.outbounds) checkOutbound(outbound, report)
  checkInbounds(config, report)
  checkDns(config, version, report)
  checkRules(document, config, version, report)
  checkLists(config, rangeOf(version), lists, report)
}

interface NamedPlace {
  kind: string
  name: string
  node: DocumentNode
  path: DocumentPath
}

function checkTags({ inbounds, outbounds }: SingboxConfig, report: CheckReport): void {
  for (const parts of [inbounds, outbounds]) {
    const first = new Map<string, TaggedPart>()
    for (const part of parts) {
      if (part.tag === '') continue
      const before = first.get(part.tag)
      if (before === undefined) first.set(part.tag, part)
      else
        report.add('name-taken', part.tagNode, [...part.path, 'tag'], {
          name: part.tag,
          of: report.lineOf(before.tagNode),
        })
    }
  }
}

/** Names that lead nowhere; where sing-box only looks them up in use, that is a warning. */
function checkNames(
  { outbounds, dnsServers, inbounds }: SingboxConfig,
  names: readonly NamedPlace[],
  report: CheckReport,
): void {
  const tags: Readonly<Record<string, readonly string[]>> = {
    outbound: outbounds.map(({ tag }) => tag),
    dns_server: dnsServers.map(({ tag }) => tag),
    inbound: inbounds.map(({ tag }) => tag),
  }
  const known = new Map(Object.entries(tags).map(([kind, list]) => [kind, new Set(list)]))
  const implicit = outbounds.length === 0
  /** What the list that a name stands in holds besides, by its path. */
  const beside = new Map<string, Set<string>>()
  for (const { name, path } of names) {
    if (typeof path.at(-1) !== 'number') continue
    const list = pointerOf(path.slice(0, -1))
    const others = beside.get(list)
    if (others) others.add(name)
    else beside.set(list, new Set([name]))
  }
  // A group is no member of its own.
  for (const { path, tag } of outbounds) beside.get(pointerOf([...path, 'outbounds']))?.add(tag)
  for (const { kind, name, node, path } of names) {
    const list = known.get(kind)
    if (list === undefined || list.has(name) || (kind === 'outbound' && implicit)) continue
    const [top] = path
    const isLater = kind === 'inbound' || top === 'http_clients' || path.at(-1) === 'external_ui_download_detour'
    report.add(
      'name-missing',
      node,
      path,
      { name, ...report.nearest(name, tags[kind]!, beside.get(pointerOf(path.slice(0, -1)))) },
      { severity: isLater ? 'warning' : 'error' },
    )
  }
}

const GROUP_TYPES: ReadonlySet<string> = new Set(['selector', 'urltest'])

function checkGroups({ outbounds }: SingboxConfig, report: CheckReport): void {
  const tags = outbounds.map(({ tag }) => tag)
  const known = new Set(tags)
  const links = new Map<string, string[]>()
  const places = new Map<string, Map<string, { node: DocumentNode; path: DocumentPath }>>()
  for (const { tag, type, map, path } of outbounds) {
    const members = GROUP_TYPES.has(type) ? textsAt(map, 'outbounds') : []
    const detour = valueAt(map, 'detour')
    const own = new Map(
      members.map(({ text, node, index }) => [text, { node, path: [...path, 'outbounds', index ?? 0] }]),
    )
    const through = textAt(map, 'detour')
    if (detour !== undefined && through !== undefined) own.set(through, { node: detour, path: [...path, 'detour'] })
    links.set(tag, [...own.keys()])
    places.set(tag, own)
    if (!GROUP_TYPES.has(type)) continue
    if (members.length === 0)
      report.add(
        'members-missing',
        valueAt(map, 'outbounds') ?? valueAt(map, 'tag') ?? { start: map.start, end: map.start + 1 },
        [...path, 'outbounds'],
        { name: tag },
      )
    const first = textAt(map, 'default')
    // What is no tag at all was told with the other names.
    if (first !== undefined && known.has(first) && !members.some(({ text }) => text === first))
      report.add('name-missing', valueAt(map, 'default')!, [...path, 'default'], {
        name: first,
        ...report.nearest(
          first,
          members.map(({ text }) => text),
        ),
      })
    if (type === 'urltest') checkIdle(map, path, report)
  }
  for (const loop of findLoops(links)) {
    const place = places.get(loop.at(-1)!)?.get(loop[0]!)
    if (place !== undefined)
      report.add('names-loop', place.node, place.path, { names: [...loop, loop[0]!].join(' → ') })
  }
}

export const DEFAULT_IDLE_S = 1800
const DEFAULT_INTERVAL_S = 180

function checkIdle(map: MapNode, path: DocumentPath, report: CheckReport): void {
  const interval = timeAt(map, 'interval', DEFAULT_INTERVAL_S)
  const idle = timeAt(map, 'idle_timeout', DEFAULT_IDLE_S)
  if (interval <= idle) return
  const node = valueAt(map, 'interval') ?? valueAt(map, 'idle_timeout')!
  report.add('keys-together', node, [...path, 'interval'], { key: 'interval', other: 'idle_timeout' })
}

/** What is longer than a month counts as endless. */
function timeAt(map: MapNode, key: string, absent: number): number {
  const text = textAt(map, key) ?? ''
  return text === '' ? absent : (secondsOf(text) ?? Infinity)
}

function checkInbounds({ inbounds }: SingboxConfig, report: CheckReport): void {
  const ports = new Map<string, string>()
  for (const { type, map, path, tag } of inbounds) {
    const listen = textAt(map, 'listen')
    if (listen !== undefined && listen !== '' && !isIp(listen))
      report.add('value-wrong', valueAt(map, 'listen')!, [...path, 'listen'], { key: 'listen', expected: 'ip' })
    for (const key of ['address', 'route_address', 'route_exclude_address'])
      if (type === 'tun')
        for (const { text, node, index } of textsAt(map, key))
          if (!isCidr(text) && !isIp(text))
            report.add('value-wrong', node, [...path, key, index ?? 0], { key, expected: 'prefix' })
    const port = valueAt(map, 'listen_port')
    if (port?.kind !== 'scalar' || port.text === '0') continue
    const at = `${listen ?? ''}:${port.text}`
    const first = ports.get(at)
    if (first === undefined) ports.set(at, tag)
    else report.add('port-taken', port, [...path, 'listen_port'], { port: port.text, key: first })
  }
}

function checkDns(config: SingboxConfig, version: string, report: CheckReport): void {
  const { root, dnsServers, outbounds } = config
  for (const { type, map, path } of dnsServers) {
    if (valueAt(map, 'address') !== undefined && valueAt(map, 'type') === undefined) continue
    for (const key of ['inet4_range', 'inet6_range']) {
      const text = textAt(map, key)
      if (type === 'fakeip' && text !== undefined && !(isCidr(text) && text.includes('/')))
        report.add('value-wrong', valueAt(map, key)!, [...path, key], {
          key,
          expected: key === 'inet4_range' ? 'prefix-v4' : 'prefix-v6',
        })
    }
    checkDnsServer(type, map, path, report)
  }
  const final = textAt(root, 'dns', 'final')
  const first = final === undefined ? dnsServers[0] : dnsServers.find(({ tag }) => tag === final)
  if (first?.type === 'fakeip')
    report.add('value-wrong', valueAt(root, 'dns', 'final') ?? first.tagNode, ['dns', 'final'], {
      key: 'final',
      expected: 'ip',
    })
  if (
    dnsServers.length < 2 ||
    valueAt(root, 'route', 'default_domain_resolver') !== undefined ||
    compareVersions(version, '1.13') < 0
  )
    return
  for (const { type, tagNode, map, path } of outbounds) {
    const server = textAt(map, 'server') ?? ''
    const resolves = type === 'direct' || (server !== '' && !isAddress(server))
    if (!resolves || valueAt(map, 'domain_resolver') !== undefined || valueAt(map, 'detour') !== undefined) continue
    report.add('key-missing', valueAt(map, 'server') ?? tagNode, path, { key: 'route.default_domain_resolver' })
    return
  }
}

/** Servers that are asked over the network. */
const REMOTE_SERVERS: ReadonlySet<string> = new Set(['udp', 'tcp', 'tls', 'quic', 'https', 'h3'])

function checkDnsServer(type: string, map: MapNode, path: DocumentPath, report: CheckReport): void {
  const server = textAt(map, 'server') ?? ''
  if (REMOTE_SERVERS.has(type)) {
    const start = valueAt(map, 'server') ?? { start: map.start, end: map.start + 1 }
    if (server === '') report.add('key-missing', start, path, { key: 'server' })
    else if (
      !isAddress(server) &&
      valueAt(map, 'domain_resolver') === undefined &&
      valueAt(map, 'detour') === undefined
    )
      report.add('key-missing', start, path, { key: 'domain_resolver' })
  }
  const predefined = valueAt(map, 'predefined')
  if (type !== 'hosts' || predefined?.kind !== 'map') return
  for (const host of fieldsOf(predefined).keys())
    for (const { text, node, index } of textsAt(predefined, host))
      if (!isIp(text))
        report.add('value-wrong', node, [...path, 'predefined', host, ...(index === undefined ? [] : [index])], {
          key: host,
          expected: 'ip',
        })
}

function isAddress(server: string): boolean {
  return isIp(server.replace(/^\[|\]$/g, ''))
}

/** Rules and rule sets, by the checker that their form uses. */
function checkRules(
  document: OpenDocument,
  { root, outbounds, dnsServers }: SingboxConfig,
  version: string,
  report: CheckReport,
): void {
  const route = fieldIn(root, 'route')
  const ruleSets = fieldIn(route, 'rule_set')
  const setNodes = ruleSets && jsonNode(ruleSets)
  const sets = listOf(setNodes)
  const ruleReport = new RuleReport(document.text)
  const names = new KnownNames(ruleReport, {
    ruleSets: [...new Set(tagsOf(setNodes))],
    dnsServers: dnsServers.map(({ tag }) => tag),
    ...(outbounds.length === 0 ? {} : { outbounds: outbounds.map(({ tag }) => tag) }),
  })
  const setup = { report: ruleReport, names, versions: rangeOf(version) }
  checkUniqueTags(sets, ruleReport)
  const rules = new RuleChecker(setup, ROUTE_TABLE)
  for (const rule of rulesIn(route)) rules.check(jsonNode(rule), false)
  const dnsRules = new RuleChecker(setup, DNS_TABLE)
  for (const rule of rulesIn(fieldIn(root, 'dns'))) dnsRules.check(jsonNode(rule), false)
  const setChecker = new RuleSetChecker(setup)
  for (const set of sets) setChecker.check(set)
  for (const issue of ruleReport.inOrder())
    report.add(issue.code, placeOf(issue, document), [], issue.args, { severity: severityOf(issue) })
}

function rangeOf(version: string): VersionRange {
  const wanted: SingboxVersion = isSingboxVersion(version) ? version : '1.14'
  return versionRange(wanted)
}

/** The value of a key in any case. */
function fieldIn(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  if (node?.kind !== 'map') return undefined
  return node.pairs.findLast((pair) => keyText(pair)?.toLowerCase() === key)?.value
}

/** The rules of a part; one that stands alone is a list of one. */
function rulesIn(part: DocumentNode | undefined): DocumentNode[] {
  const rules = fieldIn(part, 'rules')
  if (rules === undefined || (rules.kind === 'scalar' && jsonReading.isNull(rules))) return []
  return rules.kind === 'list' ? rules.items.map(({ value }) => value) : [rules]
}

function severityOf({ code, severity, args }: RuleIssue): RuleIssue['severity'] {
  // sing-box looks these up when a connection or a query comes.
  return code === 'rule-target-missing' || args.reason === 'server-missing' ? 'warning' : severity
}

function placeOf({ line, column, args }: RuleIssue, document: OpenDocument): TextRange {
  const given = document.offsetOf({ line, column })
  // What an object lacks is told at its first key.
  const start =
    args.reason === 'field-missing' && document.text[given] === '{' ? document.text.indexOf('"', given) : given
  return { start, end: Math.min(start + args.raw.length, document.text.length) }
}
