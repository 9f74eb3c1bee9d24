import type { ObjectNode, ObjectPath } from '../../../workers/tasks/object.ts'

/** One value with its way from the root; equal ways, equal ids. */
export interface ObjectRow {
  id: string
  path: ObjectPath
  node: ObjectNode
  parent: string | undefined
  /** Among its siblings. */
  at: number
  childIds: string[]
  /** It, or what it stands in, cannot be reached by keys or stands elsewhere: it can only be looked at. */
  isFixed: boolean
}

export type ObjectRows = ReadonlyMap<string, ObjectRow>

export const ROOT_ID = '[]'
export const idOfPath = (path: ObjectPath): string => JSON.stringify(path)

/** All values of a tree by id, in the order of the text. */
export function objectRows(root: ObjectNode): ObjectRows {
  const rows = new Map<string, ObjectRow>()
  const add = (node: ObjectNode, path: ObjectPath, parent: ObjectRow | undefined, at: number) => {
    const isFixed = (parent?.isFixed ?? false) || node.isFixed === true
    // Of equal keys the last one has the path.
    const id = node.isFixed ? `${idOfPath(path)}#${at}` : idOfPath(path)
    const row: ObjectRow = { id, path, node, parent: parent?.id, at, childIds: [], isFixed }
    rows.set(id, row)
    parent?.childIds.push(id)
    for (const [index, child] of (node.children ?? []).entries()) add(child, [...path, child.key], row, index)
  }
  add(root, [], undefined, 0)
  return rows
}

/** More rows are not shown at once for a search. */
const FOUND_MAX = 500

export interface FoundRows {
  /** Rows that have the words in their key or value. */
  ids: ReadonlySet<string>
  /** These, and what they stand in. */
  shown: ReadonlySet<string>
  isCut: boolean
}

/** Rows whose key or value has some words in it, whatever the case. */
export function findRows(rows: ObjectRows, words: string): FoundRows | undefined {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return undefined
  const ids = new Set<string>()
  const shown = new Set<string>()
  for (const row of rows.values()) {
    const { key, value = '' } = row.node
    if (!String(key).toLowerCase().includes(wanted) && !value.toLowerCase().includes(wanted)) continue
    if (ids.size === FOUND_MAX) return { ids, shown, isCut: true }
    ids.add(row.id)
    for (let at: ObjectRow | undefined = row; at && !shown.has(at.id); at = at.parent === undefined ? undefined : rows.get(at.parent))
      shown.add(at.id) // oxfmt-ignore
  }
  return { ids, shown, isCut: false }
}

/** Whether a list is one of maps: it can be a table. The keys of all of them are its columns. */
export function columnsOf({ node }: ObjectRow): readonly string[] | undefined {
  const items = node.kind === 'list' ? (node.children ?? []) : []
  if (items.length === 0 || !items.every(({ kind, isShared }) => kind === 'map' && !isShared)) return undefined
  const keys = new Set<string>()
  for (const { children = [] } of items)
    for (const { key, isFixed } of children) if (!isFixed && keys.size < COLUMNS_MAX) keys.add(String(key))
  return [...keys]
}

const COLUMNS_MAX = 40
