import type { DocumentItem, DocumentPath, ListNode, MapNode, TextRange } from './document-node.ts'
import { resolved } from './document-node.ts'
import { changeOf, type EditResult, findSpot, refused, type Spot } from './edit-document.ts'
import type { OpenDocument } from './open-document.ts'
import type { TextEdit } from './text-edit.ts'

/** Gives an item of the list at a path another place in it. Its text moves as it stands, with the comment on its line. */
export function moveItem(document: OpenDocument, path: DocumentPath, from: number, to: number): EditResult {
  const spot = findSpot(document, path)
  const list = spot && resolved(spot.node)
  if (spot === undefined || list === undefined) return refused('path-missing')
  if (list.kind !== 'list') return refused('not-a-list', list)
  return moveIn(document, spot, list, from, to)
}

/** Gives a key of the map at a path another place in it, by the places of its keys in the text. */
export function movePair(document: OpenDocument, path: DocumentPath, from: number, to: number): EditResult {
  const spot = findSpot(document, path)
  const map = spot && resolved(spot.node)
  if (spot === undefined || map === undefined) return refused('path-missing')
  if (map.kind !== 'map') return refused('not-a-map', map)
  return moveIn(document, spot, asList(map), from, to)
}

/** The pairs of a map as items: a move looks at where they begin and end, and at nothing else of them. */
function asList(map: MapNode): ListNode {
  const { from, start, end, anchor, tag, isFlow, pairs } = map
  const items = pairs.map((pair) => ({
    from: pair.from,
    value: pair.value.end > pair.colonEnd ? pair.value : { ...pair.key, end: pair.colonEnd },
  }))
  return { kind: 'list', from, start, end, anchor, tag, isFlow, items }
}

function moveIn(document: OpenDocument, spot: Spot, list: ListNode, from: number, to: number): EditResult {
  if (list.items[from] === undefined || list.items[to] === undefined) return refused('path-missing')
  if (from === to) return { edits: [], follows: [] }
  const broken = aliasesWithin(document, list.items.slice(Math.min(from, to), Math.max(from, to) + 1))
  if (broken.length > 0) return refused('anchor-used', ...broken)
  const lines = new ListLines(document, list)
  return changeOf(document, spot, lines.isBlock ? lines.moved(from, to) : lines.turned(from, to))
}

/** Aliases in some items whose anchor stands in another one of them: it has to come first. */
function aliasesWithin(document: OpenDocument, items: readonly DocumentItem[]): TextRange[] {
  const holderOf = (range: TextRange) =>
    items.findIndex(({ from, value }) => range.start >= from && range.start < value.end)
  return document.aliases.filter((alias) => {
    const holder = holderOf(alias)
    const anchor = holderOf({ start: alias.target.from, end: alias.target.end })
    return holder >= 0 && anchor >= 0 && holder !== anchor
  })
}

/** The text of a list, item by item. */
class ListLines {
  readonly #text: string
  readonly #list: ListNode
  readonly #isJson: boolean

  constructor({ text, format }: OpenDocument, list: ListNode) {
    this.#text = text
    this.#list = list
    this.#isJson = format === 'json'
  }

  /** Whether each item stands on lines of its own, behind a dash. */
  get isBlock(): boolean {
    return !this.#list.isFlow && this.#list.items.every(({ from }) => this.#isBlank(this.#lineStart(from), from))
  }

  /** The lines of an item are taken out and put in again. */
  moved(from: number, to: number): TextEdit[] {
    const [start, end] = this.#linesOf(from)
    const lines = this.#text.slice(start, end)
    const isEnded = lines.endsWith('\n')
    const lineEnd = this.#text.includes('\r\n') ? '\r\n' : '\n'
    const gone = { from: isEnded ? start : start - (this.#text[start - 2] === '\r' ? 2 : 1), to: end, text: '' }
    if (to < from) {
      const [at] = this.#linesOf(to)
      return [{ from: at, to: at, text: isEnded ? lines : lines + lineEnd }, gone]
    }
    const [, at] = this.#linesOf(to)
    if (this.#text[at - 1] === '\n') return [gone, { from: at, to: at, text: lines }]
    // The text ends without a line end, and still does.
    return [gone, { from: at, to: at, text: lineEnd + lines.slice(0, lines.endsWith('\r\n') ? -2 : -1) }]
  }

  /** From the first line of an item to behind its last one. */
  #linesOf(index: number): [number, number] {
    const { from } = this.#list.items[index]!
    const line = this.#lineStart(from)
    const above = this.#commentsAbove(index)
    const next = this.#list.items[index + 1]
    // A comment above an item may be the heading of several: of one alone if the next item has something above it, too.
    const isOwn = next === undefined || this.#hasSomethingAbove(index + 1)
    return [isOwn ? above : line, this.#behind(index)]
  }

  #behind(index: number): number {
    const { from, value } = this.#list.items[index]!
    const column = from - this.#lineStart(from)
    const end = Math.max(value.end, from + 1)
    let at = this.#text[end - 1] === '\n' ? end : this.#nextLine(end)
    // Deeper comments below an item are about it.
    for (let line = at; line < this.#text.length; line = this.#nextLine(line)) {
      const start = this.#firstSign(line)
      if (this.#text[start] !== '#' || start - line <= column) break
      at = this.#nextLine(line)
    }
    return at
  }

  /** Where the comments begin that stand right above an item; its own line if there are none. */
  #commentsAbove(index: number): number {
    const line = this.#lineStart(this.#list.items[index]!.from)
    const least = index === 0 ? this.#firstLine() : this.#behind(index - 1)
    let at = line
    while (at > least) {
      const before = this.#lineStart(at - 1)
      if (before < least || this.#text[this.#firstSign(before)] !== '#') break
      at = before
    }
    return at
  }

  #hasSomethingAbove(index: number): boolean {
    return this.#behind(index - 1) < this.#lineStart(this.#list.items[index]!.from)
  }

  /** The line below the one on which the list opens. */
  #firstLine(): number {
    const line = this.#lineStart(this.#list.items[0]!.from)
    let at = line
    while (at > 0) {
      const before = this.#lineStart(at - 1)
      const sign = this.#text[this.#firstSign(before)]
      if (sign !== '#' && sign !== '\n' && sign !== '\r') break
      if (before === at) break
      at = before
    }
    return at
  }

  /** The texts of the items between two places go one place on; commas and brackets stay where they are. */
  turned(from: number, to: number): TextEdit[] {
    const first = Math.min(from, to)
    const last = Math.max(from, to)
    const places = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const sources = places.toSpliced(from - first, 1).toSpliced(to - first, 0, from)
    const parts = places.map((index) => this.#partOf(index))
    // Comments above items go with them, and so do those behind, where a line ends behind every one.
    const hasLeads = parts.some(({ lead, start }) => this.#text.slice(lead, start).trim() !== '')
    const hasTails = parts.every(({ isLineEnd }) => isLineEnd)
    const begin = ({ lead, start }: ListPart) => (hasLeads ? lead : start)
    return places.flatMap((place, index) => {
      const source = sources[index]!
      if (source === place) return []
      const old = parts[index]!
      const now = parts[source - first]!
      const item = { from: begin(old), to: old.end, text: this.#text.slice(begin(now), now.end) }
      const tail = this.#text.slice(now.tail, now.tailEnd)
      const isSame = this.#text.slice(old.tail, old.tailEnd) === tail
      return hasTails && !isSame ? [item, { from: old.tail, to: old.tailEnd, text: tail }] : [item]
    })
  }

  #partOf(index: number): ListPart {
    const { items, start: opens } = this.#list
    const { from: start, value } = items[index]!
    const end = this.#list.isFlow ? Math.max(value.end, start) : this.#restOfLine(Math.max(value.end, start + 1))
    const before = items[index - 1]
    const lead = before === undefined ? opens + 1 : this.#tailOf(before).end
    const { start: tail, end: tailEnd, isLineEnd } = this.#tailOf(items[index]!)
    return { lead: this.#list.isFlow ? lead : start, start, end, tail, tailEnd, isLineEnd: this.#list.isFlow && isLineEnd } // oxfmt-ignore
  }

  /** Behind the comma of an item: the comment on its line. */
  #tailOf({ from, value }: DocumentItem): TextRange & { isLineEnd: boolean } {
    const end = Math.max(value.end, from)
    const comma = this.#commaBehind(end)
    const start = comma === undefined ? end : comma + 1
    let at = start
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at++
    const isComment = this.#isLineComment(at)
    const stop = isComment ? this.#restOfLine(at) : start
    const sign = this.#text[isComment ? stop : at]
    return { start, end: stop, isLineEnd: sign === '\n' || sign === '\r' }
  }

  #commaBehind(from: number): number | undefined {
    let at = from
    while (at < this.#text.length) {
      const char = this.#text[at]
      if (char === ',') return at
      if (char === ' ' || char === '\t' || char === '\n' || char === '\r') at++
      else if (this.#isLineComment(at)) at = this.#restOfLine(at)
      else if (this.#isJson && this.#text.startsWith('/*', at)) {
        const close = this.#text.indexOf('*/', at + 2)
        if (close < 0) return undefined
        at = close + 2
      } else return undefined
    }
    return undefined
  }

  #isLineComment(at: number): boolean {
    return this.#text[at] === '#' || (this.#isJson && this.#text.startsWith('//', at))
  }

  #isBlank(from: number, to: number): boolean {
    return this.#text.slice(from, to).trim() === ''
  }

  #firstSign(line: number): number {
    let at = line
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at++
    return at
  }

  #lineStart(at: number): number {
    const start = at === 0 ? 0 : this.#text.lastIndexOf('\n', at - 1) + 1
    return start === 0 && this.#text.charCodeAt(0) === 0xfeff ? 1 : start
  }

  #restOfLine(at: number): number {
    const end = this.#text.indexOf('\n', at)
    if (end < 0) return this.#text.length
    return this.#text[end - 1] === '\r' && end > at ? end - 1 : end
  }

  #nextLine(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end < 0 ? this.#text.length : end + 1
  }
}

/** An item in brackets: what stands before it, itself, and the comment behind its comma. */
interface ListPart {
  lead: number
  start: number
  end: number
  tail: number
  tailEnd: number
  /** Nothing but that comment follows on the line. */
  isLineEnd: boolean
}
