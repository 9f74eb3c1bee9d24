import { Utf8Buffer } from '../../text/utf8-buffer.ts'
import { BETWEEN_LINES, JsonLines } from '../../text/json-lines.ts'
import type { JsonObject } from '../../text/record.ts'
import type { NodeListPrinter, WrittenNode } from '../client.ts'

/** `outbounds` and `endpoints` of sing-box. */
export const outboundListPrinter = (expectedBytes: number): NodeListPrinter => new OutboundListPrinter(expectedBytes)

/** Most nodes are outbounds: their text alone stands for them. */
class Endpoint {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

class OutboundListPrinter implements NodeListPrinter<JsonObject, string | Endpoint> {
  readonly #outbounds: JsonLines
  readonly #endpoints = new JsonLines()

  constructor(expected: number) {
    const printed = new Utf8Buffer(expected)
    printed.add('{\n  "outbounds": ')
    this.#outbounds = new JsonLines(printed)
  }

  print({ entry, helpers, isEndpoint }: WrittenNode): string | Endpoint {
    let text = JSON.stringify(entry)
    for (const helper of helpers) text += BETWEEN_LINES + JSON.stringify(helper)
    return isEndpoint ? new Endpoint(text) : text
  }

  add(printed: string | Endpoint): void {
    if (typeof printed === 'string') this.#outbounds.addPrinted(printed)
    else this.#endpoints.addPrinted(printed.text)
  }

  finish(): Utf8Buffer {
    const printed = this.#outbounds.end()
    if (!this.#endpoints.isEmpty) printed.add(`,\n  "endpoints": ${this.#endpoints.end().toString()}`)
    printed.add('\n}\n')
    return printed
  }
}
