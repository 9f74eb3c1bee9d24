import { isBlankCode, lineEnd, skipBlanks, trimBlanks } from './lines.ts'

/** What is wrong with a YAML text, and the place where the reader has to look. */
export interface YamlIssuePlace {
  at: number
  reason: string
}

const LEFT_OPEN = /^(?:deficient indentation|unexpected end of the (?:stream|document) within)/
const NO_COLON = /^(?:can not read a block mapping entry|end of the stream or a document separator)/
const NO_COMMA = /^missed comma/
const BAD_INDENTATION = /^bad indentation/

/**
 * The parser notices a quote that is not closed, or a pair without its colon or comma, only when it comes to a later
 * line, the end of the text at worst. Gives the line that has to be mended, and its own reason for what is left open.
 */
export function findIssuePlace(text: string, { at: noticed, reason }: YamlIssuePlace): YamlIssuePlace {
  const at = Math.min(noticed, lastPlace(text))
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  if (LEFT_OPEN.test(reason)) return findOpened(text, at) ?? { at, reason }
  const first = entryStart(text, lineStart, at)
  if (reason === 'bad indentation of a mapping entry' && !'{['.includes(text[first]!) && hasColon(text, first, at))
    return { at, reason: 'a value needs quotes' }
  const before = lineBefore(text, lineStart)
  if (before === undefined) return { at, reason }
  if (NO_COLON.test(reason) && !hasColon(text, before.start, before.end)) return { at: before.start, reason }
  if (NO_COMMA.test(reason) && !/[,:[\]{}]/.test(text.slice(first, at))) return { at: before.end - 1, reason }
  if (BAD_INDENTATION.test(reason) && isGlued(text.slice(before.start, before.end))) return { at: before.start, reason }
  return { at, reason }
}

/** The last place that is no blank. */
function lastPlace(text: string): number {
  return Math.max(0, trimBlanks(text, 0, text.length) - 1)
}

/** The line before the one that starts at a place, less blanks and the dash of an item; blank lines and comments are passed over. */
function lineBefore(text: string, lineStart: number): { start: number; end: number } | undefined {
  for (let stop = lineStart - 1; stop > 0;) {
    const from = text.lastIndexOf('\n', stop - 1) + 1
    const end = trimBlanks(text, from, stop)
    const start = entryStart(text, from, end)
    if (start < end && text[start] !== '#') return { start, end }
    stop = from - 1
  }
  return undefined
}

/** Behind the blanks and the dashes of items that a line begins with. */
function entryStart(text: string, lineStart: number, end: number): number {
  let start = skipBlanks(text, lineStart, end)
  while (text[start] === '-' && isBlankCode(text.charCodeAt(start + 1))) start = skipBlanks(text, start + 1, end)
  return start
}

/** Whether a line is `key: …` or `key:`. */
function hasColon(text: string, start: number, end: number): boolean {
  for (let at = text.indexOf(':', start); at >= 0 && at < end; at = text.indexOf(':', at + 1))
    if (at + 1 === end || isBlankCode(text.charCodeAt(at + 1))) return true
  return false
}

/** `name:a`: without the blank behind the colon it is no pair. */
function isGlued(line: string): boolean {
  return /^[\w-]+:[^\s/]/.test(line)
}

/** The nearest line from a place upwards that opens a quote or a bracket and does not close it. */
function findOpened(text: string, at: number): YamlIssuePlace | undefined {
  for (let stop = lineEnd(text, at); stop > 0;) {
    const start = text.lastIndexOf('\n', stop - 1) + 1
    const opened = openedOnLine(text, start, stop)
    if (opened !== undefined) return opened
    stop = start - 1
  }
  return undefined
}

function openedOnLine(text: string, start: number, stop: number): YamlIssuePlace | undefined {
  const brackets: number[] = []
  // Only at the start of a value is a quote more than an apostrophe.
  let isStart = true
  for (let at = start; at < stop; at++) {
    const char = text[at]!
    if (isBlankCode(text.charCodeAt(at))) continue
    if (char === '#' && (at === start || isBlankCode(text.charCodeAt(at - 1)))) break
    if (isStart && (char === '"' || char === "'")) {
      const close = quoteEnd(text, at, stop)
      if (close < 0) return { at, reason: 'a quote is not closed' }
      at = close
      isStart = false
    } else if ((char === '{' || char === '[') && (isStart || brackets.length > 0)) {
      brackets.push(at)
      isStart = true
    } else if (char === '}' || char === ']') {
      brackets.pop()
      isStart = false
    } else isStart = char === ',' || ((char === ':' || char === '-') && isBlankCode(text.charCodeAt(at + 1)))
  }
  const [bracket] = brackets
  return bracket === undefined ? undefined : { at: bracket, reason: 'a bracket is not closed' }
}

/** Place of the quote that closes the one at `start`, -1 when the line has none. */
function quoteEnd(text: string, start: number, stop: number): number {
  const quote = text[start]!
  for (let at = start + 1; at < stop; at++) {
    if (quote === '"' && text[at] === '\\') at++
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== quote) return at
      at++
    }
  }
  return -1
}
