import { renameNodes, type Recipe } from '@switchyard/recipe/model'
import type { RecipeSession } from './recipe-session.ts'

/** Gives nodes the names that they came with. One whose old name another node has by now changes names with it. */
export function renameBack<R extends Recipe>(session: RecipeSession<R>, keys: readonly string[]): void {
  const rows = new Map(session.desk.rows.get().map((row) => [row.key, row]))
  const holders = new Map([...rows.values()].map(({ key, name }) => [name, key]))
  const names: Record<string, string> = {}
  for (const key of keys) {
    const row = rows.get(key)
    if (row?.renamedFrom === undefined) continue
    names[key] = ''
    if (Object.hasOwn(session.model.edits.names, key)) continue
    const holder = holders.get(row.renamedFrom)
    if (holder !== undefined && holder !== key) names[holder] = row.name
    // Steps made the name: one of its own stands above them.
    else if (session.model.steps.length > 0) names[key] = row.renamedFrom
  }
  session.change((recipe) => renameNodes(recipe, names))
}
