import type { NodeFile } from '@switchyard/recipe/model'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { groupFileName } from './list-file.ts'
import { groupsOf, inGroup, type Grouping } from './groups.ts'

/** A group as a file: its name, and the nodes in it. */
export interface GroupFile {
  name: string
  keys: readonly string[]
}

/** A file for each group, without those of which nothing is kept. */
export function groupFiles(
  rows: readonly ListedNode[],
  by: Grouping,
  format: NodeFile,
  nameOf: (by: Grouping, value: string) => string,
): GroupFile[] {
  const taken = new Set<string>()
  return groupsOf(rows, by).flatMap(({ value }) => {
    const keys = keptKeys(inGroup(rows, by, value))
    if (keys.length === 0) return []
    const name = groupFileName(nameOf(by, value), format, taken)
    taken.add(name.toLowerCase())
    return { name, keys }
  })
}

/** The nodes that are neither repeats nor switched off: what a list consists of. */
export const keptKeys = (rows: readonly ListedNode[]): string[] =>
  rows.filter(({ state }) => state === 'kept').map(({ id }) => id)
