import { countBelow } from '../text/count-below.ts'
import type { DocumentItem, DocumentNode, JsonExtras, ListNode, MapNode, Pair, TextRange } from './document-node.ts'
import { MAX_LENGTH, openDocument, type OpenDocument, unreadDocument } from './open-document.ts'
import { applyEdits, inOrder, type TextEdit } from './text-edit.ts'

type Child = DocumentItem | Pair
type Collection = ListNode | MapNode

/** Children of a list or map that stand side by side and are as they were. */
interface Cut {
  /** Takes out their text. */
  edit: TextEdit
  parent: Collection
  depth: number
  /** Where the children before and behind them are in the parent. These are as they were, too, and are read again. */
  before: number
  behind: number
}

/**
 * Opens the text that edits of a document make. Long runs of children that are as they were are cut out, and the short
 * text is read. Where the children before and behind a cut stand side by side in it, the reader came to them as it did
 * before, and would find between them what it found before: that is put back. Else the whole text is read. The nodes
 * that are put back go over to the new document, and the old one must not be used any more.
 */
export function reopenDocument(document: OpenDocument, edits: readonly TextEdit[]): OpenDocument {
  const text = applyEdits(document.text, edits)
  return reopened(document, inOrder(edits), text) ?? openDocument(text, { format: document.format })
}

function reopened(document: OpenDocument, edits: readonly TextEdit[], text: string): OpenDocument | undefined {
  const { root, format } = document
  if (root === undefined || !isAlone(document) || text.length > MAX_LENGTH) return undefined
  const cuts = cutsIn(document, root, edits)
  const shortening = inOrder([...edits, ...cuts.map(({ edit }) => edit)])
  const short = openDocument(applyEdits(document.text, shortening), { format })
  if (short.root === undefined || !isAlone(short)) return undefined
  const toShort = movesOf(shortening)
  const gaps = gapsIn(short.root, cuts, toShort)
  if (gaps === undefined) return undefined
  const fromShort = new Moves(cuts.map(({ edit: { from, to } }) => ({ at: toShort.of(from), by: to - from })))
  const toNew = movesOf(edits)
  const extras = joinedExtras(short.extras, fromShort, document.extras, cuts, toNew)
  moveNode(short.root, fromShort.of, fromShort.ofEnd)
  putBack(gaps, toNew)
  const end = fromShort.ofEnd(short.end)
  return { ...unreadDocument(text, format), root: short.root, end, documents: 1, extras }
}

/** Whether what stands far from a node says nothing about it: an anchor, or a directive about tags. */
function isAlone({ text, root, documents, aliases, issue }: OpenDocument): boolean {
  const hasDirectives = text.slice(0, root?.from).includes('%')
  return documents === 1 && aliases.length === 0 && issue === undefined && !hasDirectives
}

function childrenOf(node: Collection): readonly Child[] {
  return node.kind === 'list' ? node.items : node.pairs
}

/** Shorter runs are read again as a whole, longer ones but for what is between the first and the last child. */
const MIN_RUN = 5

/** What can be cut out of a document beside edits, which come in the order of the text. */
function cutsIn({ text, format }: OpenDocument, root: DocumentNode, edits: readonly TextEdit[]): Cut[] {
  const cuts: Cut[] = []
  const isTouched = (from: number, to: number) => {
    const next = edits[countBelow(edits.length, (index) => edits[index]!.to < from)]
    return next !== undefined && next.from <= to
  }
  // A mark before a child need not belong to it in YAML, where it stands on a line with others.
  const isApart = ({ from }: Child) => format === 'json' || isAtLineStart(text, from)
  /** `end`: where that begins which follows the node. */
  const search = (node: DocumentNode, end: number, depth: number) => {
    if (node.kind === 'scalar' || node.kind === 'alias' || (format === 'yaml' && node.isFlow)) return
    const children = childrenOf(node)
    const endOf = (index: number) => children[index + 1]?.from ?? end
    const searchFrom = (first: number, last: number) => {
      for (let index = first; index <= last; index++) search(children[index]!.value, endOf(index), depth + 1)
    }
    let first = 0
    for (let index = 0; index <= children.length; index++) {
      if (index < children.length && !isTouched(children[index]!.from, endOf(index))) continue
      const last = index - 1
      const isCut = last - first >= MIN_RUN - 1 && isApart(children[first + 1]!) && isApart(children[last]!)
      if (isCut) {
        searchFrom(first, first)
        const edit = { from: children[first + 1]!.from, to: children[last]!.from, text: '' }
        cuts.push({ edit, parent: node, depth, before: first, behind: last })
      }
      searchFrom(isCut ? last : first, Math.min(index, children.length - 1))
      first = index + 1
    }
  }
  search(root, text.length, 0)
  return cuts
}

function isAtLineStart(text: string, place: number): boolean {
  let at = place
  while (text[at - 1] === ' ') at--
  return text[at - 1] === '\n'
}

/** The cuts that were made behind children of a list or map. */
type Gaps = ReadonlyMap<Collection, ReadonlyMap<Child, Cut>>

/** Where in the short text the cuts were made; undefined where one of them is not found. */
function gapsIn(root: DocumentNode, cuts: readonly Cut[], toShort: Moves): Gaps | undefined {
  const placeOf = ({ parent }: Cut, index: number) => toShort.of(childrenOf(parent)[index]!.from)
  const wanted = new Map(cuts.map((cut) => [placeOf(cut, cut.before), cut]))
  const gaps = new Map<Collection, Map<Child, Cut>>()
  let found = 0
  const search = (node: DocumentNode, depth: number) => {
    if (node.kind === 'scalar' || node.kind === 'alias') return
    const children = childrenOf(node)
    for (const [index, child] of children.entries()) {
      const cut = wanted.get(child.from)
      const isSame = cut?.parent.kind === node.kind && cut.depth === depth
      if (isSame && children[index + 1]?.from === placeOf(cut, cut.behind)) {
        gaps.set(node, (gaps.get(node) ?? new Map<Child, Cut>()).set(child, cut))
        found++
      }
      search(child.value, depth + 1)
    }
  }
  search(root, 0)
  return found === cuts.length ? gaps : undefined
}

function putBack(gaps: Gaps, toNew: Moves): void {
  for (const [node, cuts] of gaps) {
    if (node.kind === 'list')
      node.items = filled(node.items, cuts, toNew, (old) => (old.kind === 'list' ? old.items : [])) // oxfmt-ignore
    else node.pairs = filled(node.pairs, cuts, toNew, (old) => (old.kind === 'map' ? old.pairs : []))
  }
}

function filled<C extends Child>(
  children: readonly C[],
  cuts: ReadonlyMap<Child, Cut>,
  toNew: Moves,
  childrenIn: (old: Collection) => readonly C[],
): C[] {
  const all: C[] = []
  for (const child of children) {
    all.push(child)
    const cut = cuts.get(child)
    if (cut === undefined) continue
    const old = childrenIn(cut.parent)
    // No edit is inside: all of it moves by as much.
    const by = toNew.of(cut.edit.from) - cut.edit.from
    const move = by === 0 ? undefined : (at: number) => at + by
    for (let index = cut.before + 1; index < cut.behind; index++) {
      if (move !== undefined) moveChild(old[index]!, move)
      all.push(old[index]!)
    }
  }
  return all
}

/** Gives a node and all below it their new places; the end of something may have one of its own. */
function moveNode(node: DocumentNode, move: Move, moveEnd = move): void {
  moveRange(node, move, moveEnd)
  node.from = move(node.from)
  if (node.kind === 'list') for (const item of node.items) moveChild(item, move, moveEnd)
  else if (node.kind === 'map') for (const pair of node.pairs) moveChild(pair, move, moveEnd)
}

function moveChild(child: Child, move: Move, moveEnd = move): void {
  child.from = move(child.from)
  if ('key' in child) {
    child.colonEnd = moveEnd(child.colonEnd)
    moveNode(child.key, move, moveEnd)
  }
  moveNode(child.value, move, moveEnd)
}

function moveRange(range: TextRange, move: Move, moveEnd = move): void {
  range.start = move(range.start)
  range.end = moveEnd(range.end)
}

/** Extras of the short text at their places in the new one, and those of what was cut out. */
function joinedExtras(
  short: JsonExtras,
  fromShort: Moves,
  old: JsonExtras,
  cuts: readonly Cut[],
  toNew: Moves,
): JsonExtras {
  const joined = (kind: keyof JsonExtras): TextRange[] => {
    const kept = old[kind].filter(({ start }) => {
      const cut = cuts[countBelow(cuts.length, (index) => cuts[index]!.edit.to <= start)]
      return cut !== undefined && cut.edit.from <= start
    })
    for (const range of short[kind]) moveRange(range, fromShort.of, fromShort.ofEnd)
    for (const range of kept) moveRange(range, toNew.of)
    return [...short[kind], ...kept].sort((a, b) => a.start - b.start)
  }
  return { comments: joined('comments'), hashes: joined('hashes'), commas: joined('commas') }
}

type Move = (at: number) => number

/** Where places of one text are in another: from a place on, all is moved by so much more. */
class Moves {
  readonly #places: readonly number[]
  readonly #sums: readonly number[]

  /** In the order of the text. */
  constructor(moves: readonly { at: number; by: number }[]) {
    this.#places = moves.map(({ at }) => at)
    let sum = 0
    this.#sums = [0, ...moves.map(({ by }) => (sum += by))]
  }

  readonly of: Move = (at) => at + this.#sums[countBelow(this.#places.length, (index) => this.#places[index]! <= at)]!

  /** The same for the end of something: what begins there moves alone. */
  readonly ofEnd: Move = (at) => at + this.#sums[countBelow(this.#places.length, (index) => this.#places[index]! < at)]!
}

function movesOf(edits: readonly TextEdit[]): Moves {
  return new Moves(edits.map(({ from, to, text }) => ({ at: to, by: text.length - (to - from) })))
}
