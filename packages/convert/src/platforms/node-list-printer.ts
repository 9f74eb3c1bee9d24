import { base64Encode } from '../text/base64.ts'
import { FlowPrinter } from '../text/flow-printer.ts'
import { LineBuffer } from '../text/line-buffer.ts'
import { Utf8Buffer } from '../text/utf8-buffer.ts'
import type { OutputId, WrittenNode } from './write-node.ts'

/** Prints nodes one after the other, without a config around them; keeps none of them. */
export interface NodeListPrinter {
  add(written: WrittenNode): void
  toString(): string
}

/** `proxies:` for mihomo and Clash, `outbounds` and `endpoints` for sing-box, links one a line, or those in base64. `expected`: how many bytes it may become. */
export function nodeListPrinter(platform: OutputId, expected = 0): NodeListPrinter {
  switch (platform) {
    case 'mihomo':
    case 'clash':
      return new ProxyListPrinter(expected)
    case 'singbox':
      return new OutboundListPrinter(expected)
    case 'links':
      return new LinkPrinter((text) => text)
    case 'base64':
      return new LinkPrinter((text) => base64Encode(text) + '\n')
  }
}

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

class LinkPrinter implements NodeListPrinter {
  readonly #lines = new LineBuffer()
  readonly #finish: (text: string) => string

  constructor(finish: (text: string) => string) {
    this.#finish = finish
  }

  add({ link }: WrittenNode): void {
    this.#lines.add(link + '\n')
  }

  toString(): string {
    return this.#finish(this.#lines.toString())
  }
}
