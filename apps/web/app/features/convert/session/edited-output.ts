import type { Recipe, RecipeSource } from '@switchyard/recipe/model'
import { recipeOfFile } from '../../../components/engine/recipe-files.ts'
import type { HandedOutput } from '../../../components/handover/handover.ts'

/** What the work of the screen is published as. */
export interface EditedOutput {
  id: string
  name: string
  /** What the edit is made on: another one made meanwhile is a conflict. */
  revision: number
  /** By the id of a source: the kept item whose text it has. */
  items: Readonly<Record<string, string>>
  /** By the id of a source: what its item puts before its names. */
  prefixes: Readonly<Record<string, string>>
}

/** The recipe of an output with the texts of its items, and what it is published as; undefined where no recipe can be read. */
export async function editedOutput({
  recipe: file,
  items,
  held,
  id,
  name,
  revision,
}: HandedOutput): Promise<{ recipe: Recipe; output: EditedOutput } | undefined> {
  const read = await recipeOfFile(file)
  if ('refused' in read) return undefined
  const itemOf = (source: RecipeSource) => held[items[source.id] ?? '']
  const prefixes = read.recipe.sources.flatMap((source) => {
    const prefix = source.prefix ? undefined : itemOf(source)?.prefix
    return prefix === undefined ? [] : [[source.id, prefix] as const]
  })
  const output = { id, name, revision, items, prefixes: Object.fromEntries(prefixes) }
  const sources = read.recipe.sources.map((source): RecipeSource => {
    const item = itemOf(source)
    if (!item) return source
    const { text, at, url } = item
    const prefix = output.prefixes[source.id]
    return {
      ...source,
      text,
      ...(url === undefined ? {} : { kind: 'url', url }),
      ...(at === undefined ? {} : { loadedAt: at }),
      ...(prefix === undefined ? {} : { prefix }),
    }
  })
  return { recipe: { ...read.recipe, sources }, output }
}

/** The recipe as it is published: what items hold stays with them. */
export function publishedRecipe(
  recipe: Recipe,
  items: ReadonlyMap<string, string>,
  prefixes: EditedOutput['prefixes'] = {},
): Recipe {
  const withoutItem = (of: RecipeSource): RecipeSource => {
    const { url: _, loadedAt: _at, subscription: _info, prefix, ...source } = of
    return { ...source, text: '', ...(prefix === undefined || prefix === prefixes[source.id] ? {} : { prefix }) }
  }
  return {
    ...recipe,
    sources: recipe.sources.map((source) => (items.has(source.id) ? withoutItem(source) : source)),
  }
}
