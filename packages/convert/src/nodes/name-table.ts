import { comparableName } from './comparable-name.ts'
import type { NodeBase } from '../model/node.ts'
import { TextTable, longer } from '../text/text-table.ts'

/** What is remembered of an entry: its link where that is all it came from, so that its node need not be kept. */
export type Seen = NodeBase | string

const LEAST_NAMES = 64

/**
 * Numbers names, and says by number what is known of them: a record for each would double what is kept of a node. Names
 * that look alike (NFC) have one number; who asks about a name right after another one pays no look-up.
 */
export class NameTable {
  readonly #names = new TextTable()
  /** The first entry that has the name. */
  readonly firsts: (Seen | undefined)[] = []
  /** Lists of numbers stand outside the heap that the garbage collector copies. */
  #places = new Int32Array(LEAST_NAMES)
  #suffixes = new Int32Array(LEAST_NAMES)
  #lastName: string | undefined
  #last = 0

  /** How many names there are: the number that the next new one gets. */
  get size(): number {
    return this.#names.size
  }

  /** The number of a name, which is a new one where it has none. */
  numberOf(name: string): number {
    if (name === this.#lastName) return this.#last
    this.#last = this.numberBeside(name)
    this.#lastName = name
    return this.#last
  }

  /** The same for a name asked for in between: the one before it is more likely to come again. */
  numberBeside(name: string): number {
    const known = this.#names.size
    const number = this.#names.numberOf(comparableName(name))
    if (number === known) {
      this.firsts.push(undefined)
      if (number === this.#places.length) this.#grow()
    }
    return number
  }

  /** The name as it was asked for last, where it is equal: one text in place of two. */
  shared(name: string): string {
    return name === this.#lastName ? this.#lastName : name
  }

  /** Where the first entry that has the name stands. */
  placeOf(number: number): number | undefined {
    const place = this.#places[number]!
    return place === 0 ? undefined : place - 1
  }

  keepPlace(number: number, place: number | undefined): void {
    this.#places[number] = place === undefined ? 0 : place + 1
  }

  /** The suffix to try next; 0 while nobody has the name. */
  suffixOf(number: number): number {
    return this.#suffixes[number]!
  }

  keepSuffix(number: number, suffix: number): void {
    this.#suffixes[number] = suffix
  }

  #grow(): void {
    const { length } = this.#places
    this.#places = longer(this.#places, new Int32Array(length * 2))
    this.#suffixes = longer(this.#suffixes, new Int32Array(length * 2))
  }
}
