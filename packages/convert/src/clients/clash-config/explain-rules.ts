import { type DocumentNode, resolved } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import type { Condition } from '../../explain/shared/condition.ts'
import {
  type RouteAnswer,
  Course,
  type ListTexts,
  type NeededList,
  type Router,
} from '../../explain/shared/explanation.ts'
import { Flow } from '../../explain/shared/flow.ts'
import { fitsLabels, NameSet } from '../../explain/shared/name-set.ts'
import type { RouteQuestion } from '../../explain/shared/question.ts'
import { RuleSequence } from '../../explain/shared/rule-sequence.ts'
import { NO, YES } from '../../explain/shared/verdict.ts'
import { type RuleEntry, RuleReader } from '../../rules/rule-line.ts'
import { readDomainPattern } from '../../rules/rule-list.ts'
import { isIp } from '../../text/ip.ts'
import type { ClientId } from '../facts.ts'
import { ClashConditions } from './explain-conditions.ts'
import { ClashGroups } from './explain-groups.ts'
import {
  childOf, type ConfigPart, itemsOf, mapAt, pairsOf, readClashConfig, type RuleText, scalarOf, textOf,
} from './read-config.ts' // oxfmt-ignore

interface Rule {
  index: number
  text: string
  node: DocumentNode
  line: RuleEntry
  condition: Condition
}

/** Sets of `sub-rules` may lead to one another. */
const SUB_RULES_MAX = 16
/** Names in `hosts` may lead to names. */
const HOSTS_MAX = 16

/** Opens a config of Clash or mihomo for questions; undefined where it is no map. */
export function openClashRouter(document: OpenDocument, texts: ListTexts, client: ClientId): Router | undefined {
  const root = document.root && mapAt(document.root)
  return root && new ClashRouter(document, readClashConfig(root), texts, client)
}

class ClashRouter implements Router {
  readonly lists: readonly NeededList[]
  readonly #document: OpenDocument
  readonly #groups: ClashGroups
  readonly #rules: RuleSequence<Rule>
  readonly #subRules: ReadonlyMap<string, RuleSequence<Rule>>
  readonly #hosts: Hosts
  readonly #mode: string
  readonly #sniffs: boolean

  constructor(document: OpenDocument, config: ReturnType<typeof readClashConfig>, texts: ListTexts, client: ClientId) {
    const { root, rules, subRules, ruleProviders, proxyProviders } = config
    this.#document = document
    this.lists = [...ruleProviders, ...proxyProviders].flatMap(listOf)
    this.#groups = new ClashGroups(config, texts)
    const findsProcess = textOf(root, 'find-process-mode')?.toLowerCase() !== 'off'
    const conditions = new ClashConditions({ ruleProviders, texts, findsProcess })
    const reader = new RuleReader({ client, lenient: true, asWritten: true })
    const tableOf = (lines: readonly RuleText[]) => new RuleSequence(lines.flatMap((line, index) => readRule(line, index, reader, conditions))) // oxfmt-ignore
    this.#rules = tableOf(rules)
    this.#subRules = new Map(subRules.map((set) => [set.name, tableOf(set.rules)]))
    this.#hosts = new Hosts(pairsOf(childOf(root, 'hosts')))
    this.#mode = textOf(root, 'mode')?.toLowerCase() ?? 'rule'
    const sniffer = mapAt(childOf(root, 'sniffer'))
    this.#sniffs = sniffer !== undefined && scalarOf(sniffer, 'enable')?.text === 'true'
  }

  ask(question: RouteQuestion): RouteAnswer {
    const course = new Course<Rule>((rule) => this.#placeOf(rule))
    if (this.#mode !== 'rule') {
      const target = this.#mode === 'direct' ? 'DIRECT' : 'GLOBAL'
      return this.#end(course, undefined, { code: 'mode', mode: this.#mode }, target)
    }
    const flow = new Flow(question)
    // One dot behind a name says the same.
    if (flow.name?.endsWith('.')) flow.lead({ name: flow.name.slice(0, -1) })
    if (this.#sniffs) flow.sniff()
    this.#hosts.lead(flow)
    const found = this.#walk(this.#rules, flow, course, 0)
    if (found === undefined) return this.#end(course, undefined, { code: 'no-rule' }, 'DIRECT')
    const { line, condition } = found
    const held = condition.held(flow)
    return this.#end(course, found, held.length === 0 ? { code: 'takes-all' } : { code: 'fits', held }, line.action)
  }

  #walk(table: RuleSequence<Rule>, flow: Flow, course: Course<Rule>, depth: number): Rule | undefined {
    for (const rule of table.candidates(flow)) {
      const verdict = rule.condition.match(flow)
      if (verdict === NO) continue
      if (verdict !== YES) {
        course.leftOpen(rule, verdict)
        continue
      }
      const { type, action } = rule.line
      if (type === 'SUB-RULE') {
        const set = depth < SUB_RULES_MAX ? this.#subRules.get(action) : undefined
        const inner = set && this.#walk(set, flow, course, depth + 1)
        if (inner !== undefined) return inner
      } else if (action !== 'PASS-RULE' && !this.#passes(rule, flow, course)) return rule
    }
    return undefined
  }

  /** Whether a connection goes past a rule that fits. */
  #passes(rule: Rule, flow: Flow, course: Course<Rule>): boolean {
    const { action } = rule.line
    const isPass = this.#groups.wayOf(action).way.node === 'PASS'
    if (isPass) course.passed(rule, 'goes-on')
    else if (flow.question.network !== 'udp' || this.#groups.carriesUdp(action)) return false
    else course.passed(rule, 'no-udp')
    return true
  }

  #end(course: Course<Rule>, rule: Rule | undefined, why: RouteAnswer['why'], target: string): RouteAnswer {
    const { way, unread } = this.#groups.wayOf(target)
    course.unknown(unread)
    return course.end(rule, why, way)
  }

  #placeOf({ index, text, node }: Rule) {
    return { index, line: this.#document.positionOf(node.start).line, text }
  }
}

function readRule({ text, node }: RuleText, index: number, reader: RuleReader, conditions: ClashConditions): Rule[] {
  const line = reader.readLine(text, index)
  reader.issues = []
  return line?.ruleType === 'rule' ? [{ index, text, node, line, condition: conditions.of(line) }] : []
}

function listOf({ name, map }: ConfigPart): NeededList[] {
  const url = textOf(map, 'url')
  const path = textOf(map, 'path')
  if (url === undefined && path === undefined) return []
  return [{ name, ...(url === undefined ? {} : { url }), ...(path === undefined ? {} : { path }) }]
}

/** `hosts`: where a name leads before any rule is asked. */
class Hosts {
  readonly #names = new NameSet()
  readonly #values = new Map<string, readonly string[]>()

  constructor(pairs: readonly [key: string, keyNode: DocumentNode, value: DocumentNode][]) {
    for (const [key, , value] of pairs) {
      const pattern = readDomainPattern(key)
      if (pattern === undefined) continue
      const lower = pattern.value
      if (pattern.type === 'DOMAIN') this.#names.exact.set(lower, key)
      else if (pattern.type === 'DOMAIN-SUFFIX') this.#names.suffixes.set(lower, key)
      else if (lower.startsWith('.')) this.#names.below.set(lower.slice(1), key)
      else this.#names.addTest((name) => fitsLabels(lower, name), key)
      const node = resolved(value)
      this.#values.set(key, node.kind === 'scalar' ? [node.text] : itemsOf(node).flatMap(([, item]) => (item.kind === 'scalar' ? [item.text] : []))) // oxfmt-ignore
    }
  }

  lead(flow: Flow): void {
    for (let step = 0; step < HOSTS_MAX && flow.name !== undefined && flow.addresses.length === 0; step++) {
      const key = this.#names.find(flow.name.toLowerCase())
      const values = key === undefined ? undefined : this.#values.get(key)
      const [first] = values ?? []
      if (values === undefined || first === undefined) return
      if (isIp(first)) flow.lead({ addresses: values })
      else flow.lead({ name: first })
    }
  }
}
