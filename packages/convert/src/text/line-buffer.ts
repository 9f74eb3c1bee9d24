const LINES_PER_CHUNK = 512

/** Collects many short texts; joins them chunk by chunk, so that memory stays near the size of the result. */
export class LineBuffer {
  readonly #chunks: string[] = []
  #lines: string[] = []

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length === LINES_PER_CHUNK) this.#flush()
  }

  toString(): string {
    this.#flush()
    return this.#chunks.join('')
  }

  #flush(): void {
    if (this.#lines.length === 0) return
    this.#chunks.push(this.#lines.join(''))
    this.#lines = []
  }
}
