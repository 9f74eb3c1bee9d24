import { constructFromEvents } from 'js-yaml'
import { ConvertError } from '../model/convert-error.ts'
import { readJson } from '../text/json.ts'
import { countLines } from '../text/lines.ts'
import { readYamlEvents, type YamlIssue, type YamlOptions } from '../text/yaml.ts'
import { findIssuePlace } from '../text/yaml-issue-place.ts'
import { isKeptRecord, isTrue, keptRecordOf, KEEPING_SCHEMA, KeptScalar } from '../text/kept-scalar.ts'
import { listFormatOf } from '../rules/list-format.ts'
import { LIST_INTERVAL_S } from './list-addresses.ts'
import { ruleCommentsOf } from './rule-comments.ts'
import type { GroupType } from '../model/client-facts.ts'
import type {
  ListBehavior,
  OwnNode,
  PlainNode,
  RuleList,
  SourceFilter,
  Template,
  TemplateGroup,
  TemplateMember,
  TemplateRule,
} from './template.ts'
import type { JsonObject } from '../text/record.ts'

/**
 * The user's own whole config as a template: mihomo or Clash (YAML or JSON), or sing-box (JSON with comments). Nodes are
 * added to it; groups without members, with a `filter` or an `include-all` are filled; all else is kept.
 */
export function readOwnConfig(text: string, name: string, limits: Pick<YamlOptions, 'maxAliases'> = {}): Template {
  const config = parseConfig(text, name, limits)
  // A config of Xray says `protocol` where one of sing-box says `type`.
  if (dicts(config['outbounds']).some((outbound) => 'protocol' in outbound && !('type' in outbound)))
    throw new ConvertError('bad-template', { name })
  if (Array.isArray(config['outbounds']) || (isKeptRecord(config['route']) && !('proxies' in config)))
    return singboxTemplate(config, name)
  if (isJson(text)) refuseRepeatedKey(text, name)
  if (MIHOMO_KEYS.some((key) => key in config)) return mihomoTemplate(config, name, text)
  throw new ConvertError('bad-template', { name })
}

const MIHOMO_KEYS = ['proxies', 'proxy-groups', 'proxy-providers', 'rules', 'mixed-port', 'port', 'dns']

function parseConfig(text: string, name: string, limits: YamlOptions): JsonObject {
  const source = text.replace(/^\ufeff/, '')
  const config = (isJson(source) ? readJson(source) : undefined) ?? readYaml(source, name, limits)
  if (!isKeptRecord(config)) throw new ConvertError('bad-template', { name })
  return config
}

function isJson(source: string): boolean {
  return /^\ufeff?\s*(?:\{|\/[/*])/.test(source)
}

function readYaml(source: string, name: string, limits: YamlOptions): unknown {
  const { read, events = [] } = readYamlEvents(source, limits)
  if (read.issue) throw new ConvertError('bad-template', { name, ...argsOf(source, read.issue) })
  if (read.documents.length !== 1) throw new ConvertError('bad-template', { name })
  try {
    // What merges bring was counted.
    return constructFromEvents(events, { source, schema: KEEPING_SCHEMA, maxTotalMergeKeys: -1 })[0]
  } catch (error) {
    throw new ConvertError('bad-template', { name }, undefined, { cause: error })
  }
}

/** The line that has to be mended, and what is wrong with it. */
function argsOf(source: string, issue: YamlIssue): Record<string, string | number> {
  if (issue.first !== undefined) return { line: lineOf(source, issue.at), first: lineOf(source, issue.first) }
  const { at, reason } = findIssuePlace(source, issue)
  return { line: lineOf(source, at), msg: reason }
}

function lineOf(source: string, at: number): number {
  return countLines(source, 0, at) + 1
}

/** Clients read JSON as YAML, and refuse a key that stands twice; a parser of JSON takes the last one. */
function refuseRepeatedKey(source: string, name: string): void {
  const { issue } = readYamlEvents(source).read
  if (issue?.first !== undefined) throw new ConvertError('bad-template', { name, ...argsOf(source, issue) })
}

function mihomoTemplate(config: JsonObject, name: string, source: string): Template {
  const groups = dicts(config['proxy-groups']).flatMap(mihomoGroup)
  const lists = ruleLists(config['rule-providers'])
  const given: readonly unknown[] = Array.isArray(config['rules']) ? config['rules'] : []
  const comments = ruleCommentsOf(source, given.length)
  const rules = given.flatMap((rule, at) => mihomoRule(rule, lists, comments.get(at)))
  // Groups of a kind that we do not know stay as they are: others may name them, like nodes.
  const strangers = dicts(config['proxy-groups']).filter((group) => mihomoGroup(group).length === 0)
  const baseNodes = [...dicts(config['proxies']), ...strangers].flatMap((proxy) => text(proxy['name']) ?? [])
  return {
    name,
    groups,
    rules,
    base: config,
    baseKind: 'clash-yaml',
    baseNodes,
    ownNodes: dicts(config['proxies']).flatMap((proxy) => ownNode(proxy, 'name')),
    plainNodes: dicts(config['proxies']).flatMap(plainNode),
    main: groups.find((group) => group.type === 'select')?.name,
  }
}

const GROUP_TYPES: ReadonlyMap<string, GroupType> = new Map(
  Object.entries<GroupType>({
    select: 'select',
    selector: 'select',
    'url-test': 'url-test',
    urltest: 'url-test',
    fallback: 'fallback',
    'load-balance': 'load-balance',
  }),
)

/** Types of forks, for which the clients refuse the whole file, and what is nearest. */
const FOREIGN_TYPES: ReadonlyMap<string, GroupType> = new Map([['smart', 'url-test']])

/** What a template group has a field for; all other keys are its `extra`. */
const GROUP_KEYS: ReadonlySet<string> = new Set(
  'name type proxies use filter exclude-filter exclude-type include-all include-all-proxies url interval tolerance timeout strategy'.split(
    ' ',
  ),
)

function mihomoGroup(group: JsonObject): TemplateGroup[] {
  const name = text(group['name'])
  const givenType = text(group['type']) ?? ''
  const foreign = FOREIGN_TYPES.get(givenType)
  const type = GROUP_TYPES.get(givenType) ?? foreign
  if (name === undefined || type === undefined) return []
  const use = strings(group['use'])
  const refs = strings(group['proxies']).map((ref): TemplateMember => ({ kind: 'ref', name: ref }))
  const all = isTrue(group['include-all']) || isTrue(group['include-all-proxies'])
  const filter = text(group['filter'])
  const usesAll = isTrue(group['include-all']) || isTrue(group['include-all-providers'])
  const fromProviders = use.length > 0 || usesAll
  const isLookedUp = all || filter !== undefined
  const filled = isLookedUp || (refs.length === 0 && !fromProviders)
  // The client looks up nodes of the file only for `include-all`; those of providers may be direct ones of the author.
  const chosen = chosenNodes(group, filter, all || (isLookedUp && !fromProviders))
  return [
    {
      name,
      type,
      ...(foreign ? { foreignType: givenType } : {}),
      members: filled ? [...refs, chosen] : refs,
      whenEmpty: 'reject',
      ...(refs.length > 0 ? { excluded: exclusions(group) } : {}),
      url: text(group['url']),
      interval: number(group['interval']),
      tolerance: number(group['tolerance']),
      timeout: number(group['timeout']),
      strategy: text(group['strategy']),
      use: use.length > 0 ? use : undefined,
      ...(usesAll ? { usesAll } : {}),
      ...(fromProviders && !filled ? { ofProviders: chosen } : {}),
      extra: Object.fromEntries(Object.entries(group).filter(([key]) => !GROUP_KEYS.has(key))),
    },
  ]
}

/** Sent out by themselves: no nodes. */
const NO_NODES: ReadonlySet<string> = new Set(['direct', 'block', 'dns', 'shadowtls'])

function ownNode(entry: JsonObject, nameKey: 'name' | 'tag'): OwnNode[] {
  const name = text(entry[nameKey])
  if (name === undefined) return []
  return [{ name, type: text(entry['type']) ?? '', server: text(entry['server']) ?? '', isOwn: true }]
}

const PLAIN_TYPES: ReadonlyMap<string, PlainNode['builtIn']> = new Map([
  ['direct', 'DIRECT'],
  ['reject', 'REJECT'],
])

/** What a built-in says as well. */
const PLAIN_KEYS: ReadonlySet<string> = new Set(['name', 'type', 'udp'])

function plainNode(proxy: JsonObject): PlainNode[] {
  const name = text(proxy['name'])
  const builtIn = PLAIN_TYPES.get(text(proxy['type']) ?? '')
  if (name === undefined || builtIn === undefined) return []
  return [{ name, builtIn, lost: Object.keys(proxy).filter((key) => !PLAIN_KEYS.has(key)) }]
}

/**
 * The nodes that a group looks up. `withOwn`: among those of the file too, as the client would
 * (docs/formats/groups.md, "Groups of a user's own config").
 */
function chosenNodes(group: JsonObject, filter: string | undefined, withOwn: boolean): TemplateMember {
  const { filter: exclude, types: excludeTypes } = exclusions(group)
  if (filter === undefined && exclude === undefined && excludeTypes === undefined) return { kind: 'all', withOwn }
  return { kind: 'pattern', pattern: filter ?? '', exclude, excludeTypes, withOwn }
}

function exclusions(group: JsonObject): NonNullable<TemplateGroup['excluded']> {
  const types = text(group['exclude-type'])
  return { filter: text(group['exclude-filter']), types: types?.split('|').map((type) => type.trim()) }
}

function mihomoRule(
  rule: unknown,
  lists: ReadonlyMap<string, RuleList>,
  above: readonly string[] | undefined,
): TemplateRule[] {
  const line = text(rule)?.trim() ?? ''
  const comments = above ? { comments: above } : {}
  if (line === '') return []
  const [type = '', name = '', group, ...params] = line.split(',').map((part) => part.trim())
  const list = type.toUpperCase() === 'RULE-SET' ? lists.get(name) : undefined
  if (!list || group === undefined || params.includes('src')) return [{ kind: 'line', text: line, ...comments }]
  return [{ kind: 'list', list, group, noResolve: params.includes('no-resolve') || undefined, ...comments }]
}

/** Names under `sub-rules` of the user's own config. */
export function subRuleNames(base: JsonObject | undefined): string[] {
  return Object.keys(keptRecordOf(base?.['sub-rules']))
}

/** What a config's `rule-providers` names, by name. */
export function ruleLists(providers: unknown): Map<string, RuleList> {
  const lists = new Map<string, RuleList>()
  if (!isKeptRecord(providers)) return lists
  for (const [name, provider] of Object.entries(providers)) {
    if (!isKeptRecord(provider)) continue
    const behavior = text(provider['behavior'])
    if (behavior !== 'domain' && behavior !== 'ipcidr' && behavior !== 'classical') continue
    lists.set(name, ruleList(name, provider, behavior))
  }
  return lists
}

function ruleList(name: string, provider: JsonObject, behavior: ListBehavior): RuleList {
  const url = text(provider['url'])
  const payload = Array.isArray(provider['payload']) ? strings(provider['payload']) : undefined
  return {
    name,
    url: url ?? '',
    behavior,
    format: listFormatOf(provider['format'], url),
    interval: number(provider['interval']) ?? LIST_INTERVAL_S,
    ...(payload ? { payload } : {}),
  }
}

function isSingboxGroup({ type }: JsonObject): boolean {
  return type === 'selector' || type === 'urltest'
}

function singboxTemplate(config: JsonObject, name: string): Template {
  const outbounds = dicts(config['outbounds'])
  const groups = outbounds.filter(isSingboxGroup).flatMap(singboxGroup)
  const others = [...outbounds.filter((outbound) => !isSingboxGroup(outbound)), ...dicts(config['endpoints'])]
  const baseNodes = others.flatMap((outbound) => text(outbound['tag']) ?? [])
  return {
    name,
    groups,
    rules: [],
    base: config,
    baseKind: 'singbox-json',
    baseNodes,
    ownNodes: others
      .filter((outbound) => !NO_NODES.has(text(outbound['type']) ?? ''))
      .flatMap((outbound) => ownNode(outbound, 'tag')),
    main: groups.find((group) => group.type === 'select')?.name,
  }
}

function singboxGroup(group: JsonObject): TemplateGroup[] {
  const name = text(group['tag'])
  if (name === undefined) return []
  const given = { ...group, ...keywordFilters(group['filter']) }
  const filter = text(given['filter'])
  const refs = strings(group['outbounds'])
  const ofSources = sourceFilters(group['filter'])
  const isLookedUp =
    filter !== undefined ||
    given['exclude-filter'] !== undefined ||
    ofSources.length > 0 ||
    isTrue(group['include-all'])
  const byName = chosenNodes(given, filter, isLookedUp)
  const pattern: TemplateMember = byName.kind === 'pattern' ? byName : { kind: 'pattern', pattern: '' }
  const narrowed = ofSources.length > 0 ? { ofSources } : {}
  const chosen = ofSources.length > 0 ? { ...pattern, withOwn: isLookedUp, ...narrowed } : byName
  const placed = refs.flatMap((ref): TemplateMember[] => {
    const [, placeholder, all, regex] = /^\{((all)(?::(.*))?|.+)\}$/.exec(ref) ?? []
    if (placeholder === undefined) return [{ kind: 'ref', name: ref }]
    // The nodes of one subscription.
    if (all === undefined) return [{ ...pattern, withOwn: false, sources: [placeholder], ...narrowed }]
    if (isLookedUp) return [chosen]
    return [regex ? { kind: 'pattern', pattern: regex, withOwn: true } : { kind: 'all', withOwn: true }]
  })
  const isFilled = refs.length === 0 || (isLookedUp && placed.every(({ kind }) => kind === 'ref'))
  return [
    {
      name,
      type: GROUP_TYPES.get(String(group['type'])) ?? 'select',
      members: isFilled ? [...placed, chosen] : placed,
      whenEmpty: 'reject',
    },
  ]
}

/** Those with `for` look at the nodes of the subscriptions that they name. */
function sourceFilters(filters: unknown): SourceFilter[] {
  return dicts(filters).flatMap((filter) => {
    const sources = textsOf(filter['for'])
    const pattern = strings(filter['keywords']).join('|')
    if (sources.length === 0 || pattern.trim() === '') return []
    return [{ sources, pattern, ...(filter['action'] === 'exclude' ? { excludes: true } : {}) }]
  })
}

/** `filter: [{action: include, keywords: [HK|港]}]`, as templates of sing-box-subscribe have it: all have to agree. */
function keywordFilters(filters: unknown): JsonObject {
  const patterns = (action: string) =>
    dicts(filters)
      .filter((filter) => filter['action'] === action && textsOf(filter['for']).length === 0)
      .map((filter) => strings(filter['keywords']).join('|'))
      .filter((pattern) => pattern.trim() !== '')
  const [included, excluded] = [patterns('include'), patterns('exclude')]
  const all = included.map((pattern) => `(?=.*(?:${pattern}))`).join('')
  return {
    ...(included.length > 0 ? { filter: included.length === 1 ? included[0] : `^${all}` } : {}),
    ...(excluded.length > 0 ? { 'exclude-filter': excluded.join('|') } : {}),
  }
}

function dicts(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isKeptRecord) : []
}

/** Strings, and what was written like another type: a name `123` or `yes`. */
function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || value instanceof KeptScalar ? String(value) : undefined
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => text(item) ?? []) : []
}

/** The same where one stands for a list of one. */
function textsOf(value: unknown): string[] {
  return strings([value].flat())
}

function number(value: unknown): number | undefined {
  const found = typeof value === 'number' ? value : value instanceof KeptScalar ? Number(value.text) : undefined
  return Number.isFinite(found) ? found : undefined
}
