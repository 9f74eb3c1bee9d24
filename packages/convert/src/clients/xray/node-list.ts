import type { NodeListPrinter, WrittenNode } from '../client.ts'
import type { XrayOutbound } from './nodes/outbound.ts'
import { JsonLines } from '../../text/json-lines.ts'
import { placed } from './place-node.ts'
import { tagNodes, Tags } from './tags.ts'

/** `outbounds` alone, each under its tag. How long tags are is known when all nodes are, so that nothing is printed before. */
export class XrayListPrinter implements NodeListPrinter<XrayOutbound, XrayOutbound> {
  readonly #outbounds: XrayOutbound[] = []

  print({ entry }: WrittenNode<XrayOutbound>): XrayOutbound {
    return entry
  }

  add(outbound: XrayOutbound): void {
    this.#outbounds.push(outbound)
  }

  finish(): string {
    const tagOf = tagNodes(this.#outbounds, new Tags(this.#outbounds.length))
    const lines = new JsonLines()
    for (const outbound of this.#outbounds)
      lines.add(placed(outbound, tagOf.get(outbound.name)!, (name) => tagOf.get(name)))
    return `{\n  "outbounds": ${lines.end().toString()}\n}\n`
  }
}
