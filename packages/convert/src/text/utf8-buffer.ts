const CHUNK = 16 * 1024
/** A character of a text takes at most so many bytes. */
const MOST_BYTES = 3

/** Collects many short texts as UTF-8, so that memory stays near the size of the result. A lone surrogate becomes U+FFFD. */
export class Utf8Buffer {
  /** Not yet among the bytes. */
  #text = ''
  #bytes: Uint8Array
  #size = 0

  /** `expected`: how many bytes it may become. Memory that is not written to costs nothing, growing does. */
  constructor(expected = 0) {
    this.#bytes = new Uint8Array(expected < CHUNK ? 0 : expected)
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= CHUNK) this.#flush()
  }

  toString(): string {
    return this.#size === 0 ? this.#text.toWellFormed() : decoder.decode(this.toBytes())
  }

  toBytes(): Uint8Array {
    this.#flush()
    return this.#bytes.subarray(0, this.#size)
  }

  #flush(): void {
    const wanted = this.#size + this.#text.length * MOST_BYTES
    if (wanted > this.#bytes.length) this.#grow(wanted)
    this.#size += encoder.encodeInto(this.#text, this.#bytes.subarray(this.#size)).written
    this.#text = ''
  }

  #grow(wanted: number): void {
    const length = Math.max(wanted, this.#bytes.length * 2)
    const grown = new Uint8Array(length)
    grown.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = grown
  }
}

const encoder = new TextEncoder()
// What the encoder writes is valid. Told that it must be, the decoder takes a third of the time.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
