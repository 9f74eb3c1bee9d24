import type { Condition } from './condition.ts'
import type { Flow } from './flow.ts'

/** Rules in their order. Those about names alone are looked up by the name, so that most are never touched. */
export class RuleSequence<R extends { condition: Condition }> {
  readonly rules: readonly R[]
  readonly #exact = new Map<string, number[]>()
  readonly #suffixes = new Map<string, number[]>()
  readonly #below = new Map<string, number[]>()
  /** Places of the rules that have to be tried one by one. */
  readonly #others: number[] = []

  constructor(rules: readonly R[]) {
    this.rules = rules
    rules.forEach(({ condition: { names } }, at) => {
      if (names === undefined) {
        this.#others.push(at)
        return
      }
      for (const name of names.exact.keys()) append(this.#exact, name, at)
      for (const name of names.suffixes.keys()) append(this.#suffixes, name, at)
      for (const name of names.below.keys()) append(this.#below, name, at)
    })
  }

  /** The rules that may take the connection, in their order. A name that is found on the way starts the look-up anew. */
  *candidates(flow: Flow): Generator<R> {
    let at = 0
    while (at < this.rules.length) {
      const { name, nameless } = flow
      // Where a name may still turn up, each rule about names is worth a word.
      const places = name === undefined && nameless > 1 ? this.rules.keys().toArray() : this.#placesOf(name)
      for (const place of places) {
        if (place < at) continue
        at = place + 1
        yield this.rules[place]!
        if (flow.name !== name || flow.nameless !== nameless) break
      }
      if (flow.name === name && flow.nameless === nameless) return
    }
  }

  #placesOf(name: string | undefined): readonly number[] {
    if (name === undefined) return this.#others
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
    return found.length === 0 ? this.#others : merged(this.#others, found.toSorted((a, b) => a - b)) // oxfmt-ignore
  }
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
