import { format as jsoncFormat } from 'jsonc-parser'
import { type DocumentNode, type ListNode, type MapNode, resolved, valueOf } from './document-node.ts'
import { type DocumentFormat, openDocument, type OpenDocument } from './open-document.ts'
import { applyEdits } from './text-edit.ts'

/** The text laid out evenly; or why it is left as it is: it cannot be read, or it would mean something else. */
export type FormattedText = { text: string } | { refused: 'syntax' | 'changed' }

const STEP = 2

/**
 * Lays out a document: each level of indent is two blanks, lines have no blanks at their end, and JSON has one value in a
 * line. Comments, quotes and the order of keys stay. Line ends are `\n`.
 */
export function formatText(text: string, format: DocumentFormat): FormattedText {
  const before = openDocument(text, { format })
  if (before.issue !== undefined || before.root === undefined) return { refused: 'syntax' }
  const laidOut = format === 'json' ? formatJson(text) : formatYaml(before)
  const after = openDocument(laidOut, { format })
  return isSameValue(before, after) ? { text: laidOut } : { refused: 'changed' }
}

function isSameValue(before: OpenDocument, after: OpenDocument): boolean {
  if (after.issue !== undefined || after.root === undefined || before.root === undefined) return false
  return JSON.stringify(valueOf(before.root)) === JSON.stringify(valueOf(after.root))
}

function formatJson(text: string): string {
  const options = { tabSize: STEP, insertSpaces: true, eol: '\n', insertFinalNewline: true }
  const edits = jsoncFormat(text, undefined, options)
  return applyEdits(
    text,
    edits.map(({ offset, length, content }) => ({ from: offset, to: offset + length, text: content })),
  )
}

function formatYaml(document: OpenDocument): string {
  const lines = new YamlLines(document)
  lines.lay(document.root!, 0)
  return lines.text()
}

/** The lines of a document of YAML, and by how much each is indented afterwards. */
class YamlLines {
  readonly #document: OpenDocument
  readonly #lines: string[]
  /** Of lines where an entry begins. */
  readonly #indents = new Map<number, number>()
  /** Lines that belong to a value that began above them. */
  readonly #inside = new Map<number, number>()

  constructor(document: OpenDocument) {
    this.#document = document
    this.#lines = document.text.split('\n')
  }

  /** Gives the entries of a list or map in block style their indent. */
  lay(given: DocumentNode, indent: number): void {
    // What an alias stands for is laid out where it stands.
    if (given.kind === 'alias') return
    if (given.kind === 'scalar' || given.isFlow) return this.#follow(given)
    if (given.kind === 'map') for (const { from, key, value } of given.pairs) this.#entry(from, indent, value, key)
    else for (const { from, value } of given.items) this.#entry(from, indent, value)
  }

  text(): string {
    const laid: string[] = []
    const below = this.#entriesBelow()
    let shift = 0
    for (const [at, line] of this.#lines.entries()) {
      const owner = this.#inside.get(at)
      const indent = this.#indents.get(at)
      if (indent !== undefined) shift = indent - widthOf(line)
      if (owner !== undefined) laid.push(shifted(line, (this.#indents.get(owner) ?? 0) - widthOf(this.#lines[owner]!)))
      else if (indent !== undefined) laid.push(' '.repeat(indent) + line.trim())
      else laid.push(this.#rest(line, shift, below[at]!))
    }
    while (laid.at(-1) === '') laid.pop()
    return `${laid.join('\n')}\n`
  }

  /** A comment, a sign, or nothing at all. */
  #rest(line: string, shift: number, below: number): string {
    const trimmed = line.trim()
    if (!trimmed.startsWith('#')) return trimmed === '' ? '' : line.trimEnd()
    // A comment is about the entry below it that is indented alike.
    const indent = this.#indents.get(below)
    const isAlike = indent !== undefined && widthOf(this.#lines[below]!) === widthOf(line)
    return isAlike ? ' '.repeat(indent) + trimmed : shifted(line, shift).trimEnd()
  }

  /** For each line the next one on which an entry begins. */
  #entriesBelow(): Int32Array {
    const found = new Int32Array(this.#lines.length)
    let next = -1
    for (let at = found.length - 1; at >= 0; at--) {
      found[at] = next
      if (this.#indents.has(at)) next = at
    }
    return found
  }

  #entry(from: number, indent: number, value: DocumentNode, key?: DocumentNode): void {
    const line = this.#lineOf(from)
    const column = from - this.#document.offsetOf({ line: line + 1, column: 1 })
    // An entry behind a dash stands where the dash and its blanks put it.
    if (this.#lines[line]!.slice(0, column).trim() === '') this.#indents.set(line, indent)
    if (key) this.#follow(key)
    const node = value.kind === 'alias' ? value : resolved(value)
    if (node.kind === 'alias' || node.kind === 'scalar' || node.isFlow) return this.#follow(node)
    this.lay(node, this.#innerIndent(node, line, column, indent, key !== undefined))
  }

  #innerIndent(node: MapNode | ListNode, line: number, column: number, indent: number, isPair: boolean): number {
    const first = node.kind === 'map' ? node.pairs[0]?.from : node.items[0]?.from
    if (first === undefined) return indent
    const firstLine = this.#lineOf(first)
    const firstColumn = first - this.#document.offsetOf({ line: firstLine + 1, column: 1 })
    // `- name: a`: the keys below stand under the first one.
    if (firstLine === line) return indent + (firstColumn - column)
    const isUnderKey = isPair && node.kind === 'list' && firstColumn === column
    return isUnderKey ? indent : indent + STEP
  }

  /** The lines of a value behind its first one move as that one does. */
  #follow({ start, end }: { start: number; end: number }): void {
    if (end <= start) return
    const first = this.#lineOf(start)
    const last = this.#lineOf(end - 1)
    let owner = first
    while (owner > 0 && !this.#indents.has(owner)) owner--
    for (let at = owner + 1; at <= last; at++) this.#inside.set(at, owner)
  }

  #lineOf(offset: number): number {
    return this.#document.positionOf(offset).line - 1
  }
}

const widthOf = (line: string) => line.length - line.trimStart().length

function shifted(line: string, by: number): string {
  if (by >= 0) return line.trim() === '' ? line : ' '.repeat(by) + line
  return line.slice(Math.min(-by, widthOf(line)))
}
