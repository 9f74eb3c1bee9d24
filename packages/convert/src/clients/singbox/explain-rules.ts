import { type DocumentNode, type MapNode, valueOf } from '../../document/document-node.ts'
import { openDocument, type OpenDocument } from '../../document/open-document.ts'
import type { Condition } from '../../explain/shared/condition.ts'
import {
  type RouteAnswer, Course, type ListTexts, type NeededList, type Router, type Why,
} from '../../explain/shared/explanation.ts' // oxfmt-ignore
import { type Crossing, findWay } from '../../explain/shared/find-way.ts'
import { Flow } from '../../explain/shared/flow.ts'
import { Patterns } from '../../explain/shared/patterns.ts'
import type { RouteQuestion } from '../../explain/shared/question.ts'
import { RuleSequence } from '../../explain/shared/rule-sequence.ts'
import { NO, YES } from '../../explain/shared/verdict.ts'
import { isRecord, type JsonObject, recordsOf } from '../../text/record.ts'
import {
  type ConditionContext, type RuleSet, ruleSetOf, singboxCondition, unreadSet,
} from './explain-conditions.ts' // oxfmt-ignore
import { isOnAt, readSingboxConfig, textAt, textsAt, valueAt } from './read-config.ts'

interface Rule {
  index: number
  node: DocumentNode
  action: string
  outbound: string | undefined
  condition: Condition
}

/** Actions that say something and let the connection go on to the next rule. */
const GOING_ON: ReadonlySet<string> = new Set(['sniff', 'resolve', 'route-options'])

/** Opens a config of sing-box for questions; undefined where it is no object. */
export function openSingboxRouter(document: OpenDocument, texts: ListTexts): Router | undefined {
  return document.root?.kind === 'map' ? new SingboxRouter(document, document.root, texts) : undefined
}

class SingboxRouter implements Router {
  readonly lists: NeededList[] = []
  readonly #document: OpenDocument
  readonly #rules: RuleSequence<Rule>
  readonly #crossings: ReadonlyMap<string, Crossing>
  readonly #final: string
  /** Inbounds of old configs look at the first bytes before any rule. */
  readonly #sniffs: boolean

  constructor(document: OpenDocument, root: MapNode, texts: ListTexts) {
    const { inbounds, outbounds } = readSingboxConfig(root)
    this.#document = document
    this.#crossings = new Map(
      outbounds.flatMap(({ tag, type, map }) => {
        const members = textsAt(map, 'outbounds').map(({ text }) => text)
        if (type !== 'selector' && type !== 'urltest') return []
        const wished = textAt(map, 'default')
        const chosen = type === 'urltest' ? undefined : (wished ?? members[0])
        return [[tag, { chosen, members, unread: [] }] as const]
      }),
    )
    const first = outbounds.find(({ path }) => path[0] === 'outbounds')
    this.#final = textAt(root, 'route', 'final') ?? (first === undefined ? 'direct' : first.tag || '0')
    this.#sniffs = inbounds.some(({ map }) => isOnAt(map, 'sniff'))
    const patterns = new Patterns()
    const context: ConditionContext = {
      patterns,
      inbounds: inbounds.map(({ tag }) => tag),
      clashMode: textAt(root, 'experimental', 'clash_api', 'default_mode') ?? 'Rule',
      setOf: this.#sets(root, texts, patterns),
    }
    const rules = valueAt(root, 'route', 'rules')
    const items = rules?.kind === 'list' ? rules.items.map(({ value }) => value) : []
    this.#rules = new RuleSequence(items.flatMap((node, index) => readRule(node, index, context)))
  }

  ask(question: RouteQuestion): RouteAnswer {
    const course = new Course<Rule>((rule) => this.#placeOf(rule))
    const flow = new Flow(question)
    if (flow.name !== undefined) flow.lead({ name: flow.name.toLowerCase() })
    if (this.#sniffs) flow.sniff()
    for (const rule of this.#rules.candidates(flow)) {
      const verdict = rule.condition.match(flow)
      if (verdict === NO) continue
      if (verdict !== YES) course.leftOpen(rule, verdict)
      else if (GOING_ON.has(rule.action)) {
        course.passed(rule, 'goes-on')
        if (rule.action === 'sniff') flow.sniff()
        if (rule.action === 'resolve') flow.resolve()
      } else return this.#end(course, rule, whyOf(rule, flow))
    }
    return this.#lead(course, undefined, { code: 'no-rule' }, this.#final)
  }

  #end(course: Course<Rule>, rule: Rule, why: Why): RouteAnswer {
    const { action, outbound } = rule
    if (action !== 'route' && outbound === undefined) return course.end(rule, why, { groups: [], node: action })
    return this.#lead(course, rule, why, outbound ?? '')
  }

  #lead(course: Course<Rule>, rule: Rule | undefined, why: Why, target: string): RouteAnswer {
    const { way } = findWay(target, (name) => this.#crossings.get(name))
    return course.end(rule, why, way)
  }

  #placeOf({ index, node }: Rule) {
    return { index, line: this.#document.positionOf(node.start).line, text: JSON.stringify(valueOf(node)) }
  }

  /** Gives the rule sets by tag, each read when a rule names it. */
  #sets(root: MapNode, texts: ListTexts, patterns: Patterns): (tag: string) => RuleSet {
    const given = valueAt(root, 'route', 'rule_set')
    const objects = recordsOf(given === undefined ? [] : valueOf(given))
    const byTag = new Map<string, { set: JsonObject; url: string | undefined; path: string | undefined }>()
    for (const set of objects) {
      // One entry may stand for many sets, with {tag} in their addresses.
      const tags: unknown[] = Array.isArray(set['tag']) ? set['tag'] : [set['tag']]
      for (const tag of tags) {
        if (typeof tag !== 'string') continue
        const of = (key: string) => {
          const value = set[key]
          return typeof value === 'string' ? value.replaceAll('{tag}', tag) : undefined
        }
        const url = of('url')
        const path = of('path')
        byTag.set(tag, { set, url, path })
        if (url !== undefined || path !== undefined) this.lists.push({ name: tag, ...(url === undefined ? {} : { url }), ...(path === undefined ? {} : { path }) }) // oxfmt-ignore
      }
    }
    const read = new Map<string, RuleSet>()
    const context: ConditionContext = { inbounds: [], clashMode: '', setOf: unreadSet, patterns }
    return (tag) => {
      const known = read.get(tag)
      if (known !== undefined) return known
      const entry = byTag.get(tag)
      const rules = entry && rulesOfSet(entry, texts)
      const set = rules === undefined ? unreadSet(tag) : ruleSetOf(tag, rules, context)
      read.set(tag, set)
      return set
    }
  }
}

function rulesOfSet(
  { set, url, path }: { set: JsonObject; url: string | undefined; path: string | undefined },
  texts: ListTexts,
): JsonObject[] | undefined {
  if (Array.isArray(set['rules'])) return recordsOf(set['rules'])
  const text = (url === undefined ? undefined : texts.get(url)) ?? (path === undefined ? undefined : texts.get(path))
  if (text === undefined) return undefined
  const { root, issue } = openDocument(text, { format: 'json' })
  const value = root === undefined || issue !== undefined ? undefined : valueOf(root)
  return isRecord(value) && Array.isArray(value['rules']) ? recordsOf(value['rules']) : undefined
}

function readRule(node: DocumentNode, index: number, context: ConditionContext): Rule[] {
  const value = valueOf(node)
  if (!isRecord(value)) return []
  const { action, outbound } = value
  return [
    {
      index,
      node,
      action: typeof action === 'string' && action !== '' ? action : 'route',
      outbound: typeof outbound === 'string' ? outbound : undefined,
      condition: singboxCondition(value, context),
    },
  ]
}

function whyOf({ condition }: Rule, flow: Flow): Why {
  const held = condition.held(flow)
  return held.length === 0 ? { code: 'takes-all' } : { code: 'fits', held }
}
