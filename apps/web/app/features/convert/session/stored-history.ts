import { isLongText, readText, storedText } from './draft-texts.ts'
import { FIRST_VERSION, migrated, RECIPE_VERSION, type RecipeSource } from '@switchyard/recipe/model'
import { EMPTY_MODEL, type History, type Model } from './model.ts'
import { isRecord } from '@switchyard/convert/record'

/** Characters that the steps of undo may add to a draft, about: steps that are further away are left out of it. */
const STEPS_MAX = 8 * 1024 * 1024
const KEY_WEIGHT = 40
const NODE_WEIGHT = 800

type StoredSource = Omit<RecipeSource, 'text'> & { text: string | Blob }
type StoredModel = Omit<Model, 'sources'> & { sources: readonly StoredSource[] }
type Steps = Pick<History, 'now' | 'past' | 'future'>

/** A model with what undo and redo lead to, and the version that it is saved as. */
export type StoredHistory = StoredModel & {
  version: number
  past: readonly StoredModel[]
  future: readonly StoredModel[]
}

/** The state and as many steps on both sides as a draft has room for; none from before all was cleared. */
export function keptSteps({ now, past: undone, future }: Steps): Steps {
  const past = undone.slice(undone.findLastIndex(({ clears }) => clears !== now.clears) + 1)
  const seen = new Set<unknown>()
  weightOf(now, seen)
  let room = STEPS_MAX
  const isTooMuch = (step: Model) => (room -= weightOf(step, seen)) < 0
  const first = past.findLastIndex(isTooMuch) + 1
  const end = future.findIndex(isTooMuch)
  return { now, past: past.slice(first), future: end === -1 ? future : future.slice(0, end) }
}

/** What is stored of the steps. What they share is stored once. */
export function storedHistory({ now, past, future }: Steps): StoredHistory {
  const sourceOf = memoized(({ text, ...source }: RecipeSource): StoredSource => ({
    ...source,
    text: storedText(text),
  }))
  const sourcesOf = memoized((sources: readonly RecipeSource[]) => sources.map(sourceOf))
  const modelOf = ({ sources, ...model }: Model): StoredModel => ({ ...model, sources: sourcesOf(sources) })
  return { version: RECIPE_VERSION, ...modelOf(now), past: past.map(modelOf), future: future.map(modelOf) }
}

/** The steps of a draft; undefined when it is none, a newer build saved it, or a text of its state cannot be read any more. */
export async function readHistory(value: unknown): Promise<Steps | undefined> {
  if (!isRecord(value)) return undefined
  const { version = FIRST_VERSION, past, future, templates: _, ...now } = value
  const sourceOf = memoized(async ({ text, ...source }: StoredSource) => ({ ...source, text: await readText(text) }))
  const sourcesOf = memoized((sources: readonly StoredSource[]) => Promise.all(sources.map(sourceOf)))
  const modelOf = async (saved: Record<string, unknown>): Promise<Model> => {
    if (!hasSources(saved)) throw new TypeError('No draft')
    // Migrations know texts, not the files that long texts are stored as.
    const model = migrated({ ...saved, sources: await sourcesOf(saved.sources) }, Number(version))
    if (!isModel(model)) throw new TypeError('No draft')
    return { ...EMPTY_MODEL, ...model }
  }
  const stepsOf = (steps: unknown) =>
    Promise.all(Array.isArray(steps) ? steps.filter(isRecord).map(modelOf) : []).catch(() => [])
  try {
    return { now: await modelOf(now), past: await stepsOf(past), future: await stepsOf(future) }
  } catch {
    return undefined
  }
}

function hasSources(saved: Record<string, unknown>): saved is Record<string, unknown> & Pick<StoredModel, 'sources'> {
  return Array.isArray(saved['sources'])
}

/** What no migration can add. */
function isModel(value: unknown): value is Model {
  return isRecord(value) && isRecord(value['common'])
}

/** What a step adds to those that were seen: each part is stored once. */
function weightOf({ sources, steps, manual, edits, common }: Model, seen: Set<unknown>): number {
  let weight = 0
  const add = (part: unknown, size: number) => {
    if (seen.has(part)) return
    seen.add(part)
    weight += size
  }
  for (const source of sources) add(isLongText(source.text) ? source.text : source, source.text.length)
  for (const edit of Object.values(manual)) add(edit, edit.base.length + edit.text.length)
  for (const keys of [edits.deleted, edits.disabled, edits.clones, edits.kept, edits.order ?? []])
    add(keys, keys.length * KEY_WEIGHT)
  add(steps, steps.length * NODE_WEIGHT)
  add(edits.names, Object.keys(edits.names).length * 2 * KEY_WEIGHT)
  add(edits.nodes, Object.keys(edits.nodes).length * NODE_WEIGHT)
  add(common, common.rules.length)
  for (const { rules = [] } of common.ruleSets) add(rules, rules.length * KEY_WEIGHT)
  if (typeof common.template !== 'string') add(common.template, common.template.text.length)
  return weight
}

function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}
