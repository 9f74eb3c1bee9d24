import type { OutputId } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { type ChangeCounts, countChanges, type GivenText, readRecipe, settingsOf, withOutput } from '@switchyard/recipe'
import { plainResult } from './plan-job.ts'

/** Two recipes with their texts, whose results are compared. */
export interface CompareJob {
  before: ComparedRecipe
  after: ComparedRecipe
  to: OutputId
  lang: Lang
}

interface ComparedRecipe {
  recipe: string
  /** By the id of the source. */
  texts: Readonly<Record<string, string | GivenText>>
}

/** What differs besides nodes; undefined: one of them gives nothing. */
export function compareJob({ before, after, to, lang }: CompareJob): ChangeCounts | undefined {
  const was = resultOf(before, to, lang)
  const is = resultOf(after, to, lang)
  return was && is && countChanges(was, is, is.settings)
}

function resultOf({ recipe: file, texts }: ComparedRecipe, to: OutputId, lang: Lang) {
  const read = readRecipe(file)
  if ('refused' in read) return undefined
  const recipe = withOutput(read.recipe, to)
  const result = plainResult(recipe, lang, texts)
  return result && { ...result, settings: settingsOf(recipe) }
}
