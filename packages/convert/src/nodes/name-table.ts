import { comparableName } from './comparable-name.ts'
import type { NodeBase } from '../model/node.ts'
import { ABSENT, TextTable, textHash } from '../text/text-table.ts'

/** What is remembered of an entry: its link where that is all it came from, so that its node need not be kept. */
export type Seen = NodeBase | string

/**
 * Numbers names, and says by number what is known of them: a record for each would double what is kept of a node. Names
 * that look alike (NFC) have one number; who asks about a name right after another one pays no look-up.
 */
export class NameTable {
  readonly #names = new TextTable()
  /** The first entry that has the name. */
  readonly firsts: (Seen | undefined)[] = []
  /** Where that stands. */
  readonly places: (number | undefined)[] = []
  /** The suffix to try next; 0 while nobody has the name. */
  readonly suffixes: number[] = []
  #lastName: string | undefined
  #last = ABSENT

  /** The number of a name, which is a new one where it has none. */
  numberOf(name: string): number {
    if (name === this.#lastName) return this.#last
    const text = comparableName(name)
    const hash = textHash(text)
    let number = this.#names.find(text, hash)
    if (number === ABSENT) {
      number = this.#names.add(text, hash)
      this.firsts.push(undefined)
      this.places.push(undefined)
      this.suffixes.push(0)
    }
    this.#lastName = name
    this.#last = number
    return number
  }
}
