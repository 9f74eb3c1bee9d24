import { EMPTY_RECIPE, type Recipe } from '@switchyard/recipe/model'
import { fileOfRecipe } from '../../components/engine/recipe-files.ts'
import type { PublishedRecipe } from '../../components/publish/publish-dialog.tsx'
import type { Item } from './item-store.ts'

/** A recipe whose sources are the items, each by its id, with the usual settings. */
export async function recipeOfItems(items: readonly Item[]): Promise<PublishedRecipe> {
  const recipe: Recipe = {
    ...EMPTY_RECIPE,
    sources: items.map(({ id, name, kind }) => ({
      id,
      name,
      kind: kind === 'address' ? 'url' : 'text',
      text: '',
      enabled: true,
    })),
  }
  const { text } = await fileOfRecipe(recipe, true)
  return { recipe: text, items: Object.fromEntries(items.map(({ id }) => [id, id])), client: recipe.target }
}
