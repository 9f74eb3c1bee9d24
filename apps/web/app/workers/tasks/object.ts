import { applyEdits } from '@switchyard/convert/edits'
import type { Lang } from '@switchyard/convert/languages'
import {
  copyAlias,
  type DocumentNode,
  type DocumentPath,
  type EditResult,
  findNode,
  insertItems,
  insertPair,
  isMerge,
  keyText,
  moveItem,
  movePair,
  openDocument,
  removeAt,
  renameKey,
  replaceValue,
  resolved,
  scalarValue,
  valueOf,
} from '@switchyard/convert/texts'
import { config } from './config.ts'
import { clientWith } from './file.ts'

export type ObjectFormat = 'yaml' | 'json'
export type ObjectPath = readonly (string | number)[]
export type ScalarKind = 'text' | 'number' | 'boolean' | 'null'
export type ObjectKind = ScalarKind | 'map' | 'list'

/** One value of a document, with the values in it. */
export interface ObjectNode {
  /** Of a map; the place in a list. */
  key: string | number
  kind: ObjectKind
  /** Of a scalar, as text. */
  value?: string
  /** Of the key or the item, from 1. */
  line: number
  children?: ObjectNode[]
  /** It stands for a value elsewhere in the text, or is lent by a merge: it is changed there. */
  isShared?: true
  /** The path of keys leads to another one of the same name, or the key is no text. */
  isFixed?: true
}

/** A document as a tree; or why it is none. */
export type ObjectTree =
  | { root: ObjectNode }
  | { unread: 'syntax'; line: number; message: string }
  | { unread: 'too-large' | 'no-object' | 'several' }

/** One change of a document. */
export type ObjectChange =
  | { kind: 'set'; path: ObjectPath; value: unknown }
  | { kind: 'rename'; path: ObjectPath; to: string }
  | { kind: 'add'; path: ObjectPath; key?: string; value: unknown }
  | { kind: 'duplicate'; path: ObjectPath }
  /** To another place among its siblings. */
  | { kind: 'move'; path: ObjectPath; to: number }
  | { kind: 'remove'; path: ObjectPath }
  /** A value of its own in the place of one that stands elsewhere. */
  | { kind: 'own'; path: ObjectPath }

/** The text after a change, in which nothing else is written anew; or why it was not made. */
export type EditedObject = { text: string; path?: ObjectPath } | { refused: ObjectRefusal }
export type ObjectRefusal = Extract<EditResult, { refused: unknown }>['refused'] | 'broken'

/** The longest text that is shown as a tree. A longer one would hold up the page, so it opens as text. */
export const OBJECT_MAX = 1024 * 1024

/** A document as a tree: what the page shows of it, and edits of its text. */
export const object = {
  objectTree(text: string, format: ObjectFormat, lang: Lang): ObjectTree {
    if (text.length > OBJECT_MAX) return { unread: 'too-large' }
    const document = openDocument(text, { format })
    const { root, issue } = document
    if (issue) {
      const line = document.positionOf(issue.start).line
      const found = config
        .check(text, { client: clientWith(format) }, lang)
        .issues.find((one) => one.severity === 'error')
      return { unread: 'syntax', line, message: found?.message ?? '' }
    }
    if (document.documents > 1) return { unread: 'several' }
    const content = root && resolved(root)
    if (!content || content.kind === 'scalar') return { unread: 'no-object' }
    return { root: nodeOf('', content, 1, (offset) => document.positionOf(offset).line) }
  },

  objectEdit(text: string, format: ObjectFormat, edit: ObjectChange): EditedObject {
    const document = openDocument(text, { format })
    const made = editOf(document, edit)
    if ('refused' in made) return { refused: made.refused }
    const after = applyEdits(text, made.edits)
    // A text that could not be read any more is no change to make.
    if (openDocument(after, { format }).issue !== undefined) return { refused: 'broken' }
    const path = pathAfter(document, edit)
    return { text: after, ...(path ? { path } : {}) }
  },
}

type Opened = ReturnType<typeof openDocument>

function nodeOf(key: string | number, given: DocumentNode, line: number, lineOf: (at: number) => number): ObjectNode {
  const shared = given.kind === 'alias' ? ({ isShared: true } as const) : {}
  const node = resolved(given)
  if (node.kind === 'scalar') {
    const value = scalarValue(node)
    return { key, kind: kindOf(value), value: value === null ? '' : String(value), line, ...shared }
  }
  // What an alias stands for is looked at where it stands: written out here it could be without end.
  if (given.kind === 'alias') return { key, kind: node.kind, line, ...shared }
  if (node.kind === 'list') {
    const children = node.items.map(({ from, value }, at) => nodeOf(at, value, lineOf(from), lineOf))
    return { key, kind: 'list', line, children }
  }
  const last = new Map(node.pairs.map((pair, at) => [keyText(pair), at]))
  const children = node.pairs.map((pair, at) => {
    const name = keyText(pair)
    const child = nodeOf(name ?? '?', pair.value, lineOf(pair.from), lineOf)
    const isFixed = name === undefined || isMerge(pair) || last.get(name) !== at
    return isFixed ? Object.assign(child, { isFixed: true } as const) : child
  })
  return { key, kind: 'map', line, children }
}

/** What a value is called. */
function kindOf(value: unknown): ObjectKind {
  if (value === null) return 'null'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' ? 'map' : 'text'
}

function editOf(document: Opened, edit: ObjectChange): EditResult {
  const { path } = edit
  switch (edit.kind) {
    case 'set':
      return replaceValue(document, path, edit.value)
    case 'rename':
      return renameKey(document, path, edit.to)
    case 'add':
      return edit.key === undefined
        ? insertItems(document, path, Infinity, [edit.value])
        : insertPair(document, path, edit.key, edit.value)
    case 'duplicate':
      return duplicate(document, path)
    case 'move': {
      const parent = path.slice(0, -1)
      const at = placeIn(document, path)
      if (at === undefined) return { refused: 'path-missing', places: [] }
      return isInList(document, path)
        ? moveItem(document, parent, at, edit.to)
        : movePair(document, parent, at, edit.to)
    }
    case 'remove':
      return removeAt(document, path)
    case 'own':
      return copyAlias(document, path)
  }
}

function duplicate(document: Opened, path: DocumentPath): EditResult {
  const node = findNode(document.root, path)
  const last = path.at(-1)
  if (node === undefined || last === undefined) return { refused: 'path-missing', places: [] }
  const parent = path.slice(0, -1)
  const value = valueOf(node)
  if (isInList(document, path)) return insertItems(document, parent, Number(last) + 1, [value])
  return insertPair(document, parent, freeKey(document, path), value, String(last))
}

/** `name-2`, or the next one that is free. */
function freeKey(document: Opened, path: DocumentPath): string {
  const parent = path.slice(0, -1)
  for (let count = 2; ; count++) {
    const key = `${path.at(-1)}-${count}`
    if (findNode(document.root, [...parent, key]) === undefined) return key
  }
}

function isInList(document: Opened, path: DocumentPath): boolean {
  const parent = findNode(document.root, path.slice(0, -1))
  return parent !== undefined && resolved(parent).kind === 'list'
}

/** The place among its siblings, in the order of the text. */
function placeIn(document: Opened, path: DocumentPath): number | undefined {
  const parent = findNode(document.root, path.slice(0, -1))
  const node = parent && resolved(parent)
  if (node?.kind === 'list') return Number(path.at(-1))
  if (node?.kind !== 'map') return undefined
  const at = node.pairs.findLastIndex((pair) => keyText(pair) === String(path.at(-1)))
  return at < 0 ? undefined : at
}

/** Where what was changed stands afterwards. */
function pathAfter(document: Opened, edit: ObjectChange): ObjectPath | undefined {
  const { path } = edit
  const parent = path.slice(0, -1)
  switch (edit.kind) {
    case 'rename':
      return [...parent, edit.to]
    case 'add': {
      if (edit.key !== undefined) return [...path, edit.key]
      const list = findNode(document.root, path)
      const node = list && resolved(list)
      return [...path, node?.kind === 'list' ? node.items.length : 0]
    }
    case 'duplicate':
      return isInList(document, path) ? [...parent, Number(path.at(-1)) + 1] : [...parent, freeKey(document, path)]
    case 'move':
      return isInList(document, path) ? [...parent, edit.to] : path
    default:
      return undefined
  }
}
