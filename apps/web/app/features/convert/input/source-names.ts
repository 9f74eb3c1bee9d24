import { freeName, numbered, TEXT_SOURCE, type RecipeSource } from '@switchyard/recipe/model'
import { sourceName } from './source-name.ts'

/** What to call each source where they stand beside each other; nothing for the only one. */
export function sourceNames(
  sources: readonly RecipeSource[],
  t: Parameters<typeof sourceName>[1],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const used = sources.filter(({ id, text }) => id !== TEXT_SOURCE || text !== '')
  if (used.length < 2) return names
  const taken = new Set<string>()
  for (const { id, name } of used) {
    const free = freeName(taken, numbered(sourceName({ id, name }, t)))
    taken.add(free)
    names.set(id, free)
  }
  return names
}
