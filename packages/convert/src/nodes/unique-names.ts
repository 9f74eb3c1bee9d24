import { NameTable } from './name-table.ts'

/** Gives every node its own name: HK, HK becomes HK, HK_1. Names that look alike are compared as one (NFC). */
export class UniqueNames {
  readonly #names: NameTable
  readonly #firstSuffix: number
  /** Names with a lower number are reserved: they are the first in the table. */
  readonly #behindReserved: number
  /** Whether a name was made. */
  #hasMade = false
  /** Whether a name was given that looks like a made one. */
  #hasLikeMade = false

  /**
   * `taken`: group names and built-ins. `firstSuffix`: 1 in a parsed list, 2 for node objects given to the library.
   * `names`: an empty table, which others may use behind this.
   */
  constructor(taken: Iterable<string>, firstSuffix: 1 | 2 = 1, names = new NameTable()) {
    this.#firstSuffix = firstSuffix
    this.#names = names
    for (const name of taken) this.#keep(name, names.numberOf(name))
    this.#behindReserved = names.size
  }

  /** The name itself, or with the lowest free suffix behind it. */
  claim(name: string): string {
    const names = this.#names
    const number = names.numberOf(name)
    if (!this.#isTaken(name, number)) {
      this.#keep(name, number)
      return name
    }
    this.#hasMade = true
    let suffix = Math.max(names.suffixOf(number), this.#firstSuffix)
    // Two names that were made differ in what they were made of or in their suffix, so only a given one is in the way.
    while (this.#hasLikeMade && names.suffixOf(names.numberBeside(`${name}_${suffix}`)) > 0) suffix++
    names.keepSuffix(number, suffix + 1)
    return `${name}_${suffix}`
  }

  /** Whether the name is a group's or one of the client's own. */
  isReserved(name: string): boolean {
    return this.#names.numberOf(name) < this.#behindReserved
  }

  /** The same name. Of equal names in a row this is one text, so a report holds it once. */
  shared(name: string): string {
    return this.#names.shared(name)
  }

  #keep(name: string, number: number): void {
    this.#names.keepSuffix(number, this.#firstSuffix)
    if (!this.#hasLikeMade) this.#hasLikeMade = suffixStart(name) !== undefined
  }

  /** A made name is not in the table: `A_3` is taken once `A` goes on with 4. */
  #isTaken(name: string, number: number): boolean {
    const names = this.#names
    if (names.suffixOf(number) > 0) return true
    const start = this.#hasMade ? suffixStart(name) : undefined
    if (start === undefined) return false
    const suffix = Number(name.slice(start + 1))
    return suffix >= this.#firstSuffix && suffix < names.suffixOf(names.numberBeside(name.slice(0, start)))
  }
}

/** The names of a list, each once: HK, HK becomes HK, HK_1. */
export function uniqueNames(list: Iterable<string>): string[] {
  const names = new UniqueNames([])
  return Array.from(list, (name) => names.claim(name))
}

const UNDERSCORE = 0x5f
const ZERO = 0x30
const NINE = 0x39

/** Where the `_` of a suffix stands that may have been made: of `A_12`, not of `A_012`. */
function suffixStart(name: string): number | undefined {
  let at = name.length - 1
  while (name.charCodeAt(at) >= ZERO && name.charCodeAt(at) <= NINE) at--
  return name.charCodeAt(at) === UNDERSCORE && name.charCodeAt(at + 1) > ZERO ? at : undefined
}
