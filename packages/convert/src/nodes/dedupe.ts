import type { NodeBase } from './node.ts'

/** What an entry is to an earlier one: the same server, port and name, and whether any other setting differs. */
export interface Sameness<Entry> {
  of: Entry
  differs: boolean
}

interface EntryOf {
  node: NodeBase
}

/** Finds the entries that share server, port and name with an earlier one. Linear, also for equal names. */
export class Duplicates<Entry extends EntryOf> {
  /** Name -> the first entry of that name. */
  readonly #first = new Map<string, Entry>()
  /** Of names that came twice: server and port -> the first entry with these. */
  readonly #others = new Map<string, Map<string, Entry>>()

  /** Which entry this one repeats; undefined where it is the first of its kind. */
  find(entry: Entry): Sameness<Entry> | undefined {
    const { node } = entry
    const first = this.#first.get(node.name)
    if (first === undefined) {
      this.#first.set(node.name, entry)
      return undefined
    }
    let others = this.#others.get(node.name)
    if (others === undefined) this.#others.set(node.name, (others = new Map([[addressOf(first.node), first]])))
    const address = addressOf(node)
    const of = others.get(address)
    if (of !== undefined) return { of, differs: !isEqual(of.node, node) }
    others.set(address, entry)
    return undefined
  }
}

/** The duplicates among entries, by index. */
export function findDuplicates(entries: readonly EntryOf[]): ReadonlyMap<number, { of: number; differs: boolean }> {
  const duplicates = new Duplicates<EntryOf>()
  const places = new Map<EntryOf, number>()
  const found = new Map<number, { of: number; differs: boolean }>()
  for (const [index, entry] of entries.entries()) {
    places.set(entry, index)
    const same = duplicates.find(entry)
    if (same !== undefined) found.set(index, { of: places.get(same.of) ?? index, differs: same.differs })
  }
  return found
}

function addressOf({ server, port }: NodeBase): string {
  return `${port} ${server}`
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  const a = left as Record<string, unknown>
  const b = right as Record<string, unknown>
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) if (!isEqual(a[key], b[key])) return false
  return true
}
