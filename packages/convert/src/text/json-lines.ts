import { Utf8Buffer } from './utf8-buffer.ts'

/** What stands between two items. */
export const BETWEEN_LINES = ',\n    '

/** A JSON list, one item a line. */
export class JsonLines {
  readonly #printed: Utf8Buffer
  isEmpty = true

  /** The list goes behind what stands in the buffer. */
  constructor(printed = new Utf8Buffer()) {
    this.#printed = printed
  }

  add(item: unknown): void {
    this.addPrinted(JSON.stringify(item))
  }

  /** One item, or several with what stands between them, as JSON already. */
  addPrinted(json: string): void {
    this.#printed.add((this.isEmpty ? '[\n    ' : BETWEEN_LINES) + json)
    this.isEmpty = false
  }

  /** Ends the list, and gives the buffer. */
  end(): Utf8Buffer {
    this.#printed.add(this.isEmpty ? '[]' : '\n  ]')
    return this.#printed
  }
}
