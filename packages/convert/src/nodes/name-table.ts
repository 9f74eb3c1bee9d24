import { comparableName } from './comparable-name.ts'
import type { NodeBase } from '../model/node.ts'
import { TextMap, textHash } from '../text/text-map.ts'

/** What is remembered of an entry: its link where that is all it came from, so that its node need not be kept. */
export interface Seen {
  node: NodeBase | undefined
  link: string | undefined
  place: number | undefined
}

/** A name and the first entry that has it. */
export interface NameRecord extends Seen {
  /** The suffix to try next for it; 0 while nobody has the name. */
  suffix: number
  /** Whether an entry of this name came. */
  isSeen: boolean
  /** Once the name came twice: server and port -> the first entry with these. */
  others: TextMap<Seen> | undefined
}

/** Names that look alike (NFC) have one record; who asks about a name right after another one pays no look-up. */
export class NameTable {
  readonly #records = new TextMap<NameRecord>()
  #lastName: string | undefined
  #lastRecord: NameRecord | undefined

  /** The record of a name, made where there is none. */
  record(name: string): NameRecord {
    if (name === this.#lastName && this.#lastRecord !== undefined) return this.#lastRecord
    const key = comparableName(name)
    const hash = textHash(key)
    let record = this.#records.find(key, hash)
    if (record === undefined) this.#records.add(key, hash, (record = newRecord()))
    this.#lastName = name
    this.#lastRecord = record
    return record
  }
}

function newRecord(): NameRecord {
  return { node: undefined, link: undefined, place: undefined, suffix: 0, isSeen: false, others: undefined }
}
