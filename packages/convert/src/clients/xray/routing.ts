import { domainChunks } from './domain-chunks.ts'
import { type Match, type MatchField, onlyField } from './matches.ts'
import type { RuleTarget } from './targets.ts'
import { keysOf, type JsonObject } from '../../text/record.ts'

/** Fields that Xray wants as one text. */
const JOINED: ReadonlySet<MatchField> = new Set(['port', 'sourcePort', 'network'])

/**
 * The rules of `routing`, of one kind of condition each. Their order is kept where they lead to different places: those
 * that follow each other to the same one are collected, since Xray is slow with thousands of rules.
 */
export class RoutingRules {
  readonly #rules: JsonObject[] = []
  #target: RuleTarget | undefined
  #targetKey = ''
  #single = new Map<MatchField, Set<string>>()
  #others: Match[] = []

  add(matches: readonly Match[], target: RuleTarget): void {
    const key = JSON.stringify(target)
    if (key !== this.#targetKey) this.#flush()
    this.#target = target
    this.#targetKey = key
    for (const match of matches) {
      const field = onlyField(match)
      if (field === undefined) this.#others.push(match)
      else this.#collect(field, match[field]!)
    }
  }

  list(): JsonObject[] {
    this.#flush()
    return this.#rules
  }

  #collect(field: MatchField, values: readonly string[]): void {
    const known = this.#single.get(field)
    if (known === undefined) this.#single.set(field, new Set(values))
    else for (const value of values) known.add(value)
  }

  #flush(): void {
    if (this.#target === undefined) return
    for (const [field, values] of this.#single) this.#write({ [field]: [...values] }, this.#target)
    for (const match of this.#others) this.#write(match, this.#target)
    this.#single = new Map()
    this.#others = []
    this.#target = undefined
    this.#targetKey = ''
  }

  #write(match: Match, target: RuleTarget): void {
    for (const domain of match.domain ? domainChunks(match.domain) : [undefined]) {
      const rule: JsonObject = {}
      for (const field of keysOf(match))
        rule[field] = JOINED.has(field) ? match[field]?.join(',') : field === 'domain' ? domain : match[field]
      this.#rules.push({ ...rule, ...target })
    }
  }
}
