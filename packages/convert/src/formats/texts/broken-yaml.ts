import { countLines, isBlankCode, lineEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import type { YamlIssue } from '../../text/yaml.ts'
import { nodeListOf } from '../documents.ts'
import type { ListItem } from '../entry-format.ts'
import type { TextReader } from '../reader/text-reader.ts'
import { failYaml } from './yaml-items.ts'
import { isYamlKey } from './yaml-lines.ts'

const HASH = 0x23
const DASH = 0x2d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whether a broken block was meant to list nodes. */
export function looksLikeNodeYaml(block: string): boolean {
  return /^[ \t]*(?:- *\{|- +["']?(?:name|type|server)["']?:|["']?(?:proxies|Proxy|proxy-providers)["']?:)/m.test(block)
}

/** Reads the items of a broken block one by one; false when none can be read. */
export function recoverYaml(reader: TextReader, block: string, firstLine: number, issue: YamlIssue): boolean {
  const { entries } = reader
  const { slices, isAll } = itemSlices(block)
  let line = firstLine
  let counted = 0
  const read: { line: number; items?: ListItem[]; issue?: YamlIssue; text: string }[] = []
  let broken = 0
  for (const { start, end } of slices) {
    line += countLines(block, counted, start)
    counted = start
    const text = block.slice(start, trimBlanks(block, start, end))
    const one = entries.yaml(text)
    const list = one.issue === undefined && one.documents[0] ? nodeListOf(one.documents[0].value) : undefined
    if (list !== undefined) read.push({ line, items: list.items, text })
    else {
      broken++
      read.push({ line, issue: one.issue ?? { code: 'bad-yaml', at: 0, reason: 'no entry' }, text })
    }
  }
  if (broken === read.length) return false
  for (const item of read) {
    reader.place(item.line)
    if (item.issue) failYaml(reader, item.issue, item.text, item.line)
    else for (const one of item.items ?? []) entries.item(one)
  }
  // What is broken may stand elsewhere in the document.
  if (broken === 0 && !isAll) failYaml(reader, issue, block, firstLine)
  return true
}
/**
 * The items of a list in a broken block: every `-` at the indentation of the first one behind `proxies:` (or at the top).
 * `isAll`: nothing else stands in the block.
 */
function itemSlices(block: string): { slices: { start: number; end: number }[]; isAll: boolean } {
  const slices: { start: number; end: number }[] = []
  let indent = -1
  let isInside = false
  let at = 0
  let start = -1
  let isWhole = false
  const close = (end: number) => {
    if (start >= 0) slices.push({ start, end })
    start = -1
  }
  const top = skipBlanks(block, 0, block.length)
  let isAll = block.charCodeAt(top) === DASH
  if (isAll) isInside = true
  while (at < block.length) {
    const stop = lineEnd(block, at)
    const first = skipBlanks(block, at, stop)
    const code = block.charCodeAt(first)
    if (first < stop && code !== HASH) {
      const own = first - at
      const isItem = code === DASH && (first + 1 === stop || isBlankCode(block.charCodeAt(first + 1)))
      if (!isInside) {
        if (/^["']?(?:proxies|Proxy)["']?:\s*$/.test(block.slice(first, Math.min(stop, first + 24)))) {
          isInside = true
          indent = -1
        }
      } else if (
        isItem &&
        (indent < 0 ||
          own <= indent ||
          (isWhole && block.charCodeAt(skipBlanks(block, first + 1, stop)) === OPEN_BRACE))
      ) {
        close(at)
        if (indent < 0 || own < indent) indent = own
        start = at
        // `- {…}` on one line: what follows it, however far indented, is another one.
        isWhole = block.charCodeAt(trimBlanks(block, first, stop) - 1) === CLOSE_BRACE
      } else if (indent >= 0 && own <= indent && isYamlKey(block, first, stop)) {
        close(at)
        isInside = false
        isAll = false
      }
    }
    at = stop + 1
  }
  close(block.length)
  return { slices, isAll }
}
