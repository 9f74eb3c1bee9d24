import { type DocumentNode, keyText, type MapNode, resolved, valueOf } from '../../document/document-node.ts'
import { eachHeldItem, heldItems, indexesHeld } from '../../document/held-items.ts'
import type { Issue } from '../../model/issue.ts'
import { cut, issueOfRule, ruleIssue } from '../../rules/rule-issue.ts'
import { printRuleLine, type RuleEntry } from '../../rules/rule-line.ts'
import { isRecord } from '../../text/record.ts'
import { TextPlaces } from '../../text/text-places.ts'
import type { KnownRules, ListedRule } from './config-editor.ts'

/** How one sees what a rule is. */
export interface RuleSigns {
  isFinal(rule: MapNode): boolean
  isFirst(rule: MapNode): boolean
}

/** The rules of a list of JSON objects. What a rule says is read when it is asked for: long lists are mostly passed over. */
export function placedRules(
  list: DocumentNode | undefined,
  signs: RuleSigns,
  places?: TextPlaces,
): Iterable<ListedRule> {
  const node = list && resolved(list)
  const items = node?.kind === 'list' ? node.items : []
  return {
    *[Symbol.iterator]() {
      for (const index of indexesHeld(items, places)) yield new PlacedRule(items[index]!.value, index, signs)
    },
  }
}

class PlacedRule implements ListedRule {
  readonly index: number
  readonly #node: DocumentNode
  readonly #signs: RuleSigns

  constructor(node: DocumentNode, index: number, signs: RuleSigns) {
    this.index = index
    this.#node = node
    this.#signs = signs
  }

  get text(): string {
    return JSON.stringify(valueOf(this.#node))
  }

  get isFinal(): boolean {
    return this.#node.kind === 'map' && this.#signs.isFinal(this.#node)
  }

  get isFirst(): boolean {
    return this.#node.kind === 'map' && this.#signs.isFirst(this.#node)
  }
}

/** Whether a rule has no other keys. */
export function hasOnlyKeys({ pairs }: MapNode, keys: ReadonlySet<string>): boolean {
  return pairs.every((pair) => keys.has(keyText(pair) ?? ''))
}

/** The items of a list in whose source the first text inside of a value stands; all of them where it holds no text. */
export function itemsHolding(
  source: string,
  list: DocumentNode | undefined,
  value: unknown,
): [index: number, node: DocumentNode][] {
  return heldItems(list, placesOf(source, firstText(value) ?? ''))
}

/** Where a text may stand in a JSON source; undefined for anywhere. */
export function placesOf(source: string, text: string): TextPlaces | undefined {
  return placesOfLongest(source, text.split(/["\\\p{Cc}]/u))
}

/** The same in YAML, where blanks may be line ends, and single quotes stand twice. */
export function placesInYaml(source: string, text: string): TextPlaces | undefined {
  return placesOfLongest(source, text.split(/[\s'"\\\p{Cc}]/u))
}

function placesOfLongest(source: string, given: readonly string[]): TextPlaces | undefined {
  const pieces = given.filter((piece) => piece !== '')
  const [longest] = pieces.toSorted((a, b) => b.length - a.length)
  // What is escaped may be anything.
  return longest === undefined
    ? undefined
    : new TextPlaces(source, [longest, '\\'], pieces[pieces.indexOf(longest) + 1])
}

/** A text inside of a value that tells it from most others. */
export function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    // What nearly all rules say tells none apart.
    const found = COMMON.has(key) ? undefined : firstText(inner)
    if (found !== undefined) return found
  }
  return undefined
}

const COMMON: ReadonlySet<string> = new Set(['action', 'outbound', 'outboundTag', 'balancerTag', 'type', 'mode'])

/** How a client's rules are compared. */
export interface RuleComparison {
  /** Keys whose values are alternatives: a rule with more of them does all that one with fewer does. */
  alternatives: ReadonlySet<string>
  /** The form in which rules are compared. */
  inFull?: (rule: unknown) => unknown
  /** A rule holds any of those keys where this is given: they are alternatives among one another. */
  kindOf?: (rule: Record<string, unknown>) => string | undefined
}

/** So many are looked for one by one; then it is cheaper to know all. */
export const FEW = 8

/** A rule is there if another one does at least the same: its target is the same, and its values are among that one's. */
export function coveredRules(
  read: () => { source: string; list: DocumentNode | undefined },
  comparison: RuleComparison,
): KnownRules {
  const all = new RuleIndex(comparison)
  let asked = 0
  return {
    add: (rule) => all.add(rule),
    has(rule) {
      if (all.has(rule)) return true
      if (++asked > FEW) {
        if (asked === FEW + 1) for (const [, node] of eachHeldItem(read().list)) all.add(valueOf(node))
        return all.has(rule)
      }
      const { source, list } = read()
      const near = new RuleIndex(comparison)
      for (const [, node] of itemsHolding(source, list, rule)) near.add(valueOf(node))
      return near.has(rule)
    },
  }
}

class RuleIndex {
  readonly #comparison: RuleComparison
  readonly #bySign = new Map<string, Map<string, Set<string>>[]>()

  constructor(comparison: RuleComparison) {
    this.#comparison = comparison
  }

  add(rule: unknown): void {
    const { sign, values } = apart(rule, this.#comparison)
    const same = this.#bySign.get(sign)
    if (same === undefined) this.#bySign.set(sign, [values])
    else same.push(values)
  }

  has(rule: unknown): boolean {
    const { sign, values } = apart(rule, this.#comparison)
    return (this.#bySign.get(sign) ?? []).some((known) =>
      [...values].every(([key, wanted]) => [...wanted].every((value) => known.get(key)?.has(value))),
    )
  }
}

/** What has to be equal of two rules, and what may be more. */
function apart(
  given: unknown,
  { alternatives, kindOf, inFull = (one) => one }: RuleComparison,
): { sign: string; values: Map<string, Set<string>> } {
  const rule = inFull(given)
  const values = new Map<string, Set<string>>()
  if (!isRecord(rule)) return { sign: JSON.stringify(rule), values }
  const kind = kindOf?.(rule)
  const rest: [string, unknown][] = []
  for (const [key, value] of Object.entries(rule)) {
    const isAlternative = alternatives.has(key) && (kindOf === undefined || kind !== undefined)
    if (isAlternative) values.set(key, new Set(listOf(value)))
    else rest.push([key, value])
  }
  const keys = kindOf === undefined ? [...values.keys()] : [kind]
  return {
    sign: JSON.stringify([
      [...keys].sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)),
      rest.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
    values,
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : String(value).split(',')
}

/** The issue about a line that leads to what is not there. */
export function targetMissing(line: RuleEntry): Issue {
  const { type, value, action, index } = line
  const place = { line: index + 1, column: 1, raw: printRuleLine(line) }
  return issueOfRule(ruleIssue(place, 'rule-target-missing', 'target-missing', { type, value: cut(value), action }))
}
