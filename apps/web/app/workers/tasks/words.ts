import type { Issue } from '@switchyard/convert'
import { recipeMessage, wordIssue, type Lang } from '@switchyard/locale'
import type { RefusedRecipe } from '@switchyard/recipe'

/** Codes in words: the page carries none of them. */
export const words = {
  /** Why a file is no recipe. */
  refusal: ({ code, place }: RefusedRecipe, lang: Lang): string => recipeMessage(code, lang, { place }),
  issues: (issues: readonly Issue[], lang: Lang): string[] => issues.map((issue) => wordIssue(issue, lang)),
}
