import { type Issue, ISSUE_SEVERITY } from '@switchyard/convert'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import type { RecipeIssueCode } from '@switchyard/locale'
import { laterWords, migrated, placeAtVersion, RECIPE_VERSION } from '../model/migrations.ts'
import { freeName, numbered } from '../model/values/free-name.ts'
import { NO_EDITS } from '../model/nodes/edits.ts'
import {
  DEFAULT_COMMON,
  DEFAULT_OUTPUT_SETTINGS,
  EMPTY_RECIPE,
  type Recipe,
  type RecipeSource,
  type OutputSettings,
  TEXT_SOURCE,
} from '../model/recipe.ts'
import { openSettings, isOpen, withShared } from '../model/link/shared-settings.ts'
import type { SettingKind } from '../model/settings.ts'
import type { Step } from '../model/step.ts'
import { type RecipeInFile, recipeSchema } from './recipe-schema.ts'
import { given } from '../model/values/given.ts'
import { isRecord, type JsonObject, keysOf } from '@switchyard/convert/record'

/** A recipe as a file: JSON with the version that it is written in. */

const MARK = 'recipe'

/** Why a file cannot be used. */
export interface RefusedRecipe {
  code: RecipeIssueCode
  /** Where in the file, without the name of any node or server. */
  place?: string
}

export type ReadRecipe =
  | {
      recipe: Recipe
      /** The file says what is converted. One that does not holds settings and steps alone. */
      hasSources: boolean
      /** What was left out, because nothing here knows it. */
      issues: readonly Issue[]
    }
  /** The file cannot be used. */
  | { refused: RefusedRecipe }

/** The recipe that a file holds, or why it holds none: it may have been written by anybody. */
export function readRecipe(text: string): ReadRecipe {
  const file = parsed(text)
  if (file === undefined) return { refused: { code: 'broken' } }
  const { switchyard, version, ...saved } = file
  if (switchyard !== MARK || typeof version !== 'number' || version < 1) return { refused: { code: 'other' } }
  const current = migrated(saved, version)
  if (current === undefined) return { refused: { code: version > RECIPE_VERSION ? 'newer' : 'other' } }
  const spelled = withOutputs(current, fromFileOutput)
  const { data, error } = recipeSchema.safeParse(spelled)
  const placed = (path: readonly PropertyKey[]) => placeOf(placeAtVersion(path, version))
  if (error) return { refused: { code: 'invalid', place: placed(error.issues[0]?.path ?? []) } }
  return {
    recipe: completed(data),
    hasSources: data.sources !== undefined,
    issues: unknownIssues([...laterWords(saved, version).map(placeOf), ...unknownKeys(spelled, data).map(placed)]),
  }
}

/** What of a recipe is written. */
export interface RecipeOptions {
  /** Nodes, addresses and passwords too; else settings and steps alone, as far as nothing secret stands in them. */
  secrets: boolean
}

export interface WrittenRecipe {
  text: string
  /** What had to stay out, as it is secret. */
  leftOut: readonly (SettingKind | 'sources' | 'steps')[]
}

/** The file of a recipe. What an address brought is not in it: it is asked again. */
export function writeRecipe(recipe: Recipe, { secrets }: RecipeOptions): WrittenRecipe {
  if (!secrets) return withoutSecrets(recipe)
  const { sources, steps, edits, output, app, perOutput, common } = recipe
  return {
    text: fileOf({ sources: sources.map(savedSource), steps, edits, output, app, perOutput, common }),
    leftOut: [],
  }
}

function withoutSecrets(recipe: Recipe): WrittenRecipe {
  const { settings, leftOut } = openSettings(recipe)
  const open = withShared(EMPTY_RECIPE, settings)
  const steps = recipe.steps.filter(isOpen)
  return {
    text: fileOf({ steps, output: open.output, perOutput: open.perOutput, common: open.common }),
    leftOut: [
      ...(recipe.sources.length > 0 ? (['sources'] as const) : []),
      ...(steps.length < recipe.steps.length ? (['steps'] as const) : []),
      ...leftOut,
    ],
  }
}

function fileOf(saved: object): string {
  const file = withOutputs({ switchyard: MARK, version: RECIPE_VERSION, ...saved }, toFileOutput)
  return `${JSON.stringify(file, undefined, 2)}\n`
}

function savedSource(source: RecipeSource): object {
  const { id, kind, name, text, url, userAgent, origin, prefix, enabled, asProvider } = source
  return { id, kind, name, ...(kind === 'url' ? {} : { text }), url, userAgent, origin, prefix, enabled, asProvider }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Files say `sing-box`; both spellings are read. */
const fromFileOutput = (output: string) =>
  OUTPUT_FACTS.find(({ spellings }) => spellings.includes(output))?.id ?? output
const toFileOutput = (output: string) => OUTPUT_FACTS.find(({ id }) => id === output)?.spellings[0] ?? output

function withOutputs(saved: Readonly<JsonObject>, spell: (output: string) => string): JsonObject {
  const { output, perOutput } = saved
  return {
    ...saved,
    ...(typeof output === 'string' ? { output: spell(output) } : {}),
    ...(isRecord(perOutput)
      ? { perOutput: Object.fromEntries(Object.entries(perOutput).map(([of, value]) => [spell(of), value])) }
      : {}),
  }
}

const UNKNOWN_MAX = 50

/** An issue for each place that was left out, and one with the number of those that are not listed. */
function unknownIssues(all: readonly string[]): Issue[] {
  const code = 'recipe-unknown'
  const severity = ISSUE_SEVERITY[code]
  const places = [...new Set(all)]
  const shown = places.slice(0, UNKNOWN_MAX)
  const issues = shown.map((place): Issue => ({ code, severity, args: { place } }))
  const count = places.length - shown.length
  return count === 0 ? issues : [...issues, { code, severity, args: { count } }]
}

/** Paths of the keys that the schema did not take over. */
function unknownKeys(given: unknown, taken: unknown, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  // What the schema takes as it is, such as the fields of a node, is the very same object.
  if (given === taken) return []
  if (Array.isArray(given) && Array.isArray(taken))
    return given.flatMap((one, index) => unknownKeys(one, taken[index], [...path, index]))
  if (!isRecord(given) || !isRecord(taken)) return []
  return Object.keys(given).flatMap((key) =>
    Object.hasOwn(taken, key) ? unknownKeys(given[key], taken[key], [...path, key]) : [[...path, key]],
  )
}

/** Tables whose keys are names of nodes, groups and servers. */
const NAMED_TABLES: ReadonlySet<string> = new Set([
  'edits.names',
  'edits.nodes',
  'common.groupEdits',
  'common.groupNames',
])
const KEY_SHOWN = 40

/** A place in words. Names of nodes, groups and servers are not shown. */
function placeOf(path: readonly PropertyKey[]): string {
  const isNamed = NAMED_TABLES.has(path.slice(0, 2).map(String).join('.'))
  // The last part says which value is wrong. A name there would say no more than its table does.
  const shown = isNamed && path.length === 3 ? path.slice(0, 2) : path
  return shown.map((key, index) => (isNamed && index === 2 ? '*' : String(key).slice(0, KEY_SHOWN))).join('.')
}

function completed({ sources = [], steps = [], edits, output, app, perOutput = {}, common }: RecipeInFile): Recipe {
  const settings: Partial<Record<Recipe['output'], OutputSettings>> = {}
  for (const of of keysOf(perOutput)) settings[of] = { ...DEFAULT_OUTPUT_SETTINGS, ...given(perOutput[of] ?? {}) }
  return {
    sources: sources.map(sourceIn(new Set())),
    steps: steps.map(stepIn(new Set())),
    edits: { ...NO_EDITS, ...given(edits ?? {}) },
    output: output ?? EMPTY_RECIPE.output,
    ...(app === undefined ? {} : { app }),
    perOutput: settings,
    common: { ...DEFAULT_COMMON, ...given(common ?? {}) },
  }
}

/** Reads a step of a recipe file. Each id is used once: a change of a step finds it by its id. */
function stepIn(taken: Set<string>): (step: NonNullable<RecipeInFile['steps']>[number], index: number) => Step {
  return (step, index) => {
    const id = freeName(taken, numbered(step.id ?? `${index + 1}`))
    taken.add(id)
    return Object.assign(given(step), { id })
  }
}

/** Reads a source of a recipe file. The first text gets the id of the text box of the page, and each id is used once. */
function sourceIn(
  taken: Set<string>,
): (source: NonNullable<RecipeInFile['sources']>[number], index: number) => RecipeSource {
  return (source, index) => {
    const { url, kind = url ? 'url' : 'text', name = '', text = '', enabled = true } = source
    const wanted = source.id ?? (kind === 'text' ? TEXT_SOURCE : `s${index + 1}`)
    const id = freeName(taken, numbered(wanted))
    taken.add(id)
    const isBox = id === TEXT_SOURCE
    return Object.assign(given(source), {
      id,
      kind: kind === 'text' && !isBox ? 'file' : kind,
      name,
      text,
      enabled,
    } as const)
  }
}
