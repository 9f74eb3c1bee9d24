/** Says that bytes end too early, or say something that cannot be. */
export class BadBytes extends Error {}

/** Reads numbers and texts from bytes, one behind the other; big-endian. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  bytes(length: number): Uint8Array {
    if (length < 0 || this.#at + length > this.#bytes.length) throw new BadBytes('ends too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  uint8(): number {
    return this.bytes(1)[0]!
  }

  uint16(): number {
    this.bytes(2)
    return this.#view.getUint16(this.#at - 2)
  }

  uint64(): bigint {
    this.bytes(8)
    return this.#view.getBigUint64(this.#at - 8)
  }

  /** A number of things that are at least so long each. */
  count(size = 1, read: () => number = () => this.uvarint()): number {
    const count = read()
    if (!Number.isSafeInteger(count) || count < 0 || this.#at + count * size > this.#bytes.length)
      throw new BadBytes('more than there is')
    return count
  }

  /** Seven bits a byte, the lowest first, as Go writes it. */
  uvarint(): number {
    let value = 0
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const byte = this.uint8()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new BadBytes('a number without end')
  }

  text(): string {
    return new TextDecoder().decode(this.bytes(this.count()))
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.count() }, read)
  }
}

/** Writes numbers and texts as bytes, one behind the other; big-endian. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #length = 0

  get written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }

  bytes(bytes: ArrayLike<number>): void {
    while (this.#length + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  uint8(value: number): void {
    this.bytes([value])
  }

  uint16(value: number): void {
    this.bytes([value >> 8, value & 255])
  }

  uint64(value: bigint): void {
    for (let shift = 56n; shift >= 0n; shift -= 8n) this.uint8(Number((value >> shift) & 255n))
  }

  uvarint(value: number): void {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.uint8((rest % 128) | 128)
    this.uint8(rest)
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.uvarint(bytes.length)
    this.bytes(bytes)
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.uvarint(items.length)
    items.forEach(write)
  }
}
