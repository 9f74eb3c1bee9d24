import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import type { RecipeIssueCode } from '@switchyard/locale'
import { migrated, RECIPE_VERSION } from './model/migrations.ts'
import { freeName, numbered } from './model/free-name.ts'
import { NO_EDITS } from './model/no-edits.ts'
import {
  DEFAULT_COMMON,
  DEFAULT_TARGET_OPTIONS,
  EMPTY_RECIPE,
  type Recipe,
  type RecipeSource,
  type TargetOptions,
  TEXT_SOURCE,
} from './model/recipe.ts'
import { openSettings, isOpen, type SettingKind, withShared } from './model/shared-settings.ts'
import type { Step } from './model/step.ts'
import { type RecipeInFile, recipeSchema } from './recipe-schema.ts'
import { given } from './model/given.ts'
import { isRecord, type JsonObject, keysOf } from './model/is-record.ts'

/** A recipe as a file: JSON with the version that it is written in. */

const MARK = 'recipe'

export type ReadRecipe =
  | {
      recipe: Recipe
      /** The file says what is converted. One that does not holds settings and steps alone. */
      hasSources: boolean
    }
  /** `place`: where the file is not understood. */
  | { mistake: RecipeIssueCode; place?: string }

/** The recipe that a file holds, or why it holds none: it may have been written by anybody. */
export function readRecipe(text: string): ReadRecipe {
  const file = parsed(text)
  if (file === undefined) return { mistake: 'broken' }
  const { switchyard, version, ...saved } = file
  if (switchyard !== MARK || typeof version !== 'number' || version < 1) return { mistake: 'other' }
  const current = migrated(saved, version)
  if (current === undefined) return { mistake: version > RECIPE_VERSION ? 'newer' : 'other' }
  const { data, error } = recipeSchema.safeParse(withTargets(current, fromFileTarget))
  if (error) return { mistake: 'invalid', place: placeOf(error.issues[0]?.path ?? []) }
  return { recipe: completed(data), hasSources: data.sources !== undefined }
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
  const { sources, steps, edits, target, app, perTarget, common } = recipe
  return {
    text: fileOf({ sources: sources.map(savedSource), steps, edits, target, app, perTarget, common }),
    leftOut: [],
  }
}

function withoutSecrets(recipe: Recipe): WrittenRecipe {
  const { settings, leftOut } = openSettings(recipe)
  const open = withShared(EMPTY_RECIPE, settings)
  const steps = recipe.steps.filter(isOpen)
  return {
    text: fileOf({ steps, target: open.target, perTarget: open.perTarget, common: open.common }),
    leftOut: [
      ...(recipe.sources.length > 0 ? (['sources'] as const) : []),
      ...(steps.length < recipe.steps.length ? (['steps'] as const) : []),
      ...leftOut,
    ],
  }
}

function fileOf(saved: object): string {
  const file = withTargets({ switchyard: MARK, version: RECIPE_VERSION, ...saved }, toFileTarget)
  return `${JSON.stringify(file, undefined, 2)}\n`
}

function savedSource({ id, kind, name, text, url, userAgent, prefix, enabled, asProvider }: RecipeSource): object {
  return { id, kind, name, ...(kind === 'url' ? {} : { text }), url, userAgent, prefix, enabled, asProvider }
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
const fromFileTarget = (target: string) =>
  OUTPUT_FACTS.find(({ spellings }) => spellings.includes(target))?.id ?? target
const toFileTarget = (target: string) => OUTPUT_FACTS.find(({ id }) => id === target)?.spellings[0] ?? target

function withTargets(saved: Readonly<JsonObject>, spell: (target: string) => string): JsonObject {
  const { target, perTarget } = saved
  return {
    ...saved,
    ...(typeof target === 'string' ? { target: spell(target) } : {}),
    ...(isRecord(perTarget)
      ? { perTarget: Object.fromEntries(Object.entries(perTarget).map(([of, value]) => [spell(of), value])) }
      : {}),
  }
}

/** The place of a mistake. Keys of edits hold names of servers and nodes, so only the name of their table is shown. */
function placeOf(path: readonly PropertyKey[]): string {
  const known = path.slice(0, path[0] === 'edits' || path[1] === 'groupEdits' || path[1] === 'groupNames' ? 2 : 4)
  return known.map(String).join('.')
}

function completed({ sources = [], steps = [], edits, target, app, perTarget = {}, common }: RecipeInFile): Recipe {
  const options: Partial<Record<Recipe['target'], TargetOptions>> = {}
  for (const of of keysOf(perTarget)) options[of] = { ...DEFAULT_TARGET_OPTIONS, ...given(perTarget[of] ?? {}) }
  return {
    sources: sources.map(sourceIn(new Set())),
    steps: steps.map((step, index): Step => Object.assign({ id: `${index + 1}` }, given(step))),
    edits: { ...NO_EDITS, ...given(edits ?? {}) },
    target: target ?? EMPTY_RECIPE.target,
    ...(app === undefined ? {} : { app }),
    perTarget: options,
    common: { ...DEFAULT_COMMON, ...given(common ?? {}) },
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
