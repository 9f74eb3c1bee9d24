import { isRecord } from '../text/record.ts'
import {
  type ContentNode, type DocumentNode, type DocumentPath, fieldsOf, keyText, type ListNode, type MapNode, resolved,
  valueOf,
} from './document-node.ts' // oxfmt-ignore
import type { OpenDocument } from './open-document.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'

/** Says which item of the list at a path an item of the new list was; undefined: it is a new one. */
export type FindOldItem = (path: DocumentPath, item: unknown) => number | undefined

/**
 * The edits after which a JSON document says another value. What stays keeps its text, its comments and its place;
 * what goes takes its comments with it; what comes looks like its neighbours.
 */
export function rewriteValue(
  document: OpenDocument,
  value: unknown,
  findOld: FindOldItem = () => undefined,
): TextEdit[] {
  const { root } = document
  return root === undefined ? [] : new Rewriter(document, findOld).edits(root, value, [])
}

/** What one pair or item is after the change: an old one with edits, or new text. */
type Child = { old: number; edits: TextEdit[] } | { text: (indent: string, isLine: boolean) => string }

/** A pair or item of the old text, with the text around it that goes where it goes. */
interface Part {
  /** Behind the comma before it and the comment on that line. */
  lead: number
  from: number
  end: number
}

class Rewriter {
  readonly #text: string
  readonly #findOld: FindOldItem
  readonly #step: string
  readonly #lineEnd: string

  constructor(document: OpenDocument, findOld: FindOldItem) {
    this.#text = document.text
    this.#findOld = findOld
    const { root } = document
    const first = root?.kind === 'map' ? root.pairs[0] : undefined
    this.#step = (first && this.#indentOf(first.from)) || '  '
    this.#lineEnd = this.#text.includes('\r\n') ? '\r\n' : '\n'
  }

  edits(given: DocumentNode, value: unknown, path: DocumentPath): TextEdit[] {
    const node = resolved(given)
    if (isSame(valueOf(node), value)) return []
    if (node.kind === 'map' && isRecord(value)) return this.#map(node, value, path)
    if (node.kind === 'list' && Array.isArray(value)) return this.#list(node, value, path)
    const isLines = this.#text.slice(node.start, node.end).includes('\n')
    return [{ from: node.start, to: node.end, text: this.#print(value, this.#indentOf(node.start), isLines) }]
  }

  #map(node: MapNode, value: Record<string, unknown>, path: DocumentPath): TextEdit[] {
    const last = fieldsOf(node)
    const known = new Set<string>()
    const children: Child[] = []
    let isOther = false
    const fresh = Object.entries(value).filter(([key, item]) => !last.has(key) && item !== undefined && item !== null)
    const gone = node.pairs.filter((pair) => isGone(value, keyText(pair) ?? '', valueOf(pair.value)))
    for (const [index, pair] of node.pairs.entries()) {
      const key = keyText(pair) ?? ''
      known.add(key)
      if (!gone.includes(pair)) {
        const isLast = last.get(key) === pair
        const edits = isLast && Object.hasOwn(value, key) ? this.edits(pair.value, value[key], [...path, key]) : []
        children.push({ old: index, edits })
        continue
      }
      isOther = true
      // What takes its place stands in its place.
      if (pair === gone[0]) children.push(...fresh.splice(0).map((entry) => this.#pair(entry)))
    }
    if (fresh.length > 0) isOther = true
    children.push(...fresh.map((entry) => this.#pair(entry)))
    if (!isOther) return children.flatMap((child) => ('old' in child ? child.edits : []))
    return this.#rebuild(node, node.pairs.map(({ from, value: one }) => ({ from, end: one.end })), children) // oxfmt-ignore
  }

  #pair([key, item]: [string, unknown]): Child {
    return { text: (indent, isLine) => `${JSON.stringify(key)}: ${this.#print(item, indent, isLine)}` }
  }

  #list(node: ListNode, value: readonly unknown[], path: DocumentPath): TextEdit[] {
    const children: Child[] = []
    let at = 0
    for (const item of value) {
      const old = this.#oldOf(node, item, path, at)
      if (old === undefined || old < at) {
        // In a list of objects on one line each, a new one stands on one line too.
        const near = node.items.at(-1)?.value
        const isFlat = near !== undefined && !this.#text.slice(near.start, near.end).includes('\n')
        children.push({ text: (indent, isLine) => this.#print(item, indent, isLine && !isFlat) })
        continue
      }
      children.push({ old, edits: this.edits(node.items[old]!.value, item, [...path, old]) })
      at = old + 1
    }
    const isEqual = children.length === node.items.length && children.every((child, index) => 'old' in child && child.old === index) // oxfmt-ignore
    if (isEqual) return children.flatMap((child) => ('old' in child ? child.edits : []))
    return this.#rebuild(node, node.items.map(({ from, value: one }) => ({ from, end: one.end })), children) // oxfmt-ignore
  }

  #oldOf(node: ListNode, item: unknown, path: DocumentPath, from: number): number | undefined {
    const known = this.#findOld(path, item)
    if (known !== undefined) return known < node.items.length ? known : undefined
    if (isRecord(item)) return undefined
    for (let at = from; at < node.items.length; at++) if (isSame(valueOf(node.items[at]!.value), item)) return at
    return undefined
  }

  /** The inside of a map or list anew: old children with the text around them, new ones like their neighbours. */
  #rebuild(node: ContentNode, spans: readonly { from: number; end: number }[], children: readonly Child[]): TextEdit[] {
    const inside = node.start + 1
    const close = node.end - 1
    const parts: Part[] = []
    let lead = inside
    for (const { from, end } of spans) {
      parts.push({ lead, from, end })
      lead = this.#behindComma(end)
    }
    const isLine = this.#text.slice(node.start, node.end).includes('\n') || (spans.length === 0 && children.length > 0 && this.#isRootOrLines()) // oxfmt-ignore
    const outer = this.#indentOf(node.start)
    const [first] = spans
    const indent = first !== undefined && isLine ? this.#indentOf(first.from) : outer + this.#step
    const gap = isLine ? this.#lineEnd + indent : ' '
    let text = ''
    let count = 0
    for (const child of children) {
      if (count++ > 0) text = withComma(text)
      if (!('old' in child)) {
        text += (count === 1 && !isLine ? this.#pad(node) : gap) + child.text(indent, isLine)
        continue
      }
      const part = parts[child.old]!
      const shifted = child.edits.map(({ from, to, text: now }) => ({
        from: from - part.from,
        to: to - part.from,
        text: now,
      }))
      const lead = this.#text.slice(part.lead, part.from)
      text += (lead === '' && count > 1 ? gap : lead) + applyEdits(this.#text.slice(part.from, part.end), shifted)
      text += this.#commentBehind(part.end)
    }
    // What stands before the closing bracket stays there, but for a comma.
    const tail = parts.length === 0 ? '' : this.#text.slice(lead, close)
    const ending = children.length === 0 ? '' : isLine && !tail.includes('\n') ? this.#lineEnd + outer : tail || this.#pad(node) // oxfmt-ignore
    return [{ from: inside, to: close, text: text + ending }]
  }

  #isRootOrLines(): boolean {
    return this.#text.includes('\n')
  }

  #pad(node: ContentNode): string {
    return this.#text[node.start + 1] === ' ' ? ' ' : ''
  }

  /** Behind the comma that follows a place, and the comment behind it on the line; the place itself where none follows. */
  #behindComma(end: number): number {
    const comma = this.#commaAt(end)
    if (comma === undefined) return end + this.#commentBehind(end).length
    return comma + 1 + this.#lineComment(comma + 1).length
  }

  /** What is said of a child on its line: before the comma or behind it. A block, so that a comma may follow. */
  #commentBehind(end: number): string {
    const comma = this.#commaAt(end)
    return comma === undefined ? this.#lineComment(end) : this.#text.slice(end, comma) + this.#lineComment(comma + 1)
  }

  #lineComment(at: number): string {
    let start = at
    while (this.#text[start] === ' ' || this.#text[start] === '\t') start++
    const isLine = this.#text.startsWith('//', start) || this.#text[start] === '#'
    if (isLine) {
      const end = this.#text.indexOf('\n', start)
      const stop = end < 0 ? this.#text.length : end
      return this.#text.slice(at, this.#text[stop - 1] === '\r' ? stop - 1 : stop)
    }
    if (!this.#text.startsWith('/*', start)) return ''
    const close = this.#text.indexOf('*/', start + 2)
    const block = close < 0 ? '' : this.#text.slice(at, close + 2)
    return block.includes('\n') ? '' : block
  }

  #commaAt(end: number): number | undefined {
    let at = end
    while (at < this.#text.length) {
      const char = this.#text[at]
      if (char === ',') return at
      if (char === ' ' || char === '\t' || char === '\n' || char === '\r') at++
      else if (char === '#' || this.#text.startsWith('//', at)) at = lineEndAt(this.#text, at)
      else if (this.#text.startsWith('/*', at)) {
        const close = this.#text.indexOf('*/', at + 2)
        if (close < 0) return undefined
        at = close + 2
      } else return undefined
    }
    return undefined
  }

  #print(value: unknown, indent: string, isLine: boolean): string {
    if (!isLine || typeof value !== 'object') return printFlat(value)
    // Short lists of plain values read better on one line.
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return printFlat(value)
    return JSON.stringify(value, undefined, this.#step).replaceAll('\n', this.#lineEnd + indent)
  }

  #indentOf(at: number): string {
    const start = this.#text.lastIndexOf('\n', at - 1) + 1
    let end = start
    while (end < at && (this.#text[end] === ' ' || this.#text[end] === '\t')) end++
    return this.#text.slice(start, end)
  }
}

function lineEndAt(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Puts a comma behind the last child, before the comment that stands behind it on its line. */
function withComma(text: string): string {
  const line = text.lastIndexOf('\n') + 1
  const comment = commentStart(text, line)
  if (comment < 0) return `${text},`
  const trimmed = text.slice(0, comment).trimEnd()
  return `${trimmed},${text.slice(trimmed.length)}`
}

/** Where a line comment starts on the last line, outside of texts; -1 where there is none. */
function commentStart(text: string, from: number): number {
  let isText = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (isText) {
      if (char === '\\') at++
      else if (char === '"') isText = false
    } else if (char === '"') isText = true
    else if (char === '#' || text.startsWith('//', at) || text.startsWith('/*', at)) return at
  }
  return -1
}

/** JSON on one line, as people write it. */
function printFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printFlat).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [`${JSON.stringify(key)}: ${printFlat(item)}`])) // oxfmt-ignore
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** A key that stands there and not in the new value. Null is as good as nothing. */
function isGone(value: Record<string, unknown>, key: string, old: unknown): boolean {
  return ownValue(value, key) === undefined && old !== null
}

/** What all objects have is no key of a value. */
function ownValue(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Whether two values say the same; the order of keys does not count, and null is as good as nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (!isRecord(a) || !isRecord(b) || Array.isArray(b)) return (a ?? null) === null && (b ?? null) === null
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(ownValue(a, key), ownValue(b, key)))
}
