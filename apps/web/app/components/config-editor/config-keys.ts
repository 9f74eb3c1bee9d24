import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState, Text } from '@codemirror/state'

/** Which keys of a YAML or JSON text lead to a place in it. */

export interface KeyPlace {
  keys: readonly string[]
  /** The key itself. */
  from: number
  to: number
}

const PARSE_MS = 50
const LINES_BACK_MAX = 5000
const SCALARS = new Set(['Literal', 'QuotedLiteral', 'String', 'Number', 'True', 'False', 'null', 'Null'])

/** The key that stands at a place, or the one whose plain value does. */
export function keyAt(state: EditorState, at: number): KeyPlace | undefined {
  const tree = ensureSyntaxTree(state, Math.min(at + 1, state.doc.length), PARSE_MS)
  if (!tree) return undefined
  const keys: string[] = []
  let place: { from: number; to: number } | undefined
  for (const side of [-1, 1] as const) {
    for (let node = tree.resolveInner(at, side); node.parent; node = node.parent) {
      if (node.name !== 'Pair' && node.name !== 'Property') continue
      const [key, value] = [node.firstChild, node.lastChild]
      if (!key) continue
      if (!place) {
        const isOn = (part: typeof key) => part.from <= at && at <= part.to
        if (!isOn(key) && !(value && SCALARS.has(value.name) && isOn(value))) break
        place = { from: key.from, to: key.to }
      }
      keys.unshift(unquoted(state.doc.sliceString(key.from, key.to)))
    }
    if (place) return { keys, ...place }
  }
  return undefined
}

/** What could be typed at a place: a key beside others, or the value of a key. */
export interface Blank {
  kind: 'key' | 'value'
  /** The keys that lead to it; for a value its own is the last. */
  keys: readonly string[]
  /** Where the word begins that is being typed. */
  from: number
  isQuoted: boolean
}

export function blankAt(state: EditorState, at: number, language: 'yaml' | 'json'): Blank | undefined {
  if (language === 'json') return insideFlow(state.doc.sliceString(0, at), 0, [])
  const line = state.doc.lineAt(at)
  const before = line.text.slice(0, at - line.from)
  const open = before.indexOf('{')
  if (open >= 0) {
    const start = /^( *)(- +)?(?:([\w-]+): *)?$/.exec(before.slice(0, open))
    if (!start) return undefined
    const [, spaces = '', dash = '', key] = start
    const keys = keysAbove(state.doc, line.number, spaces.length, dash)
    return insideFlow(before.slice(open), line.from + open, key === undefined ? keys : [...keys, key])
  }
  const found = /^( *)(- +)?(?:([\w-]+): +(["']?))?([\w-]*)$/.exec(before)
  if (!found) return undefined
  const [, spaces = '', dash = '', key, quote = '', word = ''] = found
  const keys = keysAbove(state.doc, line.number, spaces.length, dash)
  const from = at - word.length
  return key === undefined
    ? { kind: 'key', keys, from, isQuoted: false }
    : { kind: 'value', keys: [...keys, key], from, isQuoted: quote !== '' }
}

/** The keys of the block that a line stands in, by indentation. */
function keysAbove(doc: Text, line: number, spaces: number, dash: string): string[] {
  const keys: string[] = []
  // A list may stand as far left as its key.
  let inner = dash === '' ? spaces : spaces + 0.5
  for (let number = line - 1; number > 0 && inner > 0 && line - number < LINES_BACK_MAX; number--) {
    const found = /^( *)(- +)?(?:["']?([^"':#]+)["']?:(?: |$))?/.exec(doc.line(number).text)
    if (!found || found[0].trim() === '') continue
    const [, left = '', itemDash = '', key] = found
    const keyLeft = left.length + itemDash.length
    if (key !== undefined && keyLeft < inner) {
      keys.unshift(key.trim())
      inner = itemDash === '' ? left.length : left.length + 0.5
    } else if (itemDash !== '' && keyLeft <= inner && left.length < inner) inner = Math.min(inner, left.length + 0.5)
  }
  return keys
}

interface Level {
  isList: boolean
  key?: string | undefined
}

/** Reads braces from the left up to where the text ends. */
function insideFlow(text: string, offset: number, outer: readonly string[]): Blank | undefined {
  const levels: Level[] = []
  let word = ''
  let wordFrom = 0
  let quote = ''
  let isEscaped = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quote !== '') {
      if (isEscaped) isEscaped = false
      else if (sign === '\\' && quote === '"') isEscaped = true
      else if (sign === quote) quote = ''
      else word += sign
      continue
    }
    const level = levels.at(-1)
    if (sign === '"' || sign === "'") {
      quote = sign
      word = ''
      wordFrom = at + 1
    } else if (sign === '{' || sign === '[') {
      levels.push({ isList: sign === '[' })
      word = ''
    } else if (sign === '}' || sign === ']') {
      levels.pop()
      word = ''
    } else if (sign === ':' && level && !level.isList && level.key === undefined) {
      level.key = word.trim()
      word = ''
    } else if (sign === ',') {
      if (level) level.key = undefined
      word = ''
    } else if (/\S/.test(sign)) {
      if (word === '') wordFrom = at
      word += sign
    }
  }
  const level = levels.at(-1)
  if (!level || level.isList || !/^[\w-]*$/.test(word)) return undefined
  const keys = [...outer, ...levels.flatMap(({ key }) => key ?? [])]
  const from = offset + (word === '' && quote === '' ? text.length : wordFrom)
  return { kind: level.key === undefined ? 'key' : 'value', keys, from, isQuoted: quote !== '' }
}

const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/, '$2')
