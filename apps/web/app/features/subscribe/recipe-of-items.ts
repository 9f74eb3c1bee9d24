import { EMPTY_RECIPE, type NewStep, type Recipe, type Step } from '@switchyard/recipe/model'
import { fileOfRecipe } from '../../components/engine/recipe-files.ts'
import type { PublishedRecipe } from '../../components/publish/publish-dialog.tsx'
import { randomId } from '../../lib/random-id.ts'
import type { Item } from './item-repository.ts'

type Source = Pick<Item, 'id' | 'name' | 'kind'>

/** A recipe whose sources are the items, each by its id, with the usual settings. */
export async function recipeOfItems(
  items: readonly Source[],
  steps: readonly NewStep[] = [],
): Promise<PublishedRecipe> {
  const recipe: Recipe = {
    ...EMPTY_RECIPE,
    sources: items.map(({ id, name, kind }) => ({
      id,
      name,
      kind: kind === 'address' ? 'url' : 'text',
      text: '',
      enabled: true,
    })),
    steps: steps.map((step): Step => Object.assign({ id: randomId() }, step)),
  }
  const { text } = await fileOfRecipe(recipe, true)
  return { recipe: text, items: Object.fromEntries(items.map(({ id }) => [id, id])), client: recipe.output }
}
