import { NameTable } from './name-table.ts'

/** Gives every node its own name: HK, HK becomes HK, HK_1. Names that look alike are compared as one (NFC). */
export class UniqueNames {
  readonly #names: NameTable
  /** Numbers of the names. */
  readonly #reserved: ReadonlySet<number>
  readonly #firstSuffix: number

  /** `taken`: group names and built-ins. `firstSuffix`: 1 in a parsed list, 2 for node objects given to the library. */
  constructor(taken: Iterable<string>, firstSuffix: 1 | 2 = 1, names = new NameTable()) {
    this.#firstSuffix = firstSuffix
    this.#names = names
    this.#reserved = new Set(Array.from(taken, (name) => names.numberOf(name)))
    for (const number of this.#reserved) names.keepSuffix(number, firstSuffix)
  }

  /** The name itself, or with the lowest free suffix behind it. */
  claim(name: string): string {
    const names = this.#names
    const number = names.numberOf(name)
    if (names.suffixOf(number) === 0) {
      names.keepSuffix(number, this.#firstSuffix)
      return name
    }
    for (let suffix = names.suffixOf(number); ; suffix++) {
      const claimed = `${name}_${suffix}`
      const free = names.numberOfMade(claimed)
      if (names.suffixOf(free) > 0) continue
      names.keepSuffix(free, this.#firstSuffix)
      names.keepSuffix(number, suffix + 1)
      return claimed
    }
  }

  /** Whether the name is a group's or one of the client's own. */
  isReserved(name: string): boolean {
    return this.#reserved.has(this.#names.numberOf(name))
  }
}

/** The names of a list, each once: HK, HK becomes HK, HK_1. */
export function uniqueNames(list: Iterable<string>): string[] {
  const names = new UniqueNames([])
  return Array.from(list, (name) => names.claim(name))
}
