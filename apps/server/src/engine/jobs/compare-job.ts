import type { OutputId } from '@switchyard/convert'
import { namesOfNodes } from '@switchyard/convert/configs'
import type { Lang } from '@switchyard/locale'
import { type ChangeCounts, countChanges, readRecipe, type Recipe, settingsOf, withOutput } from '@switchyard/recipe'
import type { KeptTexts } from '../given-texts.ts'
import { type KeptText, unpackedText } from '../../shared/kept-text.ts'
import { plainResult } from './plan-job.ts'

/** Two recipes with their texts, whose results are compared; or two configs. */
export interface CompareJob {
  before: ComparedRecipe | ComparedConfig
  after: ComparedRecipe | ComparedConfig
  to: OutputId
  lang: Lang
}

interface ComparedRecipe {
  recipe: KeptText
  /** By the id of the source. */
  texts: KeptTexts
}

interface ComparedConfig {
  text: KeptText
}

/** What differs besides nodes; and whether nothing does but the order in which the nodes came. */
export interface ResultComparison {
  changes: ChangeCounts
  isOrderAlone: boolean
}

/** Compares two results; undefined: one of them gives nothing. */
export function compareJob({ before, after, to, lang }: CompareJob): ResultComparison | undefined {
  if ('text' in before || 'text' in after) return compareConfigs(before, after, to)
  const was = resultOf(before, to, lang)
  const is = resultOf(after, to, lang)
  if (!was || !is) return undefined
  const hasNames = new Set(was.names).symmetricDifference(new Set(is.names)).size === 0
  const sorted = (recipe: ComparedRecipe) => resultOf(recipe, to, lang, sortedByName)?.text
  return {
    changes: countChanges(was, is, is.settings),
    isOrderAlone: hasNames && sorted(before) === sorted(after),
  }
}

/** Two configs of a person's own; undefined: one of the two is a recipe. */
function compareConfigs(
  before: CompareJob['before'],
  after: CompareJob['after'],
  output: OutputId,
): ResultComparison | undefined {
  if (!('text' in before && 'text' in after)) return undefined
  const [was, is] = [before, after].map((config) => {
    const text = unpackedText(config.text)
    return { text, names: namesOfNodes(text) }
  })
  return { changes: countChanges(was!, is!, { output, list: false }), isOrderAlone: false }
}

/** The same nodes in an order that does not tell how they came. */
function sortedByName(recipe: Recipe): Recipe {
  return { ...recipe, steps: [...recipe.steps, { id: 'by name', kind: 'sort', by: 'name', isDescending: false }] }
}

function resultOf(
  { recipe: file, texts }: ComparedRecipe,
  to: OutputId,
  lang: Lang,
  change: (recipe: Recipe) => Recipe = (recipe) => recipe,
) {
  const read = readRecipe(unpackedText(file))
  if ('refused' in read) return undefined
  const recipe = change(withOutput(read.recipe, to))
  const result = plainResult(recipe, lang, texts)
  return result && { ...result, settings: settingsOf(recipe) }
}
