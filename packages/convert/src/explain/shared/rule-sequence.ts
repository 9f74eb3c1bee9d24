import { BlockMap } from '../../text/address-blocks.ts'
import { WordFinder } from '../../text/word-finder.ts'
import type { Condition } from './condition.ts'
import { RULES_SHOWN } from './explanation.ts'
import type { Flow } from './flow.ts'

/** Rules in their order. Those about names or an address block alone are looked up, so that most are never touched. */
export class RuleSequence<R extends { condition: Condition }> {
  readonly rules: readonly R[]
  readonly #exact = new Map<string, number[]>()
  readonly #suffixes = new Map<string, number[]>()
  readonly #below = new Map<string, number[]>()
  readonly #words = new Map<string, number[]>()
  readonly #finder: WordFinder
  readonly #blocks = new BlockMap<number>()
  /** Places of the rules about names, of those about an address block, and of those among these that look the name up. */
  readonly #named: number[] = []
  readonly #addressed: number[] = []
  readonly #resolving: number[] = []
  /** Places of the rules that have to be tried one by one. */
  readonly #others: number[] = []

  constructor(rules: readonly R[]) {
    this.rules = rules
    rules.forEach(({ condition: { keys } }, at) => {
      if (keys === undefined) {
        this.#others.push(at)
        return
      }
      const { exact = [], suffixes = [], below = [], words = [], block } = keys
      if (block === undefined) this.#named.push(at)
      else {
        this.#addressed.push(at)
        this.#blocks.add(block.text, at)
        if (block.resolves) this.#resolving.push(at)
      }
      for (const name of exact) append(this.#exact, name, at)
      for (const name of suffixes) append(this.#suffixes, name, at)
      for (const name of below) append(this.#below, name, at)
      for (const word of words) append(this.#words, word, at)
    })
    this.#finder = new WordFinder(this.#words.keys())
  }

  /** The rules that may take the connection, in their order. What is found out on the way starts the look-up anew. */
  *candidates(flow: Flow): Generator<R> {
    let at = 0
    while (at < this.rules.length) {
      const { changes } = flow
      for (const place of this.#placesOf(flow, at)) {
        if (place < at) continue
        at = place + 1
        yield this.rules[place]!
        if (flow.changes !== changes) break
      }
      if (flow.changes === changes) return
    }
  }

  #placesOf(flow: Flow, from: number): readonly number[] {
    const found = [...this.#placesByName(flow, from), ...this.#placesByAddress(flow, from)]
    return found.length === 0 ? this.#others : merged(this.#others, found.toSorted((a, b) => a - b)) // oxfmt-ignore
  }

  #placesByName({ name, nameless }: Flow, from: number): readonly number[] {
    // Where a name may still turn up, each of these rules hangs on it: the first ones say so for all.
    if (name === undefined) return nameless > 1 ? firstFrom(this.#named, from) : []
    const found: number[] = []
    const take = (map: ReadonlyMap<string, number[]>, key: string) => {
      for (const place of map.get(key) ?? []) found.push(place)
    }
    take(this.#exact, name)
    take(this.#suffixes, name)
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      take(this.#suffixes, name.slice(dot + 1))
      take(this.#below, name.slice(dot + 1))
    }
    if (this.#words.size > 0) for (const word of this.#finder.wordsIn(name)) take(this.#words, word)
    return found
  }

  #placesByAddress({ addresses, addressless, name, isResolved }: Flow, from: number): readonly number[] {
    if (addresses.length > 0) return addresses.flatMap(({ address }) => this.#blocks.get(address))
    if (addressless > 1) return firstFrom(this.#addressed, from)
    // The first that looks the name up tells more.
    return name === undefined || isResolved ? [] : firstFrom(this.#resolving, from)
  }
}

/** Some more than are shown: whether there are more is said, how many is not. */
function firstFrom(places: readonly number[], from: number): readonly number[] {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < from) low = middle + 1
    else high = middle
  }
  return places.slice(low, low + RULES_SHOWN + 1)
}

function append(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key)
  if (places === undefined) map.set(key, [place])
  else places.push(place)
}

/** Two lists of places as one, in order. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = []
  let at = 0
  for (const place of a) {
    while (at < b.length && b[at]! < place) all.push(b[at++]!)
    all.push(place)
  }
  while (at < b.length) all.push(b[at++]!)
  return all
}
