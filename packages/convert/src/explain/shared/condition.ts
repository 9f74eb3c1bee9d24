import type { Flow } from './flow.ts'
import { both, either, FACTS, NO, opposite, type Verdict, verdictOf, YES } from './verdict.ts'
import type { NameSet } from './name-set.ts'
import type { AddressFinder } from '../../text/address-blocks.ts'

/** What of a rule fits: `DOMAIN-SUFFIX`, `example.com`, and the name that does. */
export interface Held {
  type: string
  value: string
  /** Empty where the value says it all. */
  fact: string
}

/** What a rule looks for that asks for one of these names alone, or for an address in a block. */
export interface RuleKeys {
  exact?: Iterable<string>
  suffixes?: Iterable<string>
  below?: Iterable<string>
  words?: Iterable<string>
  /** `resolves`: the name is looked up for it. */
  block?: { text: string; resolves: boolean }
}

/** What a rule asks of a connection. */
export interface Condition {
  match(flow: Flow): Verdict
  /** What of it fits; asked only where `match` said yes. */
  held(flow: Flow): Held[]
  /** By which many rules are looked up at once; absent: it asks for something else, or for more. */
  keys?: RuleKeys
  /** Lists that it would have to read. */
  unread: readonly string[]
}

const NONE: readonly string[] = []

/** All of them. An empty one holds for everything. */
export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  return {
    match(flow) {
      let verdict = YES
      for (const condition of conditions) {
        verdict = both(verdict, condition.match(flow))
        if (verdict === NO) return NO
      }
      return verdict
    },
    held: (flow) => conditions.flatMap((condition) => condition.held(flow)),
    unread: unreadOf(conditions),
  }
}

/** One of them. An empty one holds for nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  return {
    match(flow) {
      let verdict = NO
      for (const condition of conditions) {
        verdict = either(verdict, condition.match(flow))
        if (verdict === YES) return YES
      }
      return verdict
    },
    held: (flow) => conditions.find((condition) => condition.match(flow) === YES)?.held(flow) ?? [],
    unread: unreadOf(conditions),
  }
}

/** Not this one; `value` is how it is written. */
export function noneOf(condition: Condition, type: string, value: string): Condition {
  return {
    match: (flow) => opposite(condition.match(flow)),
    held: () => [{ type, value, fact: '' }],
    unread: condition.unread,
  }
}

function unreadOf(conditions: readonly Condition[]): readonly string[] {
  const unread = conditions.flatMap((condition) => condition.unread)
  return unread.length === 0 ? NONE : [...new Set(unread)]
}

/** A condition about the name. `typeOf` says how its entry is called. */
export function nameCondition(names: NameSet, typeOf: (entry: string) => Pick<Held, 'type' | 'value'>): Condition {
  return {
    match: ({ name, nameless }) => (name === undefined ? nameless : verdictOf(names.find(name) !== undefined)),
    held: ({ name = '' }) => [{ ...typeOf(names.find(name) ?? ''), fact: name }],
    keys: names.keys,
    unread: NONE,
  }
}

/** A condition about one name, suffix or word: lighter than a set of one. */
export function oneNameCondition(
  kind: 'exact' | 'suffixes' | 'words',
  name: string,
  held: Pick<Held, 'type' | 'value'>,
): Condition {
  const below = `.${name}`
  const fits = (given: string) => kind === 'words' ? given.includes(name) : given === name || (kind === 'suffixes' && given.endsWith(below)) // oxfmt-ignore
  return {
    match: ({ name: given, nameless }) => (given === undefined ? nameless : verdictOf(fits(given))),
    held: ({ name: fact = '' }) => [{ ...held, fact }],
    keys: { [kind]: [name] },
    unread: NONE,
  }
}

/** A condition about where the connection goes. With `resolve` the name is looked up first. */
export function addressCondition(blocks: AddressFinder, type: string, resolve?: (flow: Flow) => void): Condition {
  const found = ({ addresses }: Flow) => {
    for (const { address, text } of addresses) {
      const block = blocks.find(address)
      if (block !== undefined) return { block, text }
    }
    return undefined
  }
  return {
    match(flow) {
      resolve?.(flow)
      return flow.addresses.length === 0 ? flow.addressless : verdictOf(found(flow) !== undefined)
    },
    held(flow) {
      const { block = '', text = '' } = found(flow) ?? {}
      return [{ type, value: block, fact: text }]
    },
    unread: NONE,
  }
}

/** A condition about one thing that a question says or leaves open. */
export function factCondition<T>(
  fact: keyof typeof FACTS,
  of: (flow: Flow) => T | undefined,
  test: (value: T) => boolean,
  held: { type: string; value: string },
): Condition {
  return {
    match(flow) {
      const value = of(flow)
      return value === undefined ? FACTS[fact] : verdictOf(test(value))
    },
    held: (flow) => [{ ...held, fact: String(of(flow) ?? '') }],
    unread: NONE,
  }
}

/** A condition that nobody can judge here: a list whose text is not at hand, or something that no question says. */
export function openCondition(
  fact: 'unread' | 'other' | 'inbound' | 'protocol',
  name: string,
  before?: (flow: Flow) => Verdict,
): Condition {
  return {
    match: (flow) => both(before?.(flow) ?? YES, FACTS[fact]),
    held: () => [],
    unread: fact === 'unread' ? [name] : NONE,
  }
}

/** A condition that holds for all, or for none. */
export function fixedCondition(verdict: Verdict): Condition {
  return { match: () => verdict, held: () => [], unread: NONE }
}
