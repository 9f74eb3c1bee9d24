import { isBlankCode, lineEnd, schemeEnd, skipBlanks, trimBlanks } from '../../text/lines.ts'
import { isDashedLink } from './dashed-link.ts'

/** Which lines are YAML, before YAML is asked. */

const QUOTE = 0x22
const HASH = 0x23
const PERCENT = 0x25
const APOSTROPHE = 0x27
const COMMA = 0x2c
const DASH = 0x2d
const COLON = 0x3a
const LESS_THAN = 0x3c
const EQUALS = 0x3d
const CLOSE_BRACKET = 0x5d
const CLOSE_BRACE = 0x7d
/** Longer than this no key is. */
const MAX_KEY = 128

/** Whether a line begins YAML: `key:`, `- item`, `---`, `"key":`. */
export function isYamlStart(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  if (first === DASH) {
    const second = text.charCodeAt(start + 1)
    return end - start === 1 || isBlankCode(second) || (text.startsWith('---', start) && end - start === 3)
  }
  if (first === PERCENT) return text.startsWith('%YAML', start)
  return isYamlKey(text, start, end)
}

/** Whether a line begins with a key and a colon. */
export function isYamlKey(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  const quote = first === QUOTE || first === APOSTROPHE ? first : 0
  if (quote === 0 && first === LESS_THAN) return text.startsWith('<<:', start)
  for (let at = quote === 0 ? start : start + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) return text.charCodeAt(at + 1) === COLON
    } else if (code === COLON) return at > start && (at + 1 === end || isBlankCode(text.charCodeAt(at + 1)))
    else if (code === COMMA || code === EQUALS || code === HASH || at - start > MAX_KEY) return false
  }
  return false
}

/** End of a block of YAML: the first line that is not indented below it and is none. Comments and blanks at its end are not part of it. */
export function yamlEnd(text: string, lineStart: number, indent: number): number {
  let at = lineEnd(text, lineStart) + 1
  let last = at
  while (at < text.length) {
    const stop = lineEnd(text, at)
    const start = skipBlanks(text, at, stop)
    if (start < stop) {
      const first = text.charCodeAt(start)
      if (first !== HASH) {
        if (start - at <= indent && !isYamlLine(text, start, trimBlanks(text, start, stop), first)) break
        last = stop + 1
      }
    }
    at = stop + 1
  }
  return Math.min(last, text.length)
}

function isYamlLine(text: string, start: number, end: number, first: number): boolean {
  if (first === DASH) return !isDashedLink(text, start, end)
  if (first === CLOSE_BRACE || first === CLOSE_BRACKET || first === PERCENT) return true
  if (text.startsWith('...', start) && end - start === 3) return true
  return schemeEnd(text, start, end) < 0 && isYamlKey(text, start, end)
}
