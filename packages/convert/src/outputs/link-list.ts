import type { NodeListPrinter, NodeWriter, WrittenNode } from '../clients/client.ts'
import { linkOf } from '../nodes/rename-link.ts'
import { base64Encode } from '../text/base64.ts'
import { LineBuffer } from '../text/line-buffer.ts'
import type { JsonObject } from '../text/record.ts'

const NO_ENTRY: JsonObject = {}
const NO_HELPERS: readonly JsonObject[] = []

/** Writes share links one a line, and what `finish` makes of their text. */
function linkWriter(finish: (text: string) => string): NodeWriter {
  return {
    writeNode(node, origin, issues) {
      const link = linkOf(node, origin.link, origin.node.name, issues)
      if (link === undefined) return undefined
      return { node, source: origin.source, entry: NO_ENTRY, helpers: NO_HELPERS, isEndpoint: false, link }
    },
    listPrinter: () => new LinkPrinter(finish),
  }
}

/** Share links, one a line. */
export const linksWriter = linkWriter((text) => text)
/** The same text in base64. */
export const base64Writer = linkWriter((text) => base64Encode(text) + '\n')

class LinkPrinter implements NodeListPrinter<JsonObject, string> {
  readonly #lines = new LineBuffer()
  readonly #finish: (text: string) => string

  constructor(finish: (text: string) => string) {
    this.#finish = finish
  }

  print({ link }: WrittenNode): string {
    return link
  }

  add(printed: string): void {
    this.#lines.add(printed + '\n')
  }

  finish(): string {
    return this.#finish(this.#lines.toString())
  }
}
