import { ISSUE_SEVERITY } from '../model/issue.ts'
import type { Issue, IssueArgs, IssueCode } from '../model/issue.ts'
import { cleanName } from '../nodes/clean-name.ts'
import { INFO_FILTER } from '../nodes/info-entry.ts'
import type { ClientFacts } from '../model/client-facts.ts'
import { isWebAddress } from '../rules/provider-url.ts'
import { regionFilter } from '../templates/region-filters.ts'
import { portTest } from '../templates/port-test.ts'
import type { GroupType } from '../model/client-facts.ts'
import type { NodeCondition, Template, TemplateGroup, TemplateMember } from '../templates/template.ts'
import type { WordChars } from '../text/regex-chars.ts'
import { dotnetRegexIssue, type RegexIssue, regexArgs, userRegex } from '../text/user-regex.ts'
import type { GroupedNode } from './config-request.ts'
import type { GroupMapping } from '../nodes/group-mapping.ts'
import { FreeNames } from '../text/free-names.ts'

/** A group with the members it has in the finished config. */
export interface PlannedGroup {
  name: string
  template: TemplateGroup
  /** Nodes, groups and built-ins, each once. */
  members: string[]
  /** Proxy providers. */
  use: string[]
  /** What of the providers' nodes belongs here, in mihomo's dialect; several are alternatives. */
  filters: string[]
  /** What of the providers' nodes never belongs here, likewise. */
  excludeFilter?: string
  /** mihomo looks up `filters` in the node names itself: they are in a dialect that is not run here. */
  includeAll: boolean
  /** The client adds the nodes of all providers itself, as the user's own config says. */
  includeAllProviders: boolean
  /** Nothing was found for it: a built-in is its only member. */
  isEmptied?: boolean
  /** A filter of the group cannot be run, so it holds nodes that nobody asked for. */
  isUnread?: boolean
}

export interface GroupPlan {
  groups: readonly PlannedGroup[]
  /** What a name of the template or of the user stands for: a group, a node or a built-in; undefined where it is nothing. */
  target: (name: string) => string | undefined
  /** The group that carries what is to be proxied, or DIRECT where there is none. */
  main: string
  issues: readonly Issue[]
}

export interface GroupRequest {
  client: ClientFacts
  template: Template
  nodes: readonly GroupedNode[]
  mapping?: GroupMapping
  /** Names of proxy providers that groups use besides nodes. */
  providers: readonly string[]
  /** Further names that stand in the config as nodes (those of the user's own config). */
  others?: readonly string[]
}

/** Names that nodes must keep clear of: groups under their final names, and what the client reserves. */
export function takenNames(template: Template, client: ClientFacts, mapping?: GroupMapping): string[] {
  const groups = template.groups.map((group) => safeName(ownValue(mapping?.groups, group.name) ?? group.name))
  return [...client.groups.reservedNames, 'GLOBAL', ...groups, ...(template.baseNodes ?? [])]
}

/**
 * The template's groups with their members: names made safe, filters looked up in the node names, what is empty left
 * out or given a built-in, references checked, loops cut. Linear in the number of nodes.
 */
export function planGroups(request: GroupRequest): GroupPlan {
  const issues: Issue[] = []
  const report: Report = (code, args, field) => {
    issues.push({ code, severity: ISSUE_SEVERITY[code], field, kept: true, args })
  }
  request = withBuiltIns(request, report)
  const names = new GroupNames(request, report)
  const planned = fillGroups(request, names, report)
  cutLoops(planned, report)
  const groups = withoutEmpty(planned, names, report)
  const alive = new Set(groups.map((group) => group.name))
  const target = (name: string): string | undefined => {
    const found = names.resolve(name) ?? (request.client.rules.extraTargets.includes(name) ? name : undefined)
    return found !== undefined && names.isGroup(found) && !alive.has(found) ? undefined : found
  }
  const main = (request.template.main && target(request.template.main)) ?? firstRead(groups)?.name ?? 'DIRECT'
  return { groups, target, main, issues }
}

function firstRead(groups: readonly PlannedGroup[]): PlannedGroup | undefined {
  return groups.find((group) => !group.isUnread) ?? groups[0]
}

type Report = (code: IssueCode, args: IssueArgs, field?: string) => void

/** For clients without nodes of `type: direct`: those of the user's own file are looked up under the name of a built-in. */
function withBuiltIns(request: GroupRequest, report: Report): GroupRequest {
  const { client, template, nodes } = request
  const plainNodes = client.nodes.hasPlainTypes ? undefined : template.plainNodes
  if (plainNodes === undefined || plainNodes.length === 0)
    return { ...request, template: { ...template, plainNodes: [] } }
  const plain = new Set(plainNodes.map(({ name }) => name))
  for (const { name, lost } of plainNodes)
    for (const key of lost) report('field-ignored', { client: client.id, value: name }, key)
  const stand = plainNodes.map(({ name, builtIn }): GroupedNode => {
    return { name, type: builtIn.toLowerCase(), server: '', isOwn: true }
  })
  return { ...request, nodes: [...stand, ...nodes.filter((node) => !plain.has(node.name))] }
}

/** What every name of a template stands for. */
class GroupNames {
  readonly #final = new Map<string, string>()
  readonly #groups = new Set<string>()
  readonly #nodes: Set<string>
  readonly #builtins: ReadonlySet<string>
  readonly #reserved: ReadonlySet<string>
  readonly #plain: ReadonlyMap<string, string>
  readonly #free = new FreeNames('_', 1)

  constructor({ client, template, nodes, mapping, others = [] }: GroupRequest, report: Report) {
    this.#nodes = new Set(others)
    for (const node of nodes) this.#nodes.add(node.name)
    this.#builtins = new Set(client.groups.members)
    this.#reserved = new Set(client.groups.reservedNames)
    this.#plain = new Map(template.plainNodes?.map(({ name, builtIn }) => [name, builtIn]))
    for (const { name } of template.groups) {
      if (!this.#final.has(name)) this.add(name, ownValue(mapping?.groups, name) ?? name, report)
    }
    for (const name of Object.keys(mapping?.groups ?? {}))
      if (!this.#final.has(name)) report('mapping-unused', { group: name }, 'mapping.groups')
  }

  /** Takes a group in under a name that nothing else has. */
  add(name: string, wanted: string, report: Report): string {
    const safe = safeName(wanted)
    const free = this.#free.of(safe, (one) => this.#groups.has(one) || this.#nodes.has(one) || this.#reserved.has(one))
    if (free !== wanted) report('name-changed', { from: wanted, to: free }, 'proxy-groups')
    this.#final.set(name, free)
    this.#groups.add(free)
    return free
  }

  /** A group by its old or new name, a built-in, a node, in this order. */
  resolve(name: string): string | undefined {
    const group = this.#final.get(name)
    if (group !== undefined) return group
    if (this.#groups.has(name) || this.#builtins.has(name)) return name
    return this.#nodes.has(name) ? this.memberOf(name) : undefined
  }

  /** What stands in groups for a node. */
  memberOf(node: string): string {
    return this.#plain.get(node) ?? node
  }

  isGroup(name: string): boolean {
    return this.#groups.has(name)
  }
}

/** A name that a rule line can address: no comma, no blank at the ends, cleaned as the names of nodes are. */
function safeName(name: string): string {
  return cleanName(name).replaceAll(',', '，').trim() || 'Group'
}

function ownValue(map: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined
}

function fillGroups(request: GroupRequest, names: GroupNames, report: Report): PlannedGroup[] {
  const { template, client, providers } = request
  const assigned = assignNodes(request, names, report)
  const shelf = new NodeShelf(request)
  const planned: PlannedGroup[] = []
  const done = new Set<string>()
  const infoOf = new Map<string, readonly string[]>()
  const known = new Set([...Object.keys(template.base?.['proxy-providers'] ?? {}), ...providers])
  const groupTypes = new Map(template.groups.map(({ name, type }) => [names.resolve(name)!, type]))
  const nodeTypes = new Map(request.nodes.map(({ name, type }) => [name, type]))
  const typeOf = (name: string) => groupTypes.get(name) ?? nodeTypes.get(name) ?? name
  const hasProviders = client.options.includes('providers')
  const lostProviders = new Set<string>()
  for (const group of template.groups) {
    const name = names.resolve(group.name)!
    // A second group of the same name can never be addressed.
    if (done.has(name)) continue
    done.add(name)
    const isTestable = !group.url || isWebAddress(group.url)
    if (!isTestable) report('bad-value', { group: name, value: group.url! }, 'url')
    if (group.foreignType !== undefined)
      report('group-kind-changed', { group: name, from: group.foreignType, to: group.type }, 'proxy-groups')
    const members = new Members()
    let last: readonly string[] = []
    const filters: string[] = []
    const unread = new Map<string, FilterIssue>()
    let includeAll = false
    let takesProviders: 'none' | 'all' | 'filtered' = 'none'
    const isLost = ({ isHeeded }: FilterIssue) => !(isHeeded && client.groups.readsFilters)
    const lose = (issue: FilterIssue) => {
      if (isLost(issue)) unread.set(issue.filter, issue)
    }
    const wanted = hasProviders || !group.ofProviders ? group.members : [...group.members, group.ofProviders]
    for (const member of wanted) {
      if (member.kind === 'ref') {
        const found = names.resolve(member.name)
        if (found === undefined) report('group-member-missing', { group: name, name: member.name }, 'proxies')
        else if (!shelf.excludes(group, found, typeOf(found), lose)) members.add(found)
        continue
      }
      const { found, issues } = shelf.take(member, group.type)
      const missing = member.kind === 'pattern' && member.sources?.find((source) => !shelf.hasSource(source))
      if (missing) report('group-member-missing', { group: name, name: `{${missing}}` }, 'outbounds')
      if (member.kind === 'all' && group.type === 'select') last = shelf.info(member)
      const lost = issues.filter(isLost)
      const isLeft = client.groups.readsFilters && lost.some(({ field }) => field === 'filter')
      const filter = isLeft ? shelf.filterOf(member) : undefined
      if (filter) {
        includeAll = true
        filters.push(filter)
      } else {
        for (const node of found) members.add(names.memberOf(node))
        lost.forEach(lose)
      }
      if (providers.length === 0 || member.kind === 'nodes') continue
      if (member.kind === 'all' || (lost.length > 0 && !filter)) takesProviders = 'all'
      else if (client.groups.readsFilters && takesProviders !== 'all') {
        const ofMember = shelf.filterOf(member)
        if (!ofMember) continue
        takesProviders = 'filtered'
        if (!filters.includes(ofMember)) filters.push(ofMember)
      }
    }
    members.addAll(assigned.byGroup.get(name) ?? [])
    if (last.length > 0) infoOf.set(name, last)
    // Clash knows no `include-all`. It cannot filter, so groups with a filter do without.
    const everyMember = wanted.concat(group.ofProviders ?? [])
    const takesEach = group.usesAll && !client.groups.readsFilters && everyMember.some(isAll)
    const own = [...(group.use ?? []), ...(takesEach ? known : [])].filter((provider) => {
      if (hasProviders && known.has(provider)) return true
      if (!hasProviders) {
        lostProviders.add(provider)
        return false
      }
      // mihomo and Clash refuse the whole file for it.
      report('group-member-missing', { group: name, name: provider }, 'use')
      return false
    })
    // The group holds all nodes of these providers.
    if (own.length > 0 && !client.groups.readsFilters && everyMember.some(({ kind }) => kind === 'pattern'))
      report('field-ignored', { client: client.id, value: name }, 'filter')
    const use = [...new Set([...own, ...(takesProviders === 'none' ? [] : providers)])]
    for (const { field, isHeeded: _, ...issue } of unread.values())
      report('filter-unread', { group: name, ...issue }, field)
    // A test would choose among nodes that nobody asked for.
    const type = unread.size > 0 ? 'select' : group.type
    planned.push({
      name,
      template: { ...group, type, ...(isTestable ? {} : { url: undefined }) },
      members: members.list,
      use,
      filters: takesProviders === 'all' && !includeAll ? [] : filters,
      ...(takesProviders !== 'none' && !includeAll && hidesInfo({ ...group, type })
        ? { excludeFilter: INFO_FILTER }
        : {}),
      includeAll,
      includeAllProviders: group.usesAll === true && known.size > 0 && client.groups.readsFilters,
      isUnread: unread.size > 0,
    })
  }
  for (const provider of lostProviders) report('provider-unsupported', { provider, client: client.id }, 'use')
  for (const name of assigned.newGroups) {
    const group: TemplateGroup = { name, type: 'select', members: [], whenEmpty: 'drop' }
    planned.push({
      name,
      template: group,
      members: [...(assigned.byGroup.get(name) ?? [])],
      use: [],
      filters: [],
      includeAll: false,
      includeAllProviders: false,
    })
  }
  const reachable = [
    ...assigned.newGroups,
    ...(client.groups.groupsEachProvider ? providerGroups(request, names, planned, report) : []),
  ]
  const main = planned.find((group) => group.name === names.resolve(template.main ?? '')) ?? firstRead(planned)
  if (main) main.members = [...new Set([...main.members, ...reachable.filter((name) => name !== main.name)])]
  const unreadNames = new Set(planned.filter(({ isUnread }) => isUnread).map(({ name }) => name))
  for (const group of planned) {
    const last = infoOf.get(group.name)
    if (last !== undefined) group.members = [...new Set([...group.members, ...last])]
    if (unreadNames.size > 0) group.members = lastOnes(group.members, unreadNames)
  }
  return planned
}

function lastOnes(names: readonly string[], late: ReadonlySet<string>): string[] {
  return [...names.filter((name) => !late.has(name)), ...names.filter((name) => late.has(name))]
}

function isAll(member: TemplateMember): boolean {
  return member.kind === 'all'
}

/** Information entries (traffic left, expiry) are no servers: groups that test or balance, and regions, do without them. */
function hidesInfo({ type, members }: TemplateGroup): boolean {
  return type !== 'select' || members.some((member) => member.kind === 'region')
}

/** Clash cannot filter a provider's nodes: each provider becomes a group of its own. */
function providerGroups(request: GroupRequest, names: GroupNames, planned: PlannedGroup[], report: Report): string[] {
  return request.providers.map((provider) => {
    const name = names.add(`provider ${provider}`, provider, report)
    planned.push({
      name,
      template: { name, type: 'select', members: [], whenEmpty: 'drop' },
      members: [],
      use: [provider],
      filters: [],
      includeAll: false,
      includeAllProviders: false,
    })
    return name
  })
}

interface Assigned {
  /** Nodes that the mapping sends to a group, beside those that the template puts there. */
  byGroup: ReadonlyMap<string, string[]>
  /** Groups that only the mapping names. */
  newGroups: readonly string[]
}

function assignNodes({ nodes }: GroupRequest, names: GroupNames, report: Report): Assigned {
  const byGroup = new Map<string, string[]>()
  const newGroups: string[] = []
  for (const { name, group: wanted } of nodes) {
    if (wanted === undefined) continue
    let group = names.resolve(wanted)
    if (group === undefined || !names.isGroup(group)) {
      newGroups.push((group = names.add(wanted, wanted, report)))
      report('mapping-group-added', { group }, 'mapping')
    }
    const list = byGroup.get(group)
    if (list) list.push(name)
    else byGroup.set(group, [name])
  }
  return { byGroup, newGroups }
}

/** Member names in order, each once. */
class Members {
  readonly list: string[] = []
  #seen: Set<string> | undefined

  add(name: string): void {
    const seen = (this.#seen ??= new Set(this.list))
    if (seen.has(name)) return
    seen.add(name)
    this.list.push(name)
  }

  addAll(names: readonly string[]): void {
    for (const name of names) this.add(name)
  }
}

interface FilterIssue extends RegexIssue {
  field: 'filter' | 'exclude-filter'
  filter: string
  /** We cannot read it, and the client of the user's own file does what it says. */
  isHeeded: boolean
}

type TellFilter = (issue: Omit<FilterIssue, 'field' | 'isHeeded'>) => void

/** Nodes that were looked up, and what of the pattern was not read. */
interface Found {
  found: readonly string[]
  issues: readonly FilterIssue[]
}

/** Nodes sorted once by what groups ask for. */
class NodeShelf {
  /** Those that stand in the template already come first. */
  readonly #all: readonly GroupedNode[]
  readonly #given: readonly GroupedNode[]
  /** `#all` and `#given` less what tells about the subscription, and that. */
  readonly #servers: Readonly<Record<'all' | 'given', readonly GroupedNode[]>>
  readonly #info: Readonly<Record<'all' | 'given', readonly GroupedNode[]>>
  readonly #names = new Map<readonly GroupedNode[], readonly string[]>()
  readonly #regions: ReadonlySet<string>
  /** Whether groups are those of a user's own mihomo file. */
  readonly #isOfMihomo: boolean
  #sources: ReadonlySet<string | undefined> | undefined
  readonly #byRegion = new Map<string, string[]>()
  readonly #byPattern = new Map<string, Found>()

  constructor({ nodes, template }: GroupRequest) {
    this.#all = nodes
    this.#isOfMihomo = template.baseKind === 'clash-yaml'
    this.#given = nodes.filter((node) => !node.isOwn)
    const hasInfo = nodes.some((node) => node.isInfo)
    const servers = (list: readonly GroupedNode[]) => (hasInfo ? list.filter((node) => !node.isInfo) : list)
    this.#servers = { all: servers(nodes), given: servers(this.#given) }
    this.#info = { all: nodes.filter((node) => node.isInfo), given: this.#given.filter((node) => node.isInfo) }
    this.#regions = new Set(template.groups.flatMap((group) => group.members.flatMap(regionOfMember)))
    if (this.#regions.size === 0) return
    for (const node of this.#servers.given) {
      const region = node.region !== undefined && this.#regions.has(node.region) ? node.region : 'other'
      const list = this.#byRegion.get(region)
      if (list) list.push(node.name)
      else this.#byRegion.set(region, [node.name])
    }
  }

  /** Whether a node comes from a source of this name. */
  hasSource(name: string): boolean {
    this.#sources ??= new Set(this.#given.map(({ source }) => source))
    return this.#sources.has(name)
  }

  /** The nodes that a member stands for. For "all nodes", information entries are not among them: `info` gives those. */
  take(member: Exclude<TemplateMember, { kind: 'ref' }>, type: GroupType): Found {
    if (member.kind === 'all')
      return { found: this.#namesOf(this.#servers[member.withOwn ? 'all' : 'given']), issues: [] }
    if (member.kind === 'region') return { found: this.#byRegion.get(member.region) ?? [], issues: [] }
    if (member.kind === 'nodes') {
      const wanted = new Set(member.names)
      return { found: this.#namesOf(this.#given).filter((name) => wanted.has(name)), issues: [] }
    }
    const nodes = this.#nodesFor(member, type)
    const key = JSON.stringify([member, nodes === this.#all || nodes === this.#given])
    const known = this.#byPattern.get(key)
    if (known) return known
    const issues: FilterIssue[] = []
    const found = { found: this.#matching(member, nodes, (issue) => issues.push(issue)), issues }
    this.#byPattern.set(key, found)
    return found
  }

  /** Information entries. They stand last in groups of all nodes. */
  info({ withOwn }: TemplateMember & { kind: 'all' }): readonly string[] {
    return this.#namesOf(this.#info[withOwn ? 'all' : 'given'])
  }

  /** A pattern of a select group may also match information entries. A group that tests its nodes never holds them. */
  #nodesFor({ withOwn }: TemplateMember & { kind: 'pattern' }, type: GroupType): readonly GroupedNode[] {
    if (type !== 'select') return this.#servers[withOwn ? 'all' : 'given']
    return withOwn ? this.#all : this.#given
  }

  /** The same choice as a `filter` over a provider, in mihomo's dialect; undefined where none can be given. */
  filterOf(member: TemplateMember): string | undefined {
    if (member.kind === 'region') return regionFilter(member.region, this.#regions)
    // mihomo looks only at the names of a provider's nodes.
    if (member.kind !== 'pattern' || member.pattern === '' || member.where || member.sources) return undefined
    return member.pattern.split('`').some((part) => dotnetRegexIssue(part)) ? undefined : member.pattern
  }

  /** Whether a group takes a member out again that it names itself. What is not read of a filter excludes nothing. */
  excludes({ excluded = {} }: TemplateGroup, name: string, type: string, issue: (issue: FilterIssue) => void): boolean {
    const { filter, types = [] } = excluded
    if (types.some((one) => adapterType(one) === adapterType(type))) return true
    return filter !== undefined && filter.split('`').some((part) => part !== '' && this.#exclude(part, issue)?.(name))
  }

  #exclude(part: string, issue: (issue: FilterIssue) => void): ((name: string) => boolean) | undefined {
    const isHeeded = this.#isOfMihomo && dotnetRegexIssue(part) === undefined
    const wordChars = this.#isOfMihomo ? 'unicode' : 'ascii'
    return nameTest(part, (found) => issue({ field: 'exclude-filter', isHeeded, ...found }), wordChars)
  }

  #namesOf(nodes: readonly GroupedNode[]): readonly string[] {
    let names = this.#names.get(nodes)
    if (names === undefined) this.#names.set(nodes, (names = nodes.map((node) => node.name)))
    return names
  }

  #matching(
    member: TemplateMember & { kind: 'pattern' },
    given: readonly GroupedNode[],
    issue: (issue: FilterIssue) => void,
  ): readonly string[] {
    const parts = member.pattern.split('`')
    const wordChars = this.#isOfMihomo && member.withOwn !== undefined ? 'unicode' : 'ascii'
    const patterns = parts.map((part) =>
      nameTest(part, (found) => issue({ field: 'filter', isHeeded: false, ...found }), wordChars),
    )
    const excludes = member.exclude?.split('`').map((part) => this.#exclude(part, issue))
    const types = new Set(member.excludeTypes?.map(adapterType))
    const fits =
      member.where && conditionTest(member.where, (found) => issue({ field: 'filter', isHeeded: false, ...found }))
    // Where nobody knows what is meant, `type: direct` is not: it has no server.
    const isVague = patterns.includes(undefined) || excludes?.includes(undefined)
    const meant = isVague ? given.filter((node) => node.server !== '') : given
    const fitting = fits ? meant.filter(fits) : meant
    const allowed = ofSources(member, fitting, (found) => issue({ field: 'filter', isHeeded: false, ...found }))
    const nodes = types.size === 0 ? allowed : allowed.filter((node) => !types.has(adapterType(node.type)))
    const found: string[] = []
    const seen = new Set<string>()
    for (const test of patterns) {
      for (const { name } of nodes) {
        if (test?.(name) === false || seen.has(name) || excludes?.some((exclude) => exclude?.(name))) continue
        seen.add(name)
        found.push(name)
      }
    }
    return found
  }
}

/** The nodes that come from sources of a member and pass what it asks of each source. */
function ofSources(
  { sources, ofSources: filters = [] }: TemplateMember & { kind: 'pattern' },
  nodes: readonly GroupedNode[],
  issue: TellFilter,
): readonly GroupedNode[] {
  if (sources === undefined && filters.length === 0) return nodes
  const tests = filters.map(({ sources: names, pattern, excludes = false }) => {
    const test = nameTest(pattern, issue)
    return { names: new Set<unknown>(names), fits: (name: string) => test === undefined || test(name) !== excludes }
  })
  const wanted = sources && new Set<unknown>(sources)
  return nodes.filter(
    ({ name, source }) =>
      (wanted === undefined || wanted.has(source)) &&
      tests.every(({ names, fits }) => !names.has(source) || fits(name)),
  )
}

/** A condition as a test. A condition that cannot be read is reported, and every node may meet it. */
function conditionTest({ type, port, server }: NodeCondition, issue: TellFilter): (node: GroupedNode) => boolean {
  const typeTest = type === undefined ? () => true : nameTest(`(?i)^(?:${type})$`, issue)
  const serverTest = server === undefined ? () => true : nameTest(server, issue)
  const isPort = port === undefined ? () => true : portTest(port)
  return (node) =>
    (typeTest === undefined || typeTest(node.type) || typeTest(adapterType(node.type))) &&
    serverTest?.(node.server) !== false &&
    node.port !== undefined &&
    (isPort?.(node.port) ?? false)
}

const ADAPTER_TYPES: ReadonlyMap<string, string> = new Map([
  ['ss', 'shadowsocks'],
  ['ssr', 'shadowsocksr'],
  ['select', 'selector'],
  ['url-test', 'urltest'],
  ['load-balance', 'loadbalance'],
  ['reject-drop', 'rejectdrop'],
])

/** `ss` and `Shadowsocks` are one type: config names and adapter names of mihomo, in lower case. */
function adapterType(type: string): string {
  const lower = type.toLowerCase()
  return ADAPTER_TYPES.get(lower) ?? lower
}

function regionOfMember(member: TemplateMember): string[] {
  return member.kind === 'region' && member.region !== 'other' ? [member.region] : []
}

/** A filter as a test of names. Alternatives of plain text, `(港|HK)`, need no regex engine. */
function nameTest(pattern: string, issue: TellFilter, wordChars?: WordChars): ((name: string) => boolean) | undefined {
  if (pattern === '' || pattern === '.*' || pattern === '(.*)') return () => true
  const words = plainWords(pattern)
  if (words) return (name) => words.some((word) => name.includes(word))
  const { regex, issue: found } = userRegex(pattern, { wordChars })
  if (!regex) {
    issue({ filter: pattern, reason: found.reason, ...regexArgs(found) })
    return undefined
  }
  return (name) => regex.test(name)
}

function plainWords(pattern: string): string[] | undefined {
  const inner = pattern.startsWith('(') && pattern.endsWith(')') ? pattern.slice(1, -1) : pattern
  return /[\\^$.*+?()[\]{}]/.test(inner) ? undefined : inner.split('|')
}

/** A reference that leads back to its own group is taken out: the clients refuse loops. */
function cutLoops(groups: readonly PlannedGroup[], report: Report): void {
  const byName = new Map(groups.map((group) => [group.name, group]))
  const state = new Map<string, 'open' | 'done'>()
  const cut = new Map<PlannedGroup, Set<string>>()
  for (const start of groups) {
    if (state.has(start.name)) continue
    state.set(start.name, 'open')
    const stack = [{ group: start, refs: groupRefs(start, byName), next: 0 }]
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const ref = top.refs[top.next++]
      if (ref === undefined) {
        state.set(top.group.name, 'done')
        stack.pop()
      } else if (state.get(ref) === 'open') {
        cut.set(top.group, (cut.get(top.group) ?? new Set()).add(ref))
        report('group-loop', { group: top.group.name, name: ref }, 'proxies')
      } else if (!state.has(ref)) {
        state.set(ref, 'open')
        const group = byName.get(ref)!
        stack.push({ group, refs: groupRefs(group, byName), next: 0 })
      }
    }
  }
  for (const [group, names] of cut) group.members = group.members.filter((name) => !names.has(name))
}

function groupRefs(group: PlannedGroup, byName: ReadonlyMap<string, PlannedGroup>): string[] {
  return group.members.filter((name) => byName.has(name))
}

/** Groups with no member are left out with their references, or lead to a built-in: what the file says, else as the template wants. */
function withoutEmpty(planned: readonly PlannedGroup[], names: GroupNames, report: Report): PlannedGroup[] {
  const byName = new Map(planned.map((group) => [group.name, group]))
  const parents = new Map<string, PlannedGroup[]>()
  for (const group of planned) {
    for (const ref of groupRefs(group, byName)) {
      const list = parents.get(ref)
      if (list) list.push(group)
      else parents.set(ref, [group])
    }
  }
  const dropped = new Set<string>()
  const left = new Map(planned.map((group) => [group, group.members.length]))
  const waiting = planned.filter(isEmpty)
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    // A region that no node is in was never asked for.
    const { whenEmpty, extra } = group.template
    if (!isRegion(group)) report('group-empty', { group: group.name, action: whenEmpty })
    if (whenEmpty !== 'drop') {
      const said = extra?.['empty-fallback']
      const own = typeof said === 'string' ? names.resolve(said) : undefined
      const other = whenEmpty === 'direct' ? 'DIRECT' : 'REJECT'
      group.isEmptied = true
      // mihomo refuses a group there, and it could lead back here.
      group.members = [own === undefined || names.isGroup(own) ? other : own]
      continue
    }
    dropped.add(group.name)
    for (const parent of parents.get(group.name) ?? []) {
      const members = left.get(parent)! - 1
      left.set(parent, members)
      if (members === 0 && !isFilledByClient(parent)) waiting.push(parent)
    }
  }
  const kept = planned.filter((group) => !dropped.has(group.name))
  if (dropped.size === 0) return kept
  for (const group of kept) group.members = group.members.filter((name) => !dropped.has(name))
  return kept
}

function isRegion({ template }: PlannedGroup): boolean {
  return template.whenEmpty === 'drop' && template.members.every((member) => member.kind === 'region')
}

function isEmpty(group: PlannedGroup): boolean {
  return group.members.length === 0 && !isFilledByClient(group)
}

/** Whether the client itself finds members for it besides those that are named. */
export function isFilledByClient({ use, includeAll, includeAllProviders }: PlannedGroup): boolean {
  return use.length > 0 || includeAll || includeAllProviders
}
