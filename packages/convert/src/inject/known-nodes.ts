import { valueOf } from '../document/document-node.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { type JsonObject, recordOf } from '../text/record.ts'
import type { ConfigEditor, NamedPart } from './shared/config-editor.ts'
import { FEW } from './shared/rule-objects.ts'
import { isSame } from './same-value.ts'

interface KnownNode {
  name: string
  item: JsonObject
}

/** The nodes of a config, by server and port. */
export class KnownNodes {
  readonly #editor: ConfigEditor
  readonly #reading: () => { document: OpenDocument; all: readonly NamedPart[] }
  #asked = 0
  /** Those of the config, once it is cheaper to know all. */
  #written: ReadonlyMap<string, KnownNode[]> | undefined
  readonly #added = new Map<string, KnownNode[]>()

  /** `reading`: the config as it was opened last, and its parts. */
  constructor(editor: ConfigEditor, reading: () => { document: OpenDocument; all: readonly NamedPart[] }) {
    this.#editor = editor
    this.#reading = reading
  }

  add(name: string, item: JsonObject): void {
    const address = this.#editor.addressOf(item)
    const known = this.#added.get(address)
    if (known === undefined) this.#added.set(address, [{ name, item }])
    else known.push({ name, item })
  }

  /** The name of the node that is there already: one of the same server, port and name, or the same in all but its name. */
  nameOf(name: string, item: JsonObject): string | undefined {
    const address = this.#editor.addressOf(item)
    const near = [...this.#writtenAt(address), ...(this.#added.get(address) ?? [])]
    const same = near.find((one) => isNameOf(one.name, name)) ?? near.find((one) => this.#isEqual(one.item, item))
    return same?.name
  }

  #writtenAt(address: string): readonly KnownNode[] {
    if (this.#written === undefined && this.#asked++ < FEW) return this.#read(address).get(address) ?? []
    this.#written ??= this.#read()
    return this.#written.get(address) ?? []
  }

  /** The nodes of the config by their address; of an address where one is given, which others may come with. */
  #read(address = '[]'): ReadonlyMap<string, KnownNode[]> {
    const { document, all } = this.#reading()
    const [server]: unknown[] = JSON.parse(address)
    const places = typeof server === 'string' ? this.#editor.placesOf(document, server) : undefined
    const parts = all.filter(({ kind, map }) => kind === 'node' && places?.isIn(map) !== false)
    const nodes = parts.map(({ name, map }): KnownNode => ({ name, item: recordOf(valueOf(map)) }))
    return Map.groupBy(nodes, ({ item }) => this.#editor.addressOf(item))
  }

  #isEqual(one: JsonObject, other: JsonObject): boolean {
    const { nameKey } = this.#editor
    return isSame({ ...one, [nameKey]: '', remarks: '' }, { ...other, [nameKey]: '', remarks: '' })
  }
}

/** The name itself, or one that was made of it because it was taken. */
function isNameOf(name: string, wanted: string): boolean {
  return name === wanted || (name.startsWith(`${wanted}_`) && /^\d+$/.test(name.slice(wanted.length + 1)))
}
