import { LineIndex } from '@switchyard/convert/texts'
import { JavaRefusal } from './issue.ts'
import { plainScalar, type Tree } from './tree.ts'

// How a .properties file is read: java.util.Properties, `load(Reader)` and `store`.

const BLANKS = ' \t\f'
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }
const HEX = /^[0-9a-fA-F]{4}$/

/** Keys and values of a .properties text. Of equal keys the last one counts, at the place of the first. */
export function readProperties(text: string): Map<string, string> {
  const entries = new Map<string, string>()
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const atLineEnd = () => at >= text.length || text[at] === '\n' || text[at] === '\r'
  const skipBlanks = () => {
    while (at < text.length && BLANKS.includes(text[at]!)) at++
  }
  /** Behind a line end, which may be two characters. */
  const skipLineEnd = () => {
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  /** Up to the end of the line, or of the key; a backslash before a line end joins the next line. */
  const readPart = (isKey: boolean): string => {
    let part = ''
    while (!atLineEnd()) {
      const char = text[at]!
      if (isKey && (char === '=' || char === ':' || BLANKS.includes(char))) break
      at++
      if (char !== '\\') {
        part += char
        continue
      }
      if (atLineEnd()) {
        skipLineEnd()
        skipBlanks()
        continue
      }
      const escaped = text[at++]!
      if (escaped !== 'u') {
        part += ESCAPED[escaped] ?? escaped
        continue
      }
      const digits = text.slice(at, at + 4)
      if (!HEX.test(digits)) throw new JavaRefusal('escape', new LineIndex(text).positionOf(at - 2))
      part += String.fromCharCode(Number.parseInt(digits, 16))
      at += 4
    }
    return part
  }
  while (at < text.length) {
    skipBlanks()
    if (atLineEnd()) {
      skipLineEnd()
      continue
    }
    if (text[at] === '#' || text[at] === '!') {
      while (!atLineEnd()) at++
      continue
    }
    const key = readPart(true)
    skipBlanks()
    if (text[at] === '=' || text[at] === ':') {
      at++
      skipBlanks()
    }
    entries.set(key, readPart(false))
  }
  return entries
}

/** Entries as a .properties text that every Java reads, whatever encoding it takes the file for. */
export function printProperties(entries: ReadonlyMap<string, string>): string {
  const lines = Array.from(entries, ([key, value]) => {
    const name = escaped(key.replaceAll('\\', '\\\\').replace(/[ =:#!]/g, '\\$&'))
    return `${name}=${escaped(value.replaceAll('\\', '\\\\').replace(/^ /, '\\ '))}\n`
  })
  return lines.join('')
}

const NAMES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' }

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (char) => NAMES[char] ?? `\\u${hex(char)}`)
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}

interface Branch {
  value?: string
  names: Map<string, Branch>
  places: Map<number, Branch>
}

/** Deeper paths stay keys: a YAML reader takes a hundred levels. */
const STEPS_MAX = 50
const STEP = /[^.[\]]+|\[(?:0|[1-9]\d{0,5})\]/g
const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[(?:0|[1-9]\d{0,5})\])*$/

/**
 * Entries as a tree: `a.b` is a map, `a[0]` a list. A key that is no path, or that stands below a value (`a=1`, `a.b=2`), is
 * kept as a key with its dots, so that `entriesOf` gives the same entries again.
 */
export function treeOfEntries(entries: ReadonlyMap<string, string>): Tree {
  const root: Branch = { names: new Map(), places: new Map() }
  const others: [string, Tree][] = []
  for (const [key, value] of entries) {
    const steps = PATH.test(key) ? (key.match(STEP) ?? []) : []
    if (steps.length === 0 || steps.length > STEPS_MAX) {
      others.push([key, plainScalar(value)])
      continue
    }
    let branch = root
    for (const step of steps) {
      branch = step.startsWith('[') ? childOf(branch.places, Number(step.slice(1, -1))) : childOf(branch.names, step)
    }
    branch.value = value
  }
  return { kind: 'map', fields: new Map([...pairsOf(root), ...others]) }
}

function childOf<Step>(children: Map<Step, Branch>, step: Step): Branch {
  const child = children.get(step) ?? { names: new Map(), places: new Map() }
  children.set(step, child)
  return child
}

interface Grown {
  own?: Tree
  /** What cannot stand in `own`, by the rest of its key. */
  beside: [rest: string, tree: Tree][]
}

function grown(branch: Branch): Grown {
  const items = [...branch.places].sort(([a], [b]) => a - b).map(([place, child]) => ({ place, grown: grown(child) }))
  const pairs = pairsOf(branch)
  const isFree = branch.value === undefined && pairs.length === 0
  const list = items.flatMap(({ place, grown: { own, beside } }, index) =>
    own !== undefined && place === index && beside.length === 0 ? [own] : [],
  )
  if (isFree && list.length === items.length) return { own: { kind: 'list', items: list }, beside: [] }
  const beside = items.flatMap((item) => joined(`[${item.place}]`, item.grown))
  if (branch.value !== undefined) {
    for (const [key, tree] of pairs) beside.push([`.${key}`, tree])
    return { own: plainScalar(branch.value), beside }
  }
  return pairs.length === 0 ? { beside } : { own: { kind: 'map', fields: new Map(pairs) }, beside }
}

function pairsOf({ names }: Branch): [string, Tree][] {
  return [...names].flatMap(([name, child]) => joined(name, grown(child)))
}

function joined(step: string, { own, beside }: Grown): [string, Tree][] {
  const others = beside.map(([rest, tree]): [string, Tree] => [step + rest, tree])
  return own === undefined ? others : [[step, own], ...others]
}

/** Characters of all entries: what aliases stand for may be much. */
const SIZE_MAX = 16_000_000

/** A tree as entries. Counted: lists and maps without content, which become empty values, and keys that come twice. */
export function entriesOf(root: Tree): { entries: Map<string, string>; empty: number; twice: number } {
  const entries = new Map<string, string>()
  let empty = 0
  let twice = 0
  let size = 0
  const put = (key: string, tree: Tree): void => {
    if (tree.kind === 'list' && tree.items.length > 0) {
      for (const [index, item] of tree.items.entries()) put(`${key}[${index}]`, item)
    } else if (tree.kind === 'map' && tree.fields.size > 0) {
      for (const [name, child] of tree.fields) put(`${key}.${name}`, child)
    } else {
      if (tree.kind !== 'scalar') empty++
      if (entries.has(key)) twice++
      size += key.length + (tree.kind === 'scalar' ? tree.text.length : 0)
      if (size > SIZE_MAX) throw new JavaRefusal('too-large', { most: SIZE_MAX })
      entries.set(key, tree.kind === 'scalar' && tree.type !== 'null' ? tree.text : '')
    }
  }
  if (root.kind !== 'map') put('', root)
  else for (const [name, child] of root.fields) put(name, child)
  return { entries, empty, twice }
}
