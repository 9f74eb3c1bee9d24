import { tidyName } from '@switchyard/recipe/model'
import type { NameChange, ListedNode } from '../types.ts'

/** As long as a field for a name or a pattern is. */
export const NAME_FIELD_MAX = 512

export interface RenamePlan {
  /** Rows whose name would change. */
  changes: NameChange[]
  /** Rows that would share their name with another one. */
  collisions: number
  /** Rows whose new name would be empty: they keep theirs. */
  empty: number
}

/** What renaming would do, without doing it. `others` are the names of the rows that stay as they are. */
export function planRename(
  rows: readonly ListedNode[],
  nameOf: (row: ListedNode) => string,
  others: Iterable<string>,
): RenamePlan {
  const uses = new Map<string, number>()
  const use = (name: string) => uses.set(name, (uses.get(name) ?? 0) + 1)
  for (const name of others) use(name)
  let empty = 0
  const names = rows.map((row) => {
    const made = tidyName(nameOf(row))
    if (made === '') empty++
    const name = made === '' ? row.name : made
    use(name)
    return name
  })
  const changes: NameChange[] = []
  let collisions = 0
  for (const [at, row] of rows.entries()) {
    const name = names[at]!
    if (name !== row.name) changes.push({ id: row.id, name })
    if (uses.get(name)! > 1) collisions++
  }
  return { changes, collisions, empty }
}
