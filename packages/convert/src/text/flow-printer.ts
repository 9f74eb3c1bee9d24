import { KeptScalar } from './kept-scalar.ts'

/**
 * Prints plain data as one line of YAML flow style: `{name: "香港 01", type: ss, port: 443}`. Every string is quoted
 * unless every reader of YAML 1.1 and 1.2 takes it for the same plain text, so what is printed is what is read.
 * Writes UTF-8 bytes into one growing buffer: a list of 100,000 nodes costs no string of its own but the result.
 */
export class FlowPrinter {
  #bytes = new Uint8Array(64 * 1024)
  #size = 0

  /** Text of our own, as it stands. */
  raw(text: string): void {
    const { length } = text
    this.#reserve(length)
    const bytes = this.#bytes
    const size = this.#size
    for (let at = 0; at < length; at++) bytes[size + at] = text.charCodeAt(at)
    this.#size = size + length
  }

  /** Any plain data; undefined inside a map is left out, elsewhere it is null. */
  value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.string(value)
        return
      case 'number':
      case 'boolean':
        this.raw(String(value))
        return
      case 'object':
        if (value !== null) {
          if (Array.isArray(value)) this.#list(value)
          else if (value instanceof KeptScalar) this.raw(value.text)
          else this.#map(value as Record<string, unknown>)
          return
        }
        this.raw('null')
        return
      default:
        this.raw('null')
    }
  }

  /** A scalar that reads as exactly this text (a lone surrogate reads as U+FFFD). */
  string(text: string): void {
    const length = text.length
    // Six bytes is what an escape takes, and two quotes.
    this.#reserve(length * 6 + 2)
    const bytes = this.#bytes
    const start = this.#size
    const first = text.charCodeAt(0)
    if (length > 0 && first < 128 && KINDS[first] === FIRST) {
      let at = 0
      for (; at < length; at++) {
        const code = text.charCodeAt(at)
        if (code >= 128 || KINDS[code]! < WORD) break
        bytes[start + at] = code
      }
      if (at === length && !(length <= LONGEST_RESERVED && RESERVED.has(text.toLowerCase()))) {
        this.#size = start + length
        return
      }
    }
    this.#quoted(text)
  }

  toString(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(0, this.#size))
  }

  #map(map: Record<string, unknown>): void {
    let isFirst = true
    for (const key in map) {
      const value = map[key]
      if (value === undefined) continue
      this.raw(isFirst ? '{' : ', ')
      isFirst = false
      this.#key(key)
      if (typeof value === 'string') this.string(value)
      else this.value(value)
    }
    this.raw(isFirst ? '{}' : '}')
  }

  #list(list: readonly unknown[]): void {
    this.raw('[')
    let isFirst = true
    for (const item of list) {
      if (!isFirst) this.raw(', ')
      isFirst = false
      this.value(item)
    }
    this.raw(']')
  }

  /** Keys recur on every line: what they print as is remembered, hostile ones (header names) only up to a limit. */
  #key(key: string): void {
    const known = PRINTED_KEYS.get(key)
    if (known === undefined) {
      const start = this.#size
      this.string(key)
      this.raw(': ')
      if (PRINTED_KEYS.size < PRINTED_KEYS_MAX) PRINTED_KEYS.set(key, this.#bytes.slice(start, this.#size))
      return
    }
    const { length } = known
    this.#reserve(length)
    const bytes = this.#bytes
    const size = this.#size
    for (let at = 0; at < length; at++) bytes[size + at] = known[at]!
    this.#size = size + length
  }

  #quoted(text: string): void {
    const bytes = this.#bytes
    let size = this.#size
    bytes[size++] = QUOTE
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code < 0x80) {
        if (KINDS[code] === ESCAPED) size = escape(bytes, size, code)
        else bytes[size++] = code
      } else if (code <= 0xa0 || code === 0x2028 || code === 0x2029 || code === 0xfeff || code >= 0xfffe)
        size = escape(bytes, size, code)
      else if (code < 0x800) {
        bytes[size++] = 0xc0 | (code >> 6)
        bytes[size++] = 0x80 | (code & 0x3f)
      } else {
        const point = code >= 0xd800 && code <= 0xdfff ? (text.codePointAt(at) ?? code) : code
        if (point > 0xffff) {
          at++
          bytes[size++] = 0xf0 | (point >> 18)
          bytes[size++] = 0x80 | ((point >> 12) & 0x3f)
          bytes[size++] = 0x80 | ((point >> 6) & 0x3f)
          bytes[size++] = 0x80 | (point & 0x3f)
        } else {
          const whole = point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point
          bytes[size++] = 0xe0 | (whole >> 12)
          bytes[size++] = 0x80 | ((whole >> 6) & 0x3f)
          bytes[size++] = 0x80 | (whole & 0x3f)
        }
      }
    }
    bytes[size++] = QUOTE
    this.#size = size
  }

  #reserve(more: number): void {
    const wanted = this.#size + more
    if (wanted <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = grown
  }
}

/** One value as text. */
export function printFlow(value: unknown): string {
  const printer = new FlowPrinter()
  printer.value(value)
  return printer.toString()
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const REPLACEMENT = 0xfffd

/** What a character may be: part of a plain word, its first letter too, harmless inside quotes, or in need of an escape. */
const FIRST = 3
const WORD = 2
const QUOTED = 1
const ESCAPED = 0
const KINDS = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code)
  if (/[A-Za-z]/.test(char)) KINDS[code] = FIRST
  else if (/[0-9._/-]/.test(char)) KINDS[code] = WORD
  else KINDS[code] = code < 0x20 || code === 0x7f || code === QUOTE || code === BACKSLASH ? ESCAPED : QUOTED
}

/** Words that some YAML version reads as something else than text. */
const RESERVED = new Set([
  'y',
  'n',
  'yes',
  'no',
  'on',
  'off',
  'true',
  'false',
  'null',
  'nan',
  'inf',
  'nil',
  'undefined',
])
const LONGEST_RESERVED = 9

const PRINTED_KEYS = new Map<string, Uint8Array>()
const PRINTED_KEYS_MAX = 1000

const HEX = '0123456789abcdef'

/** `\"`, `\\`, or `\uXXXX`; gives the size behind it. */
function escape(bytes: Uint8Array, start: number, code: number): number {
  let size = start
  bytes[size++] = BACKSLASH
  if (code === QUOTE || code === BACKSLASH) {
    bytes[size++] = code
    return size
  }
  bytes[size++] = 0x75
  for (let shift = 12; shift >= 0; shift -= 4) bytes[size++] = HEX.charCodeAt((code >> shift) & 0xf)
  return size
}
