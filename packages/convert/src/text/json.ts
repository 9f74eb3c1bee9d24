import { createScanner } from 'jsonc-parser'
import { isRecord, type JsonObject } from './record.ts'

/**
 * JSON as it occurs in the wild: plain, or with comments and trailing commas. Nothing here throws; a key
 * `__proto__` is left out, and what nests deeper than 100 is no JSON for us.
 */

export const MAX_DEPTH = 100

/** The value of a JSON text, or undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, hasOddKey(text) ? withoutProto : undefined)
    return isTooDeep(text) ? undefined : value
  } catch {
    const document = readJsonAt(text, 0)
    return document.error === undefined && isBlankFrom(text, document.end) ? document.value : undefined
  }
}

export interface JsonDocument {
  value: unknown
  /** Place of the `{` or `[` of every object and array. */
  places: Map<object, number>
  /** Place behind the value, or of what could not be read. */
  end: number
  /** What is wrong at `end`. */
  error?: 'syntax' | 'depth'
  /** Places of the first key at the top that stands there twice. */
  repeated?: { at: number; first: number }
}

// Token kinds and errors of jsonc-parser, whose const enums do not exist at run time.
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  end: 17,
}
const RAW_CONTROL_CHARACTER = 6

/**
 * Reads the one value that starts at `start`, comments and trailing commas allowed, and says where everything stands.
 * `joinsLists`: of two lists at the top that have one key, both are taken.
 */
export function readJsonAt(text: string, start: number, { joinsLists = false } = {}): JsonDocument {
  const scanner = createScanner(text, true)
  scanner.setPosition(start)
  const places = new Map<object, number>()
  const open: (unknown[] | JsonObject)[] = []
  let inside: unknown[] | JsonObject | undefined
  let key: string | undefined
  let hasValue = false
  const keys = new Map<string, number>()
  let repeated: JsonDocument['repeated']
  /** The list before, where the one at hand goes on with it. */
  let joined: unknown[] | undefined
  const add = (to: unknown[] | JsonObject, value: unknown) => {
    const isTop = joinsLists && open.length === 0 && key !== undefined && !Array.isArray(to) && Object.hasOwn(to, key)
    const before = isTop ? to[key!] : undefined
    // A list is never lost to another value of its key.
    if (!Array.isArray(before)) put(to, key, value)
    else if (Array.isArray(value)) joined = before
  }
  const fail = (error: 'syntax' | 'depth'): JsonDocument => ({
    value: undefined,
    places,
    end: scanner.getTokenOffset(),
    error,
  })

  for (;;) {
    const token: number = scanner.scan()
    const tokenError: number = scanner.getTokenError()
    if (tokenError !== 0 && tokenError !== RAW_CONTROL_CHARACTER) return fail('syntax')
    let value: unknown
    switch (token) {
      case TOKEN.openBrace:
      case TOKEN.openBracket: {
        if (inside !== undefined && (hasValue || (key === undefined && !Array.isArray(inside)))) return fail('syntax')
        if (inside !== undefined && open.length + 1 >= MAX_DEPTH) return fail('depth')
        const made: unknown[] | JsonObject = token === TOKEN.openBrace ? {} : []
        places.set(made, scanner.getTokenOffset())
        if (inside !== undefined) {
          add(inside, made)
          open.push(inside)
        }
        inside = made
        key = undefined
        hasValue = false
        continue
      }
      case TOKEN.closeBrace:
      case TOKEN.closeBracket: {
        if (inside === undefined || Array.isArray(inside) !== (token === TOKEN.closeBracket)) return fail('syntax')
        if (key !== undefined && !hasValue) return fail('syntax')
        const outer = open.pop()
        if (outer === undefined) return { value: inside, places, end: scanner.getPosition(), repeated }
        if (open.length === 0 && joined !== undefined && Array.isArray(inside)) {
          for (const item of inside) joined.push(item)
          joined = undefined
        }
        inside = outer
        hasValue = true
        key = undefined
        continue
      }
      case TOKEN.comma:
        if (inside === undefined || !hasValue) return fail('syntax')
        hasValue = false
        key = undefined
        continue
      case TOKEN.string: {
        const read = scanner.getTokenValue()
        if (inside !== undefined && !Array.isArray(inside) && key === undefined) {
          if (hasValue) return fail('syntax')
          if (open.length === 0) {
            const first = keys.get(read)
            if (first === undefined) keys.set(read, scanner.getTokenOffset())
            else repeated ??= { at: scanner.getTokenOffset(), first }
          }
          const next: number = scanner.scan()
          if (next !== TOKEN.colon) return fail('syntax')
          key = read
          continue
        }
        value = read
        break
      }
      case TOKEN.number:
        value = Number(scanner.getTokenValue())
        break
      case TOKEN.true:
        value = true
        break
      case TOKEN.false:
        value = false
        break
      case TOKEN.null:
        value = null
        break
      default:
        return fail('syntax')
    }
    if (inside === undefined) return { value, places, end: scanner.getPosition() }
    if (hasValue || (key === undefined && !Array.isArray(inside))) return fail('syntax')
    add(inside, value)
    hasValue = true
  }
}

function put(inside: unknown[] | JsonObject, key: string | undefined, value: unknown): void {
  if (Array.isArray(inside)) inside.push(value)
  else if (key !== undefined && key !== '__proto__') inside[key] = value
}

function withoutProto(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

/** Whether a key could be `__proto__`, spelled out or with escapes. */
function hasOddKey(text: string): boolean {
  return text.includes('__proto__') || text.includes('\\u00')
}

/** Counts brackets outside strings; a text with at most 100 of them needs no look. */
function isTooDeep(text: string): boolean {
  let openings = 0
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0 && openings <= MAX_DEPTH; at = text.indexOf(bracket, at + 1))
      openings++
  }
  if (openings <= MAX_DEPTH) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}

/** Whether nothing but blanks and comments follows. */
function isBlankFrom(text: string, start: number): boolean {
  const scanner = createScanner(text, true)
  scanner.setPosition(start)
  const token: number = scanner.scan()
  return token === TOKEN.end
}

/**
 * The object of a strict JSON text (the body of a link), or undefined. The usual ways to be broken (cut off, single
 * quotes, a trailing comma) are seen before the parser would make an exception of them.
 */
export function readJsonObject(text: string): JsonObject | undefined {
  const body = text.trim()
  const last = body.length - 1
  if (last < 1 || body.charCodeAt(0) !== 0x7b || body.charCodeAt(last) !== 0x7d) return undefined
  const second = codeFrom(body, 1, 1)
  if (second !== 0x22 && second !== 0x7d) return undefined
  if (codeFrom(body, last - 1, -1) === 0x2c) return undefined
  // The letters of `__proto__` are U+005F to U+0074.
  const isOdd = body.includes('__proto__') || (body.includes('\\') && ESCAPED_LETTER.test(body))
  try {
    const object: unknown = JSON.parse(body, isOdd ? withoutProto : undefined)
    return isRecord(object) && (isFlat(object) || !isTooDeep(body)) ? object : undefined
  } catch {
    return undefined
  }
}

/** Whether an object holds no other one, as the body of most links. */
function isFlat(object: JsonObject): boolean {
  for (const key in object) if (typeof object[key] === 'object' && object[key] !== null) return false
  return true
}

const ESCAPED_LETTER = /\\u00[5-7]/

/** The first character from `start` in a direction that is no blank. */
function codeFrom(text: string, start: number, step: number): number {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at += step
  return text.charCodeAt(at)
}
