import type { ConfigEditor } from './shared/config-editor.ts'
import type { JsonObject } from '../text/record.ts'
import { isSame } from './same-value.ts'

/** The nodes of a config, by server and port. */
export class KnownNodes {
  readonly #editor: ConfigEditor
  readonly #byAddress = new Map<string, { name: string; item: JsonObject }[]>()

  constructor(editor: ConfigEditor) {
    this.#editor = editor
  }

  add(name: string, item: JsonObject): void {
    const address = this.#editor.addressOf(item)
    const known = this.#byAddress.get(address)
    if (known === undefined) this.#byAddress.set(address, [{ name, item }])
    else known.push({ name, item })
  }

  /** The name of the node that is there already: one of the same server, port and name, or the same in all but its name. */
  nameOf(name: string, item: JsonObject): string | undefined {
    const near = this.#byAddress.get(this.#editor.addressOf(item)) ?? []
    const same = near.find((one) => isNameOf(one.name, name)) ?? near.find((one) => this.#isEqual(one.item, item))
    return same?.name
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
