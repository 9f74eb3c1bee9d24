const FIRST_BYTES = 64 * 1024

/** Bytes that come in parts, in one piece of memory: a part of one byte costs one byte. */
export class GrowingBuffer {
  readonly #maxBytes: number
  #bytes = new Uint8Array(0)
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Copies the part; false, and nothing is added, where that would be more than the limit. */
  add(part: Uint8Array): boolean {
    const length = this.#length + part.length
    if (length > this.#maxBytes) return false
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(part, this.#length)
    this.#length = length
    return true
  }

  /** What was added so far. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(wanted: number): void {
    const room = Math.max(wanted, this.#bytes.length * 2, FIRST_BYTES)
    const bytes = new Uint8Array(Math.min(room, this.#maxBytes))
    bytes.set(this.bytes)
    this.#bytes = bytes
  }
}
