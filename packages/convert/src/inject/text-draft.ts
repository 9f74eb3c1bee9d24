import { type DocumentPath, fieldsOf, findNode, resolved, type TextRange } from '../document/document-node.ts'
import { type EditResult, insertItems, setValue } from '../document/edit-document.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { reopenDocument } from '../document/reopen-document.ts'
import { applyEdits, inOrder, type RefusedEdit, type TextEdit } from '../document/text-edit.ts'
import { isSame } from './same-value.ts'

/** Edits that wait; those that put items at one place of a list are made together. */
interface Waiting {
  edits: TextEdit[]
  /** How deep in the document it is made. */
  depth: number
  items?: NewItems
}

/** Items that are put at one place of a list. */
interface NewItems extends ItemPlace {
  values: readonly unknown[]
}

/** A config while it is changed: edits are collected, and the text is read again only where one goes by another. */
export class TextDraft {
  readonly #first: string
  #document: OpenDocument
  #waiting: Waiting[] = []
  #follows: number[] = []
  /** The text so far: stretches of the first text, and what is new. */
  #pieces: Piece[]

  constructor(document: OpenDocument) {
    this.#document = document
    this.#first = document.text
    this.#pieces = [{ from: 0, to: document.text.length }]
  }

  /** As it was opened last; edits that wait are not in it. */
  get document(): OpenDocument {
    return this.#document
  }

  get isSettled(): boolean {
    return this.#waiting.length === 0
  }

  /** Whether something that waits may hold a text, which is spelled with quotes and escapes or without. */
  mentions(text: string): boolean {
    const pieces = text.split(/[\s'"\\\p{Cc}]/u)
    return this.#someText((put) => pieces.every((piece) => put.includes(piece)))
  }

  #someText(fits: (text: string) => boolean): boolean {
    return this.#waiting.some(({ edits }) => edits.some((edit) => fits(edit.text)))
  }

  /** Whether something that waits may make what a path lacks. Some clients take keys in any case. */
  mayMake(path: DocumentPath): boolean {
    const missing = path[depthOf(this.#document, spelledPath(this.#document, path))]
    const key = JSON.stringify(String(missing)).slice(1, -1).toLowerCase()
    return missing !== undefined && this.#someText((put) => put.toLowerCase().includes(key))
  }

  /** Whether a value waits to become an item. */
  isNew(value: unknown): boolean {
    return this.#waiting.some(({ items }) => items?.values.includes(value))
  }

  /** Puts another value in the place of one that waits to become an item. */
  replaceNew(value: unknown, other: unknown): boolean {
    const same = this.#waiting.find(({ items }) => items?.values.includes(value))
    if (same?.items === undefined) return false
    return (
      this.#putItems({ ...same.items, values: same.items.values.map((one) => (one === value ? other : one)) }) ===
      undefined
    )
  }

  /** What is deeper goes first where edits begin at one place: the end of a list is that of its last item, too. */
  #edits(): TextEdit[] {
    return this.#waiting.toSorted((a, b) => b.depth - a.depth).flatMap((waiting) => waiting.edits)
  }

  /** Whether an edit that waits is about a place. */
  isTouched({ start, end }: TextRange): boolean {
    return this.#waiting.some(({ edits }) => edits.some(({ from, to }) => from <= end && to >= start))
  }

  /** Makes all edits that wait, and opens the text anew. Says whether there were any. */
  settle(): boolean {
    if (this.isSettled) return false
    const edits = this.#edits()
    this.#waiting = []
    this.#pieces = piecesAfter(this.#pieces, edits)
    this.#document = reopenDocument(this.#document, edits)
    return true
  }

  /**
   * A change of an anchor also changes its aliases. This gives the lines of such aliases since the last call, and forgets
   * them. The line numbers are those of the text as it was last read.
   */
  takeFollowingLines(): number[] {
    const lines = [...new Set(this.#follows)].toSorted((a, b) => a - b)
    this.#follows = []
    return lines
  }

  /** All that was done to the first text. */
  finish(): { text: string; edits: TextEdit[] } {
    const edits = this.#edits()
    const text = applyEdits(this.#document.text, edits)
    const all = editsOf(piecesAfter(this.#pieces, edits))
    // What was put in and taken out again is no change.
    return { text, edits: all.filter(({ from, to, text: put }) => this.#first.slice(from, to) !== put) }
  }

  /** Makes an edit, which is asked for again when the text was opened anew: paths are looked up in the document given. */
  edit(make: (document: OpenDocument) => EditResult, path: DocumentPath = []): RefusedEdit | undefined {
    if (this.mayMake(path)) this.settle()
    const result = make(this.#document)
    if (this.#take(result, this.#waiting, { depth: depthOf(this.#document, path) })) return undefined
    if (this.settle()) return this.edit(make, path)
    return 'refused' in result ? result : undefined
  }

  /**
   * Puts items into a list, which is made where it is missing. `placeIn` looks it up in a document, and gives undefined
   * where it is not there. `isFirst`: before those that wait for the same place.
   */
  insertItems(
    placeIn: (document: OpenDocument) => ItemPlace | undefined,
    values: readonly unknown[],
    isFirst = false,
  ): RefusedEdit | undefined {
    if (values.length === 0) return undefined
    const place = placeIn(this.#document)
    const path = place && spelledPath(this.#document, place.path)
    if (place === undefined || path === undefined || findNode(this.#document.root, path) === undefined) {
      const isNowhere = path !== undefined && !this.mayMake(path)
      if (!isNowhere && this.settle()) return this.insertItems(placeIn, values, isFirst)
      if (place === undefined || path === undefined) return { refused: 'path-missing', places: [] }
      return this.edit((document) => setValue(document, path, [...values]), path)
    }
    const { at } = place
    const before = this.#waiting.find(({ items }) => isSamePlace(items, { path, at }))?.items?.values ?? []
    const result = this.#putItems({ path, at, values: isFirst ? [...values, ...before] : [...before, ...values] })
    if (result === undefined) return undefined
    if (this.settle()) return this.insertItems(placeIn, values, isFirst)
    return 'refused' in result ? result : undefined
  }

  /** Puts items in the place of those that wait for it. Gives what could not be taken to what waits. */
  #putItems(items: NewItems): EditResult | undefined {
    const { path, at, values } = items
    const result = insertItems(this.#document, path, at, values)
    const others = this.#waiting.filter((waiting) => !isSamePlace(waiting.items, items))
    return this.#take(result, others, { items, depth: path.length }) ? undefined : result
  }

  /** Takes an edit to those that wait, if it touches none of them. */
  #take(result: EditResult, others: readonly Waiting[], waiting: Omit<Waiting, 'edits'>): boolean {
    if ('refused' in result || others.some(({ edits }) => touch(edits, result.edits))) return false
    this.#waiting = [...others, { ...waiting, edits: result.edits }]
    for (const { start } of result.follows) this.#follows.push(this.#document.positionOf(start).line)
    return true
  }
}

/** A list, and where in it. */
export interface ItemPlace {
  path: DocumentPath
  at: number
}

function isSamePlace(one: ItemPlace | undefined, other: ItemPlace): boolean {
  return one?.at === other.at && isSame(one.path, other.path)
}

/** Whether edits cannot be made together. Lines that go may stand side by side, and so may new lines. */
function touch(some: readonly TextEdit[], others: readonly TextEdit[]): boolean {
  const left = some.toSorted((a, b) => a.from - b.from)
  const right = others.toSorted((a, b) => a.from - b.from)
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const one = left[i]!
    const two = right[j]!
    const isNear = one.from <= two.to && two.from <= one.to
    const isInside = one.from < two.to && two.from < one.to
    const isApart = (one.text === '' && two.text === '') || (isNewLine(one) && isNewLine(two))
    if (isInside || (isNear && !isApart)) return true
    if (one.to < two.to) i++
    else j++
  }
  return false
}

/** A line of its own at the end of another one. */
function isNewLine({ from, to, text }: TextEdit): boolean {
  return from === to && /^\r?\n/.test(text) && !text.endsWith('\n') && !/[,[{]$/.test(text)
}

/** How much of a path is there already: below that something new is made. */
function depthOf({ root }: OpenDocument, path: DocumentPath): number {
  let depth = 0
  while (depth < path.length && findNode(root, path.slice(0, depth + 1)) !== undefined) depth++
  return depth
}

/** A path in the case in which its keys stand there: JSON clients take them in any. */
export function spelledPath({ root, format }: OpenDocument, path: DocumentPath): DocumentPath {
  if (format === 'yaml') return path
  let node = root
  return path.map((step) => {
    const map = node && resolved(node)
    const keys = map?.kind === 'map' ? [...fieldsOf(map).keys()] : []
    const wanted = String(step).toLowerCase()
    const found = keys.includes(String(step)) ? step : (keys.find((key) => key.toLowerCase() === wanted) ?? step)
    node = findNode(map, [found])
    return found
  })
}

/** A stretch of the first text, or new text. */
type Piece = { from: number; to: number } | string

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.to - piece.from
}

function part(piece: Piece, from: number, to: number): Piece {
  return typeof piece === 'string' ? piece.slice(from, to) : { from: piece.from + from, to: piece.from + to }
}

/** The pieces of a text after edits of it. */
function piecesAfter(pieces: readonly Piece[], edits: readonly TextEdit[]): Piece[] {
  const result: Piece[] = []
  let index = 0
  let inside = 0
  let at = 0
  const pass = (to: number, isKept: boolean) => {
    while (at < to) {
      const piece = pieces[index]!
      const step = Math.min(lengthOf(piece) - inside, to - at)
      if (isKept && step > 0) result.push(part(piece, inside, inside + step))
      at += step
      inside += step
      if (inside < lengthOf(piece)) continue
      index++
      inside = 0
    }
  }
  for (const edit of inOrder(edits)) {
    pass(edit.from, true)
    pass(edit.to, false)
    if (edit.text !== '') result.push(edit.text)
  }
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
  pass(length, true)
  // The end of the first text is known by an empty stretch.
  const end = pieces.reduce((most, piece) => (typeof piece === 'string' ? most : Math.max(most, piece.to)), 0)
  return [...result, { from: end, to: end }]
}

/** What makes the pieces of the first text. */
function editsOf(pieces: readonly Piece[]): TextEdit[] {
  const edits: TextEdit[] = []
  let at = 0
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      if (text !== '' || piece.from > at) edits.push({ from: at, to: piece.from, text })
      text = ''
      at = piece.to
    }
  }
  return edits
}
