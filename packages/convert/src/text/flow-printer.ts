/**
 * Prints plain data as one line of YAML flow style: `{name: "香港 01", type: ss, port: 443}`. Every string is quoted
 * unless every reader of YAML 1.1 and 1.2 takes it for the same plain text, so what is printed is what is read.
 */
export function printFlow(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return yamlString(value)
    case 'number':
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? printFlowList(value) : printFlowMap(value as Record<string, unknown>)
    default:
      return 'null'
  }
}

function printFlowMap(map: Record<string, unknown>): string {
  let out = ''
  for (const key in map) {
    const value = map[key]
    if (value === undefined) continue
    const head = out === '' ? '{' + printKey(key) : ', ' + printKey(key)
    out += typeof value === 'string' ? head + yamlString(value) : head + printFlow(value)
  }
  return out === '' ? '{}' : out + '}'
}

/** Keys recur on every line: what they print as is remembered, hostile ones (header names) only up to a limit. */
const printedKeys = new Map<string, string>()
const PRINTED_KEYS_MAX = 1000

function printKey(key: string): string {
  const known = printedKeys.get(key)
  if (known !== undefined) return known
  const printed = yamlString(key) + ': '
  if (printedKeys.size < PRINTED_KEYS_MAX) printedKeys.set(key, printed)
  return printed
}

function printFlowList(list: readonly unknown[]): string {
  let out = ''
  for (const item of list) out += out === '' ? printFlow(item) : ', ' + printFlow(item)
  return `[${out}]`
}

/** What a character may be: part of a plain word, its first letter too, harmless inside quotes, or in need of an escape. */
const FIRST = 3
const WORD = 2
const QUOTED = 1
const ESCAPED = 0
const KINDS = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code)
  KINDS[code] = /[A-Za-z]/.test(char) ? FIRST : /[0-9._/-]/.test(char) ? WORD : code < 0x20 || code === 0x7f || char === '"' || char === '\\' ? ESCAPED : QUOTED
}

/** Words that some YAML version reads as something else than text. */
const RESERVED = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', 'nan', 'inf', 'nil', 'undefined'])

/** A YAML scalar that reads as exactly this text (a lone surrogate reads as U+FFFD). */
export function yamlString(text: string): string {
  const length = text.length
  if (length === 0) return '""'
  const first = text.charCodeAt(0)
  let isPlain = first < 128 && KINDS[first] === FIRST
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128) {
      const kind = KINDS[code]!
      if (kind < WORD) {
        if (kind === ESCAPED) return escapedString(text)
        isPlain = false
      }
    } else {
      if (code <= 0xa0 || code === 0x2028 || code === 0x2029 || code >= 0xfeff) return escapedString(text)
      if (code >= 0xd800 && code <= 0xdfff) {
        const next = text.charCodeAt(++at)
        if (code >= 0xdc00 || !(next >= 0xdc00 && next <= 0xdfff)) return escapedString(text)
      }
      isPlain = false
    }
  }
  if (!isPlain) return '"' + text + '"'
  return length <= 9 && RESERVED.has(text.toLowerCase()) ? '"' + text + '"' : text
}

function escapedString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(/[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g, escapeCode)
}

function escapeCode(char: string): string {
  return '\\u' + char.charCodeAt(0).toString(16).padStart(4, '0')
}
