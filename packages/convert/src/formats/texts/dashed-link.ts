import { isBlankCode, schemeEnd, skipBlanks } from '../../text/lines.ts'
import type { TextFormat } from '../text-format.ts'

const DASH = 0x2d
const QUOTE = 0x22
const APOSTROPHE = 0x27

/** `- vless://…`, `- "vless://…",`: links in a list, no item of a document. */
export const dashedLink: TextFormat = {
  detect: ({ text }, { start, end, first }) => first === DASH && isDashedLink(text, start, end),

  read(reader, { start, end }) {
    reader.entry()
    return reader.entries.links(reader.text, start, end)
  },
}

/** Whether a link follows a dash. */
export function isDashedLink(text: string, start: number, end: number): boolean {
  return isBlankCode(text.charCodeAt(start + 1)) && isQuotedLink(text, skipBlanks(text, start + 1, end), end)
}

/** Whether a link stands at a place, in quotes or not. */
export function isQuotedLink(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  return schemeEnd(text, first === QUOTE || first === APOSTROPHE ? start + 1 : start, end) > 0
}
