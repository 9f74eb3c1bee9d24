import { KeptScalar } from './kept-scalar.ts'

/**
 * Prints plain data as one line of YAML flow style: `{name: "香港 01", type: ss, port: 443}`. Every string is quoted
 * unless every reader of YAML 1.1 and 1.2 takes it for the same plain text, so what is printed is what is read.
 * Writes UTF-8 bytes into one growing buffer: a list of 100,000 nodes costs no string of its own but the result.
 */
export class FlowPrinter {
  #bytes = new Uint8Array(64 * 1024)
  #size = 0
  readonly #root = placeOf('')
  #places = 0

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
          else this.#map(value as Record<string, unknown>, this.#root)
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

  /** `root` is where maps at this place of the document begin. */
  #map(map: Record<string, unknown>, root: Place): void {
    let at = root
    for (const key in map) {
      const value = map[key]
      if (value === undefined) continue
      const next = at.next
      at = next !== undefined && next.key === key ? next : this.#follow(at, key, at === root)
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof KeptScalar)) {
        this.#copy(at.bytes)
        this.#map(value as Record<string, unknown>, (at.inside ??= placeOf('')))
      } else this.#pair(at, value)
    }
    this.raw(at === root ? '{}' : '}')
  }

  /** A key and a value that is no map. */
  #pair(at: Place, value: unknown): void {
    const { luck } = at
    if (luck > OUT_OF_LUCK && value === at.value) {
      if (luck < MOST_LUCK) at.luck = luck + 1
      if (at.printed !== undefined) {
        this.#copy(at.printed)
        return
      }
      const start = this.#size
      this.#copy(at.bytes)
      this.value(value)
      if (this.#size - start <= LONGEST_REMEMBERED) at.printed = this.#bytes.slice(start, this.#size)
      return
    }
    this.#copy(at.bytes)
    if (typeof value === 'string') this.string(value)
    else this.value(value)
    if (luck > OUT_OF_LUCK && typeof value !== 'object') {
      at.luck = luck - 1
      at.value = value
      at.printed = undefined
    }
  }

  /** The place behind another one where this key stands. Hostile keys (header names) are remembered up to a limit. */
  #follow(at: Place, key: string, isFirst: boolean): Place {
    let next = at.others.get(key)
    if (next === undefined) {
      next = placeOf(key)
      const start = this.#size
      this.raw(isFirst ? '{' : ', ')
      this.string(key)
      this.raw(': ')
      next.bytes = this.#bytes.slice(start, this.#size)
      this.#size = start
      if (this.#places++ < MOST_PLACES) at.others.set(key, next)
    }
    at.next = next
    return next
  }

  #copy(known: Uint8Array): void {
    const { length } = known
    this.#reserve(length)
    const bytes = this.#bytes
    const size = this.#size
    for (let at = 0; at < length; at++) bytes[size + at] = known[at]!
    this.#size = size + length
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

/**
 * A key of a map behind the keys before it, as printed, and the value it had last. The maps of a list have most keys in
 * the same order, and many values in common: these are copied.
 */
interface Place {
  key: string
  /** `{key: ` or `, key: `. */
  bytes: Uint8Array
  /** Where the last map went on, and all others so far. */
  next: Place | undefined
  others: Map<string, Place>
  /** Where the maps begin that are its value. */
  inside: Place | undefined
  value: unknown
  /** Key and value, once the value came again. */
  printed: Uint8Array | undefined
  /** How often the value came again of late. */
  luck: number
}

const NO_BYTES = new Uint8Array(0)
const MOST_PLACES = 5000
const LONGEST_REMEMBERED = 128
/** A value that differed this often (a password, an ID) is not compared any more. */
const OUT_OF_LUCK = -4
const MOST_LUCK = 4

function placeOf(key: string): Place {
  return {
    key,
    bytes: NO_BYTES,
    next: undefined,
    others: new Map(),
    inside: undefined,
    value: undefined,
    printed: undefined,
    luck: 0,
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
