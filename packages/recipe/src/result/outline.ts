import { ALL_BUILT_IN_NAMES, clientFacts, type ConfigLayout, isClientId } from '@switchyard/convert/facts'
import { isInfoEntry, readJsonAt, readYaml } from '@switchyard/convert'
import type { ConvertSettings } from '../model/convert-settings.ts'
import type { Outline, OutlineGroup, OutlineRule } from '../model/build-result.ts'
import { given } from '../model/values/given.ts'
import { type JsonObject, recordOf } from '@switchyard/convert/record'

/** What a config in YAML may name that is no group. */
const BUILT_IN: ReadonlySet<string> = ALL_BUILT_IN_NAMES

/** Reads a result back as its client would: groups, their members, and where each stands. */
export function outlineOf(
  text: string,
  { output, list }: ConvertSettings,
  nodeNames: ReadonlySet<string>,
): Outline | undefined {
  if (list || !isClientId(output)) return undefined
  return OUTLINES[clientFacts(output).layout](text, nodeNames)
}

/** What reads each layout back; a new one has to say how. */
const OUTLINES: Readonly<Record<ConfigLayout, (text: string, nodeNames: ReadonlySet<string>) => Outline | undefined>> =
  { 'clash-yaml': mihomoOutline, 'singbox-json': singboxOutline, 'xray-json': xrayOutline }

/** The same of a text that someone has edited: nothing in it stands where we put it. */
export function outlineOfEdited(
  text: string,
  { output, list }: Pick<ConvertSettings, 'output' | 'list'>,
): Outline | undefined {
  if (list || !isClientId(output)) return undefined
  const lines = text.split('\n')
  const lineAt = lineCounter(text)
  const { layout } = clientFacts(output)
  if (layout !== 'clash-yaml') {
    const { value, places } = readJsonAt(text, 0)
    const parts = layout === 'xray-json' ? xrayParts : singboxParts
    return parts(recordOf(value), lines, (group) => lineAt(places.get(group)))
  }
  const [document] = readYaml(text).documents
  const config = recordOf(document?.value)
  const groups = config['proxy-groups']
  const places = Array.isArray(groups) ? document?.places.get(groups) : undefined
  const nodes = recordsOf(config['proxies'])
  return {
    nodes: nodes.length,
    ...mihomoParts(config, lines, new Set(nodes.map(({ name }) => String(name))), (index) => lineAt(places?.[index])),
  }
}

/** Lines of places in a text; asked in rising order it costs one walk. */
function lineCounter(text: string): (at: number | undefined) => number | undefined {
  let line = 1
  let from = 0
  return (at) => {
    if (at === undefined) return undefined
    if (at < from) [line, from] = [1, 0]
    for (let next = text.indexOf('\n', from); next >= 0 && next < at; next = text.indexOf('\n', from)) {
      line++
      from = next + 1
    }
    return line
  }
}

function mihomoOutline(text: string, nodeNames: ReadonlySet<string>): Outline | undefined {
  const lines = text.split('\n')
  // Nodes stand one a line and are many: what is read back is the rest.
  const isNode = nodeLines(lines)
  const config = recordOf(readYaml(lines.filter((_, index) => !isNode(index)).join('\n')).documents[0]?.value)
  const start = lines.findIndex((line) => line.startsWith('proxy-groups:'))
  return {
    nodes: lines.filter((_, index) => isNode(index)).length,
    ...mihomoParts(config, lines, nodeNames, (index) => (start < 0 ? undefined : start + 2 + index)),
  }
}

function mihomoParts(
  config: JsonObject,
  lines: readonly string[],
  nodeNames: ReadonlySet<string>,
  lineOfGroup: (index: number) => number | undefined,
): Omit<Outline, 'nodes'> {
  const groups = recordsOf(config['proxy-groups'])
  const known = namesOf(
    nodeNames,
    groups.map(({ name }) => String(name)),
  )
  const ruleLine = lineOf(lines, 'rules:')
  const rules = ruleTable(texts(config['rules']).map(ruleOfLine), linesWith(lines, ruleLine, /^\s*- /))
  const outlined = groups.map((group, index) =>
    outlineGroup(group['name'], group['type'], texts(group['proxies']), known, rules.counts, lineOfGroup(index)),
  )
  return {
    // Nodes that the client refuses are among the names: what a group has is written.
    notices: new Set(outlined.flatMap(({ notices }) => notices)).size,
    groups: outlined,
    rules: rules.length,
    ruleList: rules.list,
    elsewhere: elsewhere(
      rules.counts,
      groups.map(({ name }) => name),
    ),
    ruleSets: Object.keys(recordOf(config['rule-providers'])).length,
    ...given({
      nodeLine: lineOf(lines, 'proxies:'),
      ruleLine,
      ruleSetLine: lineOf(lines, 'rule-providers:'),
    }),
  }
}

function singboxOutline(text: string): Outline | undefined {
  const config = recordOf(JSON.parse(text))
  const lines = text.split('\n')
  const outbounds = recordsOf(config['outbounds'])
  const start = lines.findIndex((line) => line.startsWith('  "outbounds":'))
  return singboxParts(config, lines, (group) => (start < 0 ? undefined : start + 2 + outbounds.indexOf(group)))
}

/** Ways out that lead to no server. */
const SINGBOX_HELPERS: ReadonlySet<string> = new Set(['selector', 'urltest', 'direct', 'block', 'dns'])

const isSingboxNode = ({ type }: JsonObject) => !SINGBOX_HELPERS.has(String(type))

/** Where a rule leads: a rule such as `sniff` or `hijack-dns` has no way out, it ends in what it does. */
function endOfRule({ outbound, action }: JsonObject): string {
  const end = outbound ?? action
  return typeof end === 'string' ? end : ''
}

function singboxParts(
  config: JsonObject,
  lines: readonly string[],
  lineOfGroup: (group: JsonObject) => number | undefined,
): Outline {
  const outbounds = recordsOf(config['outbounds'])
  const groups = outbounds.filter(({ type }) => type === 'selector' || type === 'urltest')
  const nodes = [...outbounds.filter(isSingboxNode), ...recordsOf(config['endpoints'])].map(({ tag }) => String(tag))
  const known = namesOf(
    nodes,
    outbounds.map(({ tag }) => String(tag)),
  )
  const route = recordOf(config['route'])
  const ruleLine = lineOf(lines, '  "route":')
  const rules = ruleTable(
    recordsOf(route['rules']).map((rule) => ({ words: ruleWords(rule), group: endOfRule(rule) })),
    linesWith(lines, ruleLine, /^\s*"(?:outbound"|action": ?"(?!route"))/),
  )
  return {
    nodes: nodes.length,
    notices: known.notices.size,
    groups: groups.map((group) =>
      outlineGroup(group['tag'], group['type'], texts(group['outbounds']), known, rules.counts, lineOfGroup(group)),
    ),
    rules: rules.length,
    ruleList: rules.list,
    elsewhere: elsewhere(
      rules.counts,
      groups.map(({ tag }) => tag),
    ),
    ruleSets: Array.isArray(route['rule_set']) ? route['rule_set'].length : 0,
    ...given({
      nodeLine: lineOf(lines, '  "outbounds":'),
      ruleLine,
      ruleSetLine: lineOf(lines, '    "rule_set":'),
    }),
  }
}

function xrayOutline(text: string): Outline | undefined {
  const { value, places } = readJsonAt(text, 0)
  const lineAt = lineCounter(text)
  return xrayParts(recordOf(value), text.split('\n'), (group) => lineAt(places.get(group)))
}

/** The same of Xray. */
const XRAY_HELPERS = new Set(['freedom', 'blackhole', 'loopback', 'dns'])

/** What Xray calls by tags is shown by the names that stand beside them. */
function xrayParts(
  config: JsonObject,
  lines: readonly string[],
  lineOfGroup: (group: JsonObject) => number | undefined,
): Outline {
  const outbounds = recordsOf(config['outbounds'])
  const routing = recordOf(config['routing'])
  const balancers = recordsOf(routing['balancers'])
  const rules = recordsOf(routing['rules'])
  const nodes = outbounds.filter(isXrayNode)
  const names = new Map(outbounds.map((outbound) => [String(outbound['tag']), nameOfTag(outbound)]))
  for (const { inboundTag, balancerTag } of rules) {
    const balancer = balancers.find(({ tag }) => tag === balancerTag)
    if (balancer) for (const tag of texts(inboundTag)) if (names.has(tag)) names.set(tag, nameOfTag(balancer))
  }
  const membersOf = (selector: string) => [...names].filter(([tag]) => tag.startsWith(selector)).map(([, name]) => name)
  const known = namesOf(nodes.map(nameOfTag), names.values())
  const ruleLine = lineOf(lines, '  "routing":')
  const groupOfRule = ({ balancerTag, outboundTag }: JsonObject) => {
    const balancer = balancers.find(({ tag }) => tag === balancerTag)
    return balancer ? nameOfTag(balancer) : (names.get(String(outboundTag)) ?? '')
  }
  const table = ruleTable(
    rules.map((rule) => ({ words: ruleWords(rule), group: groupOfRule(rule) })),
    linesWith(lines, ruleLine, /^\s*"(?:balancer|outbound)Tag":/),
  )
  return {
    nodes: nodes.length,
    notices: known.notices.size,
    groups: balancers.map((balancer) => {
      const members = texts(balancer['selector']).flatMap((selector) => {
        const found = membersOf(selector)
        return found.length > 0 ? found : [selector]
      })
      const type = String(recordOf(balancer['strategy'])['type'])
      return outlineGroup(nameOfTag(balancer), type, members, known, table.counts, lineOfGroup(balancer))
    }),
    rules: rules.length,
    ruleList: table.list,
    elsewhere: elsewhere(table.counts, balancers.map(nameOfTag)),
    ruleSets: 0,
    ...given({ nodeLine: lineOf(lines, '  "outbounds":'), ruleLine }),
  }
}

export const isXrayNode = ({ protocol }: JsonObject): boolean => !XRAY_HELPERS.has(String(protocol))

export function nameOfTag({ tag, remarks }: JsonObject): string {
  return typeof remarks === 'string' ? remarks : String(tag)
}

/** Rules are many: the first ones are listed, and of every group the first ones. */
const LISTED_MAX = 200
const LISTED_OF_GROUP_MAX = 20
const SHOWN_VALUES = 3

/** Rules with their lines, where each line can be told, and how many of them lead to each group. */
function ruleTable(rules: readonly OutlineRule[], lines: readonly number[]) {
  const counts = new Map<string, number>()
  const list: OutlineRule[] = []
  for (const [index, rule] of rules.entries()) {
    const count = (counts.get(rule.group) ?? 0) + 1
    counts.set(rule.group, count)
    if (index >= LISTED_MAX && count > LISTED_OF_GROUP_MAX) continue
    const line = lines.length === rules.length ? lines[index] : undefined
    list.push(line === undefined ? rule : { ...rule, line })
  }
  return { counts, list, length: rules.length }
}

/** Where the rules lead that are those of no group. */
function elsewhere(counts: ReadonlyMap<string, number>, groups: readonly unknown[]): Outline['elsewhere'] {
  return [...counts].filter(([target]) => !groups.includes(target)).map(([target, rules]) => ({ target, rules }))
}

/** `TYPE,VALUE,GROUP`, after which options may stand. */
function ruleOfLine(text: string): OutlineRule {
  const parts = text.split(',')
  while (parts.length > 2 && RULE_OPTIONS.has(parts.at(-1)!.trim())) parts.pop()
  return { words: parts.slice(0, -1).join(','), group: parts.at(-1)!.trim() }
}

const RULE_OPTIONS: ReadonlySet<string> = new Set(['no-resolve', 'src'])
/** Keys of a rule that say what is done, and not when. */
const NO_CONDITIONS: ReadonlySet<string> = new Set([
  'action', 'outbound', 'type', 'mode', 'rules', 'balancerTag', 'outboundTag', 'ruleTag',
]) // oxfmt-ignore

export function ruleWords(rule: JsonObject): string {
  const { rules, mode } = rule
  if (Array.isArray(rules))
    return recordsOf(rules)
      .map(ruleWords)
      .join(mode === 'and' ? ' & ' : ' | ')
  const conditions = Object.entries(rule).filter(([key]) => !NO_CONDITIONS.has(key))
  const words = conditions.map(([key, value]) => {
    const values = (Array.isArray(value) ? value : [value]).map(String)
    const more = values.length > SHOWN_VALUES ? ` … (${values.length})` : ''
    return `${key}: ${values.slice(0, SHOWN_VALUES).join(', ')}${more}`
  })
  return words.join(' · ') || (typeof rule['type'] === 'string' ? rule['type'] : '')
}

/** Lines below this one that look so, up to the next key at the margin. */
function linesWith(lines: readonly string[], from: number | undefined, pattern: RegExp): number[] {
  const found: number[] = []
  if (from === undefined) return found
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]!
    if (/^(?: {2}")?\w[\w-]*"?:/.test(line)) break
    if (pattern.test(line)) found.push(index + 1)
  }
  return found
}

/** What members of groups may be called, and which of these names are notices of a provider. */
interface Names {
  all: ReadonlySet<string>
  notices: ReadonlySet<string>
}

function namesOf(nodes: Iterable<string>, others: Iterable<string>): Names {
  const all = new Set(nodes)
  const notices = new Set([...all].filter(isInfoEntry))
  for (const name of others) all.add(name)
  return { all, notices }
}

function outlineGroup(
  name: unknown,
  type: unknown,
  members: string[],
  known: Names,
  rules: ReadonlyMap<string, number>,
  line: number | undefined,
): OutlineGroup {
  return {
    name: String(name),
    type: String(type),
    members,
    rules: rules.get(String(name)) ?? 0,
    notices: members.filter((member) => known.notices.has(member)),
    missing: members.filter((member) => !known.all.has(member) && !BUILT_IN.has(member)),
    ...(line === undefined ? {} : { line }),
  }
}

function lineOf(lines: readonly string[], start: string): number | undefined {
  const at = lines.findIndex((line) => line.startsWith(start))
  return at < 0 ? undefined : at + 1
}

function nodeLines(lines: readonly string[]): (index: number) => boolean {
  const start = lines.indexOf('proxies:')
  if (start < 0) return () => false
  let end = start + 1
  while (lines[end]?.startsWith('  - {')) end++
  return (index) => index > start && index < end
}

/** One record for each item, so that places of both lists are the same. */
export function recordsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
