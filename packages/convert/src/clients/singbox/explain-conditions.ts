import {
  addressCondition, allOf, anyOf, type Condition, factCondition, fixedCondition, nameCondition, noneOf, oneNameCondition, openCondition,
} from '../../explain/shared/condition.ts' // oxfmt-ignore
import type { Flow } from '../../explain/shared/flow.ts'
import { NameSet } from '../../explain/shared/name-set.ts'
import type { Patterns } from '../../explain/shared/patterns.ts'
import { FACTS, NO, verdictOf } from '../../explain/shared/verdict.ts'
import { AddressBlocks } from '../../text/address-blocks.ts'
import { PRIVATE_BLOCKS } from '../../text/private-blocks.ts'
import { type JsonObject, recordsOf } from '../../text/record.ts'

const PRIVATE = new AddressBlocks(PRIVATE_BLOCKS)

/** Conditions that are alternatives of one another; a rule asks for one of each kind: docs/formats/explain.md, "sing-box". */
const KINDS = ['target', 'port', 'source', 'source-port'] as const
type Kind = (typeof KINDS)[number]

/** One rule taken apart: a set that holds only this one is asked kind by kind together with the rule that names it. */
export interface Parts {
  kinds: Partial<Record<Kind, Condition>>
  others: Condition[]
  sets: readonly RuleSet[]
  isInverted: boolean
}

/** The rules of a set. `parts`: it is one rule without `invert`. */
export interface RuleSet {
  tag: string
  condition: Condition
  parts: Parts | undefined
}

export interface ConditionContext {
  /** Tags of all inbounds. */
  inbounds: readonly string[]
  clashMode: string
  setOf(tag: string): RuleSet
  patterns: Patterns
}

/** What a rule asks of a connection. An empty rule takes everything. */
export function singboxCondition(rule: JsonObject, context: ConditionContext): Condition {
  const { condition } = readRule(rule, context)
  return condition
}

/** The rules of a set: one of them has to hold. */
export function ruleSetOf(tag: string, rules: readonly JsonObject[], context: ConditionContext): RuleSet {
  const read = rules.map((rule) => readRule(rule, context))
  const [first] = read
  const parts = read.length === 1 && first?.parts?.isInverted === false ? first.parts : undefined
  return { tag, condition: anyOf(read.map(({ condition }) => condition)), parts }
}

/** A set whose text is not at hand. */
export function unreadSet(tag: string): RuleSet {
  return { tag, condition: openCondition('unread', tag), parts: undefined }
}

function readRule(rule: JsonObject, context: ConditionContext): { condition: Condition; parts: Parts | undefined } {
  if (rule['type'] !== 'logical') {
    const parts = partsOf(rule, context)
    return { condition: conditionOf(parts), parts }
  }
  const inner = recordsOf(rule['rules']).map((one) => readRule(one, context).condition)
  const whole = rule['mode'] === 'or' ? anyOf(inner) : allOf(inner)
  return { condition: rule['invert'] === true ? noneOf(whole, 'invert', '') : whole, parts: undefined }
}

function conditionOf(parts: Parts): Condition {
  const { kinds, others, sets, isInverted } = parts
  const simple = [...Object.values(kinds), ...others]
  let condition = allOf(simple)
  if (sets.length > 0) {
    const options = sets.map((set) => (set.parts === undefined ? allOf([...simple, named(set)]) : merged(parts, set, set.parts))) // oxfmt-ignore
    condition = anyOf(options)
  }
  return isInverted ? noneOf(condition, 'invert', '') : condition
}

/** A set as one condition, with its name before what fits in it. */
function named({ tag, condition }: RuleSet): Condition {
  return {
    match: (flow) => flow.once(condition, () => condition.match(flow)),
    held: (flow) => [{ type: 'rule_set', value: tag, fact: '' }, ...condition.held(flow)],
    unread: condition.unread,
  }
}

/** A rule and a set of one rule: alternatives of one kind stand in both. */
function merged(rule: Parts, { tag, condition }: RuleSet, set: Parts): Condition {
  const kinds = KINDS.flatMap((kind) => {
    const options = [rule.kinds[kind], set.kinds[kind]].filter((option) => option !== undefined)
    return options.length === 0 ? [] : [anyOf(options)]
  })
  const inner = set.sets.length === 0 ? [] : [anyOf(set.sets.map(named))]
  const all = allOf([...kinds, ...rule.others, ...set.others, ...inner])
  return {
    match: (flow) => all.match(flow),
    held: (flow) => [{ type: 'rule_set', value: tag, fact: '' }, ...all.held(flow)],
    unread: [...new Set([...all.unread, ...condition.unread])],
  }
}

function partsOf(rule: JsonObject, context: ConditionContext): Parts {
  const kinds: Partial<Record<Kind, Condition[]>> = {}
  const others: Condition[] = []
  const add = (kind: Kind, condition: Condition) => (kinds[kind] ??= []).push(condition)
  for (const condition of readNames(rule, context)) add('target', condition)
  for (const [key, value] of Object.entries(rule)) {
    const texts = textsOf(value)
    const numbers = numbersOf(value)
    switch (key) {
      case 'ip_cidr':
        if (texts.length > 0) add('target', addressCondition(new AddressBlocks(texts), key))
        break
      case 'ip_is_private':
        if (value === true) add('target', addressCondition(PRIVATE, key))
        break
      // Lists of files that came with sing-box up to 1.11: nobody has them here.
      case 'geosite':
      case 'geoip':
      case 'source_geoip':
        for (const text of texts) add(key === 'source_geoip' ? 'source' : 'target', openCondition('unread', `${key}:${text}`)) // oxfmt-ignore
        break
      case 'source_ip_cidr':
        if (texts.length > 0) add('source', sourceCondition(new AddressBlocks(texts), key))
        break
      case 'source_ip_is_private':
        if (value === true) add('source', sourceCondition(PRIVATE, key))
        break
      case 'port':
      case 'source_port':
        if (numbers.length > 0)
          add(
            kindOfPort(key),
            portCondition(key, (port) => numbers.includes(port)),
          )
        break
      case 'port_range':
      case 'source_port_range': {
        const ranges = texts.map(rangeOf)
        if (ranges.length > 0) add(kindOfPort(key), portCondition(key, (port) => ranges.some(([low, high]) => low <= port && port <= high))) // oxfmt-ignore
        break
      }
      default: {
        const condition = otherCondition(key, value, context)
        if (condition !== undefined) others.push(condition)
      }
    }
  }
  const sets = textsOf(rule['rule_set']).map((tag) => context.setOf(tag))
  const isAboutSource = (rule['rule_set_ip_cidr_match_source'] ?? rule['rule_set_ipcidr_match_source']) === true
  return {
    kinds: Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, anyOf(list)])),
    others,
    // What the addresses of a set say is about the source then.
    sets: isAboutSource ? sets.map(({ tag }) => ({ ...unreadSet(tag), tag })) : sets,
    isInverted: rule['invert'] === true,
  }
}

/** A condition that has no alternatives of another key; undefined for what is no condition. */
function otherCondition(
  key: string,
  value: unknown,
  { inbounds, clashMode, patterns }: ConditionContext,
): Condition | undefined {
  const texts = textsOf(value)
  const held = { type: key, value: texts.join(', ') }
  switch (key) {
    case 'inbound': {
      if (texts.length === 0) return undefined
      // With one inbound there is nothing to ask.
      const only = inbounds.length === 1 ? inbounds[0] : undefined
      return factCondition('inbound', ({ question }) => question.inbound ?? only, (tag) => texts.includes(tag), held) // oxfmt-ignore
    }
    case 'ip_version':
      if (value !== 4 && value !== 6) return undefined
      return {
        match: ({ addresses, addressless }) => addresses.length === 0 ? addressless : verdictOf(addresses[0]!.address.version === value), // oxfmt-ignore
        held: ({ addresses }) => [{ type: key, value: String(value), fact: addresses[0]?.text ?? '' }],
        unread: [],
      }
    case 'network':
      if (texts.length === 0) return undefined
      return factCondition('network', ({ question }) => question.network, (network) => texts.includes(network), held) // oxfmt-ignore
    case 'protocol':
      if (texts.length === 0) return undefined
      return {
        // Without a look at the first bytes nothing has a protocol.
        match: ({ isSniffed }) => (isSniffed ? FACTS.protocol : NO),
        held: () => [],
        unread: [],
      }
    case 'process_name':
      if (texts.length === 0) return undefined
      return factCondition('process', processName, (name) => texts.includes(name), held)
    case 'process_path':
      if (texts.length === 0) return undefined
      return factCondition('process', ({ question }) => question.processPath, (path) => texts.includes(path), held) // oxfmt-ignore
    case 'process_path_regex':
      if (texts.length === 0) return undefined
      return anyOf(
        texts.map((text) => {
          const test = patterns.take(text)
          if (test === undefined) return openCondition('unread', `${key}=${text}`)
          return factCondition('process', ({ question }) => question.processPath, test, { type: key, value: text })
        }),
      )
    case 'clash_mode':
      return typeof value === 'string' && value !== ''
        ? fixedCondition(verdictOf(value.toLowerCase() === clashMode.toLowerCase()))
        : undefined
    default:
      return OPEN_ITEMS.has(key) && isFilled(value) ? openCondition('other', key) : undefined
  }
}

/** Items of which a question says nothing. */
const OPEN_ITEMS: ReadonlySet<string> = new Set(
  `auth_user client package_name package_name_regex user user_id network_type network_is_expensive network_is_constrained
  wifi_ssid wifi_bssid interface_address network_interface_address default_interface_address preferred_by source_mac_address
  source_hostname query_type`.split(/\s+/),
)

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== '' && value !== false && value !== null && value !== undefined
}

const NAME_KEYS = ['domain', 'domain_suffix', 'domain_keyword', 'domain_regex'] as const

/** What is looked up without a set of names. */
const KINDS_OF_ONE = { domain: 'exact', domain_suffix: 'suffixes', domain_keyword: 'words' } as const

/** The condition of a rule with one name of one kind, as most are. */
function oneName(rule: JsonObject): Condition | undefined {
  const [type, ...others] = NAME_KEYS.filter((key) => rule[key] !== undefined)
  if (type === undefined || type === 'domain_regex' || others.length > 0) return undefined
  const [value, ...more] = textsOf(rule[type])
  const isBelow = type === 'domain_suffix' && value?.startsWith('.') === true
  return value === undefined || more.length > 0 || isBelow ? undefined : oneNameCondition(KINDS_OF_ONE[type], value, { type, value }) // oxfmt-ignore
}

function readNames(rule: JsonObject, { patterns }: ConditionContext): Condition[] {
  const one = oneName(rule)
  if (one !== undefined) return [one]
  const names = new NameSet()
  const keys = new Map<string, string>()
  const unread: Condition[] = []
  for (const key of NAME_KEYS)
    for (const text of textsOf(rule[key])) {
      const test = key === 'domain_regex' ? patterns.take(text) : undefined
      if (key === 'domain_regex' && test === undefined) {
        unread.push(openCondition('unread', `${key}=${text}`))
        continue
      }
      keys.set(text, key)
      if (test !== undefined) names.addTest(test, text)
      else if (key === 'domain') names.exact.set(text, text)
      else if (key === 'domain_keyword') names.addKeyword(text, text)
      else if (text.startsWith('.')) names.below.set(text.slice(1), text)
      else names.suffixes.set(text, text)
    }
  if (keys.size === 0) return unread
  return [nameCondition(names, (value) => ({ type: keys.get(value) ?? 'domain', value })), ...unread]
}

function sourceCondition(blocks: AddressBlocks, type: string): Condition {
  return {
    match: ({ source }) => (source === undefined ? FACTS.source : verdictOf(blocks.find(source) !== undefined)),
    held: ({ source, question }) => [{ type, value: (source && blocks.find(source)) ?? '', fact: question.source ?? '' }], // oxfmt-ignore
    unread: [],
  }
}

function kindOfPort(key: string): Kind {
  return key.startsWith('source') ? 'source-port' : 'port'
}

function portCondition(key: string, test: (port: number) => boolean): Condition {
  const kind = kindOfPort(key)
  const of = ({ question }: Flow) => (kind === 'port' ? question.port : question.sourcePort)
  return {
    ...factCondition(kind === 'port' ? 'port' : 'source-port', of, test, { type: key, value: '' }),
    held: (flow) => [{ type: key, value: String(of(flow) ?? ''), fact: '' }],
  }
}

/** `1000:2000`, `:2000`, `1000:`. */
function rangeOf(text: string): [low: number, high: number] {
  const [low = '', high = ''] = text.split(':')
  return [low === '' ? 0 : Number(low), high === '' ? 65_535 : Number(high)]
}

function processName({ question: { process, processPath } }: Flow): string | undefined {
  return process ?? processPath?.slice(Math.max(processPath.lastIndexOf('/'), processPath.lastIndexOf('\\')) + 1)
}

/** The texts of a list, or the one that stands alone. */
function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'string')
}

function numbersOf(value: unknown): number[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'number')
}
