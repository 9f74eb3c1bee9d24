/** Slots looked at for a text; one that finds no place among them goes to `#others`. */
const MOST_PROBES = 32
/** A typed array of this length lies beside the other objects, and is cheap to make. */
const LEAST_SLOTS = 16

/** What `find` gives for a key that is not in a table. */
export const ABSENT = -1

/**
 * Numbers keys that are all new: 0, 1, 2. What is known of a key stands in lists of the caller's, at its number. A key is
 * a text and a number beside it, for those who would else put both into one text. The native Map first looks every key
 * up among all texts that the runtime knows, and keeps it there: two to three times what this takes for a new name. Keys
 * made to collide cost MOST_PROBES comparisons each and no more: behind these a native Map holds them.
 */
export class TextTable {
  readonly #texts: string[] = []
  /** Lists of numbers stand outside the heap that the garbage collector copies. */
  #besides = new Float64Array(LEAST_SLOTS / 2)
  #hashes = new Int32Array(LEAST_SLOTS / 2)
  /** Number of a key, plus 1; 0 = free. */
  #slots = new Int32Array(LEAST_SLOTS)
  #others: Map<string, number> | undefined

  /** The number of a key, or ABSENT. `hash` is that of the text: `textHash(text)`. */
  find(text: string, hash: number, beside = 0): number {
    const slots = this.#slots
    const last = slots.length - 1
    const start = startOf(hash, beside)
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const index = slots[(start + probe) & last]! - 1
      if (index < 0) return ABSENT
      if (this.#hashes[index] === hash && this.#besides[index] === beside && this.#texts[index] === text) return index
    }
    return this.#others?.get(`${beside} ${text}`) ?? ABSENT
  }

  /** Adds a key that `find` did not find, and gives its number. */
  add(text: string, hash: number, beside = 0): number {
    const index = this.#texts.push(text) - 1
    if (index === this.#hashes.length) this.#grow()
    this.#hashes[index] = hash
    this.#besides[index] = beside
    this.#place(index)
    return index
  }

  #grow(): void {
    const hashes = this.#hashes
    const besides = this.#besides
    this.#hashes = new Int32Array(hashes.length * 4)
    this.#hashes.set(hashes)
    this.#besides = new Float64Array(besides.length * 4)
    this.#besides.set(besides)
    this.#slots = new Int32Array(this.#slots.length * 4)
    this.#others = undefined
    for (let index = 0; index < hashes.length; index++) this.#place(index)
  }

  #place(index: number): void {
    const slots = this.#slots
    const last = slots.length - 1
    const start = startOf(this.#hashes[index]!, this.#besides[index]!)
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (start + probe) & last
      if (slots[slot] !== 0) continue
      slots[slot] = index + 1
      return
    }
    this.#others ??= new Map()
    this.#others.set(`${this.#besides[index]!} ${this.#texts[index]!}`, index)
  }
}

/** Where the search for a key begins. */
function startOf(hash: number, beside: number): number {
  const mixed = hash ^ Math.imul(beside | 0, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** FNV-1a over the units of a text, its high bits mixed into the low ones. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // 30 bits: numbers of that size need no object of their own.
  return (hash ^ (hash >>> 15)) & 0x3fffffff
}
