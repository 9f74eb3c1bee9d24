import { type DocumentNode, valueOf } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import {
  addressCondition, allOf, anyOf, type Condition, factCondition, nameCondition, oneNameCondition, openCondition,
} from '../../explain/shared/condition.ts' // oxfmt-ignore
import { type RouteAnswer, Course, type Router, type Why } from '../../explain/shared/explanation.ts'
import { type Crossing, findWay } from '../../explain/shared/find-way.ts'
import { Flow } from '../../explain/shared/flow.ts'
import { NameSet } from '../../explain/shared/name-set.ts'
import { Patterns } from '../../explain/shared/patterns.ts'
import type { RouteQuestion } from '../../explain/shared/question.ts'
import { RuleSequence } from '../../explain/shared/rule-sequence.ts'
import { FACTS, NO, verdictOf, YES } from '../../explain/shared/verdict.ts'
import { AddressBlocks } from '../../text/address-blocks.ts'
import { type CaselessMap, fieldsWithoutCase, readXrayConfig, type XrayConfig } from './read-config.ts'

interface Rule {
  index: number
  node: DocumentNode
  target: string
  condition: Condition
}

/** Loopbacks may lead to loopbacks: Xray goes round for ever. */
const LOOPBACKS_MAX = 16

/** Opens a config of Xray for questions; undefined where it is no object. */
export function openXrayRouter(document: OpenDocument): Router | undefined {
  return document.root?.kind === 'map' ? new XrayRouter(document, readXrayConfig(document.root)) : undefined
}

class XrayRouter implements Router {
  readonly lists = []
  readonly #document: OpenDocument
  readonly #rules: RuleSequence<Rule>
  readonly #balancerOf: (name: string) => Crossing | undefined
  /** Tags that loopbacks come in again by. */
  readonly #loopbacks: ReadonlyMap<string, string>
  readonly #first: string
  readonly #strategy: string
  readonly #sniffs: boolean

  constructor(document: OpenDocument, config: XrayConfig) {
    const { root, inbounds, outbounds, rules, balancers } = config
    this.#document = document
    const tags = outbounds.map(({ tag }) => tag)
    const fieldsByTag = new Map(balancers.map(({ tag, fields }) => [tag, fields]))
    const known = new Map<string, Crossing>()
    this.#balancerOf = (name) => {
      const fields = fieldsByTag.get(name)
      if (fields === undefined || known.has(name)) return known.get(name)
      const prefixes = fields.texts('selector').map(({ text }) => text)
      const chosen = tags.filter((one) => one !== '' && prefixes.some((prefix) => one.startsWith(prefix)))
      const fallback = fields.text('fallbackTag')
      const members = fallback === undefined || fallback === '' ? chosen : [...chosen, fallback]
      const crossing: Crossing = { chosen: undefined, members: [...new Set(members)], unread: [] }
      known.set(name, crossing)
      return crossing
    }
    this.#loopbacks = new Map(
      outbounds.flatMap(({ tag, fields }) => {
        const inbound = fields.map('settings')?.text('inboundTag')
        return fields.text('protocol')?.toLowerCase() === 'loopback' && inbound !== undefined ? [[tag, inbound]] : []
      }),
    )
    this.#first = tags[0] ?? ''
    this.#strategy = fieldsWithoutCase(root).map('routing')?.text('domainStrategy')?.toLowerCase() ?? 'asis'
    this.#sniffs = inbounds.some(({ fields }) => fields.map('sniffing')?.isOn('enabled') === true)
    const context: RuleContext = {
      patterns: new Patterns(),
      inbounds: new Set(inbounds.map(({ tag }) => tag)),
      resolve: this.#strategy === 'ipondemand' ? (flow) => flow.resolve() : undefined,
    }
    this.#rules = new RuleSequence(
      rules.map(({ fields, node, path }) => ({
        index: Number(path.at(-1)),
        node,
        target: fields.text('outboundTag') || fields.text('balancerTag') || '',
        condition: conditionOf(fields, context),
      })),
    )
  }

  ask(question: RouteQuestion): RouteAnswer {
    const course = new Course<Rule>(({ index, node }) => ({
      index,
      line: this.#document.positionOf(node.start).line,
      text: JSON.stringify(valueOf(node)),
    }))
    const passed: string[] = []
    let rule: Rule | undefined
    let why: Why = { code: 'no-rule' }
    let way = findWay(this.#first, this.#balancerOf).way
    let inbound = question.inbound
    for (let round = 0; round <= LOOPBACKS_MAX; round++) {
      const flow = new Flow({ ...question, inbound })
      if (flow.name !== undefined) flow.lead({ name: flow.name.toLowerCase() })
      if (this.#sniffs) flow.sniff()
      const found = this.#walk(flow, course)
      // What comes in again is told by the rule that took it first.
      if (round === 0) {
        rule = found
        why = found === undefined ? { code: 'no-rule' } : whyOf(found, flow)
      }
      way = findWay(found?.target ?? this.#first, this.#balancerOf).way
      const next = way.node === undefined ? undefined : this.#loopbacks.get(way.node)
      if (next === undefined) break
      passed.push(...way.groups, way.node!)
      inbound = next
    }
    return course.end(rule, why, { ...way, groups: [...passed, ...way.groups] })
  }

  #walk(flow: Flow, course: Course<Rule>): Rule | undefined {
    const found = this.#pass(flow, course)
    if (found !== undefined || this.#strategy !== 'ipifnonmatch' || flow.name === undefined) return found
    // Once more, with the addresses of the name.
    flow.resolve()
    return this.#pass(flow, course)
  }

  #pass(flow: Flow, course: Course<Rule>): Rule | undefined {
    for (const rule of this.#rules.candidates(flow)) {
      const verdict = rule.condition.match(flow)
      if (verdict === YES) return rule
      if (verdict !== NO) course.leftOpen(rule, verdict)
    }
    return undefined
  }
}

interface RuleContext {
  inbounds: ReadonlySet<string>
  patterns: Patterns
  resolve: ((flow: Flow) => void) | undefined
}

/** All fields of a rule hold, each for one of its values: docs/formats/explain.md, "Xray". */
function conditionOf(fields: CaselessMap, { inbounds, patterns, resolve }: RuleContext): Condition {
  const all: Condition[] = []
  const texts = (key: string) => (fields.get(key) === undefined ? [] : fields.texts(key).map(({ text }) => text))
  const domains = [...texts('domain'), ...texts('domains')]
  if (domains.length > 0) all.push(nameConditions(domains, patterns))
  const ips = texts('ip')
  if (ips.length > 0) all.push(addressConditions(ips, 'ip', (blocks) => addressCondition(blocks, 'ip', resolve), resolve)) // oxfmt-ignore
  const sources = [...texts('source'), ...texts('sourceIP')]
  if (sources.length > 0) all.push(addressConditions(sources, 'source', sourceCondition))
  const ports = portsOf(fields, 'port')
  if (ports !== undefined) all.push(factCondition('port', ({ question }) => question.port, ports.test, { type: 'port', value: ports.text })) // oxfmt-ignore
  const sourcePorts = portsOf(fields, 'sourcePort')
  if (sourcePorts !== undefined) all.push(factCondition('source-port', ({ question }) => question.sourcePort, sourcePorts.test, { type: 'sourcePort', value: sourcePorts.text })) // oxfmt-ignore
  const networks = texts('network').flatMap((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((part) => part.trim()),
  )
  if (networks.join('') !== '') all.push(factCondition('network', ({ question }) => question.network, (network) => networks.includes(network), { type: 'network', value: networks.join() })) // oxfmt-ignore
  const tags = texts('inboundTag')
  if (tags.length > 0) all.push(inboundCondition(tags, inbounds))
  if (texts('protocol').length > 0)
    all.push({ match: ({ isSniffed }) => (isSniffed ? FACTS.protocol : NO), held: () => [], unread: [] })
  const processes = texts('process')
  if (processes.length > 0) all.push(processCondition(processes))
  for (const key of ['user', 'attrs', 'localIP', 'localPort', 'vlessRoute'])
    if (fields.isFilled(key)) all.push(openCondition('other', key))
  return allOf(all)
}

const PREFIX = /^(full|domain|keyword|regexp|dotless|geosite|ext|ext-domain):/

/** What is looked up without a set of names. */
const KINDS: Readonly<Record<string, 'exact' | 'suffixes' | 'words'>> = { full: 'exact', domain: 'suffixes', keyword: 'words' } // oxfmt-ignore

function nameConditions(texts: readonly string[], patterns: Patterns): Condition {
  const [only = ''] = texts
  const kind = texts.length === 1 ? KINDS[PREFIX.exec(only)?.[1] ?? 'keyword'] : undefined
  if (kind !== undefined) return oneNameCondition(kind, only.replace(PREFIX, '').toLowerCase(), { type: 'domain', value: only }) // oxfmt-ignore
  const names = new NameSet()
  const unread: Condition[] = []
  for (const text of texts) {
    const prefix = PREFIX.exec(text)?.[1]
    const value = (prefix === undefined ? text : text.slice(prefix.length + 1)).toLowerCase()
    if (prefix === 'full') names.exact.set(value, text)
    else if (prefix === 'domain') names.suffixes.set(value, text)
    else if (prefix === undefined || prefix === 'keyword') names.addKeyword(value, text)
    else {
      const test = prefix === 'regexp' ? patterns.take(text.slice('regexp:'.length)) : prefix === 'dotless' ? dotless(value) : undefined // oxfmt-ignore
      if (test === undefined)
        unread.push(openCondition('unread', text, ({ name, nameless }) => (name === undefined ? nameless : YES))) // oxfmt-ignore
      else names.addTest(test, text)
    }
  }
  const condition = nameCondition(names, (value) => ({ type: 'domain', value }))
  return anyOf(unread.length < texts.length ? [condition, ...unread] : unread)
}

/** A name without dots that holds the word. */
function dotless(word: string): (name: string) => boolean {
  return (name) => !name.includes('.') && name.includes(word)
}

function addressConditions(
  texts: readonly string[],
  type: string,
  conditionOf: (blocks: AddressBlocks) => Condition,
  resolve?: (flow: Flow) => void,
): Condition {
  const blocks = new AddressBlocks()
  const unread: Condition[] = []
  let count = 0
  for (const text of texts) {
    if (blocks.add(text)) count++
    else unread.push(openCondition('unread', text, (flow) => {
      if (type !== 'ip') return flow.source === undefined ? FACTS.source : YES
      resolve?.(flow)
      return flow.addresses.length === 0 ? flow.addressless : YES
    })) // oxfmt-ignore
  }
  return anyOf(count > 0 ? [conditionOf(blocks), ...unread] : unread)
}

function sourceCondition(blocks: AddressBlocks): Condition {
  return {
    match: ({ source }) => (source === undefined ? FACTS.source : verdictOf(blocks.find(source) !== undefined)),
    held: ({ source, question }) => [{ type: 'source', value: (source && blocks.find(source)) ?? '', fact: question.source ?? '' }], // oxfmt-ignore
    unread: [],
  }
}

/** `80`, or `"80,443,1000-2000"`. */
function portsOf(fields: CaselessMap, key: string): { text: string; test: (port: number) => boolean } | undefined {
  const node = fields.node(key)
  if (node?.kind !== 'scalar' || node.text === '') return undefined
  const ranges = node.text.split(',').map((part) => {
    const [low = '', high = low] = part.trim().split('-')
    return [Number(low), Number(high)] as const
  })
  return { text: node.text, test: (port) => ranges.some(([low, high]) => low <= port && port <= high) }
}

function inboundCondition(tags: readonly string[], inbounds: ReadonlySet<string>): Condition {
  const fitting = [...new Set(tags)].filter((tag) => inbounds.has(tag)).length
  return {
    match({ question: { inbound } }) {
      if (inbound !== undefined) return verdictOf(tags.includes(inbound))
      if (fitting === 0) return NO
      return fitting === inbounds.size ? YES : FACTS.inbound
    },
    held: ({ question }) => [{ type: 'inboundTag', value: tags.join(', '), fact: question.inbound ?? '' }],
    unread: [],
  }
}

/** A name, a whole path, or a folder with its last `/`. The case counts. */
function processCondition(processes: readonly string[]): Condition {
  const held = { type: 'process', value: processes.join(', ') }
  return factCondition('process', ({ question }) => question, ({ process, processPath }) => {
    const name = process ?? processPath?.slice(processPath.lastIndexOf('/') + 1)
    return processes.some((one) => one === name || one === processPath || (one.endsWith('/') && processPath?.startsWith(one) === true)) // oxfmt-ignore
  }, held) // oxfmt-ignore
}

function whyOf({ condition }: Rule, flow: Flow): Why {
  const held = condition.held(flow)
  return held.length === 0 ? { code: 'takes-all' } : { code: 'fits', held }
}
