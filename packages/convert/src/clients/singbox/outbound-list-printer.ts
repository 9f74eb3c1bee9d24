import type { NodeListPrinter, WrittenNode } from '../client.ts'
import { FlowPrinter } from '../../text/flow-printer.ts'
import { Utf8Buffer } from '../../text/utf8-buffer.ts'

/** `proxies:` of mihomo and Clash. */
export const proxyListPrinter = (expectedBytes: number): NodeListPrinter => new ProxyListPrinter(expectedBytes)

/** `outbounds` and `endpoints` of sing-box. */
export const outboundListPrinter = (expectedBytes: number): NodeListPrinter => new OutboundListPrinter(expectedBytes)

class ProxyListPrinter implements NodeListPrinter {
  readonly #printer: FlowPrinter
  #isEmpty = true

  constructor(expected: number) {
    this.#printer = new FlowPrinter(expected)
  }

  add({ entry }: WrittenNode): void {
    this.#printer.raw(this.#isEmpty ? 'proxies:\n  - ' : '\n  - ')
    this.#printer.value(entry)
    this.#isEmpty = false
  }

  toString(): string {
    if (this.#isEmpty) return 'proxies: []\n'
    this.#printer.raw('\n')
    return this.#printer.toString()
  }
}

class OutboundListPrinter implements NodeListPrinter {
  readonly #outbounds: JsonLines
  readonly #endpoints = new JsonLines()

  constructor(expected: number) {
    this.#outbounds = new JsonLines(expected)
  }

  add({ entry, helpers, isEndpoint }: WrittenNode): void {
    const list = isEndpoint ? this.#endpoints : this.#outbounds
    list.add(entry)
    for (const helper of helpers) list.add(helper)
  }

  toString(): string {
    const endpoints = this.#endpoints.isEmpty ? '' : `,\n  "endpoints": ${this.#endpoints.toString()}`
    return `{\n  "outbounds": ${this.#outbounds.toString()}${endpoints}\n}\n`
  }
}

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
