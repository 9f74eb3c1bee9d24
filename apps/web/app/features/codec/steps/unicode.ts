import { ofText } from './step.ts'
import { positionIn } from './position.ts'

const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2}))|\\[uUx]/g
// A backslash before `u` or `x` would be read as the start of an escape.
// oxlint-disable-next-line no-control-regex
const NEEDED = /[^\t\n\r\x20-\x7e]|\\(?=[uUx])/g

/** `香` becomes `\u9999`; what is outside the first plane becomes two, as in JSON and Java. */
export const escapeUnicode = ofText((text, { what }) => ({
  data: what === 'all' ? Array.from({ length: text.length }, (_, at) => escaped(text.charCodeAt(at))).join('') : text.replace(NEEDED, (char) => escaped(char.charCodeAt(0))),
})) // oxfmt-ignore

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

/** Reads `\u9999`, `\u{1f600}`, `\U0001f600` and `\x41`. A broken escape stays as it stands. */
export const unescapeUnicode = ofText((text) => {
  let broken = -1
  const data = text.replace(ESCAPE, (whole, braced?: string, four?: string, eight?: string, two?: string, at?: number) => {
    const digits = braced ?? four ?? eight ?? two
    const point = digits === undefined ? Infinity : Number.parseInt(digits, 16)
    if (point <= 0x10ffff) return String.fromCodePoint(point)
    if (broken < 0) broken = at ?? 0
    return whole
  }) // oxfmt-ignore
  return { data, notes: broken < 0 ? [] : [{ code: 'escape', args: positionIn(text, broken) }] }
})
