import { comparableName } from './comparable-name.ts'
import { NameTable } from './name-table.ts'

/** Gives every node its own name: HK, HK becomes HK, HK_1. Names that look alike are compared as one (NFC). */
export class UniqueNames {
  readonly #names: NameTable
  readonly #reserved: ReadonlySet<string>
  readonly #firstSuffix: number

  /** `taken`: group names and built-ins. `firstSuffix`: 1 in a parsed list, 2 for node objects given to the library. */
  constructor(taken: Iterable<string>, firstSuffix: 1 | 2 = 1, names = new NameTable()) {
    this.#firstSuffix = firstSuffix
    this.#names = names
    this.#reserved = new Set([...taken].map(comparableName))
    for (const name of this.#reserved) names.record(name).suffix = firstSuffix
  }

  /** The name itself, or with the lowest free suffix behind it. */
  claim(name: string): string {
    const names = this.#names
    const record = names.record(name)
    if (record.suffix === 0) {
      record.suffix = this.#firstSuffix
      return name
    }
    for (;;) {
      const claimed = `${name}_${record.suffix++}`
      const free = names.record(claimed)
      if (free.suffix > 0) continue
      free.suffix = this.#firstSuffix
      return claimed
    }
  }

  /** Whether the name is a group's or one of the client's own. */
  isReserved(name: string): boolean {
    return this.#reserved.has(comparableName(name))
  }
}

/** The names of a list, each once: HK, HK becomes HK, HK_1. */
export function uniqueNames(list: Iterable<string>): string[] {
  const names = new UniqueNames([])
  return Array.from(list, (name) => names.claim(name))
}
