import { linksInLine } from '../../link/links-in-line.ts'
import { answerMessage } from '../../nodes/server-message.ts'
import { readJsonAt } from '../../text/json.ts'
import { countLines, lineEnd, skipBlanks } from '../../text/lines.ts'
import { isRecord } from '../../text/record.ts'
import { type NodeList, isConfig, nodeListOf } from '../documents.ts'
import type { EntryReader } from '../reader/entry-reader.ts'
import { kindOfScheme } from '../reader/schemes.ts'
import type { ListItem } from '../entry-format.ts'
import type { TextReader } from '../reader/text-reader.ts'
import type { TextFormat } from '../text-format.ts'
import { readBrokenJson } from './broken-json.ts'

const QUOTE = 0x22
const APOSTROPHE = 0x27
const COMMA = 0x2c
const SLASH = 0x2f
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** A JSON document, one in a line or over many. */
export const jsonDocument: TextFormat = {
  detect: ({ text }, { start, first }) => (first === OPEN_BRACE || first === OPEN_BRACKET) && isJsonStart(text, start),

  read(reader, line) {
    const { text, entries } = reader
    const { start } = line
    const { value, places, end, error, repeated } = readJsonAt(text, start, { joinsLists: true })
    if (error !== undefined) return readBrokenJson(reader, line, end, error)
    const list = nodeListOf(value) ?? linkListOf(value)
    if (list === undefined && !isRecord(value) && !Array.isArray(value)) return false
    reader.document()
    if (list === undefined) failDocument(entries, value)
    else {
      reader.items(list.items, ({ list: from, index = 0 }) => {
        const item = from?.[index]
        return (isObject(item) ? places.get(item) : undefined) ?? (from && places.get(from)) ?? start
      })
      entries.subscription(list.subscription)
      if (list.items.length === 0) entries.fail('missing-field', 'nodes')
    }
    if (repeated) failRepeated(reader, start, repeated)
    reader.moveTo(behind(text, end))
    return true
  },
}

/** Whether what opens here goes on like an object or a list of entries; `[通知] …` is prose. */
function isJsonStart(text: string, start: number): boolean {
  const next = text.charCodeAt(skipBlanks(text, start + 1, text.length))
  if (Number.isNaN(next) || next === QUOTE || next === APOSTROPHE || next === SLASH) return true
  if (text.charCodeAt(start) === OPEN_BRACKET)
    return next === OPEN_BRACE || next === OPEN_BRACKET || next === CLOSE_BRACKET
  const letter = next | 0x20
  return next === CLOSE_BRACE || (letter >= 0x61 && letter <= 0x7a)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A document without nodes: what a server says instead, where it says something. */
function failDocument(entries: EntryReader, value: unknown): void {
  const message = isConfig(value) ? undefined : answerMessage(value)
  if (message === undefined) entries.fail('missing-field', 'nodes')
  else entries.fail('server-message', undefined, message === '' ? {} : { text: message })
}

/** A key twice: mihomo refuses such a file, sing-box takes the last one. */
function failRepeated(reader: TextReader, start: number, { at, first }: { at: number; first: number }): void {
  const { text, entries, line: firstLine } = reader
  const line = firstLine + countLines(text, start, at)
  reader.place(line)
  entries.fail('bad-json', undefined, { line, first: firstLine + countLines(text, start, first) })
}

/** Behind a value: over a comma and blanks to the next line, where nothing else stands. */
function behind(text: string, end: number): number {
  const stop = lineEnd(text, end)
  let at = skipBlanks(text, end, stop)
  if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1, stop)
  if (at === stop) return Math.min(stop + 1, text.length)
  // The rest of the line is read as one of its own.
  return at
}

/** The links of nodes in a document of no known form, an answer of an API: `{"data": ["ss://…"]}`. */
function linkListOf(document: unknown): NodeList | undefined {
  const items: ListItem[] = []
  addLinkItems(items, document)
  return items.length === 0 ? undefined : { items }
}

function addLinkItems(items: ListItem[], value: unknown): void {
  if (!Array.isArray(value) && !isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    // An address that the program itself opens.
    if (key === 'listen') continue
    if (typeof inner === 'string' && hasNodeLink(inner))
      items.push({ form: 'link', value: inner, list: [value], index: 0 })
    else addLinkItems(items, inner)
  }
}

function hasNodeLink(text: string): boolean {
  return text.includes('://') && linksInLine(text, 0, text.length, kindOfScheme).some(({ kind }) => kind === 'node')
}
