import type { Issue, OutputId } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import {
  apply,
  ApplyError,
  countedSources,
  readRecipe,
  type Recipe,
  type RecipeReport,
  type OutputSettings,
  withDrawnSecret,
  withOutput,
  withOutputSettings,
} from '@switchyard/recipe'
import { settingsLink } from '@switchyard/recipe/settings-link'
import { givenTexts, type KeptTexts } from '../given-texts.ts'
import { type KeptText, unpackedText } from '../../shared/kept-text.ts'
import { type EngineOutput, fieldOf, MAX_ALIASES, MAX_NODES, tooManyNodes, type WrongPart } from '../engine-output.ts'

/** A recipe to apply, as a thread is sent it: plain data. */
export interface ApplyJob {
  /** The file of the recipe. */
  recipe: KeptText
  /** It is a recipe that a person of this server saved: its template may have as many aliases as on the page. */
  isSaved?: boolean
  /** By the id of the source. */
  texts: KeptTexts
  /** Texts of rule lists by address. */
  lists: Readonly<Record<string, string>>
  /** Their rules stand in the config, where its client could fetch them itself. */
  expandLists?: boolean
  /** Bare nodes and links, too, are named as the template says. */
  namesByTemplate?: boolean
  /** Mirrors of rule lists, where the recipe names none. */
  listMirror: string
  /** What is written, where that is not what the recipe says. */
  to?: OutputId
  /** The same for what the client of this result remembers for itself. */
  options?: Partial<Pick<OutputSettings, 'singboxVersion' | 'xrayVersion' | 'list'>>
  lang: Lang
  /** For the controller, where the recipe has no secret. */
  drawnSecret: string
  /** For the comment at the head of a result: the day, and the address of this site. */
  date: string
  site?: string
}

/** Applies a recipe. Throws what is a bug and nothing else. */
export function applyJob({
  recipe: file,
  isSaved = false,
  texts,
  lists,
  expandLists = false,
  namesByTemplate = false,
  listMirror,
  to,
  options,
  lang,
  drawnSecret,
  date,
  site,
}: ApplyJob): EngineOutput {
  const read = readRecipe(unpackedText(file))
  if ('refused' in read) return { field: fieldOf(read.refused), refused: read.refused }
  const aimed = to === undefined ? read.recipe : withOutput(read.recipe, to)
  const saved = options === undefined ? aimed : withOutputSettings(aimed, options)
  const recipe = saved.common.secret === undefined ? withDrawnSecret(saved, drawnSecret) : saved
  const wrong = wrongText(recipe, texts)
  if (wrong) return wrong
  try {
    const link = site === undefined ? undefined : settingsLink(recipe, new URL('/convert', site)).link
    const { text, report } = apply(recipe, {
      texts: givenTexts(texts),
      lists: new Map(Object.entries(lists)),
      expandLists,
      namesByTemplate,
      listMirror,
      lang,
      maxAliases: { sources: MAX_ALIASES, ...(isSaved ? {} : { template: MAX_ALIASES }) },
      head: { date, ...(link === undefined ? {} : { link }) },
    })
    if (report.nodes > MAX_NODES) return tooManyNodes(recipe.output)
    return { to: recipe.output, text, report: withIssues(report, read.issues) }
  } catch (error) {
    if (!(error instanceof ApplyError)) throw error
    const { cause, report } = error
    return { to: recipe.output, error: cause.code, args: cause.args, report: withIssues(report, read.issues) }
  }
}

/** The report with what the file of the recipe says and nothing knows, before all else. */
const withIssues = (report: RecipeReport, issues: readonly Issue[]): RecipeReport =>
  issues.length === 0 ? report : { ...report, issues: [...issues, ...report.issues] }

/** A text for no source, or an address without one: nothing is fetched here, and a lost source must not look empty. */
function wrongText(recipe: Recipe, texts: ApplyJob['texts']): WrongPart | undefined {
  const ids = new Set(recipe.sources.map(({ id }) => id))
  const unknown = Object.keys(texts).find((id) => !ids.has(id))
  if (unknown !== undefined) return { field: `texts.${unknown}` }
  const missing = countedSources(recipe).find(({ id, kind }) => kind === 'url' && !Object.hasOwn(texts, id))
  return missing && { field: `texts.${missing.id}` }
}
