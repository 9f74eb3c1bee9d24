import { TextTable } from '../text/text-table.ts'
import { NameTable, type Seen } from './name-table.ts'
import type { NodeBase } from '../model/node.ts'
import type { JsonObject } from '../text/record.ts'

/** What an entry is to an earlier one: the same server, port and name, and whether any other setting differs. */
export interface Sameness {
  /** Place of the earlier one, as given. */
  of: number | undefined
  differs: boolean
}

/** Stands for the first entry of a name that came twice. That entry is among those with addresses. */
const COMPARED: Seen = ''

/** There are fewer ports than this. */
const PORTS = 65_536

/** Gives the node of a link once more. */
export type ReadLink = (link: string) => NodeBase | undefined

/** Finds the entries that share server, port and name with an earlier one. Linear, also for equal names. */
export class Duplicates {
  readonly #names: NameTable
  readonly #read: ReadLink | undefined
  /** Of the names that came twice: server, and beside it the name's number and the port; and the first entry with them. */
  readonly #addresses = new TextTable()
  readonly #entries: Seen[] = []
  readonly #places: (number | undefined)[] = []

  /** With `read` only links are kept, where there are any; else the nodes. */
  constructor(names: NameTable, read: ReadLink | undefined) {
    this.#names = names
    this.#read = read
  }

  /** What an entry is to an earlier one; undefined where it is the first of its kind. `place` comes back as `of`. */
  find(node: NodeBase, link: string | undefined, place: number | undefined): Sameness | undefined {
    const names = this.#names
    const name = names.numberOf(node.name)
    const first = names.firsts[name]
    const seen = this.#read === undefined || link === undefined ? node : link
    if (first === undefined) {
      names.firsts[name] = seen
      names.keepPlace(name, place)
      return undefined
    }
    if (first !== COMPARED) {
      names.firsts[name] = COMPARED
      this.#sameAddress(name, this.#nodeOf(first), first, names.placeOf(name))
    }
    const same = this.#sameAddress(name, node, seen, place)
    if (same === undefined) return undefined
    return { of: this.#places[same], differs: !isSame(this.#nodeOf(this.#entries[same]!), node) }
  }

  /** The entry before with this name and address; undefined where there was none: then this one is the first. */
  #sameAddress(name: number, node: NodeBase | undefined, seen: Seen, place: number | undefined): number | undefined {
    const known = this.#addresses.size
    const same = this.#addresses.numberOf(node?.server ?? '', name * PORTS + (node?.port ?? 0))
    if (same < known) return same
    this.#entries.push(seen)
    this.#places.push(place)
    return undefined
  }

  #nodeOf(seen: Seen): NodeBase | undefined {
    return typeof seen === 'string' ? this.#read?.(seen) : seen
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
