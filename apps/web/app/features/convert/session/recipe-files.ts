import type { ReadRecipe, WrittenRecipe } from '@switchyard/recipe'
import type { Recipe } from '@switchyard/recipe/model'
import type { RecipeWorkerApi } from '../../../workers/recipe-worker.ts'
import type { Model } from './model.ts'
import { WorkerClient } from '../../../components/engine/worker-client.ts'

const worker = new WorkerClient<RecipeWorkerApi>(
  () => new Worker(new URL('../../../workers/recipe-worker.ts', import.meta.url), { type: 'module' }),
)

/** The recipe that a file holds, or why it holds none. */
export function recipeOfFile(text: string): Promise<ReadRecipe> {
  return worker.ask((api) => api.readRecipe(text))
}

/** The file of what is on the screen. */
export function fileOfRecipe(model: Model, secrets: boolean): Promise<WrittenRecipe> {
  const { sources, steps, edits, target, app, perTarget, common } = model
  const recipe: Recipe = { sources, steps, edits, target, perTarget, common, ...(app === undefined ? {} : { app }) }
  return worker.ask((api) => api.writeRecipe(recipe, { secrets }))
}
