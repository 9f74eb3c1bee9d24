import { Utf8Buffer } from './utf8-buffer.ts'

/** A JSON list, one item a line. */
export class JsonLines {
  readonly #lines: Utf8Buffer
  isEmpty = true

  constructor(expected = 0) {
    this.#lines = new Utf8Buffer(expected)
  }

  add(item: unknown): void {
    this.#lines.add((this.isEmpty ? '[\n    ' : ',\n    ') + JSON.stringify(item))
    this.isEmpty = false
  }

  toString(): string {
    return this.isEmpty ? '[]' : `${this.#lines.toString()}\n  ]`
  }
}
