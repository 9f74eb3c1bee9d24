import { printCondition, type RuleCondition } from '../rules/rule-line.ts'
import { AddressBlocks } from '../text/address-blocks.ts'
import { WordFinder } from '../text/word-finder.ts'

/**
 * The rules of a list without those that another one covers: below a suffix, inside of a wider block, with a word that is
 * a rule itself, or said twice. All questions get the same answer: a list is one of its rules, in any order.
 */
export function mergeRules(rules: readonly RuleCondition[]): RuleCondition[] {
  const cover = new Cover(rules)
  const seen = new Set<string>()
  return rules.filter((rule) => {
    const key = keyOf(rule)
    if (seen.has(key)) return false
    seen.add(key)
    return !cover.covers(rule)
  })
}

/** Names and words are the same in any case; regexes and paths are not. */
function keyOf(rule: RuleCondition): string {
  const text = printCondition(rule)
  return NAMES.has(rule.type) ? text.toLowerCase() : text
}

const NAMES: ReadonlySet<string> = new Set(['DOMAIN', 'DOMAIN-SUFFIX', 'DOMAIN-KEYWORD', 'DOMAIN-PATTERN'])

class Cover {
  readonly #suffixes = new Set<string>()
  readonly #below = new Set<string>()
  readonly #words: WordFinder
  /** Blocks by what the rule says besides. */
  readonly #blocks = new Map<string, AddressBlocks>()

  constructor(rules: readonly RuleCondition[]) {
    const words = rules.filter(({ type }) => type === 'DOMAIN-KEYWORD').map(({ value }) => value.toLowerCase())
    this.#words = new WordFinder(words)
    for (const { type, value, params } of rules) {
      const lower = value.toLowerCase()
      if (type === 'DOMAIN-SUFFIX') this.#suffixes.add(lower)
      else if (type === 'DOMAIN-PATTERN' && lower.startsWith('.')) this.#below.add(lower.slice(1))
      else if (isBlock(type)) {
        const key = blockKey(type, params)
        const blocks = this.#blocks.get(key) ?? new AddressBlocks()
        this.#blocks.set(key, blocks)
        blocks.add(value)
      }
    }
  }

  covers({ type, value, params }: RuleCondition): boolean {
    const lower = value.toLowerCase()
    switch (type) {
      case 'DOMAIN':
        return this.#suffixes.has(lower) || this.#isBelow(lower) || this.#words.isIn(lower)
      case 'DOMAIN-SUFFIX':
        return this.#isBelow(lower) || this.#words.isIn(lower)
      case 'DOMAIN-PATTERN':
        return this.#coversPattern(lower)
      case 'DOMAIN-KEYWORD':
        return this.#words.isIn(lower, lower.length)
      default:
        return isBlock(type) && this.#blocks.get(blockKey(type, params))?.findWider(value) !== undefined
    }
  }

  /** `.x`, `+.a.*.x`, `*.x`: names that end in what stands behind the last star. */
  #coversPattern(pattern: string): boolean {
    const star = pattern.lastIndexOf('*')
    const rest = pattern.slice(star + 1)
    if (!rest.startsWith('.')) return false
    const name = rest.slice(1)
    const isOwn = star < 0
    return (
      this.#suffixes.has(name) || (!isOwn && this.#below.has(name)) || this.#isBelow(name) || this.#words.isIn(name)
    )
  }

  #isBelow(name: string): boolean {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const suffix = name.slice(dot + 1)
      if (this.#suffixes.has(suffix) || this.#below.has(suffix)) return true
    }
    return false
  }
}

function isBlock(type: string): boolean {
  return type === 'IP-CIDR' || type === 'IP-CIDR6' || type === 'SRC-IP-CIDR'
}

function blockKey(type: string, params: readonly string[]): string {
  return type === 'SRC-IP-CIDR' || params.includes('src') ? 'source' : params.includes('no-resolve') ? 'no-resolve' : ''
}
