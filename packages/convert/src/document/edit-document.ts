import {
  type AliasNode, type ContentNode, type DocumentNode, type DocumentPath, fieldsOf, type DocumentItem, keyText, type ListNode,
  type MapNode, type Pair, type TextRange, resolved, type ScalarNode, valueOf,
} from './document-node.ts' // oxfmt-ignore
import { countBelow } from '../text/count-below.ts'
import { isRecord } from '../text/record.ts'
import type { OpenDocument } from './open-document.ts'
import {
  type PrintStyle, printBlock, printBlockPair, printFlow, printFlowPair, printJsonLines, printScalar,
} from './print-value.ts' // oxfmt-ignore
import type { DocumentChange, RefusedEdit, TextEdit } from './text-edit.ts'

/**
 * Edits of a document as changes of its text. Each is made for the document as it was opened; several changes of one
 * document go together as long as they are about different places. New text looks like its neighbours.
 */

/** Puts items into the list at a path: before the item `at`, or behind the last one. `key:` without a value becomes a list. */
export function insertItems(
  document: OpenDocument,
  path: DocumentPath,
  at: number,
  values: readonly unknown[],
): EditResult {
  const spot = findSpot(document, path)
  if (spot === undefined) return refused('path-missing')
  const list = resolved(spot.node)
  if (values.length === 0) return { edits: [], follows: [] }
  if (isNothing(list)) return changeOf(document, spot, new Editor(document).fillNothing(spot, [...values]))
  if (list.kind !== 'list') return refused('not-a-list', list)
  return changeOf(document, spot, new Editor(document).insertItems(spot, list, at, values))
}

/** Puts a key into the map at a path: behind the key `after`, or as the last one. `key:` without a value becomes a map. */
export function insertPair(
  document: OpenDocument,
  path: DocumentPath,
  key: string,
  value: unknown,
  after?: string,
): EditResult {
  const editor = new Editor(document)
  if (document.root === undefined && document.format === 'yaml' && path.length === 0)
    return { edits: editor.firstPair(key, value), follows: [] }
  const spot = findSpot(document, path)
  if (spot === undefined) return refused('path-missing')
  const map = resolved(spot.node)
  if (isNothing(map)) return changeOf(document, spot, editor.fillNothing(spot, { [key]: value }))
  if (map.kind !== 'map') return refused('not-a-map', map)
  const taken = map.pairs.find((pair) => keyText(pair) === key)
  if (taken !== undefined) return refused('key-taken', taken.key)
  const behind = after === undefined ? -1 : map.pairs.findIndex((pair) => keyText(pair) === after)
  return changeOf(document, spot, editor.insertPair(map, behind < 0 ? map.pairs.length : behind + 1, key, value))
}

/** Puts a value in the place of the one at a path. A value that a merge lends is overridden where it is lent to. */
export function replaceValue(document: OpenDocument, path: DocumentPath, value: unknown): EditResult {
  const spot = findSpot(document, path)
  if (spot === undefined) return refused('path-missing')
  const key = path.at(-1)
  if (spot.isLent && key !== undefined) return insertPair(document, path.slice(0, -1), String(key), value)
  const used = anchorsUsed(document, spot.node, true)
  if (used.length > 0) return refused('anchor-used', ...used)
  return changeOf(document, spot, new Editor(document).replace(spot, value))
}

/** The same, and where the path ends too early the missing maps are made. */
export function setValue(document: OpenDocument, path: DocumentPath, value: unknown): EditResult {
  if (findSpot(document, path) !== undefined) return replaceValue(document, path, value)
  let known = path.length - 1
  while (known > 0 && findSpot(document, path.slice(0, known)) === undefined) known--
  const [key, ...rest] = path.slice(known)
  if (key === undefined) return refused('path-missing')
  return insertPair(document, path.slice(0, known), String(key), rest.reduceRight<unknown>(within, value))
}

function within(value: unknown, step: string | number): unknown {
  return { [step]: value }
}

/** Gives the last key of a path another name. */
export function renameKey(document: OpenDocument, path: DocumentPath, to: string): EditResult {
  const spot = findSpot(document, path)
  if (spot?.pair === undefined) return refused('path-missing')
  if (spot.isLent) return refused('shared', spot.pair.key)
  const parent = spot.parents.at(-1)
  const taken = parent?.kind === 'map' ? parent.pairs.find((pair) => keyText(pair) === to) : undefined
  if (taken !== undefined) return refused('key-taken', taken.key)
  const { key } = spot.pair
  const used = anchorsUsed(document, key, false)
  if (used.length > 0) return refused('anchor-used', ...used)
  const editor = new Editor(document)
  return changeOf(document, aroundOf(spot), [
    { from: key.start, to: key.end, text: editor.scalarLike(to, key, parent) },
  ])
}

/** Takes out the item or the key at a path, with its value and the comment behind it on its line. */
export function removeAt(document: OpenDocument, path: DocumentPath): EditResult {
  const spot = findSpot(document, path)
  if (spot === undefined || spot.parents.length === 0) return refused('path-missing')
  if (spot.isLent) return refused('shared', spot.node)
  const used = [spot.pair?.key, spot.node].flatMap((node) => (node ? anchorsUsed(document, node, false) : []))
  if (used.length > 0) return refused('anchor-used', ...used)
  return changeOf(document, aroundOf(spot), new Editor(document).remove(spot))
}

/** What a key is in. What an alias at the key stands for does not change with it. */
function aroundOf(spot: Spot): Spot {
  return { ...spot, node: spot.parents.at(-1) ?? spot.node }
}

/** Takes out several items of the list at a path, each with the comment behind it on its line. */
export function removeItems(document: OpenDocument, path: DocumentPath, indexes: readonly number[]): EditResult {
  const spot = findSpot(document, path)
  if (spot === undefined) return refused('path-missing')
  const list = resolved(spot.node)
  if (list.kind !== 'list') return refused('not-a-list', list)
  const gone = [...new Set(indexes)].filter((index) => list.items[index] !== undefined).toSorted((a, b) => a - b)
  if (gone.length === 0) return refused('path-missing')
  const used = gone.flatMap((index) => anchorsUsed(document, list.items[index]!.value, false))
  if (used.length > 0) return refused('anchor-used', ...used)
  return changeOf(document, spot, new Editor(document).removeItems([...spot.parents, list], gone))
}

/** Puts other texts in the place of scalars, keys among them, in the quotes that stand there. Aliases of them follow. */
export function rewriteTexts(document: OpenDocument, texts: ReadonlyMap<ContentNode, string>): DocumentChange {
  const editor = new Editor(document)
  const edits: TextEdit[] = []
  const starts = [...texts.keys()].map(({ start }) => start).sort((a, b) => a - b)
  const rewrite = (node: DocumentNode, parent: MapNode | ListNode) => {
    if (node.kind === 'alias' || !isOneBetween(starts, node)) return
    const text = texts.get(node)
    if (text !== undefined) edits.push(...editor.rewrite(node, text, parent))
    else if (node.kind === 'list') for (const { value } of node.items) rewrite(value, node)
    else if (node.kind === 'map')
      for (const { key, value } of node.pairs) {
        rewrite(key, node)
        rewrite(value, node)
      }
  }
  const { root } = document
  if (root?.kind === 'map' || root?.kind === 'list') rewrite(root, root)
  const follows = aliasesOf(document)
    .of(texts.keys())
    .map(({ start, end }) => ({ start, end }))
  return { edits, follows }
}

/** Whether one of some places, which go up, is in a node or at its edge. */
function isOneBetween(places: readonly number[], { start, end }: TextRange): boolean {
  const first = countBelow(places.length, (index) => places[index]! < start)
  return first < places.length && places[first]! <= end
}

/** Puts a copy in the place of an alias, so that it can be changed alone. */
export function copyAlias(document: OpenDocument, path: DocumentPath): EditResult {
  const spot = findSpot(document, path)
  if (spot?.node.kind !== 'alias') return refused('path-missing')
  const text = printFlow(valueOf(spot.node), new Editor(document).styleNear(spot.parents.at(-1)))
  return changeOf(document, spot, [{ from: spot.node.start, to: spot.node.end, text }])
}

export type EditResult = DocumentChange | RefusedEdit

/** An edit that is not made, and why. */
export function refused(reason: RefusedEdit['refused'], ...places: readonly TextRange[]): RefusedEdit {
  return { refused: reason, places: places.map(({ start, end }) => ({ start, end })) }
}

/** Where a path leads. */
export interface Spot {
  node: DocumentNode
  /** The maps and lists around it, the outermost first; aliases are followed. */
  parents: (MapNode | ListNode)[]
  pair: Pair | undefined
  item: DocumentItem | undefined
  /** Place among the pairs or items of its map or list. */
  index: number
  /** It stands in another map that is merged into this one. */
  isLent: boolean
}

/** What a path leads to, and through what. */
export function findSpot(document: OpenDocument, path: DocumentPath): Spot | undefined {
  if (document.root === undefined) return undefined
  let spot: Spot = { node: document.root, parents: [], pair: undefined, item: undefined, index: 0, isLent: false }
  for (const step of path) {
    const inside: ContentNode = resolved(spot.node)
    if (inside.kind === 'scalar') return undefined
    const parents = [...spot.parents, inside]
    if (inside.kind === 'list') {
      const index = Number(step)
      const item = inside.items[index]
      if (item === undefined) return undefined
      spot = { node: item.value, parents, pair: undefined, item, index, isLent: false }
    } else {
      const pair = fieldsOf(inside).get(String(step))
      if (pair === undefined) return undefined
      const index = inside.pairs.indexOf(pair)
      spot = { node: pair.value, parents, pair, item: undefined, index, isLent: index < 0 }
    }
  }
  return spot
}

function isNothing(node: ContentNode): node is ScalarNode {
  return node.kind === 'scalar' && node.style === 'plain' && ['', '~', 'null'].includes(node.text)
}

/** The aliases of a document by what they stand for. */
class AliasIndex {
  readonly #byTarget: ReadonlyMap<ContentNode, readonly AliasNode[]>
  /** In the order of the text. */
  readonly #targets: readonly ContentNode[]

  constructor(aliases: readonly AliasNode[]) {
    this.#byTarget = Map.groupBy(aliases, ({ target }) => target)
    this.#targets = [...this.#byTarget.keys()].sort((a, b) => a.from - b.from)
  }

  of(targets: Iterable<ContentNode>): AliasNode[] {
    return [...targets].flatMap((target) => this.#byTarget.get(target) ?? [])
  }

  /** Aliases of what stands inside a node. */
  ofInside({ from, end }: DocumentNode): AliasNode[] {
    const targets = this.#targets
    let at = countBelow(targets.length, (index) => targets[index]!.from < from)
    const inside: ContentNode[] = []
    for (; at < targets.length && targets[at]!.from < end; at++) if (targets[at]!.end <= end) inside.push(targets[at]!)
    return this.of(inside)
  }
}

const indexes = new WeakMap<readonly AliasNode[], AliasIndex>()

function aliasesOf({ aliases }: OpenDocument): AliasIndex {
  const known = indexes.get(aliases) ?? new AliasIndex(aliases)
  indexes.set(aliases, known)
  return known
}

/** Aliases elsewhere of anchors that stand inside a node; `isKept`: its own anchor stays. */
function anchorsUsed(document: OpenDocument, node: DocumentNode, isKept: boolean): TextRange[] {
  const isOutside = ({ start }: AliasNode) => start < node.from || start >= node.end
  return aliasesOf(document).ofInside(node).filter((alias) => isOutside(alias) && !(isKept && alias.target === node)) // oxfmt-ignore
}

/** Edits with the places that change with them, because aliases lead through what is changed. */
export function changeOf(document: OpenDocument, spot: Spot, edits: TextEdit[]): DocumentChange {
  const shared = new Set<ContentNode>(spot.parents)
  if (spot.node.kind !== 'alias') shared.add(spot.node)
  else if (spot.parents.length === 0 || edits.some(({ from }) => from < spot.node.start || from > spot.node.end))
    shared.add(spot.node.target)
  return {
    edits,
    // Many may lead to what is changed in many places, and not everybody asks for them.
    get follows() {
      return aliasesOf(document)
        .of(shared)
        .map(({ start, end }) => ({ start, end }))
    },
  }
}

/** What one pair or item takes up, without the comma behind it. */
interface Entry extends TextRange {
  value: DocumentNode
}

class Editor {
  readonly #document: OpenDocument
  readonly #text: string
  readonly #lineEnd: string

  constructor(document: OpenDocument) {
    this.#document = document
    this.#text = document.text
    const first = this.#text.indexOf('\n')
    this.#lineEnd = first > 0 && this.#text[first - 1] === '\r' ? '\r\n' : '\n'
  }

  insertItems(spot: Spot, list: ListNode, at: number, values: readonly unknown[]): TextEdit[] {
    const index = Math.max(0, Math.min(at, list.items.length))
    const near = list.items[Math.max(0, index - 1)]
    const style = this.styleNear(list, near?.value)
    if (list.isFlow) {
      const texts = values.map((value) => this.#flowText(value, style, near?.value))
      return this.#insertFlow(list, index, texts)
    }
    const first = list.items[0]!.from
    const indent = this.#indentOf(first)
    const text = values
      .map((value) => `- ${this.#itemText(value, style, indent, near?.value)}`)
      .join(this.#lineEnd + indent)
    if (index > 0) return this.#insertLine(this.#behindEntry(near!.value, near!.from, indent.length), indent, text)
    if (!this.#ownsLine(first)) return [{ from: first, to: first, text: text + this.#lineEnd + indent }]
    const opener = this.#openerLine(spot, list)
    if (opener !== undefined) return this.#insertLine(opener, indent, text)
    const start = this.#lineStart(first)
    return [{ from: start, to: start, text: indent + text + this.#lineEnd }]
  }

  insertPair(map: MapNode, index: number, key: string, value: unknown): TextEdit[] {
    const near = map.pairs[Math.max(0, index - 1)]
    const style = this.styleNear(map, near?.value)
    if (map.isFlow) {
      const sample = near?.value
      const isLines = this.#document.format === 'json' && sample !== undefined && this.#ownsLine(near!.from)
      const text = isLines
        ? `${JSON.stringify(key)}${style.colon}${printJsonLines(value, style, this.#indentOf(near!.from))}`
        : printFlowPair(key, value, style)
      return this.#insertFlow(map, index, [text])
    }
    const indent = this.#indentOf(map.pairs[0]!.from)
    // A map in braces beside maps in braces.
    const beside = near && resolved(near.value)
    const isFlow =
      map !== this.#document.root &&
      isRecord(value) &&
      beside?.kind === 'map' &&
      beside.isFlow &&
      beside.pairs.length > 0
    const text = isFlow
      ? printFlowPair(key, value, { ...style, keyQuote: 'plain' })
      : printBlockPair(key, value, style, indent)
    return this.#insertLine(this.#behindEntry(near!.value, near!.from, indent.length), indent, text)
  }

  /** The first key of a text in which nothing stands but comments. */
  firstPair(key: string, value: unknown): TextEdit[] {
    const at = this.#text.length
    const isLineStart = at === 0 || this.#text[at - 1] === '\n' || this.#text === '\ufeff'
    const text = printBlockPair(key, value, this.styleNear(undefined), '')
    return [{ from: at, to: at, text: `${isLineStart ? '' : this.#lineEnd}${text}${this.#lineEnd}` }]
  }

  /** Gives `key:` (or `- `) a list or a map. */
  fillNothing(spot: Spot, value: unknown[] | Record<string, unknown>): TextEdit[] {
    const parent = spot.parents.at(-1)
    const node = resolved(spot.node)
    const style = this.styleNear(parent)
    if (parent === undefined || parent.isFlow || node.end > node.start || !this.#hasColon(spot.pair)) {
      const lead = node.start === node.end ? this.#leadOf(spot) : ''
      return [{ from: node.start, to: node.end, text: lead + printFlow(value, style) }]
    }
    const indent = this.#indentOf(spot.pair!.from) + (Array.isArray(value) ? style.dashes : style.step)
    return this.#insertLine(this.#restOfLine(node.end), indent, printBlock(value, style, indent))
  }

  replace(spot: Spot, value: unknown): TextEdit[] {
    const { node, pair, item } = spot
    const parent = spot.parents.at(-1)
    const style = this.styleNear(parent, node)
    const isCollection = typeof value === 'object' && value !== null
    const isBlock = node.kind !== 'scalar' && node.kind !== 'alias' && !node.isFlow
    // Line ends that a block text keeps stay: the line has to end.
    const to = node.kind === 'scalar' && this.#text[node.end - 1] === '\n' ? this.#trimmedEnd(node) : node.end
    if (isBlock && isCollection && Object.keys(value).length > 0) {
      const own = this.#indentOf(node.start)
      const isSameKind = Array.isArray(value) === (node.kind === 'list')
      if (isSameKind || pair === undefined || !this.#ownsLine(node.start))
        return [{ from: node.start, to, text: printBlock(value, style, own) }]
      // Dashes may stand below the key itself, the keys of a map may not.
      const indent = this.#indentOf(pair.from) + (Array.isArray(value) ? style.dashes : style.step)
      return [{ from: this.#lineStart(node.start), to, text: indent + printBlock(value, style, indent) }]
    }
    const text = isCollection
      ? this.#flowText(value, style, node)
      : this.scalarLike(value, node.kind === 'scalar' ? node : undefined, parent)
    if (!isBlock || !this.#ownsLine(node.start) || (pair === undefined && item === undefined)) {
      const lead = node.start === node.end ? this.#leadOf(spot) : ''
      if (node.tag === undefined) return [{ from: node.start, to, text: lead + text }]
      // The tag was about the value before.
      return [{ from: node.from, to, text: (node.anchor === undefined ? '' : `&${node.anchor} `) + text }]
    }
    // Lines below a key or a dash give way to a value behind it.
    const at = this.#behindMarks(pair?.colonEnd ?? item!.from + 1)
    const [from, end] = this.#linesOf(node)
    return [{ from: at, to: at, text: ` ${text}` }, { from, to: end, text: '' }] // oxfmt-ignore
  }

  /** What stands before a value where there was none. */
  #leadOf({ node, pair, parents }: Spot): string {
    if (pair !== undefined && !this.#hasColon(pair))
      return parents.at(-1)?.isFlow === true ? ': ' : `${this.#lineEnd}${this.#indentOf(pair.from)}: `
    return isBlank(this.#text[node.start - 1]) ? '' : ' '
  }

  #hasColon(pair: Pair | undefined): boolean {
    return pair !== undefined && this.#text[pair.colonEnd - 1] === ':'
  }

  remove({ parents, index }: Spot): TextEdit[] {
    return this.removeItems(parents, [index])
  }

  /** Takes entries out of the innermost of the parents; `indexes` go up. */
  removeItems(parents: readonly (MapNode | ListNode)[], indexes: readonly number[]): TextEdit[] {
    const parent = parents.at(-1)!
    const count = parent.kind === 'list' ? parent.items.length : parent.pairs.length
    if (!parent.isFlow && count === indexes.length) return this.#emptyBlock(parents, parent)
    if (!parent.isFlow) return indexes.flatMap((index) => this.#removeBlock(parent, index))
    // Neighbours go together: the commas between them are theirs.
    const runs: [number, number][] = []
    for (const index of indexes) {
      const last = runs.at(-1)
      if (last !== undefined && last[1] === index - 1) last[1] = index
      else runs.push([index, index])
    }
    return runs.flatMap(([first, last]) => this.#removeFlow(parent, first, last))
  }

  /** A text in the quotes of the one that stands there. */
  rewrite(node: ScalarNode | MapNode | ListNode, text: string, parent: MapNode | ListNode): TextEdit[] {
    const to = node.kind === 'scalar' && this.#text[node.end - 1] === '\n' ? this.#trimmedEnd(node) : node.end
    return [{ from: node.start, to, text: this.scalarLike(text, node, parent) }]
  }

  #removeBlock(parent: MapNode | ListNode, index: number): TextEdit[] {
    const { start, end, value } = entryAt(parent, index)!
    if (this.#ownsLine(start)) {
      const [from, to] = this.#linesOf({ start, end: Math.max(end, value.end) })
      return [{ from, to, text: '' }]
    }
    const next = entryAt(parent, index + 1)!
    const isJoined = this.#text.slice(end, next.start).trim() === ''
    return [{ from: start, to: isJoined ? next.start : end, text: '' }]
  }

  /** A scalar in the quotes of the one that it stands for. */
  scalarLike(value: unknown, old: DocumentNode | undefined, parent: MapNode | ListNode | undefined): string {
    const style = this.styleNear(parent, old)
    return printScalar(value, style, parent?.isFlow === true)
  }

  /** How text beside the children of a map or list is written. */
  styleNear(parent: MapNode | ListNode | undefined, near?: DocumentNode): PrintStyle {
    const node = near === undefined ? undefined : resolved(near)
    const map = firstFlowMap(node) ?? firstFlowMap(parent)
    const first = map?.pairs[0]
    const second = map?.pairs[1]
    const isTight = first !== undefined && !isBlank(this.#text[first.colonEnd])
    const isTightComma = second !== undefined && this.#text[second.from - 1] === ','
    const isPadded =
      map !== undefined && first !== undefined && this.#text[map.start + 1] === ' ' && map.end > map.start + 2
    return {
      format: this.#document.format,
      quote: quoteOf(node),
      keyQuote: quoteOf(first && resolved(first.key)),
      colon: isTight ? ':' : ': ',
      comma: isTightComma ? ',' : ', ',
      pad: isPadded ? ' ' : '',
      lineEnd: this.#lineEnd,
      step: this.#step(),
      dashes: this.#dashes(),
    }
  }

  /** Behind what an item or pair takes up, deeper comments below it included. */
  #behindEntry(value: DocumentNode, from: number, column: number): number {
    let at = this.#restOfLine(Math.max(value.end, from + 1))
    if (this.#text[at - 1] === '\n' && at === value.end) return at
    for (let line = this.#nextLine(at); line < this.#text.length; line = this.#nextLine(line)) {
      let start = line
      while (this.#text[start] === ' ') start++
      const sign = this.#text[start]
      if (sign === '#' && start - line > column) at = this.#restOfLine(start)
      else if (sign !== '\n' && sign !== '\r') break
    }
    return at
  }

  /** A new line at the end of a line, or at the start of one. */
  #insertLine(at: number, indent: string, text: string): TextEdit[] {
    const isLineStart = at > 0 && this.#text[at - 1] === '\n'
    return [{ from: at, to: at, text: isLineStart ? indent + text + this.#lineEnd : this.#lineEnd + indent + text }]
  }

  /** The end of the line on which a block list opens; undefined where it opens on no line of its own. */
  #openerLine({ pair, item }: Spot, list: ListNode): number | undefined {
    const opener = pair?.colonEnd ?? (item === undefined ? undefined : item.from + 1)
    // The list of an alias stands elsewhere.
    if (opener === undefined || opener > list.start) return undefined
    const behind = this.#behindMarks(opener)
    return behind > list.start ? undefined : this.#restOfLine(behind)
  }

  /** Behind anchors and tags. */
  #behindMarks(start: number): number {
    let end = start
    for (;;) {
      let at = end
      while (isBlank(this.#text[at])) at++
      if (this.#text[at] !== '&' && this.#text[at] !== '!') return end
      while (at < this.#text.length && !isBlank(this.#text[at])) at++
      end = at
    }
  }

  #insertFlow(parent: MapNode | ListNode, index: number, texts: readonly string[]): TextEdit[] {
    const before = entryAt(parent, index - 1)
    const after = entryAt(parent, index)
    const comma = this.styleNear(parent).comma
    if (before === undefined && after === undefined) {
      const at = parent.start + 1
      return [{ from: at, to: at, text: texts.join(comma) }]
    }
    const neighbour = after ?? before!
    if (!this.#ownsLine(neighbour.start)) {
      if (after !== undefined && before === undefined)
        return [{ from: after.start, to: after.start, text: texts.map((text) => text + comma).join('') }]
      const at = before!.end
      return [{ from: at, to: at, text: texts.map((text) => comma + text).join('') }]
    }
    const line = this.#lineEnd + this.#indentOf(neighbour.start)
    const lead = this.#commaBehind(before?.end ?? parent.start + 1)
    const opened = before === undefined ? parent.start + 1 : (lead ?? before.end - 1) + 1
    const tail = this.#flowLineEnd(opened)
    if (after !== undefined) {
      if (tail === undefined || tail > after.start)
        return [{ from: after.start, to: after.start, text: texts.map((text) => `${text},${line}`).join('') }]
      return [{ from: tail, to: tail, text: texts.map((text) => `${line}${text},`).join('') }]
    }
    const end = before!.end
    if (lead !== undefined && tail !== undefined)
      return [{ from: tail, to: tail, text: texts.map((text) => `${line}${text},`).join('') }]
    const text = texts.map((one) => `${line}${one}`).join(',')
    if (tail === undefined) return [{ from: end, to: end, text: `,${text}` }]
    return [{ from: end, to: end, text: ',' }, { from: tail, to: tail, text }] // oxfmt-ignore
  }

  #removeFlow(parent: MapNode | ListNode, first: number, last: number): TextEdit[] {
    const { start } = entryAt(parent, first)!
    const { end } = entryAt(parent, last)!
    const comma = this.#commaBehind(end)
    const before = entryAt(parent, first - 1)
    const beforeComma = before === undefined ? undefined : this.#commaBehind(before.end)
    const own = (comma ?? end - 1) + 1
    const tail = this.#flowLineEnd(own)
    if (this.#ownsLine(start) && tail !== undefined && this.#lineStart(start) > parent.start) {
      const edits = [{ from: this.#lineStart(start), to: this.#nextLine(tail), text: '' }]
      if (comma === undefined && beforeComma !== undefined)
        edits.unshift({ from: beforeComma, to: beforeComma + 1, text: '' })
      return edits
    }
    const next = entryAt(parent, last + 1)
    if (next !== undefined) {
      const isNear = isSpaces(this.#text.slice(own, next.start))
      return [{ from: start, to: isNear ? next.start : own, text: '' }]
    }
    if (beforeComma === undefined) return [{ from: start, to: own, text: '' }]
    if (comma === undefined) {
      const isNear = isSpaces(this.#text.slice(beforeComma + 1, start))
      if (isNear) return [{ from: beforeComma, to: end, text: '' }]
      return [{ from: beforeComma, to: beforeComma + 1, text: '' }, { from: start, to: end, text: '' }] // oxfmt-ignore
    }
    return [{ from: start, to: own, text: '' }]
  }

  /** The only child of a block list or map goes: what is left is `[]` or `{}`. */
  #emptyBlock(parents: readonly (MapNode | ListNode)[], node: MapNode | ListNode): TextEdit[] {
    const empty = node.kind === 'list' ? '[]' : '{}'
    const outer = parents.at(-2)
    const opener = outer && openerOf(outer, node)
    if (opener === undefined || !this.#ownsLine(node.start))
      return [{ from: node.start, to: this.#trimmedEnd(node), text: empty }]
    const at = this.#behindMarks(opener)
    const [from, to] = this.#linesOf(node)
    return [{ from: at, to: at, text: ` ${empty}` }, { from, to, text: '' }] // oxfmt-ignore
  }

  #flowText(value: unknown, style: PrintStyle, near: DocumentNode | undefined): string {
    const isLines = near !== undefined && this.#text.slice(near.start, near.end).includes('\n')
    if (this.#document.format === 'json' && isLines && typeof value === 'object')
      return printJsonLines(value, style, this.#indentOf(near.start))
    return printFlow(value, style)
  }

  /** An item as its neighbour is written: `- {…}` beside `- {…}`. */
  #itemText(value: unknown, style: PrintStyle, indent: string, near: DocumentNode | undefined): string {
    const node = near && resolved(near)
    const isFlow = node !== undefined && node.kind !== 'scalar' && node.isFlow
    return isFlow && typeof value === 'object' ? printFlow(value, style) : printBlock(value, style, `${indent}  `)
  }

  /** Where a comma stands behind a place, blanks and comments between them. */
  #commaBehind(start: number): number | undefined {
    const at = this.#skipTrivia(start)
    return this.#text[at] === ',' ? at : undefined
  }

  /** The end of the line at a place within brackets; undefined where something else than a comment stands on it. */
  #flowLineEnd(start: number): number | undefined {
    const end = this.#restOfLine(start)
    const next = this.#skipTrivia(start, end)
    return next >= end ? end : undefined
  }

  /** Over blanks and comments; a comment that goes over `most` counts as text. */
  #skipTrivia(start: number, most = this.#text.length): number {
    let at = start
    while (at < most) {
      const char = this.#text[at]
      const isJson = this.#document.format === 'json'
      if (isBlank(char)) at++
      else if (char === '#' || (isJson && this.#text.startsWith('//', at))) at = this.#restOfLine(at)
      else if (isJson && this.#text.startsWith('/*', at)) {
        const close = this.#text.indexOf('*/', at) + 2
        if (close < 2 || close > most) return at
        at = close
      } else return at
    }
    return at
  }

  #trimmedEnd({ start, end }: TextRange): number {
    let at = end
    while (at > start && isBlank(this.#text[at - 1])) at--
    return at
  }

  /** From the start of the first line to behind the end of the last one. */
  #linesOf({ start, end }: TextRange): [number, number] {
    const from = this.#lineStart(start)
    return this.#text[end - 1] === '\n' ? [from, end] : [from, this.#nextLine(this.#restOfLine(end))]
  }

  #lineStart(at: number): number {
    const start = this.#text.lastIndexOf('\n', at - 1) + 1
    return start === 0 && this.#text.charCodeAt(0) === 0xfeff ? 1 : start
  }

  /** The end of the line of a place, before its line break. A place at the start of a line that a text before it ended stays. */
  #restOfLine(at: number): number {
    if (at > 0 && this.#text[at - 1] === '\n') return at
    const end = this.#text.indexOf('\n', at)
    if (end < 0) return this.#text.length
    return end > at && this.#text[end - 1] === '\r' ? end - 1 : end
  }

  #nextLine(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end < 0 ? this.#text.length : end + 1
  }

  #ownsLine(at: number): boolean {
    return isSpaces(this.#text.slice(this.#lineStart(at), at))
  }

  /** What stands before a place on its line; blanks where that is more than blanks. */
  #indentOf(at: number): string {
    const before = this.#text.slice(this.#lineStart(at), at)
    return isSpaces(before) ? before : ' '.repeat(before.length)
  }

  #cached: { step: string; dashes: string } | undefined

  #layout(): { step: string; dashes: string } {
    return (this.#cached ??= layoutOf(this.#document, (at) => this.#indentOf(at)))
  }

  #step(): string {
    return this.#layout().step
  }

  #dashes(): string {
    return this.#layout().dashes
  }
}

function openerOf(outer: MapNode | ListNode, node: DocumentNode): number | undefined {
  if (outer.kind === 'map') return outer.pairs.find((pair) => pair.value === node)?.colonEnd
  const item = outer.items.find(({ value }) => value === node)
  return item && item.from + 1
}

/** By how much a document indents what stands below its first keys, and the dashes of lists. */
function layoutOf({ root, format }: OpenDocument, indentOf: (at: number) => string): { step: string; dashes: string } {
  let step: string | undefined
  let dashes: string | undefined
  for (const { value } of root?.kind === 'map' ? root.pairs : []) {
    const node = resolved(value)
    if (node.kind === 'map' && node.pairs[0] !== undefined && (format === 'json' || !node.isFlow))
      step ??= indentOf(node.pairs[0].from)
    if (node.kind === 'list' && !node.isFlow && node.items[0] !== undefined) dashes ??= indentOf(node.items[0].from)
  }
  const [first] = root?.kind === 'map' ? root.pairs : []
  if (format === 'json') step = first === undefined ? '  ' : indentOf(first.from) || '  '
  return {
    step: step === undefined || step.length > 8 ? '  ' : step,
    dashes: dashes === undefined || dashes.length > 8 ? '  ' : dashes,
  }
}

function entryAt(parent: MapNode | ListNode, index: number): Entry | undefined {
  if (parent.kind === 'map') {
    const pair = parent.pairs[index]
    return pair && { start: pair.from, end: Math.max(pair.value.end, pair.colonEnd), value: pair.value }
  }
  const item = parent.items[index]
  return item && { start: item.from, end: Math.max(item.value.end, item.from), value: item.value }
}

/** The first map in brackets at a node: it shows how such maps are spaced. */
function firstFlowMap(node: DocumentNode | undefined): MapNode | undefined {
  if (node === undefined || node.kind === 'scalar' || node.kind === 'alias') return undefined
  if (node.kind === 'map') return node.isFlow && node.pairs.length > 0 ? node : undefined
  return firstFlowMap(node.items[0]?.value)
}

function quoteOf(node: ContentNode | undefined): PrintStyle['quote'] {
  if (node?.kind === 'list') return quoteOf(node.items[0] && resolved(node.items[0].value))
  if (node?.kind !== 'scalar') return 'plain'
  return node.style === 'single' || node.style === 'double' ? node.style : 'plain'
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}

function isSpaces(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text[at] !== ' ' && text[at] !== '\t') return false
  return true
}
