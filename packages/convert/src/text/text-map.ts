/** Slots looked at for a key; one that finds no place among them goes to `#others`. */
const MOST_PROBES = 32
/** A typed array of this length lies beside the other objects, and is cheap to make. */
const LEAST_SLOTS = 16

/**
 * A map from texts that are all new. The native Map first looks every key up among all texts that the runtime knows,
 * and keeps it there: two to three times what this takes for a new name. Keys made to collide cost MOST_PROBES
 * comparisons each and no more: behind these a native Map holds them.
 */
export class TextMap<Value> {
  readonly #keys: string[] = []
  readonly #values: Value[] = []
  readonly #hashes: number[] = []
  /** Place of a key in the lists, from 1; 0 = free. */
  #slots = new Int32Array(LEAST_SLOTS)
  #others: Map<string, Value> | undefined

  /** `hash` is that of the key: `textHash(key)`. */
  find(key: string, hash: number): Value | undefined {
    const slots = this.#slots
    const last = slots.length - 1
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const place = slots[(hash + probe) & last]!
      if (place === 0) return undefined
      if (this.#hashes[place - 1] === hash && this.#keys[place - 1] === key) return this.#values[place - 1]
    }
    return this.#others?.get(key)
  }

  /** Adds a key that `find` did not find. */
  add(key: string, hash: number, value: Value): void {
    this.#keys.push(key)
    this.#values.push(value)
    const count = this.#hashes.push(hash)
    if (count * 2 > this.#slots.length) this.#grow()
    else this.#place(count)
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4)
    this.#others = undefined
    for (let place = 1; place <= this.#keys.length; place++) this.#place(place)
  }

  #place(place: number): void {
    const slots = this.#slots
    const last = slots.length - 1
    const hash = this.#hashes[place - 1]!
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (hash + probe) & last
      if (slots[slot] !== 0) continue
      slots[slot] = place
      return
    }
    this.#others ??= new Map()
    this.#others.set(this.#keys[place - 1]!, this.#values[place - 1]!)
  }
}

/** FNV-1a over the units of a text, its high bits mixed into the low ones. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // 30 bits: numbers of that size need no object of their own.
  return (hash ^ (hash >>> 15)) & 0x3fffffff
}
