import { KeptScalar, NUMBER_TO_SOME } from './kept-scalar.ts'
import { Utf8Buffer } from './utf8-buffer.ts'
import { isRecord, type JsonObject } from './record.ts'

/**
 * Prints plain data as one line of YAML flow style: `{name: "香港 01", type: ss, port: 443}`. A string stays
 * without quotes only if every reader of YAML 1.1 and 1.2 takes it for the same text.
 * The maps of a list have most keys in the same order and many values in common: such runs are printed as a whole.
 */
export class FlowPrinter {
  readonly #printed: Utf8Buffer
  readonly #root = placeOf('', '')
  #places = 0
  /** How often a remembered value gave way to another one. */
  #changes = 0

  /** `expected`: how many bytes it may become. */
  constructor(expected = 0) {
    this.#printed = new Utf8Buffer(expected)
  }

  /** Text of our own, as it stands. */
  raw(text: string): void {
    this.#printed.add(text)
  }

  /** Any plain data as text, not yet added; undefined inside a map is left out, elsewhere it is null. */
  print(value: unknown): string {
    return this.#flow(value, this.#root)
  }

  toString(): string {
    return this.#printed.toString()
  }

  /** The same as UTF-8. */
  toBytes(): Uint8Array {
    return this.#printed.toBytes()
  }

  /** `root` is where maps at this place of the document begin. */
  #flow(value: unknown, root: Place): string {
    if (typeof value === 'string') return flowString(value)
    if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
    if (isRecord(value)) return value instanceof KeptScalar ? value.text : this.#map(value, root)
    return Array.isArray(value) ? this.#list(value) : 'null'
  }

  #map(map: JsonObject, root: Place): string {
    let text = ''
    let at = root
    // Where a run of known values began, if the last value belongs to one.
    let run: Place | undefined
    // Quotes are part of the keys around a value: every piece less is one less to put together and to copy.
    let quotes = NO_QUOTES
    for (const key in map) {
      const value = map[key]
      if (value === undefined) continue
      const last = at
      const next = at.next
      at = next !== undefined && next.key === key ? next : this.#follow(at, key, at === root)
      const { luck } = at
      if (luck > OUT_OF_LUCK && value === at.value) {
        if (luck < MOST_LUCK) at.luck = luck + 1
        run ??= at
        continue
      }
      if (typeof value === 'string') {
        const isQuoted = !isPlain(value)
        const body = isQuoted ? safeText(value) : value
        if (isQuoted) quotes |= OPENS
        text += run === undefined ? at.leads[quotes]! : this.#run(run, last, at, quotes)
        text += body
        quotes = isQuoted ? CLOSES : NO_QUOTES
        if (luck > OUT_OF_LUCK) this.#remember(at, value, body, isQuoted)
      } else {
        text += run === undefined ? at.leads[quotes]! : this.#run(run, last, at, quotes)
        quotes = NO_QUOTES
        if (typeof value === 'object') text += this.#flow(value, (at.inside ??= placeOf('', '')))
        else {
          const body = this.#flow(value, root)
          text += body
          if (luck > OUT_OF_LUCK) this.#remember(at, value, body, false)
        }
      }
      run = undefined
    }
    if (run !== undefined) return text + this.#run(run, at, undefined, quotes)
    if (at === root) return '{}'
    return text + (quotes === CLOSES ? '"}' : '}')
  }

  #list(list: readonly unknown[]): string {
    let text = '['
    for (let index = 0; index < list.length; index++) {
      if (index > 0) text += ', '
      text += this.#flow(list[index], this.#root)
    }
    return text + ']'
  }

  /** The known pairs from one place to another, and what leads to the value at `end`, or the end of the map. */
  #run(first: Place, last: Place, end: Place | undefined, quotes: number): string {
    if (first.runLast === last && first.runEnd === end && first.runQuotes === quotes && isUnchanged(first, last))
      return first.run
    let run = quotes & CLOSES ? '"' : ''
    for (let at: Place | undefined = first; at !== undefined; at = at === last ? undefined : at.next)
      run += at.isQuoted ? `${at.leads[OPENS]!}${at.body}"` : at.leads[NO_QUOTES]! + at.body
    first.run = run + (end === undefined ? '}' : end.leads[quotes & OPENS]!)
    first.runLast = last
    first.runEnd = end
    first.runQuotes = quotes
    first.runChanges = this.#changes
    return first.run
  }

  #remember(at: Place, value: unknown, body: string, isQuoted: boolean): void {
    at.changed = ++this.#changes
    at.luck--
    const isShort = body.length <= LONGEST_REMEMBERED
    at.value = isShort ? value : undefined
    at.body = isShort ? body : ''
    at.isQuoted = isQuoted
  }

  /** The place behind another one where this key stands. Hostile keys (header names) are remembered up to a limit. */
  #follow(at: Place, key: string, isFirst: boolean): Place {
    let next = at.others.get(key)
    if (next === undefined) {
      next = placeOf(key, `${isFirst ? '{' : ', '}${flowString(key)}: `)
      if (this.#places++ < MOST_PLACES) at.others.set(key, next)
    }
    at.next = next
    return next
  }
}

/** A key of a map behind the keys before it, and the value it had last. */
interface Place {
  readonly key: string
  /** `{key: ` or `, key: `, by the quotes that it opens and closes. */
  readonly leads: readonly string[]
  /** Where the last map went on, and all others so far. */
  next: Place | undefined
  readonly others: Map<string, Place>
  /** Where the maps begin that are its value. */
  inside: Place | undefined
  value: unknown
  /** The value as text, without its quotes. */
  body: string
  isQuoted: boolean
  /** The count of changes when the value became what it is. */
  changed: number
  /** How often the value came again of late. */
  luck: number
  /** What was printed last of a run that begins here. */
  run: string
  runLast: Place | undefined
  runEnd: Place | undefined
  runQuotes: number
  /** The count of changes when it was put together. */
  runChanges: number
}

/** What stands around a key: the quote that its value begins with, and the one that the value before it ends with. */
const NO_QUOTES = 0
const OPENS = 1
const CLOSES = 2
const MOST_PLACES = 5000
const LONGEST_REMEMBERED = 128
/** A value that differed this often (a password, an ID) is not compared any more. */
const OUT_OF_LUCK = -4
const MOST_LUCK = 4

function placeOf(key: string, lead: string): Place {
  return {
    key,
    leads: [lead, `${lead}"`, `"${lead}`, `"${lead}"`],
    next: undefined,
    others: new Map(),
    inside: undefined,
    value: undefined,
    body: '',
    isQuoted: false,
    changed: 0,
    luck: 0,
    run: '',
    runLast: undefined,
    runEnd: undefined,
    runQuotes: NO_QUOTES,
    runChanges: -1,
  }
}

/** Whether the values of a run are those that its text was made of. */
function isUnchanged(first: Place, last: Place): boolean {
  let at: Place | undefined = first
  while (at !== undefined && at.changed <= first.runChanges) {
    if (at === last) return true
    at = at.next
  }
  return false
}

const PLAIN = /^[A-Za-z][A-Za-z0-9._/-]*$/
/** Words that some YAML version reads as something else than text. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nil|undefined)$/i
const LONGEST_RESERVED = 9
/** 1 for the letters that these words begin with. */
const RESERVED_LETTERS = new Uint8Array(128)
for (const letter of 'ynotfiu') RESERVED_LETTERS[letter.charCodeAt(0)] = 1
const LETTER_E = 0x65
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\0-\x1f"\\\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/
// oxlint-disable-next-line no-control-regex
const ALL_UNSAFE = /[\0-\x1f"\\\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g

/** `letter` is the first one, in lower case. `e` and digits may be of any length. */
function isReserved(letter: number, text: string): boolean {
  if (letter === LETTER_E) return NUMBER_TO_SOME.test(text)
  return (
    RESERVED_LETTERS[letter] === 1 &&
    text.length <= LONGEST_RESERVED &&
    (RESERVED.test(text) || NUMBER_TO_SOME.test(text))
  )
}

/** A scalar that reads as exactly this text (a lone surrogate reads as U+FFFD). */
function flowString(text: string): string {
  return isPlain(text) ? text : `"${safeText(text)}"`
}

/** Whether a text needs no quotes. */
function isPlain(text: string): boolean {
  // The first letter tells most strings that need quotes (IDs, numbers, names).
  const letter = text.charCodeAt(0) | 0x20
  return letter >= 0x61 && letter <= 0x7a && PLAIN.test(text) && !isReserved(letter, text)
}

/** What stands between double quotes, in YAML and in JSON. */
export function safeText(text: string): string {
  return UNSAFE.test(text) ? text.replace(ALL_UNSAFE, escaped) : text
}

/** `\"`, `\\`, or `\uXXXX`. */
function escaped(char: string): string {
  return char === '"' || char === '\\' ? `\\${char}` : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
