import { type DocumentNode, keyText, LineIndex, openDocument, resolved } from '@switchyard/convert/texts'

/** One key of a document, with how much is in it. */
export interface OutlineRow {
  name: string
  /** From 1. */
  line: number
  depth: 0 | 1
  /** How many keys or items; absent where it is a value. */
  count?: number
}

const ROWS_MAX = 200
const LETTERS_MAX = 120

/** The keys of a YAML or JSON text and those in them; undefined where it is no such document. */
export function outlineOf(text: string, format: 'yaml' | 'json'): OutlineRow[] | undefined {
  const { root } = openDocument(text, { format })
  return root && rowsOf(root, new LineIndex(text), 0)
}

function rowsOf(node: DocumentNode, lines: LineIndex, depth: 0 | 1): OutlineRow[] {
  const content = resolved(node)
  if (content.kind !== 'map') return []
  const rows: OutlineRow[] = []
  for (const pair of content.pairs.slice(0, ROWS_MAX)) {
    const { from, value } = pair
    const count = countOf(value)
    const name = (keyText(pair) ?? '?').slice(0, LETTERS_MAX)
    rows.push({ name, line: lines.lineOf(from), depth, ...(count !== undefined && { count }) })
    if (depth === 0) rows.push(...rowsOf(value, lines, 1))
  }
  return rows
}

function countOf(node: DocumentNode): number | undefined {
  if (node.kind === 'map') return node.pairs.length
  return node.kind === 'list' ? node.items.length : undefined
}
