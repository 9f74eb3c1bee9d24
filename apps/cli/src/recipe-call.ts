import { type ConvertError, type Issue, outputFacts, type Report } from '@switchyard/convert'
import { type Lang, recipeMessage } from '@switchyard/locale'
import {
  type Applied,
  apply,
  ApplyError,
  type ApplyInput,
  BUILTIN,
  countedSources,
  type GivenText,
  readRecipe,
  type Recipe,
  type RecipeSource,
  settingsOf,
  withDrawnSecret,
  withOutput,
  withSettings,
} from '@switchyard/recipe'
import type { ConvertFlags, IsGiven, SaidByFlags } from './convert-flags.ts'
import { agentsFor, fetchSource, readOptionFile, readSources } from './read-sources.ts'
import { WrongCall } from './wrong-call.ts'

/** What `--recipe` adds to a call of `convert`. */

export { listsFor } from '@switchyard/recipe'

/** The recipe of a file, and what of it is not known; one that cannot be used is a wrong call. */
export async function openRecipe(file: string, lang: Lang): Promise<{ recipe: Recipe; unknown: Issue[] }> {
  const read = readRecipe(await readOptionFile(file))
  if ('recipe' in read)
    return { recipe: read.recipe, unknown: read.issues.map((issue) => ({ ...issue, source: file })) }
  const { code, place } = read.refused
  throw new WrongCall('bad-recipe', { file, reason: recipeMessage(code, lang, { place }) })
}

/** The recipe with what was typed besides: a flag wins over what is saved. */
export async function withFlags(
  saved: Recipe,
  flags: ConvertFlags,
  { client, settings, versions, excludes: added, includes }: SaidByFlags,
  lang: Lang,
  isGiven: IsGiven,
): Promise<Recipe> {
  const recipe = flags.to === undefined ? saved : withOutput(saved, client)
  const { excludes = outputFacts(client).defaultExcludes } = settingsOf(recipe)
  const isFiltered = flags.exclude !== undefined || flags.include !== undefined
  const left = [...new Set([...excludes, ...added])].filter((type) => !includes.includes(type))
  return withSettings(recipe, {
    ...settings,
    ...(isFiltered && { excludes: left }),
    ...(isGiven('singBoxVersion') && { singboxVersion: versions.singboxVersion }),
    ...(isGiven('xrayVersion') && { xrayVersion: versions.xrayVersion }),
    ...(isGiven('template') && { template: await templateOf(flags.template) }),
    ...(isGiven('lang') && { groupLang: lang }),
  })
}

async function templateOf(value: string): Promise<Recipe['common']['template']> {
  return BUILTIN.find((name) => name === value) ?? { name: value, text: await readOptionFile(value) }
}

/** The recipe with a secret for its controller; the very same one where it has one. */
export function withSecret(recipe: Recipe, drawn: string): Recipe {
  return recipe.common.secret === undefined ? withDrawnSecret(recipe, drawn) : recipe
}

interface ReadRecipeSources {
  /** With the sources that were named besides. */
  recipe: Recipe
  texts: ReadonlyMap<string, GivenText>
  failed: Issue[]
  notes: Issue[]
  bytes: number
}

/** Asks the addresses of a recipe, and reads what was named besides; without any source, what stdin gives. */
export async function readRecipeSources(
  recipe: Recipe,
  names: readonly string[],
  userAgent: string | undefined,
): Promise<ReadRecipeSources> {
  const isEmpty = recipe.sources.length === 0
  const besides =
    names.length > 0 || isEmpty ? await readSources(names, userAgent) : { sources: [], failed: [], notes: [], bytes: 0 }
  const added = besides.sources.map(({ name, text, subscription }, index): RecipeSource => {
    return {
      id: `besides-${index + 1}`,
      kind: 'file',
      name,
      text,
      enabled: true,
      ...(subscription ? { subscription } : {}),
    }
  })
  const asked = countedSources(recipe).filter(({ kind, url }) => kind === 'url' && url)
  const answers = await Promise.all(
    asked.map((source) => {
      const { name, url, userAgent: own } = source
      return fetchSource(name, url!, agentsFor(userAgent ?? own))
    }),
  )
  const texts = new Map<string, GivenText>()
  for (const [index, { source }] of answers.entries()) if (source) texts.set(asked[index]!.id, source)
  return {
    recipe: added.length === 0 ? recipe : { ...recipe, sources: [...recipe.sources, ...added] },
    texts,
    failed: [...answers.flatMap(({ issue }) => issue ?? []), ...besides.failed],
    notes: [...answers.flatMap(({ note }) => note ?? []), ...besides.notes],
    bytes: [...answers, besides].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** What becomes of a recipe: a config, or the report of why there is none. */
export function applied(
  recipe: Recipe,
  input: ApplyInput,
): Partial<Applied> & { report: Report; error?: ConvertError } {
  try {
    return apply(recipe, input)
  } catch (error) {
    if (!(error instanceof ApplyError)) throw error
    return { report: error.report, error: error.cause }
  }
}
