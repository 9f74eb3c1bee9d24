import { countLines, lineEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import { nodeListOf } from '../documents.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { isQuotedLink } from './dashed-link.ts'
import { sectionWord } from './section-word.ts'
import { failYaml, takeYamlItems } from './yaml-items.ts'

/** What opens like JSON and is none: `{name: x, type: ss, …}` without quotes is YAML; anything else is one broken document. */

const COMMA = 0x2c
/** A longer line is no entry that a person typed. */
const MAX_FLOW_LINE = 65536

/** `at`: where JSON ends to be JSON. False when it is a line of prose. */
export function readBrokenJson(reader: TextReader, line: Line, at: number, error: 'syntax' | 'depth'): boolean {
  const firstStop = lineEnd(reader.text, line.start)
  if (error === 'syntax' && readFlowLine(reader, line.start, firstStop)) return true
  const end = documentEnd(reader.text, line.lineStart)
  if (error === 'syntax' && end > firstStop + 1 && readFlowLines(reader, line, end)) return true
  if (isProse(reader.text, line.start, firstStop, end)) return false
  fail(reader, line, end, at, error)
  return true
}

/** An entry on one line. */
function readFlowLine(reader: TextReader, start: number, stop: number): boolean {
  if (stop - start > MAX_FLOW_LINE) return false
  const { text, entries, line } = reader
  const last = trimBlanks(text, start, stop)
  const one = entries.yaml(text.slice(start, text.charCodeAt(last - 1) === COMMA ? last - 1 : last))
  const list = one.issue === undefined && one.documents.length === 1 ? nodeListOf(one.documents[0]!.value) : undefined
  if (list === undefined) return false
  reader.document()
  reader.items(list.items, () => start)
  if (one.joined) failYaml(reader, one.joined, text.slice(start, stop), line)
  return true
}

/** A document over lines. */
function readFlowLines(reader: TextReader, line: Line, end: number): boolean {
  const firstLine = reader.line
  const block = reader.text.slice(line.lineStart, end)
  const { documents, issue, joined } = reader.entries.yaml(block)
  const document = issue === undefined ? documents[0] : undefined
  const list = document && nodeListOf(document.value)
  if (!document || !list) return false
  reader.document()
  takeYamlItems(reader, line, document, list)
  if (joined) failYaml(reader, joined, block, firstLine)
  reader.moveTo(end)
  return true
}

/** A line of prose in brackets is a line; a document has quotes or colons, or goes on below. */
function isProse(text: string, start: number, stop: number, end: number): boolean {
  const goesOn = trimBlanks(text, start, stop) === start + 1 && end < text.length
  if (goesOn || end > stop + 1) return false
  const line = text.slice(start, stop)
  return !line.includes('"') && !line.includes(':')
}

function fail(reader: TextReader, { lineStart, start }: Line, end: number, at: number, error: 'syntax' | 'depth') {
  const { text } = reader
  reader.document()
  const line = reader.line + countLines(text, lineStart, Math.min(at, trimBlanks(text, start, end)))
  reader.place(line)
  reader.entries.fail('bad-json', undefined, {
    line,
    msg: error === 'depth' ? 'nesting deeper than 100' : 'unexpected token',
  })
  reader.moveTo(end)
}

/** End of a broken document: the next line that is a link or begins a section, or the end of the text. */
function documentEnd(text: string, lineStart: number): number {
  let at = lineEnd(text, lineStart) + 1
  while (at < text.length) {
    const stop = lineEnd(text, at)
    const start = skipBlanks(text, at, stop)
    if (
      start < stop &&
      (isQuotedLink(text, start, stop) || sectionWord(text, start, trimBlanks(text, start, stop)) !== undefined)
    )
      return at
    at = stop + 1
  }
  return text.length
}
