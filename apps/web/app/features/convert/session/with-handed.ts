import { withCommon, withText, type Recipe, type RecipeSource } from '@switchyard/recipe/model'
import type { HandedFile, Handover } from '../../../components/handover/handover.ts'

/** With what was given to another page: its text and its template take the place of those that are there, its files come once. */
export function withHanded<R extends Recipe>(recipe: R, { text, files, template }: Handover): R {
  const known = new Set(recipe.sources.map(({ id }) => id))
  const fresh = files.filter(({ id }) => !known.has(id)).map(sourceOf)
  const withFiles = fresh.length === 0 ? recipe : { ...recipe, sources: [...recipe.sources, ...fresh] }
  const withTemplate = template ? withCommon(withFiles, { template }) : withFiles
  return text.trim() === '' ? withTemplate : withText(withTemplate, text)
}

function sourceOf({ at, ...given }: HandedFile): RecipeSource {
  const file = { ...given }
  // Whose it is, is no part of a recipe.
  delete file.isOfAccount
  if (file.url === undefined) return { ...file, kind: 'file', enabled: true }
  return { ...file, kind: 'url', enabled: true, ...(at === undefined ? {} : { loadedAt: at }) }
}
