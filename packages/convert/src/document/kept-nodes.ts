import type { DocumentItem, DocumentNode, JsonExtras, Pair, TextRange } from './document-node.ts'
import type { TextEdit } from './text-edit.ts'

type Child = DocumentItem | Pair

/** Children of an old list or map that stand side by side and are as they were. */
interface KeptRun<C extends Child> {
  children: readonly C[]
  /** Without children: the old child that begins here. Edits are inside of it. */
  changed: C | undefined
}

/**
 * The nodes of a text before edits, for the reader that goes through the text after them. What is kept moves to its new
 * place: the old document must not be used any more.
 */
export class KeptNodes {
  /** In the order of the text. */
  readonly #edits: readonly TextEdit[]
  readonly #text: string
  readonly #extras: JsonExtras
  readonly #next: Record<keyof JsonExtras, number> = { comments: 0, hashes: 0, commas: 0 }
  /** The first edit that is not behind the reader, and by how much the ones before it moved the text. */
  #edit = 0
  #moved = 0

  constructor(text: string, extras: JsonExtras, edits: readonly TextEdit[]) {
    this.#text = text
    this.#extras = extras
    this.#edits = edits
  }

  /** Where a place of the new text was in the old one; undefined inside of new text. Places are asked in their order. */
  oldPlace(at: number): number | undefined {
    for (let edit = this.#edits[this.#edit]; edit !== undefined; edit = this.#edits[this.#edit]) {
      const start = edit.from + this.#moved
      if (at < start) break
      if (at < start + edit.text.length) return undefined
      this.#moved += edit.text.length - (edit.to - edit.from)
      this.#edit++
    }
    return at - this.#moved
  }

  /** What can be kept of the children from `index` on, the first of which may begin at a place of the new text. */
  runAt<C extends Child>(at: number, children: readonly C[], index: number): KeptRun<C> {
    const place = this.oldPlace(at)
    const first = children[index]
    if (place === undefined || first?.from !== place) return { children: [], changed: undefined }
    const limit = this.#edits[this.#edit]?.from ?? Infinity
    let end = index
    while (end < children.length && this.#isBefore(children[end]!.value, limit)) end++
    return { children: children.slice(index, end), changed: first }
  }

  /** A number or word at the edge of an edit may go on. */
  #isBefore({ end }: DocumentNode, limit: number): boolean {
    return end < limit || (end === limit && CLOSINGS.has(this.#text[end - 1]!))
  }

  /** Moves children, and what is not strict JSON between them, to their new places. */
  move(children: readonly Child[], extras: JsonExtras): void {
    const by = this.#moved
    const start = children[0]!.from
    const { end } = children.at(-1)!.value
    for (const kind of ['comments', 'hashes', 'commas'] as const) {
      const all = this.#extras[kind]
      let next = this.#next[kind]
      while (next < all.length && all[next]!.start < start) next++
      for (; next < all.length && all[next]!.end <= end; next++) {
        shift(all[next]!, by)
        extras[kind].push(all[next]!)
      }
      this.#next[kind] = next
    }
    if (by !== 0) for (const child of children) moveChild(child, by)
  }
}

const CLOSINGS: ReadonlySet<string> = new Set([']', '}', '"'])

function moveChild(child: Child, by: number): void {
  child.from += by
  if ('key' in child) {
    child.colonEnd += by
    moveNode(child.key, by)
  }
  moveNode(child.value, by)
}

function moveNode(node: DocumentNode, by: number): void {
  shift(node, by)
  node.from += by
  if (node.kind === 'list') for (const item of node.items) moveChild(item, by)
  else if (node.kind === 'map') for (const pair of node.pairs) moveChild(pair, by)
}

function shift(range: TextRange, by: number): void {
  range.start += by
  range.end += by
}
