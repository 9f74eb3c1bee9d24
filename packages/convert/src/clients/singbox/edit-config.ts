import { CheckReport } from '../../check/shared/check-report.ts'
import { KeyChecker } from '../../check/shared/key-checker.ts'
import { type DocumentNode, type DocumentPath, fieldsOf, type MapNode } from '../../document/document-node.ts'
import { eachHeldItem, heldItems } from '../../document/held-items.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import type { RuleEntry } from '../../rules/rule-line.ts'
import { printDuration } from '../../text/duration.ts'
import { isRecord, type JsonObject, recordsOf } from '../../text/record.ts'
import type { TextPlaces } from '../../text/text-places.ts'
import type {
  ConfigEditor,
  NamedPart,
  NameReference,
  NameSpace,
  RuleNames,
  WrittenRules,
} from '../../inject/shared/config-editor.ts'
import { coveredRules, hasOnlyKeys, placedRules, placesOf, targetMissing } from '../../inject/shared/rule-objects.ts'
import { DEFAULT_IDLE_S, DIALECT } from './check-config.ts'
import { SINGBOX_KEYS } from './config-keys/config.ts'
import { singboxFacts } from './facts.ts'
import { readSingboxConfig, type TaggedPart, textAt, textsAt, valueAt } from './read-config.ts'
import { formedRule, inFullForm, ruleSetIssues } from './rule-form.ts'
import { kindOf, KINDS, toSingboxRules } from './singbox-rule.ts'
import { singboxTarget, writeSingboxOutbound } from './write-outbound.ts'

const GROUP_TYPES: ReadonlySet<string> = new Set(['selector', 'urltest'])

/** How configs of sing-box are changed. */
export const singboxEditor: ConfigEditor = {
  nameKey: 'tag',
  places: { group: ['outbounds'], 'proxy-provider': undefined, 'rule-set': ['route', 'rule_set'], rule: ['route', 'rules'] }, // oxfmt-ignore
  builtInNames: singboxFacts.groups.reservedNames.filter((name) => name === name.toUpperCase()),
  builtInMembers: [],
  renamesProviderNodes: false,
  memberKey: (kind) => (kind === 'node' || kind === 'group' ? 'outbounds' : undefined),
  partsOf,
  referencesIn,
  rulesOf: (root, places) => placedRules(valueAt(root, 'route', 'rules'), { isFinal, isFirst: isPreparing }, places),
  placesOf: ({ text }, wanted) => placesOf(text, wanted),
  ownGroup,
  formRule: formedRule,
  formIssues: (kind, value) => (kind === 'rule-set' ? ruleSetIssues(value) : []),
  knownRules: (read) =>
    coveredRules(
      () => {
        const { document, root } = read()
        return { source: document.text, list: valueAt(root, 'route', 'rules') }
      },
      { alternatives: ITEMS, kindOf: itemKind, inFull },
    ),
  hasRuleLines: false,
  ruleWriter,
  writeNode(node, name, issues) {
    const written = writeSingboxOutbound({ ...node, name }, singboxTarget('compatible'), issues)
    if (written === undefined) return undefined
    const { main, helpers, isEndpoint } = written
    return [
      { path: [isEndpoint ? 'endpoints' : 'outbounds'], value: main },
      ...helpers.map((value) => ({ path: ['outbounds'], value })),
    ]
  },
  addressOf({ server, server_port: port, peers }) {
    const [peer] = recordsOf(peers)
    return JSON.stringify([server ?? peer?.['address'], String(port ?? peer?.['port'])])
  },
}

/** A group of Clash says its `proxies`: those that choose by themselves become one that takes the fastest. */
function ownGroup(given: JsonObject, root: MapNode): ReturnType<ConfigEditor['ownGroup']> {
  const { name, type, proxies, url, interval, tolerance } = given
  if (!Array.isArray(proxies) || given['tag'] !== undefined) return { group: given, issues: [] }
  const direct = directTag(root)
  const outbounds = proxies.map((member: unknown) => (member === 'DIRECT' ? (direct ?? member) : member))
  const tag = name === undefined ? {} : { tag: name }
  if (type === 'select') return { group: { type: 'selector', ...tag, outbounds }, issues: [] }
  const group: JsonObject = { type: 'urltest', ...tag, outbounds }
  if (typeof url === 'string') group['url'] = url
  if (typeof interval === 'number') group['interval'] = printDuration(interval)
  // A shorter one than the interval is fatal at start.
  if (typeof interval === 'number' && interval > DEFAULT_IDLE_S) group['idle_timeout'] = printDuration(interval)
  if (typeof tolerance === 'number') group['tolerance'] = tolerance
  const args = { group: typeof name === 'string' ? name : '', from: String(type), to: 'urltest' }
  return { group, issues: type === 'url-test' ? [] : [{ code: 'group-kind-changed', args }] }
}

function directTag(root: MapNode): string | undefined {
  for (const [, node] of eachHeldItem(valueAt(root, 'outbounds')))
    if (node.kind === 'map' && textAt(node, 'type') === 'direct') return textAt(node, 'tag') ?? ''
  return undefined
}

const ITEMS: ReadonlySet<string> = new Set(KINDS.keys())
const ACTION_KEYS: ReadonlySet<string> = new Set(['action', 'outbound', 'method', 'no_drop'])

/** The kind of a rule's items; none where they are not alternatives of one another. */
function itemKind(rule: JsonObject): string | undefined {
  return rule['invert'] === true
    ? undefined
    : kindOf(Object.fromEntries(Object.entries(rule).filter(([key]) => !ACTION_KEYS.has(key))))
}

const inFull = (rule: unknown) => (isRecord(rule) ? inFullForm(rule) : rule)

/** Names are found by sniffing, and DNS of its own is answered before all else. */
function isPreparing(rule: MapNode): boolean {
  return ['sniff', 'resolve', 'hijack-dns', 'route-options'].includes(textAt(rule, 'action') ?? '')
}

function isFinal(rule: MapNode): boolean {
  return hasOnlyKeys(rule, ACTION_KEYS) && ['route', 'reject'].includes(textAt(rule, 'action') ?? 'route')
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['direct', 'block', 'dns'])

function partsOf(root: MapNode): NamedPart[] {
  const { outbounds, inbounds, dnsServers } = readSingboxConfig(root)
  return [
    ...outbounds.map((part) => named(GROUP_TYPES.has(part.type) ? 'group' : 'node', part)),
    ...inbounds.map((part) => named('inbound', part)),
    ...dnsServers.map((part) => named('dns-server', part)),
    ...mapsIn(valueAt(root, 'route', 'rule_set'), ['route', 'rule_set']).flatMap(({ map, path }): NamedPart[] => {
      const nameNode = valueAt(map, 'tag')
      return nameNode === undefined ? [] : [{ kind: 'rule-set', name: textAt(map, 'tag') ?? '', nameNode, map, path }]
    }),
  ]
}

function named(kind: NamedPart['kind'], { tag, tagNode, map, path }: TaggedPart): NamedPart {
  return {
    kind, name: tag, nameNode: tagNode, map, path, isPlain: kind === 'node' && PLAIN_TYPES.has(textAt(map, 'type') ?? ''),
  } // oxfmt-ignore
}

/** The maps of a list; those that hold one of some places, where they are given. */
function mapsIn(
  list: DocumentNode | undefined,
  path: DocumentPath,
  places?: TextPlaces,
): { map: MapNode; path: DocumentPath }[] {
  return heldItems(list, places).flatMap(([index, map]) =>
    map.kind === 'map' ? [{ map, path: [...path, index] }] : [],
  )
}

const SPACES: Readonly<Record<string, NameSpace>> = { outbound: 'target', dns_server: 'dns-server', inbound: 'inbound' }
/** What the fields of rules name. */
const RULE_NAMES: Readonly<Record<string, NameSpace>> = {
  outbound: 'target', preferred_by: 'target', server: 'dns-server', rule_set: 'rule-set', inbound: 'inbound',
} // oxfmt-ignore

function referencesIn(document: OpenDocument, root: MapNode, wanted = ''): NameReference[] {
  const found: NameReference[] = []
  const add = (space: NameSpace | undefined, node: DocumentNode, path: DocumentPath, isItem?: true) => {
    if (space === undefined || node.kind !== 'scalar') return
    found.push({ space, name: node.text, scalar: node, path, at: 0, ...(isItem && { isItem }) })
  }
  const places = placesOf(document.text, wanted)
  const named = (kind: string, _: string, node: DocumentNode, path: DocumentPath) =>
    add(SPACES[kind], node, path, path.at(-2) === 'outbounds' && path.length > 2 ? true : undefined)
  // What is wrong with the config is the checker's to tell.
  new KeyChecker(new CheckReport(document), DIALECT, undefined, named, places).checkKeys(
    root,
    root,
    SINGBOX_KEYS,
    [],
    [],
  )
  for (const top of ['route', 'dns']) {
    const waiting = mapsIn(valueAt(root, top, 'rules'), [top, 'rules'], places)
    for (let rule = waiting.pop(); rule !== undefined; rule = waiting.pop()) {
      const { map, path } = rule
      for (const key of fieldsOf(map).keys())
        for (const { node, index } of textsAt(map, key))
          add(RULE_NAMES[key.toLowerCase()], node, [...path, key, ...(index === undefined ? [] : [index])])
      waiting.push(...mapsIn(valueAt(map, 'rules'), [...path, 'rules']))
    }
  }
  for (const { map, path } of mapsIn(valueAt(root, 'route', 'rule_set'), ['route', 'rule_set'])) {
    const detour = valueAt(map, 'download_detour')
    if (detour !== undefined) add('target', detour, [...path, 'download_detour'])
  }
  return found
}

function ruleWriter(root: MapNode, names: RuleNames): (lines: readonly RuleEntry[]) => WrittenRules {
  const direct = directTag(root)
  const leadsNowhere = ({ action }: RuleEntry) => direct === undefined && ['DIRECT', 'COMPATIBLE'].includes(action)
  const options = {
    tagOf: (action: string) => (action === 'DIRECT' ? direct : names.kindOf(action) && action),
    ruleSetOf: (name: string) => (names.hasRuleSet(name) ? name : undefined),
    // Who writes rules by hand says himself where names are looked up.
    resolve: false,
  }
  return (lines) => {
    const written = lines.filter((line) => !leadsNowhere(line))
    const { rules, final, remoteSets, issues } = toSingboxRules(written, options)
    return {
      rules,
      ...(final !== undefined && { final: { path: ['route', 'final'], value: final } }),
      ruleSets: remoteSets
        .filter(({ tag }) => !names.hasRuleSet(tag))
        .map(({ type, tag, format, url }) => ({ type, tag, format, url })),
      issues: [...lines.filter(leadsNowhere).map(targetMissing), ...issues],
    }
  }
}
