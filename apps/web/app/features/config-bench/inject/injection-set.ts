import type { RulesAt, WantedChange } from '@switchyard/convert/configs'
import { clientFacts, type ClientId, type ConfigLayout, PROBE_URL } from '@switchyard/convert/facts'
import { isRecord, recordsOf } from '@switchyard/convert/record'

/** Where rules go; `after` a rule that holds a text. */
export const RULE_PLACES = ['top', 'bottom', 'after'] as const
export const BEHAVIORS = ['domain', 'ipcidr', 'classical'] as const
export const GROUP_KINDS = ['select', 'url-test'] as const
export const IF_THERE = ['keep', 'replace'] as const

/** A rule list of the network, and the group that its rule leads to. */
export interface RuleSetDraft {
  name: string
  url: string
  behavior: (typeof BEHAVIORS)[number]
  target: string
}

export interface GroupDraft {
  name: string
  kind: (typeof GROUP_KINDS)[number]
  /** A name a line. */
  members: string
  /** What to do where a group of the name is there. */
  ifThere: (typeof IF_THERE)[number]
}

/** What is to go into a config, as it was typed. One plain value, so that it can be kept. */
export interface InjectionSet {
  /** A line each, in Clash's spelling. */
  rules: string
  at: (typeof RULE_PLACES)[number]
  after: string
  ruleSets: readonly RuleSetDraft[]
  groups: readonly GroupDraft[]
  /** Share links, or anything else that nodes are read from. */
  nodes: string
  /** Groups that the nodes go into, a name a line. */
  into: string
}

export const EMPTY_SET: InjectionSet = {
  rules: '',
  at: 'top',
  after: '',
  ruleSets: [],
  groups: [],
  nodes: '',
  into: '',
}
export const NEW_RULE_SET: RuleSetDraft = { name: '', url: '', behavior: 'domain', target: '' }
export const NEW_GROUP: GroupDraft = { name: '', kind: 'select', members: '', ifThere: 'keep' }

export const linesOf = (text: string): string[] =>
  text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== '') // oxfmt-ignore

const isBlank = (...texts: string[]) => texts.every((text) => text.trim() === '')
/** A row that was added and not filled in yet is no mistake. */
const filledGroups = ({ groups }: InjectionSet) => groups.filter(({ name, members }) => !isBlank(name, members))
const filledRuleSets = ({ ruleSets }: InjectionSet) =>
  ruleSets.filter(({ name, url, target }) => !isBlank(name, url, target))

/** Whether nothing is to go in. */
export function isEmptySet(set: InjectionSet): boolean {
  return isBlank(set.rules, set.nodes) && filledRuleSets(set).length === 0 && filledGroups(set).length === 0
}

const DAY_S = 86_400
const PROBE_INTERVAL_S = 600
const TOLERANCE_MS = 50

/** A change, and the part of the set that it is made of. */
export interface PartChange {
  part: 'rules' | 'nodes' | { kind: 'rule-set' | 'group'; name: string }
  change: WantedChange
}

/** The set as changes of a config, in an order in which each finds what it needs. `there`: names of the config's groups. */
export function changesOf(set: InjectionSet, client: ClientId, there: ReadonlySet<string>): PartChange[] {
  const { layout } = clientFacts(client)
  const changes: PartChange[] = []
  const at: RulesAt = set.at !== 'after' ? set.at : set.after.trim() === '' ? 'bottom' : { after: set.after.trim() }
  if (set.nodes.trim() !== '')
    changes.push({ part: 'nodes', change: { kind: 'add-nodes', text: set.nodes, into: linesOf(set.into) } })
  for (const draft of filledGroups(set)) {
    const name = draft.name.trim()
    const group = groupOf(draft, name, layout)
    const replaces = draft.ifThere === 'replace' && there.has(name)
    const change: WantedChange = replaces
      ? { kind: 'replace-group', name, group }
      : { kind: 'add-group', group, into: [] }
    changes.push({ part: { kind: 'group', name }, change })
  }
  for (const { name: typed, url, behavior, target } of filledRuleSets(set)) {
    const name = typed.trim()
    const rule = target.trim() === '' ? undefined : `RULE-SET,${name},${target.trim()}`
    const given = layout === 'singbox-json' ? remoteSet(url.trim()) : provider(name, url.trim(), behavior)
    changes.push({ part: { kind: 'rule-set', name }, change: { kind: 'add-rule-set', name, set: given, rule, at } })
  }
  if (set.rules.trim() !== '') {
    const rules = set.rules.split(/\r\n|\r|\n/).map((rule, index) => ({ rule, line: index + 1 }))
    changes.push({ part: 'rules', change: { kind: 'add-rules', rules, at } })
  }
  return changes
}

/** A group as the client spells it. */
function groupOf({ kind, members }: GroupDraft, name: string, layout: ConfigLayout): Record<string, unknown> {
  const names = linesOf(members)
  const isTest = kind === 'url-test'
  if (layout === 'xray-json') return { tag: name, selector: names }
  if (layout === 'singbox-json') return { type: isTest ? 'urltest' : 'selector', tag: name, outbounds: names }
  const test = { url: PROBE_URL, interval: PROBE_INTERVAL_S, tolerance: TOLERANCE_MS }
  return { name, type: kind, proxies: names, ...(isTest ? test : {}) }
}

function remoteSet(url: string): Record<string, unknown> {
  return { type: 'remote', format: endsWith(url, '.srs') ? 'binary' : 'source', url }
}

function provider(name: string, url: string, behavior: string): Record<string, unknown> {
  const format = endsWith(url, '.mrs') ? 'mrs' : endsWith(url, '.yaml') || endsWith(url, '.yml') ? 'yaml' : 'text'
  const path = `./rules/${name.replaceAll(/[^\w-]+/g, '_')}.${format === 'text' ? 'list' : format}`
  // YAML is what is read where nothing is said, and all that old Clash reads.
  return { type: 'http', behavior, url, path, ...(format === 'yaml' ? {} : { format }), interval: DAY_S }
}

function endsWith(url: string, extension: string): boolean {
  const [path = ''] = url.toLowerCase().split(/[?#]/, 1)
  return path.endsWith(extension)
}

/** A kept set as it was written; undefined for what is none. */
export function readInjection(value: unknown): InjectionSet | undefined {
  if (!isRecord(value)) return undefined
  return {
    rules: text(value, 'rules'),
    at: oneOf(RULE_PLACES, value['at'], 'top'),
    after: text(value, 'after'),
    ruleSets: recordsOf(value['ruleSets']).map((one) => ({
      name: text(one, 'name'),
      url: text(one, 'url'),
      behavior: oneOf(BEHAVIORS, one['behavior'], 'domain'),
      target: text(one, 'target'),
    })),
    groups: recordsOf(value['groups']).map((one) => ({
      name: text(one, 'name'),
      kind: oneOf(GROUP_KINDS, one['kind'], 'select'),
      members: text(one, 'members'),
      ifThere: oneOf(IF_THERE, one['ifThere'], 'keep'),
    })),
    nodes: text(value, 'nodes'),
    into: text(value, 'into'),
  }
}

function text(record: Record<string, unknown>, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

function oneOf<T extends string>(choices: readonly T[], given: unknown, first: T): T {
  return choices.find((choice) => choice === given) ?? first
}
