import type { Condition, Held } from './condition.ts'
import type { RouteQuestion } from './question.ts'
import { type Fact, factsIn, type Verdict } from './verdict.ts'

/** A rule of the config; the place among the others is from 0, the line from 1. */
export interface PlacedRule {
  index: number
  line: number
  text: string
}

/** Why a connection goes where it goes. */
export type Why =
  | { code: 'fits'; held: Held[] }
  | { code: 'takes-all' }
  | { code: 'no-rule' }
  // The rules are not used: the client is set to one way for all.
  | { code: 'mode'; mode: string }

/** A rule that fits and that the connection goes past: its target has no UDP, or it only says something on the way. */
export interface Passed {
  rule: PlacedRule
  why: 'no-udp' | 'goes-on'
}

/** What the question leaves open, and the rules that would take the connection if it were of their liking. */
export interface Need {
  fact: Exclude<Fact, 'unread'>
  rules: PlacedRule[]
  /** There are more than are named. */
  isMore: boolean
}

/** Through which groups a target leads, and to what. */
export interface Way {
  groups: string[]
  node?: string
  /** Any of these. */
  nodes?: string[]
}

export interface RouteAnswer extends Way {
  rule: PlacedRule | null
  why: Why
  needs: Need[]
  /** Lists that could not be read, of rules or nodes. */
  unknown: string[]
  passed: Passed[]
}

/** A list that stands elsewhere. */
export interface NeededList {
  name: string
  url?: string
  path?: string
}

/** Texts of lists: by address, or by path as the config says it. */
export type ListTexts = ReadonlyMap<string, string>

/** Says where connections go. */
export interface Router {
  ask(question: RouteQuestion): RouteAnswer
  lists: readonly NeededList[]
}

/** Rules of a need that are named. */
export const RULES_SHOWN = 20

/** What is noted on the way through the rules. */
export class Course<R extends { condition: Condition }> {
  readonly #placeOf: (rule: R) => PlacedRule
  readonly #needs = new Map<Need['fact'], { rules: R[]; isMore: boolean }>()
  readonly #unknown = new Set<string>()
  readonly #passed: Passed[] = []

  constructor(placeOf: (rule: R) => PlacedRule) {
    this.#placeOf = placeOf
  }

  /** The rule might have taken the connection. */
  leftOpen(rule: R, verdict: Verdict): void {
    for (const fact of factsIn(verdict)) {
      if (fact === 'unread') {
        for (const name of rule.condition.unread) this.#unknown.add(name)
        continue
      }
      const need = this.#needs.get(fact) ?? { rules: [], isMore: false }
      this.#needs.set(fact, need)
      if (need.rules.length < RULES_SHOWN) need.rules.push(rule)
      else need.isMore = true
    }
  }

  unknown(names: readonly string[]): void {
    for (const name of names) this.#unknown.add(name)
  }

  passed(rule: R, why: Passed['why']): void {
    if (this.#passed.length < RULES_SHOWN) this.#passed.push({ rule: this.#placeOf(rule), why })
  }

  end(rule: R | undefined, why: Why, { groups, node, nodes }: Way): RouteAnswer {
    return {
      rule: rule === undefined ? null : this.#placeOf(rule),
      why,
      groups,
      ...(node === undefined ? {} : { node }),
      ...(nodes === undefined ? {} : { nodes }),
      needs: [...this.#needs].map(([fact, { rules, isMore }]) => ({ fact, rules: rules.map(this.#placeOf), isMore })),
      unknown: [...this.#unknown],
      passed: this.#passed,
    }
  }
}
