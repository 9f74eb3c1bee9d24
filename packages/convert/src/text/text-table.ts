/** Slots looked at for a text; one that finds no place among them goes to `#others`. */
const MOST_PROBES = 32
/** A typed array of this length lies beside the other objects, and is cheap to make. */
const LEAST_SLOTS = 16
const LEAST_UNITS = 128

/** All slots looked at hold other keys. */
const NO_SLOT = -1

/**
 * Numbers keys: 0, 1, 2. What is known of a key stands in lists of the caller's, at its number. A key is
 * a text and a number beside it, for those who would else put both into one text. The native Map first looks every key
 * up among all texts that the runtime knows, and keeps it there: two to three times what this takes for a new name. Keys
 * made to collide cost MOST_PROBES comparisons each and no more: behind these a native Map holds them.
 */
export class TextTable {
  /**
   * The keys one behind the other, then the text read last. Like all lists of numbers, they stand outside the heap that
   * the garbage collector copies.
   */
  #units = new Uint16Array(LEAST_UNITS)
  /** Where each key ends, behind a 0. */
  #ends = new Int32Array(LEAST_SLOTS / 2 + 1)
  #count = 0
  #besides = new Float64Array(LEAST_SLOTS / 2)
  #hashes = new Int32Array(LEAST_SLOTS / 2)
  /** Number of a key, plus 1; 0 = free. */
  #slots = new Int32Array(LEAST_SLOTS)
  #others: Map<string, number> | undefined

  /** How many keys there are: the number that the next new one gets. */
  get size(): number {
    return this.#count
  }

  /** The number of a key; one that is not there yet is added, and gets the next. */
  numberOf(text: string, beside = 0): number {
    const hash = this.#read(text)
    const slots = this.#slots
    const last = slots.length - 1
    const start = startOf(hash, beside)
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (start + probe) & last
      const index = slots[slot]! - 1
      if (index < 0) return this.#add(text, hash, beside, slot)
      if (this.#hashes[index] === hash && this.#besides[index] === beside && this.#isAt(index, text.length))
        return index
    }
    return this.#others?.get(`${beside} ${text}`) ?? this.#add(text, hash, beside, NO_SLOT)
  }

  #add(text: string, hash: number, beside: number, slot: number): number {
    const index = this.#count++
    const isFull = index === this.#hashes.length
    if (isFull) this.#grow()
    this.#ends[index + 1] = this.#ends[index]! + text.length
    this.#hashes[index] = hash
    this.#besides[index] = beside
    if (isFull || slot === NO_SLOT) this.#place(index)
    else this.#slots[slot] = index + 1
    return index
  }

  /**
   * Writes a text behind the keys, where it stays if it becomes one, and gives its hash: FNV-1a over the units, its high
   * bits mixed into the low ones. All in one pass: units of a text that was cut out of another one are slow to read.
   */
  #read(text: string): number {
    const start = this.#ends[this.#count]!
    const end = start + text.length
    if (end > this.#units.length) this.#units = longer(this.#units, new Uint16Array(end * 2))
    const units = this.#units
    let hash = 0x811c9dc5
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      units[start + at] = unit
      hash = Math.imul(hash ^ unit, 0x01000193)
    }
    // 30 bits: numbers of that size need no object of their own.
    return (hash ^ (hash >>> 15)) & 0x3fffffff
  }

  /** Whether the key is the text read last. */
  #isAt(index: number, length: number): boolean {
    const start = this.#ends[index]!
    if (this.#ends[index + 1]! - start !== length) return false
    const units = this.#units
    const read = this.#ends[this.#count]!
    for (let at = 0; at < length; at++) if (units[start + at] !== units[read + at]) return false
    return true
  }

  #grow(): void {
    const { length } = this.#hashes
    this.#hashes = longer(this.#hashes, new Int32Array(length * 4))
    this.#besides = longer(this.#besides, new Float64Array(length * 4))
    this.#ends = longer(this.#ends, new Int32Array(length * 4 + 1))
    this.#slots = new Int32Array(this.#slots.length * 4)
    this.#others = undefined
    for (let index = 0; index < length; index++) this.#place(index)
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
    this.#others.set(`${this.#besides[index]!} ${this.#textAt(index)}`, index)
  }

  #textAt(index: number): string {
    let text = ''
    for (let at = this.#ends[index]!; at < this.#ends[index + 1]!; at++) text += String.fromCharCode(this.#units[at]!)
    return text
  }
}

/** The longer list, with what stands in the shorter one. */
export function longer<List extends Int32Array | Uint16Array | Float64Array>(list: List, empty: List): List {
  empty.set(list)
  return empty
}

/** Where the search for a key begins. */
function startOf(hash: number, beside: number): number {
  const mixed = hash ^ Math.imul(beside | 0, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
