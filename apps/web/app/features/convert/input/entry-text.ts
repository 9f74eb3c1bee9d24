/** Where an entry begins in a text: its line, and in a line of Base64 the line in what that says. Both from 1. */
export interface EntryPlace {
  line: number
  inner?: number
}

/** What the first line of an entry says, without the space around; undefined where the text has no such line. */
export function entryLine(text: string, { line, inner }: EntryPlace): string | undefined {
  const lines = linesOf(text)
  if (inner === undefined) return lines[line - 1]?.trim()
  return bodyAt(lines, line - 1)?.lines[inner - 1]?.trim()
}

/**
 * A text without these entries: a line of its own, a list item of YAML or JSON with all its lines, or one inside Base64.
 * `left`: of so many no end can be told, and they stay. In time linear to text and places.
 */
export function withoutEntries(text: string, places: readonly EntryPlace[]): { text: string; left: number } {
  const lines = [...linesOf(text)]
  const gone = new Set<number>()
  const objects: number[] = []
  let left = 0
  for (const [line, own] of Map.groupBy(places, (place) => place.line)) {
    const index = line - 1
    const first = lines[index]
    const dash = /^(\s*)-(?:\s|$)/.exec(first ?? '')
    const inners = own.flatMap(({ inner }) => inner ?? [])
    if (first === undefined) left += own.length
    else if (inners.length > 0) {
      const body = bodyAt(lines, index)
      const rest = body && withoutInner(body, inners)
      if (rest === undefined) left += inners.length
      else {
        lines[index] = rest
        for (let at = index + 1; at < body!.end; at++) gone.add(at)
      }
    } else if (dash) for (let at = index; at < endOfItem(lines, line, dash[1]!.length); at++) gone.add(at)
    else if (isWholeLine(first.trim())) gone.add(index)
    else objects.push(index)
  }
  const kept = lines.filter((_, index) => !gone.has(index))
  if (objects.length === 0) return { text: kept.join('\n'), left }
  const cut = withoutObjects(kept, movedUp(objects, gone))
  return { text: cut.text, left: left + cut.left }
}

/** A text with another line in the place of the one an entry stands on; undefined where that is not there. */
export function withEntryLine(text: string, { line, inner }: EntryPlace, entry: string): string | undefined {
  const lines = linesOf(text)
  const own = lines[line - 1]
  if (own === undefined) return undefined
  if (inner === undefined) return lines.with(line - 1, entry).join('\n')
  const body = bodyAt(lines, line - 1)
  if (body?.lines[inner - 1] === undefined) return undefined
  const rest = encoded(body.lines.with(inner - 1, entry).join('\n'))
  return lines.toSpliced(line - 1, body.end - line + 1, rest).join('\n')
}

/** Whether a line holds one whole entry. Most lines of YAML and JSON hold only a part of one. */
export function isWholeLine(line: string): boolean {
  if (line === '' || hasSeveralLinks(line)) return false
  if (isOneLink(line) || /^-\s*\{.*\}$/.test(line)) return true
  return !/^(?:[[\]{}"'-]|[\w-]+\s*:(?:\s|$))/.test(line)
}

export function isOneLink(line: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(line) && !hasSeveralLinks(line)
}

/** Each link of a line is an entry of its own. */
function hasSeveralLinks(line: string): boolean {
  return line.indexOf('://') !== line.lastIndexOf('://')
}

let split: { text: string; lines: readonly string[] } | undefined

/** Many entries are asked about in one text. */
export function linesOf(text: string): readonly string[] {
  if (split?.text !== text) split = { text, lines: text.split('\n') }
  return split.lines
}

/** Base64 without these lines of what it says, written anew on one line. */
function withoutInner({ lines }: Body, inners: readonly number[]): string | undefined {
  if (inners.some((inner) => lines[inner - 1] === undefined)) return undefined
  const rest = withoutEntries(
    lines.join('\n'),
    inners.map((inner) => ({ line: inner })),
  )
  if (rest.left === 0) return encoded(rest.text)
  const gone = new Set(inners.map((inner) => inner - 1))
  return encoded(lines.filter((_, index) => !gone.has(index)).join('\n'))
}

/** The last line of a list item of YAML, from 1: what follows is not further in than its dash. */
function endOfItem(lines: readonly string[], from: number, indent: number): number {
  let end = from
  for (let line = from + 1; line <= lines.length; line++) {
    const text = lines[line - 1]!
    if (text.trim() === '') continue
    if (text.search(/\S/) <= indent) break
    end = line
  }
  return end
}

/** Where lines stand once others are gone. */
function movedUp(indexes: readonly number[], gone: ReadonlySet<number>): number[] {
  const above = [...gone].sort((a, b) => a - b)
  let count = 0
  return indexes
    .toSorted((a, b) => a - b)
    .map((index) => {
      while (count < above.length && above[count]! < index) count++
      return index - count
    })
}

interface Range {
  from: number
  to: number
}

/** Without the objects of a list that begin on these lines, each with one of the commas beside it. */
function withoutObjects(lines: readonly string[], indexes: readonly number[]): { text: string; left: number } {
  const text = lines.join('\n')
  const objects: Range[] = []
  let at = 0
  let next = 0
  for (const [index, line] of lines.entries()) {
    if (index === indexes[next]) {
      next++
      const from = at + line.search(/\S|$/)
      const to = isListItem(text, from) ? endOfObject(text, from) : undefined
      if (to !== undefined) objects.push({ from, to })
    }
    at += line.length + 1
  }
  return { text: withoutRanges(text, withCommas(text, objects)), left: indexes.length - objects.length }
}

/** An object by itself may be the whole document. */
function isListItem(text: string, from: number): boolean {
  if (text[from] !== '{') return false
  const before = lastBefore(text, from)
  return text[before] === '[' || text[before] === ','
}

/** With the comma behind an object, or where none is left behind it, the one before. */
function withCommas(text: string, objects: readonly Range[]): Range[] {
  const cuts: Range[] = []
  let rest: { from: number } | undefined
  for (const { from, to } of objects.toReversed()) {
    const comma = firstFrom(text, to)
    const isLast = text[comma] !== ',' || (rest !== undefined && firstFrom(text, comma + 1) === rest.from)
    const before = lastBefore(text, from)
    if (!isLast) cuts.push({ from, to: firstFrom(text, comma + 1) })
    else cuts.push({ from: text[before] === ',' ? before : from, to })
    rest = isLast ? { from } : undefined
  }
  return cuts.toReversed()
}

function withoutRanges(text: string, cuts: readonly Range[]): string {
  let at = 0
  let rest = ''
  for (const { from, to } of cuts) {
    rest += text.slice(at, from)
    at = Math.max(at, to)
  }
  return rest + text.slice(at)
}

/** The first place from here that is no space. */
function firstFrom(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at]!.trim() === '') at++
  return at
}

/** The last place before here that is no space; -1 where there is none. */
function lastBefore(text: string, from: number): number {
  let at = from - 1
  while (at >= 0 && text[at]!.trim() === '') at--
  return at
}

function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') {
      at = endOfString(text, at)
    } else if (letter === '{' || letter === '[') {
      depth++
    } else if (letter === '}' || letter === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

interface Body {
  /** What it says. */
  lines: readonly string[]
  /** Index of the line behind it. */
  end: number
}

let read: { of: readonly string[]; index: number; body: Body | undefined } | undefined

/** The decoded text of the Base64 that begins on a line. It can have several lines. All have one length, the last may be shorter. */
function bodyAt(lines: readonly string[], index: number): Body | undefined {
  // Many entries are asked about in one body.
  if (read?.of !== lines || read.index !== index) read = { of: lines, index, body: readBody(lines, index) }
  return read.body
}

function readBody(lines: readonly string[], index: number): Body | undefined {
  const end = endOfBody(lines, index)
  const text = readBase64(lines.slice(index, end).join(''))
  return text === undefined ? undefined : { lines: text.split('\n'), end }
}

const LEAST_WIDTH = 16

function endOfBody(lines: readonly string[], index: number): number {
  const width = lines[index]?.trim().length ?? 0
  let end = index + 1
  if (width < LEAST_WIDTH || beginsAnew(lines[end])) return end
  while (end < lines.length) {
    const line = lines[end]!.trim()
    if (line === '' || line.length > width || !/^[\w+/-]+={0,2}$/.test(line)) break
    end++
    if (line.length < width) break
  }
  return end
}

/** A body of its own begins with a link. */
function beginsAnew(line: string | undefined): boolean {
  return /^\s*[a-z][a-z\d+.-]*:\/\//i.test(readBase64(line ?? '') ?? '')
}

function readBase64(coded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(coded.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function encoded(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}
