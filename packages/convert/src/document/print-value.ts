import { safeText } from '../text/flow-printer.ts'
import { NUMBER_TO_SOME, RETYPED } from '../text/kept-scalar.ts'
import { isRecord } from '../text/record.ts'

/** How new text is written: as its neighbours are. */
export interface PrintStyle {
  format: 'yaml' | 'json'
  /** Quotes of texts that need none. */
  quote: 'plain' | 'single' | 'double'
  /** Quotes of keys in flow maps. */
  keyQuote: 'plain' | 'single' | 'double'
  /** `: ` or `:` of flow maps. */
  colon: string
  /** `, ` or `,`. */
  comma: string
  /** A blank inside of braces, or nothing. */
  pad: string
  lineEnd: string
  /** What one level more is indented by. */
  step: string
  /** How far the dashes of a list stand behind the key above it. */
  dashes: string
}

/** A text, number, boolean or null on one line; `isFlow`: brackets stand around it. */
export function printScalar(value: unknown, style: PrintStyle, isFlow: boolean): string {
  if (typeof value === 'string') return printText(value, style, isFlow)
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : 'null'
}

function printText(text: string, { format, quote }: PrintStyle, isFlow: boolean): string {
  if (format === 'json') return JSON.stringify(text)
  if (quote === 'plain' && isPlain(text, isFlow)) return text
  return quote === 'single' && isPrintable(text) ? `'${text.replaceAll("'", "''")}'` : `"${safeText(text)}"`
}

// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\0-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`=<~.]/
const DATE = /^\d{4}-\d\d?-/

function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text)
}

/** Whether a text may stand without quotes and is the same text to every reader. */
function isPlain(text: string, isFlow: boolean): boolean {
  if (text === '' || text.trim() !== text || !isPrintable(text) || INDICATOR.test(text)) return false
  if (text.includes(': ') || text.includes(' #') || text.endsWith(':') || DATE.test(text)) return false
  // libyaml, and so mihomo, ends a plain text in brackets at a question mark, as YAML 1.1 has it.
  if (isFlow && /[,[\]{}:"'?]/.test(text)) return false
  return !RETYPED.test(text) && !NUMBER_TO_SOME.test(text)
}

/** Any value on one line, in brackets where it is a list or a map. */
export function printFlow(value: unknown, style: PrintStyle): string {
  if (Array.isArray(value)) return `[${value.map((item) => printFlow(item, style)).join(style.comma)}]`
  if (!isRecord(value)) return printScalar(value, style, true)
  const pairs = Object.entries(value).map(([key, one]) => printFlowPair(key, one, style))
  return pairs.length === 0 ? '{}' : `{${style.pad}${pairs.join(style.comma)}${style.pad}}`
}

/** `key: value` of a flow map. */
export function printFlowPair(key: string, value: unknown, style: PrintStyle): string {
  const printed = printText(key, { ...style, quote: style.keyQuote }, true)
  // Behind a plain key a colon alone is part of the text.
  const colon = printed.endsWith('"') ? style.colon : ': '
  return printed + colon + printFlow(value, style)
}

/** Any value over several lines of JSON; `indent` stands before its last line. */
export function printJsonLines(value: unknown, style: PrintStyle, indent: string): string {
  return JSON.stringify(value, undefined, style.step).replaceAll('\n', style.lineEnd + indent)
}

/** Any value in block style; all lines but the first begin with `indent`. */
export function printBlock(value: unknown, style: PrintStyle, indent: string): string {
  const separator = style.lineEnd + indent
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `- ${printBlock(item, style, `${indent}  `)}`).join(separator)
  if (isRecord(value) && Object.keys(value).length > 0)
    return Object.entries(value).map(([key, one]) => printBlockPair(key, one, style, indent)).join(separator) // oxfmt-ignore
  return Array.isArray(value) || isRecord(value) ? printFlow(value, style) : printScalar(value, style, false)
}

/** `key: value` of a block map whose keys stand behind `indent`. */
export function printBlockPair(key: string, value: unknown, style: PrintStyle, indent: string): string {
  const printed = printText(key, { ...style, quote: 'plain' }, false)
  const isBlock = (Array.isArray(value) || isRecord(value)) && Object.keys(value).length > 0
  if (!isBlock) return `${printed}: ${printBlock(value, style, indent)}`
  const inner = indent + (Array.isArray(value) ? style.dashes : style.step)
  return `${printed}:${style.lineEnd}${inner}${printBlock(value, style, inner)}`
}
