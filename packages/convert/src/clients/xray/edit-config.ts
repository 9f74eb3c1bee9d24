import { type DocumentPath, fieldsOf, type MapNode, resolved } from '../../document/document-node.ts'
import { XRAY_VERSIONS } from '../../model/xray-version.ts'
import type { Issue } from '../../model/issue.ts'
import type { RuleEntry } from '../../rules/rule-line.ts'
import { recordOf, recordsOf } from '../../text/record.ts'
import type {
  ConfigEditor,
  NamedPart,
  NameReference,
  NameSpace,
  RuleNames,
  WrittenRules,
} from '../../inject/shared/config-editor.ts'
import { coveredRules, hasOnlyKeys, placedRules, placesOf, targetMissing } from '../../inject/shared/rule-objects.ts'
import { xrayFacts } from './facts.ts'
import { type Match, matchesOf } from './matches.ts'
import { writeXrayOutbound } from './nodes/index.ts'
import { placed } from './place-node.ts'
import { balancersIn, CaselessMap, outboundsIn, readXrayConfig, rulesIn, type XrayPart } from './read-config.ts'
import { RoutingRules } from './routing.ts'
import { unsupported } from './rule-issues.ts'
import type { RuleTarget } from './targets.ts'

/** How configs of Xray are changed. */
export const xrayEditor: ConfigEditor = {
  nameKey: 'tag',
  places: { group: ['routing', 'balancers'], 'proxy-provider': undefined, 'rule-set': undefined, rule: ['routing', 'rules'] }, // oxfmt-ignore
  builtInNames: xrayFacts.nodes.builtInNames,
  builtInMembers: [],
  renamesProviderNodes: false,
  memberKey: (kind) => (kind === 'node' ? 'selector' : undefined),
  partsOf,
  referencesIn: ({ text }, root, wanted) => referencesIn(text, root, wanted),
  rulesOf: (root, places) => placedRules(rulesNode(root), { isFinal, isFirst: isForInbound }, places),
  placesOf: ({ text }, wanted) => placesOf(text, wanted),
  ownGroup: (group) => ({ group, issues: [] }),
  formRule: (rule) => ({ rule, issues: [] }),
  formIssues: () => [],
  knownRules: (read) =>
    coveredRules(
      () => {
        const { document, root } = read()
        return { source: document.text, list: rulesNode(root) }
      },
      { alternatives: CONDITIONS },
    ),
  hasRuleLines: false,
  ruleWriter,
  writeNode(node, name, issues) {
    const written = writeXrayOutbound({ ...node, name }, XRAY_VERSIONS[0], issues)
    return written && [{ path: ['outbounds'], value: placed(written, name, (dialer) => dialer) }]
  },
  addressOf(outbound) {
    const settings = recordOf(outbound['settings'])
    const [server = settings] = recordsOf(settings['vnext'] ?? settings['servers'] ?? settings['peers'])
    return JSON.stringify([server['address'] ?? server['endpoint'], String(server['port'])])
  },
}

/** Conditions whose values are alternatives. */
const CONDITIONS: ReadonlySet<string> = new Set(['domain', 'ip', 'sourceIP', 'port', 'sourcePort', 'network', 'process', 'inboundTag', 'protocol', 'user']) // oxfmt-ignore

function rulesNode(root: MapNode) {
  return new CaselessMap(root).map('routing')?.node('rules')
}

/** Rules of loopbacks, of the API and of DNS stand before all others. */
function isForInbound(rule: MapNode): boolean {
  return fieldsOf(rule).has('inboundTag') && hasOnlyKeys(rule, OF_INBOUNDS)
}

const OF_ALL_RULES: ReadonlySet<string> = new Set(['type', 'ruleTag', 'outboundTag', 'balancerTag'])
const OF_INBOUNDS: ReadonlySet<string> = new Set([...OF_ALL_RULES, 'inboundTag'])
const OF_FINAL: ReadonlySet<string> = new Set([...OF_ALL_RULES, 'port', 'network'])

function isFinal(rule: MapNode): boolean {
  if (!hasOnlyKeys(rule, OF_FINAL)) return false
  const fields = new CaselessMap(rule)
  const port = fields.text('port')
  const network = fields.text('network')?.split(',')
  if (fields.get('port') === undefined) return ['tcp', 'udp'].every((one) => network?.includes(one))
  return fields.get('network') === undefined && (port === '0-65535' || port === '1-65535')
}

const PLAIN_PROTOCOLS: ReadonlySet<string> = new Set(['freedom', 'direct', 'blackhole', 'block', 'dns', 'loopback'])

function partsOf(root: MapNode): NamedPart[] {
  const { inbounds, outbounds, balancers } = readXrayConfig(root)
  return [...named('node', outbounds), ...named('group', balancers), ...named('inbound', inbounds)]
}

function named(kind: NamedPart['kind'], parts: readonly XrayPart[]): NamedPart[] {
  return parts.flatMap(({ tag, fields, node, path }): NamedPart[] => {
    const nameNode = fields.node('tag')
    const isPlain = kind === 'node' && PLAIN_PROTOCOLS.has((fields.text('protocol') ?? '').toLowerCase())
    return nameNode === undefined ? [] : [{ kind, name: tag, nameNode, map: node, path, isPlain }]
  })
}

function referencesIn(source: string, root: MapNode, wanted = ''): NameReference[] {
  const found: NameReference[] = []
  const add = (space: NameSpace, fields: CaselessMap | undefined, key: string, path: DocumentPath) => {
    const isPrefix = PREFIXES.has(key)
    for (const [index, { text, node }] of (fields?.texts(key) ?? []).entries()) {
      const scalar = resolved(node)
      if (scalar.kind !== 'scalar') continue
      const isListed = fields?.node(key)?.kind === 'list'
      found.push({ space, name: text, scalar, path: [...path, key, ...(isListed ? [index] : [])], at: 0, ...(isPrefix && { isPrefix }) }) // oxfmt-ignore
    }
  }
  const places = placesOf(source, wanted)
  for (const { fields, path } of rulesIn(root, places)) {
    for (const key of ['outboundTag', 'balancerTag']) add('target', fields, key, path)
    add('inbound', fields, 'inboundTag', path)
  }
  for (const { fields, path } of balancersIn(root))
    for (const key of ['selector', 'fallbackTag']) add('target', fields, key, path)
  for (const { fields, path } of outboundsIn(root, places)) {
    const sockopt = fields.map('streamSettings')?.map('sockopt')
    add('target', sockopt, 'dialerProxy', [...path, 'streamSettings', 'sockopt'])
    add('target', fields.map('proxySettings'), 'tag', [...path, 'proxySettings'])
  }
  const top = new CaselessMap(root)
  for (const key of ['observatory', 'burstObservatory']) add('target', top.map(key), 'subjectSelector', [key])
  return found
}

const PREFIXES: ReadonlySet<string> = new Set(['selector', 'subjectSelector'])

function ruleWriter(root: MapNode, names: RuleNames): (lines: readonly RuleEntry[]) => WrittenRules {
  let outbounds: readonly XrayPart[] | undefined
  const tagOfProtocol = (...protocols: readonly string[]) =>
    (outbounds ??= outboundsIn(root)).find(({ fields }) =>
      protocols.includes((fields.text('protocol') ?? '').toLowerCase()),
    )?.tag
  const targetOf = (name: string): RuleTarget | undefined => {
    const kind = names.kindOf(name)
    if (kind === 'group') return { balancerTag: name }
    if (kind !== undefined) return { outboundTag: name }
    const tag =
      name === 'DIRECT' || name === 'COMPATIBLE'
        ? tagOfProtocol('freedom', 'direct')
        : name === 'REJECT' || name === 'REJECT-DROP'
          ? tagOfProtocol('blackhole', 'block')
          : undefined
    return tag === undefined || tag === '' ? undefined : { outboundTag: tag }
  }
  return (lines) => {
    const rules = new RoutingRules()
    const issues: Issue[] = []
    for (const line of lines) {
      const target = targetOf(line.action)
      const found = target && matchesIn(line)
      if (target === undefined) issues.push(targetMissing(line))
      else if (found !== undefined && 'loss' in found) issues.push(unsupported(line, found.loss))
      else rules.add(found?.matches ?? [], target)
    }
    return { rules: rules.list(), ruleSets: [], issues }
  }
}

/** Whoever has a config of his own has the files of countries and sites beside it, too. */
function matchesIn(line: RuleEntry): ReturnType<typeof matchesOf> {
  if (line.type === 'MATCH') return one({ network: ['tcp', 'udp'] })
  if (line.type === 'GEOSITE') return one({ domain: [`geosite:${line.value.toLowerCase()}`] })
  const isOwn = /^(?:lan|private)$/i.test(line.value)
  if (line.type === 'GEOIP' && !isOwn)
    return one({ [line.params.includes('src') ? 'sourceIP' : 'ip']: [`geoip:${line.value.toLowerCase()}`] })
  return matchesOf(line, () => undefined)
}

function one(match: Match): { matches: Match[] } {
  return { matches: [match] }
}
