import {
  addressCondition, allOf, anyOf, type Condition, factCondition, fixedCondition, nameCondition, noneOf, oneNameCondition, openCondition,
} from '../../explain/shared/condition.ts' // oxfmt-ignore
import type { ListTexts } from '../../explain/shared/explanation.ts'
import type { Flow } from '../../explain/shared/flow.ts'
import { fitsLabels, NameSet } from '../../explain/shared/name-set.ts'
import { Patterns } from '../../explain/shared/patterns.ts'
import { NO, verdictOf, YES } from '../../explain/shared/verdict.ts'
import { listFormatOf } from '../../rules/list-format.ts'
import { globRegex, numberRanges } from '../../rules/patterns.ts'
import type { RuleCondition } from '../../rules/rule-line.ts'
import { readRuleList } from '../../rules/rule-list.ts'
import { listText } from '../../rules/rule-set-lines.ts'
import { type IpAddress, AddressBlocks, type AddressFinder, oneBlock, parseAddress } from '../../text/address-blocks.ts'
import { PRIVATE_BLOCKS } from '../../text/private-blocks.ts'
import { childOf, type ConfigPart, itemsOf, textOf } from './read-config.ts'
import { resolved } from '../../document/document-node.ts'

const PRIVATE = new AddressBlocks(PRIVATE_BLOCKS)

/** A rule line does not match what is not there: mihomo looks the process up for every connection unless told not to. */
export interface ConditionOptions {
  ruleProviders: readonly ConfigPart[]
  texts: ListTexts
  findsProcess: boolean
}

/** What rule lines ask of a connection, as mihomo compares: docs/formats/explain.md, "Mihomo and Clash". */
export class ClashConditions {
  readonly #providers: ReadonlyMap<string, ConfigPart>
  readonly #texts: ListTexts
  readonly #findsProcess: boolean
  readonly #lists = new Map<string, readonly RuleCondition[] | undefined>()
  /** Conditions of lists, by name and parameters: many rules may name one. */
  readonly #sets = new Map<string, Condition>()
  readonly #regexes = new Patterns({ ignoreCase: true, wordChars: 'unicode' })
  readonly #globs = new Patterns()

  constructor({ ruleProviders, texts, findsProcess }: ConditionOptions) {
    this.#providers = new Map(ruleProviders.map((provider) => [provider.name, provider]))
    this.#texts = texts
    this.#findsProcess = findsProcess
  }

  of(rule: RuleCondition): Condition {
    const { type, value, params, rules = [] } = rule
    const held = { type, value }
    const isSource = params.includes('src')
    const lookUp = params.length === 0 ? resolveName : undefined
    switch (type) {
      case 'DOMAIN':
        return oneNameCondition('exact', value.toLowerCase(), held)
      case 'DOMAIN-SUFFIX':
        return oneNameCondition('suffixes', value.toLowerCase(), held)
      case 'DOMAIN-KEYWORD':
        return oneNameCondition('words', value.toLowerCase(), held)
      case 'DOMAIN-REGEX':
      case 'DOMAIN-WILDCARD':
      case 'DOMAIN-PATTERN': {
        const names = new NameSet()
        return this.#addName(names, rule) ? nameCondition(names, () => held) : unreadName(rule)
      }
      case 'IP-CIDR':
      case 'IP-CIDR6': {
        const condition = this.#blocks(oneBlock(value), type, isSource, lookUp)
        return isSource ? condition : { ...condition, keys: { block: { text: value, resolves: lookUp !== undefined } } }
      }
      case 'SRC-IP-CIDR':
        return this.#blocks(oneBlock(value), type, true)
      case 'IP-SUFFIX':
        return this.#blocks(suffixOf(value), type, isSource, lookUp)
      case 'SRC-IP-SUFFIX':
        return this.#blocks(suffixOf(value), type, true)
      case 'GEOIP':
      case 'SRC-GEOIP':
        return this.#geoip(rule, isSource || type === 'SRC-GEOIP', lookUp)
      case 'IP-ASN':
      case 'SRC-IP-ASN':
        return openCondition('unread', `${type},${value}`, type === 'IP-ASN' ? lookUpBefore(lookUp) : undefined)
      case 'GEOSITE':
        return openCondition('unread', `${type},${value}`, hasName)
      case 'DST-PORT':
        return factCondition('port', ({ question }) => question.port, inRanges(value), held)
      case 'SRC-PORT':
        return factCondition('source-port', ({ question }) => question.sourcePort, inRanges(value), held)
      case 'NETWORK': {
        const network = value.toLowerCase()
        return factCondition('network', ({ question }) => question.network, (given) => given === network, held) // oxfmt-ignore
      }
      case 'PROCESS-NAME':
      case 'PROCESS-NAME-REGEX':
      case 'PROCESS-NAME-WILDCARD':
        return this.#process(rule, processName)
      case 'PROCESS-PATH':
      case 'PROCESS-PATH-REGEX':
      case 'PROCESS-PATH-WILDCARD':
        return this.#process(rule, ({ question }) => question.processPath)
      case 'IN-NAME':
        return factCondition('inbound', ({ question }) => question.inbound, (name) => value.split('/').includes(name), held) // oxfmt-ignore
      case 'IN-TYPE':
      case 'IN-PORT':
      case 'IN-USER':
        return openCondition('inbound', type)
      case 'RULE-SET':
        return this.#ruleSet(rule)
      case 'AND':
        return allOf(rules.map((inner) => this.of(inner)))
      case 'OR':
        return anyOf(rules.map((inner) => this.of(inner)))
      case 'NOT':
        return noneOf(allOf(rules.map((inner) => this.of(inner))), type, value)
      case 'SUB-RULE':
        return allOf(rules.map((inner) => this.of(inner)))
      case 'MATCH':
        return fixedCondition(YES)
      default:
        return openCondition('other', type)
    }
  }

  /** Puts a rule about names into a set; false where its pattern cannot be run. */
  #addName(names: NameSet, { type, value }: RuleCondition): boolean {
    const lower = value.toLowerCase()
    if (type === 'DOMAIN') names.exact.set(lower, value)
    else if (type === 'DOMAIN-SUFFIX') names.suffixes.set(lower, value)
    else if (type === 'DOMAIN-KEYWORD') names.addKeyword(lower, value)
    else if (type === 'DOMAIN-PATTERN' && lower.startsWith('.')) names.below.set(lower.slice(1), value)
    else if (type === 'DOMAIN-PATTERN') names.addTest((name) => fitsLabels(lower, name), value)
    else {
      const test = type === 'DOMAIN-REGEX' ? this.#regexes.take(value) : this.#globs.take(`^${globRegex(lower, '.')}$`)
      if (test === undefined) return false
      names.addTest(test, value)
    }
    return true
  }

  #blocks(blocks: AddressFinder | undefined, type: string, isSource: boolean, lookUp?: LookUp): Condition {
    if (blocks === undefined) return fixedCondition(NO)
    return isSource ? sourceCondition(blocks, type) : addressCondition(blocks, type, lookUp)
  }

  #geoip({ type, value }: RuleCondition, isSource: boolean, lookUp?: LookUp): Condition {
    if (/^(?:lan|private)$/i.test(value)) return this.#blocks(PRIVATE, type, isSource, lookUp)
    return openCondition('unread', `${type},${value}`, isSource ? undefined : lookUpBefore(lookUp))
  }

  #process({ type, value }: RuleCondition, of: (flow: Flow) => string | undefined): Condition {
    if (!this.#findsProcess) return fixedCondition(NO)
    const wanted = value.toLowerCase()
    let test: ReturnType<Patterns['take']> = (text) => text.toLowerCase() === wanted
    if (type.endsWith('-REGEX')) test = this.#regexes.take(value)
    if (type.endsWith('-WILDCARD')) test = this.#regexes.take(`^${globRegex(value, '.')}$`)
    if (test === undefined) return openCondition('unread', `${type},${value}`)
    return factCondition('process', of, test, { type, value })
  }

  #ruleSet({ value, params }: RuleCondition): Condition {
    const key = `${params.join()} ${value}`
    const known = this.#sets.get(key)
    if (known !== undefined) return known
    const condition = this.#readSet(value, params)
    this.#sets.set(key, condition)
    return condition
  }

  #readSet(value: string, params: readonly string[]): Condition {
    const provider = this.#providers.get(value)
    const rules = this.#rulesOf(value)
    if (provider === undefined || rules === undefined) return openCondition('unread', value)
    // Of a list of names the core asks without case.
    const isAnyCase = textOf(provider.map, 'behavior') === 'domain'
    const inner = this.#anyOf(params.length === 0 ? rules : rules.map((rule) => withParams(rule, params)), isAnyCase)
    return {
      match: (flow) => flow.once(inner, () => inner.match(flow)),
      held: (flow) => [{ type: 'RULE-SET', value, fact: '' }, ...inner.held(flow)],
      unread: inner.unread,
    }
  }

  /** The rules of a list; undefined where its text is not at hand or is none. */
  #rulesOf(name: string): readonly RuleCondition[] | undefined {
    if (this.#lists.has(name)) return this.#lists.get(name)
    const provider = this.#providers.get(name)
    const rules = provider && rulesOfProvider(provider, this.#texts)
    this.#lists.set(name, rules)
    return rules
  }

  /** One of many rules: names and addresses among them are looked up at once. */
  #anyOf(rules: readonly RuleCondition[], isAnyCase: boolean): Condition {
    const names = new NameSet()
    const types = new Map<string, string>()
    const blocks = { resolving: new AddressBlocks(), plain: new AddressBlocks(), source: new AddressBlocks() }
    const others: Condition[] = []
    const found = new Set<AddressBlocks>()
    for (const rule of rules) {
      const { type, value, params } = rule
      if (type.startsWith('DOMAIN')) {
        if (this.#addName(names, rule)) types.set(value, type)
        else others.push(unreadName(rule))
      } else if (type === 'IP-CIDR' || type === 'IP-CIDR6' || type === 'SRC-IP-CIDR') {
        const isSource = type === 'SRC-IP-CIDR' || params.includes('src')
        const set = isSource ? blocks.source : params.length === 0 ? blocks.resolving : blocks.plain
        set.add(value)
        found.add(set)
      } else others.push(this.of(rule))
    }
    const all: Condition[] = []
    if (types.size > 0) {
      const named = nameCondition(names, (value) => ({ type: types.get(value) ?? 'DOMAIN', value }))
      all.push(isAnyCase ? anyCase(named, names) : named)
    }
    if (found.has(blocks.plain)) all.push(addressCondition(blocks.plain, 'IP-CIDR'))
    if (found.has(blocks.source)) all.push(sourceCondition(blocks.source, 'SRC-IP-CIDR'))
    if (found.has(blocks.resolving)) all.push(addressCondition(blocks.resolving, 'IP-CIDR', resolveName))
    return anyOf([...all, ...others])
  }
}

type LookUp = (flow: Flow) => void

/** mihomo takes an IPv4 address where there is one. */
function resolveName(flow: Flow): void {
  flow.resolve((all) => {
    const four = all.filter(({ address }) => address.version === 4)
    return four.length > 0 ? four : all
  })
}

/** A database of addresses needs one. */
function lookUpBefore(lookUp: LookUp | undefined) {
  return (flow: Flow) => {
    lookUp?.(flow)
    return flow.addresses.length === 0 ? flow.addressless : YES
  }
}

function hasName({ name, nameless }: Flow) {
  return name === undefined ? nameless : YES
}

/** A pattern that cannot be run here. */
function unreadName({ type, value }: RuleCondition): Condition {
  return openCondition('unread', `${type},${value}`, hasName)
}

/** The same condition for names in small letters. */
function anyCase(condition: Condition, names: NameSet): Condition {
  const entryOf = (name: string) => names.find(name.toLowerCase())
  return {
    ...condition,
    match: ({ name, nameless }) => (name === undefined ? nameless : verdictOf(entryOf(name) !== undefined)),
    held: ({ name = '' }) => [{ type: 'DOMAIN', value: entryOf(name) ?? '', fact: name }],
  }
}

function sourceCondition(blocks: AddressFinder, type: string): Condition {
  return factCondition('source', ({ source }) => source, (address) => blocks.find(address) !== undefined, { type, value: '' }) // oxfmt-ignore
}

function processName({ question: { process, processPath } }: Flow): string | undefined {
  return process ?? processPath?.slice(processPath.lastIndexOf('/') + 1)
}

function inRanges(value: string): (number: number) => boolean {
  const ranges = numberRanges(value)
  return (number) => ranges.some(([low, high]) => low <= number && number <= high)
}

/** `0.0.0.53/8`: the last eight bits. */
function suffixOf(value: string): AddressFinder | undefined {
  const slash = value.indexOf('/')
  const wanted = parseAddress(value.slice(0, slash))
  const length = Number(value.slice(slash + 1))
  if (slash < 0 || wanted === undefined || !Number.isInteger(length)) return undefined
  const bits = trailingBits(wanted, length)
  return {
    find: (address) => address.version === wanted.version && trailingBits(address, length) === bits ? value : undefined, // oxfmt-ignore
  }
}

function trailingBits(address: IpAddress, length: number): string {
  if (address.version === 4) return String(address.value % 2 ** length)
  const whole = Math.floor(length / 16)
  const last = address.groups.slice(8 - whole)
  const rest = length % 16
  return rest === 0 ? last.join() : [address.groups[7 - whole]! % 2 ** rest, ...last].join()
}

/** What `RULE-SET,name,target,no-resolve` and `,src` say of a rule within. */
function withParams(rule: RuleCondition, given: readonly string[]): RuleCondition {
  const { type, params } = rule
  const isAboutAddress = type.startsWith('IP-') || type === 'GEOIP'
  return isAboutAddress ? { ...rule, params: [...new Set([...params, ...given])] } : rule
}

function rulesOfProvider({ map }: ConfigPart, texts: ListTexts): readonly RuleCondition[] | undefined {
  const behavior = textOf(map, 'behavior')
  if (behavior !== 'domain' && behavior !== 'ipcidr' && behavior !== 'classical') return undefined
  const url = textOf(map, 'url')
  const path = textOf(map, 'path')
  const text = (url === undefined ? undefined : texts.get(url)) ?? (path === undefined ? undefined : texts.get(path))
  if (text !== undefined) {
    const format = listFormatOf(textOf(map, 'format') ?? 'yaml', url ?? path)
    // Of a compiled list, the text is what it was made of.
    const { rules, issues } = readRuleList(text, { behavior, format: format === 'mrs' ? 'text' : format })
    return issues.some(({ args }) => args?.['reason'] === 'list-binary' || args?.['reason'] === 'list-page') ? undefined : rules // oxfmt-ignore
  }
  const payload = itemsOf(childOf(map, 'payload')).flatMap(([, node]) => {
    const scalar = resolved(node)
    return scalar.kind === 'scalar' ? [scalar.text] : []
  })
  if (payload.length === 0) return undefined
  return readRuleList(listText(payload), { behavior, format: 'text' }).rules
}
