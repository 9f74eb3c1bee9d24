import { TextMap, textHash } from '../text/text-map.ts'
import { type NameRecord, NameTable, type Seen } from './name-table.ts'
import type { NodeBase } from '../model/node.ts'
import type { JsonObject } from '../text/record.ts'

/** What an entry is to an earlier one: the same server, port and name, and whether any other setting differs. */
export interface Sameness {
  /** Place of the earlier one, as given. */
  of: number | undefined
  differs: boolean
}

/** Gives the node of a link once more. */
export type ReadLink = (link: string) => NodeBase | undefined

/** Finds the entries that share server, port and name with an earlier one. Linear, also for equal names. */
export class Duplicates {
  readonly #names: NameTable
  readonly #read: ReadLink | undefined

  /** With `read` only links are kept, where there are any; else the nodes. */
  constructor(names: NameTable, read: ReadLink | undefined) {
    this.#names = names
    this.#read = read
  }

  /** What an entry is to an earlier one; undefined where it is the first of its kind. `place` comes back as `of`. */
  find(node: NodeBase, link: string | undefined, place: number | undefined): Sameness | undefined {
    const name = this.#names.record(node.name)
    if (!name.isSeen) {
      name.isSeen = true
      this.#keep(name, node, link, place)
      return undefined
    }
    const others = (name.others ??= this.#othersOf(name))
    const address = addressOf(node)
    const hash = textHash(address)
    const of = others.find(address, hash)
    if (of !== undefined) return { of: of.place, differs: !isSame(this.#nodeOf(of), node) }
    others.add(address, hash, this.#keep({ node: undefined, link: undefined, place }, node, link, place))
    return undefined
  }

  /** Begins with the first entry of the name. */
  #othersOf(name: NameRecord): TextMap<Seen> {
    const others = new TextMap<Seen>()
    const address = addressOf(this.#nodeOf(name))
    others.add(address, textHash(address), name)
    return others
  }

  #keep(seen: Seen, node: NodeBase, link: string | undefined, place: number | undefined): Seen {
    if (link === undefined || this.#read === undefined) seen.node = node
    else seen.link = link
    seen.place = place
    return seen
  }

  #nodeOf({ node, link }: Seen): NodeBase | undefined {
    return node ?? (link === undefined ? undefined : this.#read?.(link))
  }
}

/** The duplicates among entries that are kept anyway, by index. */
export function findDuplicates(
  entries: readonly { node: NodeBase }[],
): ReadonlyMap<number, { of: number; differs: boolean }> {
  const duplicates = new Duplicates(new NameTable(), undefined)
  const found = new Map<number, { of: number; differs: boolean }>()
  for (const [index, { node }] of entries.entries()) {
    const same = duplicates.find(node, undefined, index)
    if (same?.of !== undefined) found.set(index, { of: same.of, differs: same.differs })
  }
  return found
}

function addressOf(node: NodeBase | undefined): string {
  return node === undefined ? '' : `${node.port} ${node.server}`
}

/** Equal but for how the name is spelled: names are compared before. */
function isSame(left: NodeBase | undefined, right: NodeBase): boolean {
  return isEqual(left, left === undefined || left.name === right.name ? right : { ...right, name: left.name })
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!hasKeys(left) || !hasKeys(right)) return false
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    if (!isEqual(left[key], right[key])) return false
  return true
}

/** A list has keys, too. */
function hasKeys(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}
