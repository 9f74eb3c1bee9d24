import { comparableName } from './comparable-name.ts'

/** Gives every node its own name: HK, HK becomes HK, HK_1. Names that look alike are compared as one (NFC). */
export class UniqueNames {
  /** Name -> the suffix to try next for it. */
  readonly #next = new Map<string, number>()
  readonly #reserved: ReadonlySet<string>
  readonly #firstSuffix: number

  /** `taken`: group names and built-ins. `firstSuffix`: 1 in a parsed list, 2 for node objects given to the library. */
  constructor(taken: Iterable<string>, firstSuffix: 1 | 2 = 1) {
    this.#firstSuffix = firstSuffix
    this.#reserved = new Set([...taken].map(comparableName))
    for (const name of this.#reserved) this.#next.set(name, firstSuffix)
  }

  /** The name itself, or with the lowest free suffix behind it. */
  claim(name: string): string {
    const next = this.#next
    const key = comparableName(name)
    let suffix = next.get(key)
    if (suffix === undefined) {
      next.set(key, this.#firstSuffix)
      return name
    }
    // What stands before an underscore does not change with what stands behind it.
    while (next.has(`${key}_${suffix}`)) suffix++
    next.set(key, suffix + 1)
    next.set(`${key}_${suffix}`, this.#firstSuffix)
    return `${name}_${suffix}`
  }

  /** Whether the name is a group's or one of the client's own. */
  isReserved(name: string): boolean {
    return this.#reserved.has(comparableName(name))
  }
}
