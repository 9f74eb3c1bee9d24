import { Utf8Buffer } from './utf8-buffer.ts'

/** What stands between two items. */
export const BETWEEN_LINES = ',\n    '

/** A JSON list, one item a line. */
export class JsonLines {
  readonly #lines: Utf8Buffer
  isEmpty = true

  constructor(expected = 0) {
    this.#lines = new Utf8Buffer(expected)
  }

  add(item: unknown): void {
    this.addPrinted(JSON.stringify(item))
  }

  /** One item, or several with what stands between them, as JSON already. */
  addPrinted(json: string): void {
    this.#lines.add((this.isEmpty ? '[\n    ' : BETWEEN_LINES) + json)
    this.isEmpty = false
  }

  toString(): string {
    return this.isEmpty ? '[]' : `${this.#lines.toString()}\n  ]`
  }
}
