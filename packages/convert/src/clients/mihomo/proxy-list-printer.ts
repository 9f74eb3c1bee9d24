import { FlowPrinter } from '../../text/flow-printer.ts'
import type { JsonObject } from '../../text/record.ts'
import type { NodeListPrinter, WrittenNode } from '../client.ts'

/** `proxies:` of mihomo and Clash. */
export const proxyListPrinter = (expectedBytes: number): NodeListPrinter => new ProxyListPrinter(expectedBytes)

class ProxyListPrinter implements NodeListPrinter<JsonObject, string> {
  readonly #printer: FlowPrinter
  #isEmpty = true

  constructor(expected: number) {
    this.#printer = new FlowPrinter(expected)
  }

  print({ entry }: WrittenNode): string {
    return this.#printer.print(entry)
  }

  add(printed: string): void {
    this.#printer.raw((this.#isEmpty ? 'proxies:\n  - ' : '\n  - ') + printed)
    this.#isEmpty = false
  }

  finish(): FlowPrinter {
    this.#printer.raw(this.#isEmpty ? 'proxies: []\n' : '\n')
    return this.#printer
  }
}
