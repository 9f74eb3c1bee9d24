import type { OutputId } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { type ChangeCounts, countChanges, type GivenText, readRecipe, settingsOf, withOutput } from '@switchyard/recipe'
import { plainResult } from './plan-job.ts'

/** Two recipes with their texts, whose results are compared. */
export interface CompareJob {
  compared: readonly [before: ComparedRecipe, after: ComparedRecipe]
  to: OutputId
  lang: Lang
}

interface ComparedRecipe {
  recipe: string
  /** By the id of the source. */
  texts: Readonly<Record<string, string | GivenText>>
}

/** What differs besides nodes; undefined: one of them gives nothing. */
export function compareJob({ compared, to, lang }: CompareJob): ChangeCounts | undefined {
  const [before, after] = compared.map(({ recipe: file, texts }) => {
    const read = readRecipe(file)
    if ('refused' in read) return undefined
    const recipe = withOutput(read.recipe, to)
    const result = plainResult(recipe, lang, texts)
    return result && { ...result, settings: settingsOf(recipe) }
  })
  return before && after && countChanges(before, after, after.settings)
}
