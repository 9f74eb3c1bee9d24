import type { ConvertErrorCode, OutputId } from '@switchyard/convert'
import type { RecipeReport, RefusedRecipe } from '@switchyard/recipe'

/** docs/formats/documents.md, "Limits" */
export const MAX_NODES = 20_000
export const MAX_ALIASES = 100
/** Rule lists that are fetched for one output. */
export const MAX_LISTS = 500

/** What became of every entry. Only a recipe has entries that a person deleted. */
export type EngineReport = Omit<RecipeReport, 'deleted'> & { deleted?: number }

/** A part of the request that cannot be used: its path, and where it is the recipe, what is wrong with it. */
export interface WrongPart {
  field: string
  refused?: RefusedRecipe
}

/** The path of what is wrong with a recipe. */
export function fieldOf({ place }: RefusedRecipe): string {
  return place === undefined ? 'recipe' : `recipe.${place}`
}

/** What came of a job. An error that the engine throws for a reader is an answer too: threads pass on no classes. */
export type EngineOutput =
  | { to: OutputId; text: string; report: EngineReport }
  | {
      to: OutputId
      error: ConvertErrorCode | 'too-many-nodes'
      args: Record<string, string | number>
      report: EngineReport | undefined
    }
  | WrongPart

/** The answer to more nodes than the server takes. */
export function tooManyNodes(to: OutputId): EngineOutput {
  return { to, error: 'too-many-nodes', args: { limit: MAX_NODES }, report: undefined }
}
