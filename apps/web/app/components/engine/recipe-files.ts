import type { ReadImport, ReadRecipe, WrittenRecipe } from '@switchyard/recipe'
import type { Recipe } from '@switchyard/recipe/model'
import type { RecipeWorkerApi } from '../../workers/recipe-worker.ts'
import { WorkerClient } from './worker-client.ts'

const worker = new WorkerClient<RecipeWorkerApi>(
  () => new Worker(new URL('../../workers/recipe-worker.ts', import.meta.url), { type: 'module' }),
)

/** The recipe that a file holds, or why it holds none. */
export function recipeOfFile(text: string): Promise<ReadRecipe> {
  return worker.ask((api) => api.readRecipe(text))
}

/** The file of a recipe; what else is known of a screen's work stays out of it. */
export function fileOfRecipe(work: Recipe, secrets: boolean): Promise<WrittenRecipe> {
  const { sources, steps, edits, output, app, perOutput, common } = work
  const recipe: Recipe = { sources, steps, edits, output, perOutput, common, ...(app === undefined ? {} : { app }) }
  return worker.ask((api) => api.writeRecipe(recipe, { secrets }))
}

/** What a backup of another program holds, or why it is none. */
export function backupOfFile(file: Blob): Promise<ReadBackup> {
  return worker.ask((api) => api.readBackup(file))
}

/** What an old address of a converter holds, or why nothing can be taken from it. It is never opened. */
export function importOfAddress(text: string): Promise<ReadImport> {
  return worker.ask((api) => api.readConverterAddress(text))
}

export type ReadBackup = Awaited<ReturnType<RecipeWorkerApi['readBackup']>>
