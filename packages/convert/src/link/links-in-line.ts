import { isBase64Span, isBlankCode, trimBlanks } from '../text/lines.ts'

/**
 * Links as chats, mails, web pages and code carry them: quoted, bulleted, numbered, in brackets, behind a label, several
 * on a line. What is around a link is not part of it. A line that is a link and nothing else never comes here.
 */

/** Where a link stands in a text; `colon` is the place of its `://`. */
export interface LinkSpan {
  start: number
  colon: number
  end: number
  kind: SchemeKind
}

/** What a scheme stands for: a node, an address to fetch or anything else. */
export type SchemeKind = 'node' | 'other'

/**
 * The links of a line, each without what wraps it: `> "ss://a#A", ss://b#B` holds `ss://a#A` and `ss://b#B`. An address
 * beside links of nodes is prose (`Shop: https://…`), unless the line begins with it; without one it is what the line says.
 */
export function linksInLine(
  text: string,
  start: number,
  end: number,
  kindOf: (scheme: string) => SchemeKind,
): LinkSpan[] {
  const found: LinkSpan[] = []
  for (let colon = text.indexOf('://', start); colon >= 0 && colon < end; colon = text.indexOf('://', colon + 3)) {
    const from = schemeStart(text, colon, start)
    if (from === colon) continue
    const kind = kindOf(text.slice(from, colon).toLowerCase())
    const before = found.at(-1)
    if (before !== undefined && !beginsAnother(text, from, before, kind)) continue
    found.push({ start: from, colon, end, kind })
  }
  const hasNodes = found.some((span) => span.kind === 'node')
  const wanted = hasNodes ? found.filter((span) => span.kind === 'node' || span.start === start) : found
  const links = wanted.map((span, index) => ({
    start: span.start,
    colon: span.colon,
    end: linkEnd(text, start, end, span, wanted[index + 1]),
    kind: span.kind,
  }))
  return links.filter((link, index) => index === 0 || !isItsOwnText(text, links[index - 1]!, link))
}

/** Whether a link stands twice because it is what a link of markdown or of a page shows: `[ss://a](ss://a)`. */
function isItsOwnText(text: string, before: LinkSpan, link: LinkSpan): boolean {
  const between = text.slice(before.end, link.start)
  if (between !== '](' && between !== '">' && between !== "'>") return false
  return text.slice(before.start, before.end) === text.slice(link.start, link.end)
}

/** Longest scheme that is looked for: `hysteria2+realm+http` has 20 letters. */
const MAX_SCHEME = 32

/** First letter of the scheme that ends at `colon`; `colon` itself where there is none. `1.vless://`, `\nvless://`: the v. */
function schemeStart(text: string, colon: number, start: number): number {
  let from = colon
  while (from > start && colon - from < MAX_SCHEME && isSchemeCode(text.charCodeAt(from - 1))) from--
  if (from > start && text[from - 1] === '\\' && 'nrt'.includes(text[from]!)) from++
  while (from < colon && !isLetter(text.charCodeAt(from))) from++
  return from
}

/** What stands before a link inside another one: its query, path, user or name. */
const INSIDE = '=/&?@#%~$^'

/** Whether a link starts at `from`, or what looks like one is part of the link before it. */
function beginsAnother(text: string, from: number, before: LinkSpan, kind: SchemeKind): boolean {
  const code = text.charCodeAt(from - 1)
  // An address in the name or query of a node is no entry; two addresses have a blank between them.
  if (kind === 'other') return before.kind === 'other' && isBlankCode(code)
  if (code !== EQUALS) return !INSIDE.includes(text[from - 1]!)
  // The padding of a body: `vmess://…==vmess://…`.
  return isBase64Span(text, before.colon + 3, from)
}

/** Where a link ends: before the closing quote, the tag or the comma behind it, and before the next link. */
function linkEnd(
  text: string,
  lineStart: number,
  lineStop: number,
  link: LinkSpan,
  next: LinkSpan | undefined,
): number {
  const { start, colon } = link
  const limit = next?.start ?? lineStop
  const opener = start > lineStart ? text[start - 1]! : ''
  const quote = QUOTES.get(opener)
  const closer = BRACKETS.get(opener)
  let end = limit
  if (quote !== undefined) end = closingQuote(text, colon, limit, quote)
  else if (closer !== undefined) end = closingBracket(text, colon, limit, opener, closer)
  else if (MARKS.has(opener)) while (text[end - 1] === opener) end--
  if (text[lineStart] === '|') end = cellEnd(text, colon, end)
  end = markupStart(text, colon, end)
  return next === undefined ? withoutSeparators(text, colon, end) : withoutNext(text, colon, end)
}

/** Less what stands between a link and the next one: separators, and what opens the next one. */
function withoutNext(text: string, start: number, end: number): number {
  let last = withoutSeparators(text, start, end)
  while (last > start && OPENERS.includes(text[last - 1]!)) last = withoutSeparators(text, start, last - 1)
  const bullet = BULLET.exec(text.slice(start, last))
  return bullet === null ? last : withoutSeparators(text, start, start + bullet.index)
}

/** Of the next link: `#A 2. `, `#A - `, `#A [Tokyo]`. */
const BULLET = /\s(?:\d{1,4}[.)、]|[-*+•·>]|!?\[[^[\]]*\])$/
const OPENERS = '"\'`“”‘’|([{<（【《「『'

/** Where a cell of a table ends. */
function cellEnd(text: string, from: number, limit: number): number {
  const bar = text.slice(from, limit).indexOf('|')
  return bar < 0 ? limit : from + bar
}

/** Place behind the last character that is neither blank nor a comma: `ss://…#A,` ends at the A. */
function withoutSeparators(text: string, start: number, end: number): number {
  let last = trimBlanks(text, start, end)
  while (last > start && isSeparator(text.charCodeAt(last - 1))) last = trimBlanks(text, start, last - 1)
  return last
}

/** Comma and semicolon, their full-width kin, and the full stop of Chinese: none of them ends a link. */
export function isSeparator(code: number): boolean {
  if (code === 0x2c || code === 0x3b) return true
  return code > 0x3000 && (code === 0x3001 || code === 0x3002 || code === 0xff0c || code === 0xff1b)
}

/**
 * A link that could not be read, less what may have been taken for a part of it: prose behind a blank, quotes and
 * brackets at its end. Undefined when there is nothing of the kind, or when what is left would be another link: one
 * without its port or some of its parameters. Names may hold anything: behind a `#` all is kept.
 */
export function barerLink(link: string, colon: number): string | undefined {
  if (link.includes('#')) return undefined
  let end = colon + 3
  while (end < link.length && !isBlankCode(link.charCodeAt(end)) && !STOPS.includes(link[end]!)) end++
  while (end > colon + 3 && CLOSERS.includes(link[end - 1]!)) end--
  if (end === link.length || /[=&?@:]\w/.test(link.slice(end))) return undefined
  const bare = link.slice(0, end)
  return bare.includes('@') && !/:\d{1,5}(?:\/?\?[^?]*)?\/?$/.test(bare) ? undefined : bare
}

const STOPS = '"<>`“”「」『』，。；、（）【】《》'
const CLOSERS = `'’)]}*_,;.!:|！？：`

const QUOTES = new Map([['"', '"'], ["'", "'"], ['`', '`'], ['“', '”'], ['‘', '’'], ['”', '”'], ['「', '」'], ['『', '』']]) // oxfmt-ignore
const BRACKETS = new Map([['(', ')'], ['[', ']'], ['{', '}'], ['<', '>'], ['（', '）'], ['【', '】'], ['《', '》']]) // oxfmt-ignore
/** Bold and struck text of chats: `**ss://…**`. */
const MARKS = new Set(['*', '_', '~'])

/** The quote that closes: behind it stands no letter (`#Joe's`). Without one, the link goes on to the end. */
function closingQuote(text: string, from: number, limit: number, quote: string): number {
  for (let at = from; at < limit; at++) {
    if (text[at] !== quote) continue
    const next = at + 1 < limit ? text.charCodeAt(at + 1) : 0
    if (!isLetter(next) && !(next >= 0x30 && next <= 0x39)) return text[at - 1] === '\\' ? at - 1 : at
  }
  return limit
}

/** The bracket that closes the one before the link; those of the name are pairs: `(ss://…#HK (1))`. */
function closingBracket(text: string, from: number, limit: number, opener: string, closer: string): number {
  let depth = 1
  for (let at = from; at < limit; at++) {
    if (text[at] === opener) depth++
    else if (text[at] === closer && --depth === 0) return at
  }
  return limit
}

/** What of a page's source stands behind a link: a tag, an escaped quote or bracket, the escaped end of a text. */
const MARKUP = /<(?:\/|br)|&(?:quot|lt|gt|#34|#39);|\\(?:["']|[nrt](?![a-z\d]))/i

function markupStart(text: string, from: number, limit: number): number {
  const place = text.slice(from, limit).search(MARKUP)
  return place < 0 ? limit : from + place
}

const EQUALS = 0x3d

function isLetter(code: number): boolean {
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x7a
}

/** Letters, digits, `+`, `-` and `.`. */
function isSchemeCode(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e
}
