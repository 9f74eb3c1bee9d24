import { MAX_DEPTH } from '../text/json.ts'
import type {
  ContentNode,
  DocumentNode,
  DocumentItem,
  JsonExtras,
  ListNode,
  MapNode,
  Pair,
  TextRange,
  ScalarNode,
} from './document-node.ts'

export type JsonReason =
  | 'value' // no value begins here
  | 'key' // a key in double quotes belongs here
  | 'colon'
  | 'comma' // a comma or the closing bracket belongs here
  | 'string' // a text that does not end, or a wrong escape in it
  | 'control-character' // in a text
  | 'comment' // one that does not end
  | 'depth'
  | 'too-many-nodes'
  | 'behind' // something stands behind the value

export interface JsonNodesIssue extends TextRange {
  reason: JsonReason
}

export interface JsonNodes {
  root: DocumentNode | undefined
  extras: JsonExtras
  issue?: JsonNodesIssue
}

/** Reads JSON with comments and trailing commas, and says where everything stands. What follows the value is an issue. */
export function jsonNodes(text: string, maxNodes: number): JsonNodes {
  return new JsonReader(text, maxNodes).read()
}

class IssueFound extends Error {
  readonly issue: JsonNodesIssue

  constructor(issue: JsonNodesIssue) {
    super(issue.reason)
    this.issue = issue
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /[a-z]+/y
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null'])
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

class JsonReader {
  readonly #text: string
  readonly #maxNodes: number
  readonly #extras: JsonExtras = { comments: [], hashes: [], commas: [] }
  #at = 0
  #nodes = 0

  constructor(text: string, maxNodes: number) {
    this.#text = text
    this.#maxNodes = maxNodes
  }

  read(): JsonNodes {
    let root: DocumentNode | undefined
    try {
      if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1
      this.#trivia()
      root = this.#value(0)
      this.#trivia()
      if (this.#at < this.#text.length) this.#fail('behind')
    } catch (error) {
      if (!(error instanceof IssueFound)) throw error
      return { root, extras: this.#extras, issue: error.issue }
    }
    return { root, extras: this.#extras }
  }

  #fail(reason: JsonReason, start = this.#at, end = Math.min(start + 1, this.#text.length)): never {
    throw new IssueFound({ reason, start, end })
  }

  #value(depth: number): ContentNode {
    if (++this.#nodes > this.#maxNodes) this.#fail('too-many-nodes')
    const char = this.#text[this.#at]
    if (char === '{' || char === '[') {
      if (depth >= MAX_DEPTH) this.#fail('depth')
      return char === '{' ? this.#map(depth) : this.#list(depth)
    }
    return char === '"' ? this.#string() : this.#word()
  }

  #map(depth: number): MapNode {
    const pairs: Pair[] = []
    const { start, end } = this.#inBrackets('}', () => {
      if (this.#text[this.#at] !== '"') this.#fail('key')
      const key = this.#string()
      this.#trivia()
      if (this.#text[this.#at] !== ':') this.#fail('colon')
      const colonEnd = ++this.#at
      this.#trivia()
      pairs.push({ from: key.start, key, colonEnd, value: this.#value(depth + 1) })
    })
    return { kind: 'map', start, end, from: start, anchor: undefined, tag: undefined, isFlow: true, pairs, fields: undefined } // oxfmt-ignore
  }

  #list(depth: number): ListNode {
    const items: DocumentItem[] = []
    const { start, end } = this.#inBrackets(']', () => {
      const from = this.#at
      items.push({ from, value: this.#value(depth + 1) })
    })
    return { kind: 'list', start, end, from: start, anchor: undefined, tag: undefined, isFlow: true, items }
  }

  #inBrackets(close: string, readOne: () => void): TextRange {
    const start = this.#at++
    this.#trivia()
    let comma: number | undefined
    while (this.#text[this.#at] !== close) {
      readOne()
      this.#trivia()
      comma = undefined
      if (this.#text[this.#at] === ',') {
        comma = this.#at++
        this.#trivia()
      } else if (this.#text[this.#at] !== close) this.#fail('comma')
    }
    if (comma !== undefined) this.#extras.commas.push({ start: comma, end: comma + 1 })
    return { start, end: ++this.#at }
  }

  #string(): ScalarNode {
    const start = this.#at++
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (Number.isNaN(code)) this.#fail('string', start)
      if (code === QUOTE) break
      if (code < 0x20)
        this.#fail(code === LINE_END ? 'string' : 'control-character', code === LINE_END ? start : this.#at)
      this.#at++
      if (code !== BACKSLASH) continue
      ESCAPE.lastIndex = this.#at
      if (!ESCAPE.test(this.#text)) this.#fail('string', this.#at - 1)
      this.#at = ESCAPE.lastIndex
    }
    const end = ++this.#at
    const raw = this.#text.slice(start, end)
    const text = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
    return { kind: 'scalar', start, end, from: start, anchor: undefined, tag: undefined, text, style: 'double' }
  }

  #word(): ScalarNode {
    const start = this.#at
    const end = matchEnd(NUMBER, this.#text, start) ?? matchEnd(WORD, this.#text, start) ?? start
    const text = this.#text.slice(start, end)
    const isNumber = text !== '' && !isLetter(text.charCodeAt(0))
    if (!isNumber && !WORDS.has(text)) this.#fail('value', start, Math.max(end, Math.min(start + 1, this.#text.length)))
    this.#at = end
    return { kind: 'scalar', start, end, from: start, anchor: undefined, tag: undefined, text, style: 'plain' }
  }

  /** Over blanks and comments. */
  #trivia(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === 0x20 || code === 0x09 || code === LINE_END || code === 0x0d) this.#at++
      else if (code === HASH || (code === SLASH && this.#text.charCodeAt(this.#at + 1) === SLASH)) {
        const start = this.#at
        const lineEnd = this.#text.indexOf('\n', start)
        this.#at = lineEnd < 0 ? this.#text.length : lineEnd
        this.#extras[code === HASH ? 'hashes' : 'comments'].push({ start, end: this.#at })
      } else if (code === SLASH && this.#text.charCodeAt(this.#at + 1) === STAR) {
        const start = this.#at
        const close = this.#text.indexOf('*/', start + 2)
        if (close < 0) this.#fail('comment')
        this.#at = close + 2
        this.#extras.comments.push({ start, end: this.#at })
      } else return
    }
  }
}

const LINE_END = 0x0a
const QUOTE = 0x22
const HASH = 0x23
const STAR = 0x2a
const SLASH = 0x2f
const BACKSLASH = 0x5c

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

/** Behind what a regex finds at a place; undefined where it finds nothing. */
function matchEnd(regex: RegExp, text: string, at: number): number | undefined {
  regex.lastIndex = at
  return regex.test(text) ? regex.lastIndex : undefined
}
