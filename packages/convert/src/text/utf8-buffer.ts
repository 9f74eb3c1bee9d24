const CHUNK = 16 * 1024
/** A character of a text takes at most so many bytes. */
const MOST_BYTES = 3
/** Up to this length chunks are kept as text, which takes two bytes a character. */
const LONGEST_AS_TEXT = 8 * 1024 * 1024

/**
 * Collects many short texts, so that memory stays near the size of the result: chunk by chunk, what is long as UTF-8. A
 * short result stays text, because joining chunks takes two thirds of the time of UTF-8 there and back. A lone surrogate
 * becomes U+FFFD.
 */
export class Utf8Buffer {
  /** Not yet among chunks or bytes. */
  #text = ''
  /** Undefined where the result is long. */
  #chunks: string[] | undefined
  #length = 0
  #bytes: Uint8Array
  #size = 0

  /** `expected`: how many bytes it may become. Memory that is not written to costs nothing, growing does. */
  constructor(expected = 0) {
    const isLong = expected > LONGEST_AS_TEXT
    this.#chunks = isLong ? undefined : []
    this.#bytes = new Uint8Array(isLong ? expected : 0)
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= CHUNK) this.#flush()
  }

  toString(): string {
    this.#flush()
    return this.#chunks === undefined ? decoder.decode(this.#written()) : this.#chunks.join('')
  }

  toBytes(): Uint8Array {
    this.#flush()
    return this.#chunks === undefined ? this.#written() : encoder.encode(this.#chunks.join(''))
  }

  #written(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  #flush(): void {
    const text = this.#text
    this.#text = ''
    if (this.#chunks === undefined) return this.#encode(text)
    // This also makes one piece of what was put together: its parts are garbage while they are young.
    this.#chunks.push(text.toWellFormed())
    this.#length += text.length
    if (this.#length <= LONGEST_AS_TEXT) return
    for (const chunk of this.#chunks) this.#encode(chunk)
    this.#chunks = undefined
  }

  #encode(text: string): void {
    const wanted = this.#size + text.length * MOST_BYTES
    if (wanted > this.#bytes.length) this.#grow(wanted)
    this.#size += encoder.encodeInto(text, this.#bytes.subarray(this.#size)).written
  }

  #grow(wanted: number): void {
    const length = Math.max(wanted, this.#bytes.length * 2)
    const grown = new Uint8Array(length)
    grown.set(this.#written())
    this.#bytes = grown
  }
}

const encoder = new TextEncoder()
// What the encoder writes is valid. Told that it must be, the decoder takes a third of the time.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
