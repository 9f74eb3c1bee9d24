/** Gives every node its own name: HK, HK becomes HK, HK_1. */
export class UniqueNames {
  /** Name -> the suffix to try next for it. */
  readonly #next = new Map<string, number>()
  readonly #firstSuffix: number

  /** `taken`: group names and built-ins. `firstSuffix`: 1 in a parsed list, 2 for node objects given to the library. */
  constructor(taken: Iterable<string>, firstSuffix: 1 | 2 = 1) {
    this.#firstSuffix = firstSuffix
    for (const name of taken) this.#next.set(name, firstSuffix)
  }

  /** The name itself, or with the lowest free suffix behind it. */
  claim(name: string): string {
    const next = this.#next
    let suffix = next.get(name)
    if (suffix === undefined) {
      next.set(name, this.#firstSuffix)
      return name
    }
    let candidate = `${name}_${suffix}`
    while (next.has(candidate)) candidate = `${name}_${++suffix}`
    next.set(name, suffix + 1)
    next.set(candidate, this.#firstSuffix)
    return candidate
  }
}
