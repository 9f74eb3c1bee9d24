import { DEFAULT_LANG } from '@switchyard/convert/languages'
import { type ConvertError, isExclusion, type Issue, type SubscriptionInfo } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { type Controller, controllerOf, listsOf } from './settings/engine-options.ts'
import { type HeadFacts, headComment } from './result/head-comment.ts'
import { listEntries } from './list/list-entries.ts'
import type { NodeRow } from './model/nodes/rows.ts'
import { countedSources, type Recipe, type RecipeSource, settingsOf } from './model/recipe.ts'
import type { StepCount } from './model/step.ts'
import { nodeRows } from './list/node-rows.ts'
import { readSource, type SourceText } from './read/read-source.ts'
import { type Besides, type RecipeReport, type Run, runConversion } from './result/run-conversion.ts'
import { usableSettings } from './settings/usable-settings.ts'

/** What a source says now, and what its answer told about the subscription. */
export interface GivenText {
  text: string
  subscription?: SubscriptionInfo
  /** Stands before the names of its nodes, where the recipe says none for the source. */
  prefix?: string
}

/** What a recipe is applied to. */
export interface ApplyInput extends Besides {
  /** By the id of the source; a source that is not in it has the text that was saved with it. */
  texts?: ReadonlyMap<string, string | GivenText>
  /** Texts of rule lists by address: `listsFor` says which. */
  lists?: ReadonlyMap<string, string>
  /** The rules of lists that have a text stand in the config, where its client could fetch the lists itself. */
  expandLists?: boolean
  /** Bare nodes and links, too, are named and left out as the template says. */
  namesByTemplate?: boolean
  /** Mirrors of rule lists with commas between them, for a recipe that names none. */
  listMirror?: string
  /** Of groups, for a recipe that names none. */
  lang?: Lang
  /** For a recipe whose result is to begin with a comment. */
  head?: HeadFacts
  /** Aliases of one YAML document. Absent: as many as there are, if what they stand for is not too much. */
  maxAliases?: { sources?: number; template?: number }
}

/** A row of the table of nodes, and what became of it. */
export interface AppliedRow extends NodeRow {
  outcome: 'output' | 'duplicate' | 'excluded' | 'disabled' | 'refused'
  /** Its name in the result. */
  outputName?: string
}

export interface Applied {
  text: string
  report: RecipeReport
  rows: readonly AppliedRow[]
  steps: readonly StepCount[]
  /** Of the client that loads the text; absent where it has none of ours. */
  controller?: Controller
}

/** Thrown if a recipe gives no result: the error of the engine, and the report on every entry. */
export class ApplyError extends Error {
  override readonly name = 'ApplyError'
  override readonly cause: ConvertError
  readonly report: RecipeReport

  constructor(cause: ConvertError, report: RecipeReport) {
    super(cause.code, { cause })
    this.cause = cause
    this.report = report
  }
}

/** Addresses of the rule lists whose texts the result of a recipe needs; `expandLists`: as it is applied with that. */
export function listsFor(recipe: Recipe, lang: Lang = DEFAULT_LANG, expandLists = false): string[] {
  return listsOf(usableSettings(settingsOf(recipe), lang).settings, lang, expandLists)
}

/** What becomes of a recipe with these texts. Equal inputs give equal bytes. Throws ApplyError. */
export function apply(recipe: Recipe, input: ApplyInput = {}): Applied {
  const {
    texts,
    lists = new Map<string, string>(),
    expandLists = false,
    namesByTemplate = false,
    listMirror = '',
    lang = DEFAULT_LANG,
    head,
    maxAliases,
    ...besides
  } = input
  const { steps, edits, common } = recipe
  const { settings } = usableSettings(settingsOf(recipe), lang)
  const sources = countedSources(recipe).map((source) => readToday(source, texts?.get(source.id), maxAliases?.sources))
  const { groupLang = lang, keepDuplicates } = settings
  const list = listEntries(sources, { steps, edits, lang: groupLang, keepDuplicates })
  const request = {
    settings, lang, listMirror: common.listMirror ?? listMirror, templateAliases: maxAliases?.template, expandLists,
    namesByTemplate,
  } // oxfmt-ignore
  const run = runConversion(sources, list, request, lists, besides)
  if (run.error) throw new ApplyError(run.error, run.report)
  const rows = appliedRows(nodeRows(list.entries, settings), list.entries, run)
  const controller = run.template && controllerOf(settings, run.template)
  const { text: config = '', report } = run
  const comment = settings.headComment && head ? headComment(settings.output, report, head, lang) : ''
  return { text: comment + config, report, rows, steps: list.steps, ...(controller ? { controller } : {}) }
}

/** A source with the text of today; without one, with the text that was saved. */
function readToday(source: RecipeSource, given: string | GivenText | undefined, maxAliases?: number): SourceText {
  const { id, name } = source
  const {
    text,
    subscription,
    prefix: ofText,
  }: GivenText = typeof given === 'string' ? { text: given } : (given ?? source)
  const prefix = source.prefix || ofText
  const read = readSource(id, name, text, subscription, { maxAliases })
  const placed = (issue: Issue): Issue => ({ ...issue, source: name })
  return { ...read, ...(prefix ? { prefix } : {}), issues: read.issues.map(placed) }
}

function appliedRows(
  rows: readonly NodeRow[],
  entries: readonly { key: string; takenOut?: { of?: string } }[],
  run: Run,
): AppliedRow[] {
  const excluded = new Set<string>()
  const refused = new Set<string>()
  for (const issue of run.report.issues) {
    const key = issue.kept === false ? run.rowOf(issue)?.key : undefined
    if (key === undefined) continue
    if (isExclusion(issue)) excluded.add(key)
    else if (issue.code !== 'duplicate' && issue.code !== 'duplicate-differs') refused.add(key)
  }
  return rows.map((row, index) => {
    const { takenOut } = entries[index]!
    const outputName = run.nameOf.get(row.key)
    const outcome = (): AppliedRow['outcome'] => {
      if (row.duplicateOf !== undefined || takenOut?.of !== undefined) return 'duplicate'
      if (row.disabled) return 'disabled'
      if (excluded.has(row.key)) return 'excluded'
      return outputName === undefined || refused.has(row.key) ? 'refused' : 'output'
    }
    const became = outcome()
    return { ...row, outcome: became, ...(became === 'output' && outputName !== undefined ? { outputName } : {}) }
  })
}
