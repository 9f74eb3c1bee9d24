import { BETWEEN_LINES, JsonLines } from '../../text/json-lines.ts'
import type { NodeListPrinter, WrittenNode } from '../client.ts'

/** `outbounds` and `endpoints` of sing-box. */
export const outboundListPrinter = (expectedBytes: number): NodeListPrinter => new OutboundListPrinter(expectedBytes)

class OutboundListPrinter implements NodeListPrinter {
  readonly #outbounds: JsonLines
  readonly #endpoints = new JsonLines()

  constructor(expected: number) {
    this.#outbounds = new JsonLines(expected)
  }

  print({ entry, helpers }: WrittenNode): string {
    let text = JSON.stringify(entry)
    for (const helper of helpers) text += BETWEEN_LINES + JSON.stringify(helper)
    return text
  }

  add({ isEndpoint }: WrittenNode, printed: string): void {
    const list = isEndpoint ? this.#endpoints : this.#outbounds
    list.addPrinted(printed)
  }

  toString(): string {
    const endpoints = this.#endpoints.isEmpty ? '' : `,\n  "endpoints": ${this.#endpoints.toString()}`
    return `{\n  "outbounds": ${this.#outbounds.toString()}${endpoints}\n}\n`
  }
}
