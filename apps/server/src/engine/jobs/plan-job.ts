import { createHash } from 'node:crypto'
import type { OutputId } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import {
  apply,
  ApplyError,
  countedSources,
  listsFor,
  type Recipe,
  readRecipe,
  outputSettings,
  withCommon,
  withOutput,
  withOutputSettings,
} from '@switchyard/recipe'
import { givenTexts, type KeptTexts } from '../given-texts.ts'
import { type KeptText, unpackedText } from '../../shared/kept-text.ts'
import { fieldOf, MAX_ALIASES, MAX_LISTS } from '../engine-output.ts'

/** A recipe that a person saves, to be looked at before it is applied. */
export interface PlanJob {
  /** Its file. */
  recipe: KeptText
  to: OutputId
  lang: Lang
  /** Of a result in which the rules of lists stand. */
  expandLists?: boolean
  /** To compare with another time: by the id of the source. */
  texts?: KeptTexts
}

/** What a recipe needs, and what it gives now. */
export interface Plan {
  /** Ids of the sources that are addresses, and of all of them. */
  addresses: readonly string[]
  sources: readonly string[]
  /** Addresses of rule lists. */
  lists: readonly string[]
  /** What it gives with the texts; undefined: no node is left, or it cannot be written. */
  result?: { digest: string; names: readonly string[]; skipped: number }
}

/** Of a recipe that cannot be read: the path of the part that is wrong. */
export interface Unplanned {
  wrong: string
}

/** Looks at a recipe: what it needs, and nodes, groups and rules that it gives, without traffic and other information. */
export function planJob({ recipe: file, to, lang, texts, expandLists }: PlanJob): Plan | Unplanned {
  const read = readRecipe(unpackedText(file))
  if ('refused' in read) return { wrong: fieldOf(read.refused) }
  const recipe = withOutput(read.recipe, to)
  const counted = countedSources(recipe)
  const lists = listsFor(recipe, lang, expandLists)
  if (lists.length > MAX_LISTS) return { wrong: 'recipe.rules' }
  const result = texts === undefined ? undefined : resultOf(recipe, lang, texts)
  return {
    addresses: counted.filter(({ kind }) => kind === 'url').map(({ id }) => id),
    sources: recipe.sources.map(({ id }) => id),
    lists,
    ...(result ? { result } : {}),
  }
}

function resultOf(recipe: Recipe, lang: Lang, texts: NonNullable<PlanJob['texts']>): Plan['result'] {
  const plain = plainResult(recipe, lang, texts)
  if (!plain) return undefined
  const { text, names, skipped } = plain
  return { digest: createHash('sha256').update(text).digest('hex'), names, skipped }
}

/** What a recipe gives, without what changes all the time; undefined: it gives nothing. */
export function plainResult(
  recipe: Recipe,
  lang: Lang,
  texts: NonNullable<PlanJob['texts']>,
): { text: string; names: readonly string[]; skipped: number } | undefined {
  const { excludes = [] } = outputSettings(recipe)
  // What a provider says of traffic and expiry changes all the time, and is no change of the result.
  const plain = withOutputSettings(withCommon(recipe, { headComment: false }), { excludes: [...excludes, 'info'] })
  try {
    const { text, rows, report } = apply(plain, {
      texts: givenTexts(texts),
      lang,
      maxAliases: { sources: MAX_ALIASES },
    })
    const names = rows.flatMap(({ outputName }) => (outputName === undefined ? [] : [outputName]))
    return { text, names, skipped: report.skipped }
  } catch (error) {
    if (error instanceof ApplyError) return undefined
    throw error
  }
}
